import type { Finding } from '../../verdict/types.ts';
import type { TimeScale } from './scale.ts';

/**
 * What the picture of a run is made of, as data: sized, placed, and free of any DOM.
 *
 * All lengths are CSS px from the picture's top left corner, all times ms of true time.
 * "Along" is the direction in which time runs (right, or down on a phone), "across" the one in which the lanes lie.
 */

/** A stretch of true time in ms. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type Orientation = 'horizontal' | 'vertical';

export interface LayoutOptions {
  /** The picture's width. */
  readonly width: number;
  /** The picture's height; without it, what the lanes (or, where time runs down, the events) need. */
  readonly height?: number | undefined;
  readonly orientation: Orientation;
  /** fold: quiet stretches are compressed. */
  readonly axis: 'fold' | 'linear';
  /** The visible window; without it, everything. */
  readonly zoom?: Span | undefined;
  /**
   * A scale to use as it is, in place of one made for this run: what a drag holds on to, so that time does not run away
   * under the hand, and what two timelines on one axis share.
   */
  readonly scale?: TimeScale | null | undefined;
  /** Events to number ①②… in this order: a finding's why. */
  readonly why?: readonly number[] | undefined;
  /** A factor on every text, for presenting; 1 unless told. */
  readonly text?: number | undefined;
}

/** Whose or what colour: `c0` to `c7` are the clients, in the document's order. */
export type Tone = `c${0 | 1 | 2 | 3 | 4 | 5 | 6 | 7}` | 'bad' | 'ok' | 'pause' | 'muted' | 'ink';

/** What a mark's own hands change in the document. */
export type Handle =
  /** A pause: its ends and its middle can be dragged. `at` and `for` as they are now, in ms. */
  | { readonly kind: 'pause'; readonly fault: number; readonly at: number; readonly for: number }
  /** A message: its head can be dragged to a later time. `by`: for how long it is held up now; `at`: when it arrives. */
  | { readonly kind: 'delay'; readonly message: string; readonly by: number; readonly at: number };

interface Base {
  /** Stable: made of a message's id, a claim, a fault's position, a version; never of a place in a list of marks. */
  readonly id: string;
  readonly tone: Tone;
  /** The whole text, for hover, focus and screen readers. Empty: a mark that says nothing by itself. */
  readonly title: string;
  /** The events that it stands for. */
  readonly events: readonly number[];
  /** It stands in the centre of a finding, and is drawn with weight. */
  readonly strong: boolean;
  /** The lane that it belongs to; for a message the sender's. */
  readonly host: string;
  readonly handle: Handle | null;
  /** It can be selected, by pointer and by keyboard. */
  readonly selectable: boolean;
}

export interface LineMark extends Base {
  readonly kind: 'line';
  readonly look: 'lane' | 'tick' | 'lease-end' | 'wait';
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

export interface BandMark extends Base, Box {
  readonly kind: 'band';
  /**
   * grant: the service says that it holds; belief: it says so itself; doubt: it believes, and the service disagrees;
   * pause, crash: of the host; cut, slow: of its network; fold: a quiet stretch of the axis.
   */
  readonly look: 'grant' | 'belief' | 'doubt' | 'pause' | 'crash' | 'cut' | 'slow' | 'fold';
}

export interface ArrowMark extends Base {
  readonly kind: 'arrow';
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  /** head: it arrives; cross: it is lost there; none: it goes on beyond the window. */
  readonly tip: 'head' | 'cross' | 'none';
  /** Held up, or a second copy. */
  readonly dashed: boolean;
}

/** A line of several corners: what storage remembers. */
export interface StepMark extends Base {
  readonly kind: 'step';
  readonly points: readonly (readonly [number, number])[];
  readonly dashed: boolean;
}

/** A word in a frame: a version of the data, a remark on a band, a number of the why. */
export interface ChipMark extends Base, Box {
  readonly kind: 'chip';
  readonly look: 'version' | 'tag' | 'number';
  readonly lines: readonly string[];
  readonly size: number;
  readonly weight: 400 | 600;
  readonly dashed: boolean;
}

/** A bare word. The box is the room that it takes; the text stands in it from the left, the middle or the right. */
export interface TextMark extends Base, Box {
  readonly kind: 'text';
  readonly look: 'lane' | 'axis' | 'label' | 'band' | 'note';
  readonly lines: readonly string[];
  readonly size: number;
  readonly weight: 400 | 600;
  readonly anchor: 'start' | 'middle' | 'end';
}

/** A small sign around (x, y). */
export interface GlyphMark extends Base {
  readonly kind: 'glyph';
  readonly look: 'effect' | 'clock' | 'unknown' | 'grip' | 'break';
  readonly x: number;
  readonly y: number;
  /** In degrees, clockwise. */
  readonly turn: number;
}

export type Mark = LineMark | BandMark | ArrowMark | StepMark | ChipMark | TextMark | GlyphMark;

/** A lane's place, and where the app writes what its host does at the playhead. */
export interface LanePlace {
  readonly host: string;
  readonly title: string;
  readonly tone: Tone;
  /** Across: the middle of the lane. */
  readonly at: number;
  readonly status: Box & { readonly anchor: 'start' | 'middle'; readonly size: number };
}

export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly orientation: Orientation;
  readonly scale: TimeScale;
  /** All the time that there is to show. */
  readonly domain: Span;
  /** The part of the picture in which time is drawn. */
  readonly plot: Box;
  readonly lanes: readonly LanePlace[];
  /** In drawing order within each kind; ids are unique. */
  readonly marks: readonly Mark[];
  /** Across: from where to where the playhead's line goes; its head is at `from`. */
  readonly playhead: { readonly from: number; readonly to: number };
}

/** What `layout` needs of a finding. */
export type Found = Pick<Finding, 'code' | 'at' | 'processes' | 'why'>;
