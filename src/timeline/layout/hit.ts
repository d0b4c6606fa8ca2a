import { laneId } from './ids.ts';
import type { ArrowMark, BandMark, Layout, Mark } from './types.ts';

/**
 * What a pointer at (x, y) means. Reckoned from the marks and not left to the DOM, so that a thin arrow has an area of
 * 24 px around it (WCAG 2.5.8), and where areas overlap the nearest thing is meant, not the topmost.
 */
export interface Hit {
  readonly on: 'pause-start' | 'pause-end' | 'pause' | 'head' | 'mark' | 'lane' | 'axis' | 'playhead' | 'ground';
  /** What would be selected. */
  readonly mark: Mark | null;
  /** The lane that the pointer is on. */
  readonly host: string | null;
}

/** Half of 24 px. */
const REACH = 12;

/** `playhead`: where it stands along, or null. `reach` in px: more for a finger. */
export function hit(layout: Layout, x: number, y: number, playhead: number | null = null, reach = REACH): Hit {
  const lying = layout.orientation === 'horizontal';
  const [along, across] = lying ? [x, y] : [y, x];
  const { plot, scale } = layout;
  const inTime = along >= scale.range[0] - reach && along <= scale.range[1] + reach;

  if (playhead !== null && Math.abs(along - playhead) <= reach && Math.abs(across - layout.playhead.from) <= reach) {
    return { on: 'playhead', mark: null, host: null };
  }

  const lane = nearestLane(layout, across);
  const inLane = lane !== null && Math.abs(across - lane.at) <= reach + 2;
  if (!inTime) {
    const named = lane !== null && Math.abs(across - lane.at) <= Math.max(24, reach);
    return named
      ? { on: 'lane', mark: markOf(layout, lane.mark), host: lane.host }
      : { on: 'ground', mark: null, host: null };
  }

  const handle = nearestHandle(layout, along, across, lying, reach);
  if (handle) return handle;

  let arrow: ArrowMark | null = null;
  let nearest = reach * 0.75;
  let band: BandMark | null = null;
  for (let i = layout.marks.length - 1; i >= 0; i--) {
    const mark = layout.marks[i] as Mark;
    if (!mark.selectable) continue;
    switch (mark.kind) {
      case 'chip': {
        const wide = Math.max(0, 24 - mark.width) / 2;
        const tall = Math.max(0, 24 - mark.height) / 2;
        if (
          x >= mark.x - wide &&
          x <= mark.x + mark.width + wide &&
          y >= mark.y - tall &&
          y <= mark.y + mark.height + tall
        ) {
          return { on: 'mark', mark, host: mark.host };
        }
        break;
      }
      case 'glyph':
        if (Math.hypot(x - mark.x, y - mark.y) <= reach) return { on: 'mark', mark, host: mark.host };
        break;
      case 'arrow': {
        const off = distance(x, y, mark.x1, mark.y1, mark.x2, mark.y2);
        if (off < nearest) {
          nearest = off;
          arrow = mark;
        }
        break;
      }
      case 'band':
        if (x >= mark.x && x <= mark.x + mark.width && y >= mark.y && y <= mark.y + mark.height) {
          if (band === null || rank(mark) > rank(band)) band = mark;
        }
        break;
      default:
        break;
    }
  }
  if (band) return { on: band.handle ? 'pause' : 'lane', mark: band, host: band.host };
  if (arrow && !(inLane && nearest > 4)) return { on: 'mark', mark: arrow, host: null };
  if (inLane) return { on: 'lane', mark: markOf(layout, lane.mark), host: lane.host };
  const axis = lying ? across > plot.y + plot.height : across < plot.x;
  return { on: axis ? 'axis' : 'ground', mark: null, host: null };
}

/** The pauses' ends and the arrows' heads: what can be dragged goes before what can only be selected. */
function nearestHandle(layout: Layout, along: number, across: number, lying: boolean, reach: number): Hit | null {
  let best: Hit | null = null;
  let nearest = reach;
  for (const mark of layout.marks) {
    if (mark.handle === null) continue;
    if (mark.kind === 'arrow') {
      const [a, c] = lying ? [mark.x2, mark.y2] : [mark.y2, mark.x2];
      const off = Math.hypot(along - a, across - c);
      if (off <= nearest) {
        nearest = off;
        best = { on: 'head', mark, host: null };
      }
    } else if (mark.kind === 'band') {
      const [from, to, c1, c2] = lying
        ? [mark.x, mark.x + mark.width, mark.y, mark.y + mark.height]
        : [mark.y, mark.y + mark.height, mark.x, mark.x + mark.width];
      const aside = Math.max(0, c1 - across, across - c2);
      if (aside > reach / 2) continue;
      // inside a short pause the ends share what room there is, and leave a third of it for the middle
      const inner = Math.min(reach * 0.7, (to - from) / 3);
      for (const [end, edge, inward] of [
        ['pause-start', from, along - from],
        ['pause-end', to, to - along],
      ] as const) {
        if (inward > inner) continue;
        const off = Math.hypot(along - edge, aside);
        if (off <= nearest) {
          nearest = off;
          best = { on: end, mark, host: mark.host };
        }
      }
    }
  }
  return best;
}

/** A pause lies over a belief, and a doubt over it too. */
const rank = ({ look }: BandMark): number =>
  ({ fold: 0, grant: 1, belief: 1, doubt: 2, slow: 3, cut: 3, crash: 4, pause: 5 })[look];

function nearestLane(layout: Layout, across: number) {
  let best: { host: string; at: number; mark: string } | null = null;
  for (const { host, at } of layout.lanes) {
    if (best === null || Math.abs(across - at) < Math.abs(across - best.at)) best = { host, at, mark: laneId(host) };
  }
  return best;
}

const markOf = (layout: Layout, id: string): Mark | null => layout.marks.find((mark) => mark.id === id) ?? null;

/** From a point to a line between two others. */
export function distance(x: number, y: number, x1: number, y1: number, x2: number, y2: number): number {
  const dx = x2 - x1;
  const dy = y2 - y1;
  const square = dx * dx + dy * dy;
  const f = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / square));
  return Math.hypot(x - x1 - f * dx, y - y1 - f * dy);
}
