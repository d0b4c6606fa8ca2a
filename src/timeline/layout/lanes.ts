import { laneId } from './ids.ts';
import { STRIP } from './labels.ts';
import type { Sheet } from './sheet.ts';

/** The lanes' lines and names. The room for what the app writes below a name is kept free. */
export function drawLanes(sheet: Sheet): void {
  const { frame, room } = sheet;
  const [a1, a2] = frame.range;
  frame.lanes.forEach((lane, i) => {
    const name = frame.names[i];
    sheet.marks.push({
      kind: 'line',
      id: laneId(lane.host),
      tone: lane.tone,
      title: lane.title,
      events: [],
      strong: false,
      host: lane.host,
      handle: null,
      selectable: true,
      look: 'lane',
      x1: sheet.x(a1, lane.at),
      y1: sheet.y(a1, lane.at),
      x2: sheet.x(a2, lane.at),
      y2: sheet.y(a2, lane.at),
    });
    if (sheet.lying) {
      // loose labels stay out of a lying lane altogether: its line would run through them
      room.take(sheet.box(a1, a2, lane.at - 11, lane.at + 11), STRIP);
    }
    room.take(lane.status);
    if (!name || name.text === '') return;
    const { x, y, width, height, anchor, text, size } = name;
    room.take({ x, y, width, height });
    sheet.marks.push({
      kind: 'text',
      id: `${laneId(lane.host)}/name`,
      tone: 'ink',
      title: lane.title,
      events: [],
      strong: false,
      host: lane.host,
      handle: null,
      selectable: false,
      look: 'lane',
      x,
      y,
      width,
      height,
      lines: [text],
      size,
      weight: 600,
      anchor,
    });
  });
}
