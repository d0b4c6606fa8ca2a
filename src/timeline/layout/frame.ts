import type { Lane } from '../../model/service.ts';
import { ASCENT, LINE, shorten, textWidth } from './metrics.ts';
import type { Box, LanePlace, Orientation, Tone } from './types.ts';

/** Where the lanes, the axis and the labels stand, before anything has happened. Lengths in px. */
export interface Frame {
  readonly orientation: Orientation;
  readonly width: number;
  readonly height: number;
  /** A factor on every text. */
  readonly text: number;
  readonly plot: Box;
  /** Along: where time begins and ends in the picture. */
  readonly range: readonly [number, number];
  readonly lanes: readonly LanePlace[];
  readonly roles: readonly Lane['role'][];
  /** The lanes' names, as far as they fit, each with its box. */
  readonly names: readonly (Box & {
    readonly text: string;
    readonly size: number;
    readonly anchor: 'start' | 'middle';
  })[];
  /** Across: where max seen is drawn, from 0 to the highest; null: nowhere. */
  readonly seen: { readonly low: number; readonly high: number } | null;
  readonly laneAt: ReadonlyMap<string, number>;
  /** Across, by lane: the half of the bands' thickness. */
  readonly half: readonly number[];
}

export interface FrameWish {
  readonly orientation: Orientation;
  readonly width: number;
  readonly height: number | undefined;
  readonly text: number;
  /** The px along that the events would like to have: only asked for where time runs down. */
  readonly length: () => number;
  /** Room for the highest token seen, or for the remark that there is none. */
  readonly seen: 'steps' | 'remark' | 'no';
}

export const NAME_SIZE = 13;
export const STATUS_SIZE = 11;
/** The px from the picture's side to its first text. */
const MARGIN = 18;
const TOP = 62;
const SEEN_ROOM = 44;

export function frameOf(lanes: readonly Lane[], wish: FrameWish): Frame {
  return wish.orientation === 'horizontal' ? lying(lanes, wish) : standing(lanes, wish);
}

const clamp = (x: number, low: number, high: number) => Math.min(high, Math.max(low, x));

/** Time runs to the right, a lane is a row. */
function lying(lanes: readonly Lane[], { width, height, text, seen }: FrameWish): Frame {
  const nameSize = NAME_SIZE * text;
  const statusSize = STATUS_SIZE * text;
  const widest = lanes.reduce((most, lane) => Math.max(most, textWidth(lane.title, nameSize, 600)), 0);
  const left = Math.round(clamp(MARGIN + widest + 16, MARGIN + 78 * text, Math.max(MARGIN + 78 * text, width * 0.24)));
  const right = width - MARGIN;
  const storage = lanes.findIndex((lane) => lane.role === 'storage');
  const room = seen !== 'no' && storage >= 0 ? SEEN_ROOM * text : 0;
  const bottom = 22 * text;
  const foot = 38 * text;
  const steps = Math.max(1, lanes.length - 1);
  const usual = [100, 100, 100, 100, 90, 82, 76, 72, 68, 64, 62][lanes.length] ?? 60;
  const top = TOP * text;
  const step = height === undefined ? usual * text : Math.max(44, (height - top - room - bottom - foot) / steps);
  const places = lanes.map((_, i) => Math.round(top + i * step + (storage >= 0 && i > storage ? room : 0)));
  const last = places[places.length - 1] ?? top;
  const after = storage === lanes.length - 1 ? room : 0;
  const plotBottom = Math.round(last + after + bottom);
  const plot = { x: left, y: Math.round(22 * text), width: right - left, height: plotBottom - Math.round(22 * text) };
  const seenAt = room > 0 ? (places[storage] as number) : 0;
  return {
    orientation: 'horizontal',
    width,
    height: height ?? Math.round(plotBottom + foot),
    text,
    plot,
    range: [left, right],
    lanes: lanes.map((lane, i) => ({
      host: lane.host,
      title: lane.title,
      tone: toneOf(lanes, i),
      at: places[i] as number,
      status: {
        x: MARGIN,
        y: (places[i] as number) + 14 * text - ASCENT * statusSize,
        width: left - MARGIN - 8,
        height: LINE * statusSize,
        anchor: 'start',
        size: statusSize,
      },
    })),
    roles: lanes.map((lane) => lane.role),
    names: lanes.map((lane, i) => ({
      text: shorten(lane.title, left - MARGIN - 8, nameSize, 600),
      size: nameSize,
      x: MARGIN,
      y: (places[i] as number) - 2 * text - ASCENT * nameSize,
      width: left - MARGIN - 8,
      height: LINE * nameSize,
      anchor: 'start',
    })),
    seen: room > 0 ? { low: seenAt + 50 * text, high: seenAt + 36 * text } : null,
    laneAt: new Map(lanes.map((lane, i) => [lane.host, i])),
    half: lanes.map((lane) => (lane.role === 'service' ? 11 : 9)),
  };
}

/** Time runs down, a lane is a column. */
function standing(lanes: readonly Lane[], { width, height, text, length, seen }: FrameWish): Frame {
  const nameSize = NAME_SIZE * text;
  const statusSize = STATUS_SIZE * text;
  const left = Math.round(46 * text);
  const head = Math.round(54 * text);
  const storage = lanes.findIndex((lane) => lane.role === 'storage');
  const room = seen === 'steps' && storage >= 0 ? 46 * text : 0;
  const right = width - 6;
  const step = (right - left - room) / Math.max(1, lanes.length);
  const places = lanes.map((_, i) => Math.round(left + (i + 0.5) * step + (storage >= 0 && i > storage ? room : 0)));
  const tall = height ?? Math.round(head + length() + 16);
  const bottom = tall - 16;
  const seenAt = room > 0 ? (places[storage] as number) + step / 2 : 0;
  return {
    orientation: 'vertical',
    width,
    height: tall,
    text,
    plot: { x: left, y: head, width: right - left, height: bottom - head },
    range: [head, bottom],
    lanes: lanes.map((lane, i) => ({
      host: lane.host,
      title: lane.title,
      tone: toneOf(lanes, i),
      at: places[i] as number,
      status: {
        x: (places[i] as number) - step / 2 + 2,
        y: 22 * text,
        width: step - 4,
        height: LINE * statusSize,
        anchor: 'middle',
        size: statusSize,
      },
    })),
    roles: lanes.map((lane) => lane.role),
    names: lanes.map((lane, i) => ({
      ...nameFor(lane, step - 4, text),
      x: (places[i] as number) - step / 2 + 2,
      y: 4 * text,
      width: step - 4,
      height: LINE * nameSize,
      anchor: 'middle',
    })),
    seen: room > 0 ? { low: seenAt + 4, high: seenAt + room - 26 * text } : null,
    laneAt: new Map(lanes.map((lane, i) => [lane.host, i])),
    half: lanes.map((lane) => (lane.role === 'service' ? 10 : 8)),
  };
}

/** The title, in smaller type where it has to be, or else the host's own name, which is shorter. */
function nameFor({ title, host }: Lane, width: number, text: number): { text: string; size: number } {
  for (const name of [title, host]) {
    for (const size of [NAME_SIZE * text, 11 * text]) {
      if (textWidth(name, size, 600) <= width) return { text: name, size };
    }
  }
  return { text: shorten(host, width, 11 * text, 600), size: 11 * text };
}

/** The clients' colours go by their order; the others have none of their own. */
function toneOf(lanes: readonly Lane[], index: number): Tone {
  if (lanes[index]?.role !== 'client') return 'muted';
  let nth = 0;
  for (let i = 0; i < index; i++) if (lanes[i]?.role === 'client') nth++;
  return `c${(nth % 8) as 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7}`;
}
