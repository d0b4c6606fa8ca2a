import type { TraceEvent } from '../../kernel/trace.ts';
import type { Sheet, Spot } from './sheet.ts';

const SIZE = 10.5;

/** Numbers the events that explain a finding, each beside the place where it happened. */
export function drawNumbers(sheet: Sheet, events: readonly TraceEvent[], why: readonly number[]): void {
  why.forEach((id, index) => {
    const event = events[id];
    const lane = event && sheet.lane(event.process);
    if (!event || !lane || !sheet.visible(event.t, event.t)) return;
    const a = sheet.scale.to(event.t);
    const [x, y] = [sheet.x(a, lane.at), sheet.y(a, lane.at)];
    sheet.place({
      id: `why:${index + 1}`,
      tone: 'ink',
      look: 'number',
      variants: [[`${index + 1}`]],
      size: SIZE * sheet.frame.text,
      weight: 600,
      host: event.process,
      title: `${index + 1}`,
      events: [id],
      crossings: 'least',
      spots: (width, height) => around(x, y, width, height),
    });
  });
}

/** Above the lane, below it, and further along: the nearest first. */
function around(x: number, y: number, width: number, height: number): Spot[] {
  const spots: Spot[] = [];
  for (const dx of [0, -1, 1, -2, 2, -3, 3]) {
    for (const dy of [-20, 20, -38, 38]) {
      spots.push({ x: x + dx * (width + 4) - width / 2, y: y + dy - height / 2, anchor: 'middle' });
    }
  }
  return spots;
}
