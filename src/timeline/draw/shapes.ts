import { ASCENT, LINE } from '../layout/metrics.ts';
import type { ArrowMark, BandMark, ChipMark, GlyphMark, Mark, StepMark, TextMark } from '../layout/types.ts';

/** What a mark is in SVG: the element's name, and the attributes that hold its geometry. Pure. */

export type Attributes = Readonly<Record<string, string | number>>;

export function elementOf(mark: Mark): 'path' | 'g' {
  switch (mark.kind) {
    // a text is moved by the group around it: browsers lay out a text anew whose own place changes, at eight times the cost
    case 'text':
    case 'chip':
      return 'g';
    default:
      return 'path';
  }
}

export function geometryOf(mark: Mark): Attributes {
  switch (mark.kind) {
    case 'line':
      return { d: `M${mark.x1} ${mark.y1}L${mark.x2} ${mark.y2}` };
    case 'arrow':
      return { d: arrowPath(mark) };
    case 'step':
      return { d: stepPath(mark) };
    case 'glyph':
      return { d: GLYPHS[mark.look], transform: `translate(${mark.x},${mark.y})rotate(${mark.turn})` };
    case 'band':
      return { d: bandPath(mark) };
    case 'chip':
      return { transform: `translate(${mark.x},${mark.y})` };
    case 'text':
      return { transform: `translate(${textX(mark)},${baseline(mark)})` };
  }
}

/** How a mark looks, as classes. */
export function classOf(mark: Mark): string {
  const dashed = 'dashed' in mark && mark.dashed ? ' dashed' : '';
  const look = 'look' in mark ? ` ${mark.look}` : '';
  const anchor = mark.kind === 'text' ? ` ${mark.anchor}` : '';
  return `${mark.kind}${look} ${mark.tone}${anchor}${mark.strong ? ' strong' : ''}${dashed}`;
}

const textX = ({ x, width, anchor }: TextMark): number =>
  tenth(x + (anchor === 'start' ? 0 : anchor === 'end' ? width : width / 2));
const baseline = ({ y, size }: TextMark): number => tenth(y + ASCENT * size);
const tenth = (x: number): number => Math.round(x * 10) / 10;

/** From one baseline to the next, in px. */
export const leading = (size: number): number => tenth(size * LINE);

/** The first baseline in a chip, from its top. */
export function chipBaseline({ height, lines, size }: ChipMark): number {
  return tenth((height - lines.length * size * LINE) / 2 + ASCENT * size);
}

const HEAD = 7;
const SPREAD = 0.4;

/** Line and head in one path: the line as an open stroke has no area to fill. */
function arrowPath({ x1, y1, x2, y2, tip, strong }: ArrowMark): string {
  const line = `M${x1} ${y1}L${x2} ${y2}`;
  if (tip === 'none') return line;
  if (tip === 'cross') {
    const arm = strong ? 5 : 4.2;
    return `${line}M${tenth(x2 - arm)} ${tenth(y2 - arm)}L${tenth(x2 + arm)} ${tenth(y2 + arm)}M${tenth(x2 + arm)} ${tenth(y2 - arm)}L${tenth(x2 - arm)} ${tenth(y2 + arm)}`;
  }
  const angle = Math.atan2(y2 - y1, x2 - x1);
  const length = strong ? HEAD + 1 : HEAD;
  const wing = (turn: number) =>
    `${tenth(x2 - length * Math.cos(angle + turn))} ${tenth(y2 - length * Math.sin(angle + turn))}`;
  return `${line}M${x2} ${y2}L${wing(-SPREAD)}L${wing(SPREAD)}Z`;
}

/** A path, since a rectangle's place and size are style to a browser, and cost a pass of it whenever they change. */
function bandPath({ x, y, width, height, look }: BandMark): string {
  const w = Math.max(0, width);
  const h = Math.max(0, height);
  const r = look === 'fold' ? 0 : Math.min(4, w / 2, h / 2);
  if (r === 0) return `M${x} ${y}h${w}v${h}h${-w}Z`;
  const across = tenth(w - 2 * r);
  const down = tenth(h - 2 * r);
  return `M${tenth(x + r)} ${y}h${across}a${r} ${r} 0 0 1 ${r} ${r}v${down}a${r} ${r} 0 0 1 ${-r} ${r}h${-across}a${r} ${r} 0 0 1 ${-r} ${-r}v${-down}a${r} ${r} 0 0 1 ${r} ${-r}Z`;
}

function stepPath({ points }: StepMark): string {
  let d = '';
  for (const [x, y] of points) d += `${d === '' ? 'M' : 'L'}${x} ${y}`;
  return d;
}

const GLYPHS: Readonly<Record<GlyphMark['look'], string>> = {
  effect: 'M0 -7.5L2.1 -2.3L7.5 -2.3L3.2 1.1L4.8 6.5L0 3.3L-4.8 6.5L-3.2 1.1L-7.5 -2.3L-2.1 -2.3Z',
  clock: 'M7 0A7 7 0 1 1 -7 0A7 7 0 1 1 7 0M0 -4V0L3 2',
  unknown: 'M0 -8L8 0L0 8L-8 0ZM-1.8 -2A1.9 1.9 0 1 1 0.6 0L0 1.2M0 3.4V3.6',
  grip: 'M-2 -5.5A2 2 0 0 1 2 -5.5V5.5A2 2 0 0 1 -2 5.5Z',
  break: 'M-5 5L-1 -5M1 5L5 -5',
};
