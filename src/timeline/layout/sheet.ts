import type { Frame } from './frame.ts';
import type { Judged } from './judged.ts';
import { Room, STRIP, TEXT } from './labels.ts';
import { LINE, textWidth, type Weight } from './metrics.ts';
import type { TimeScale } from './scale.ts';
import type { Story } from './story.ts';
import type { BandMark, Box, ChipMark, Handle, LanePlace, Mark, TextMark, Tone } from './types.ts';

/** To a tenth of a px: finer is not seen, and would make every mark new at every change. */
export const round = (px: number): number => Math.round(px * 10) / 10;

/** A place for a text, and from where it is written in it. */
export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
}

/** A text that wants a place. */
export interface Wanted {
  readonly id: string;
  readonly tone: Tone;
  /** From the whole to the shortest; each as lines. */
  readonly variants: readonly (readonly string[])[];
  readonly size: number;
  readonly weight: Weight;
  /** Places for a box of that size, the best first. */
  readonly spots: (width: number, height: number) => readonly Spot[];
  /** Bare, or in a frame. */
  readonly look: TextMark['look'] | ChipMark['look'];
  /** Keep clear of the lanes and their bands too. */
  readonly loose?: boolean;
  /** How many lines it may lie on; `least`: as few as there can be. */
  readonly crossings?: number | 'least';
  readonly title?: string;
  readonly events?: readonly number[];
  readonly strong?: boolean;
  readonly dashed?: boolean;
  readonly host?: string;
  readonly selectable?: boolean;
}

const CHIPS = new Set(['version', 'tag', 'number']);
/** Between a frame and its text, in px: to the sides, and above and below. */
const PADDING = { version: [8, 3.5], tag: [9, 2.2], number: [0, 0] } as const;

/** The picture in the making: what it is about, what is on it, and what room is left. */
export class Sheet {
  readonly frame: Frame;
  readonly scale: TimeScale;
  readonly story: Story;
  readonly judged: Judged;
  readonly marks: Mark[] = [];
  /** The bands by id, and those of each host. */
  readonly bands = new Map<string, BandMark>();
  readonly bandsOf = new Map<string, BandMark[]>();
  readonly room: Room;
  /** By the message that asked for it: when storage took or refused a write. */
  readonly decided: ReadonlyMap<string, number>;
  readonly lying: boolean;
  /** How many places were tried for words so far. */
  tries = 0;
  /** By the message that carried it: the version that a write made. */
  readonly made: ReadonlyMap<string, number>;

  constructor(frame: Frame, scale: TimeScale, story: Story, judged: Judged) {
    this.frame = frame;
    this.scale = scale;
    this.story = story;
    this.judged = judged;
    this.room = new Room(frame.width, frame.height);
    this.decided = new Map([...story.versions, ...story.refusals].map(({ message, t }) => [message ?? '', t]));
    this.made = new Map(story.versions.map(({ message, version }) => [message ?? '', version]));
    this.lying = frame.orientation === 'horizontal';
  }

  /** A lane by its host. What happens on a host without a lane is not drawn. */
  lane(host: string): LanePlace | undefined {
    const index = this.frame.laneAt.get(host);
    return index === undefined ? undefined : this.frame.lanes[index];
  }

  half(host: string): number {
    return this.frame.half[this.frame.laneAt.get(host) ?? -1] ?? 0;
  }

  isClient(host: string): boolean {
    return this.frame.roles[this.frame.laneAt.get(host) ?? -1] === 'client';
  }

  /** `Client A`, or the host's name where it has no lane. */
  name(host: string): string {
    return this.lane(host)?.title ?? host;
  }

  /** ms → px along, held within the window and a little beyond. */
  along(t: number): number {
    const { range } = this.frame;
    return Math.min(range[1] + 1, Math.max(range[0] - 1, this.scale.to(t)));
  }

  visible(from: number, to: number): boolean {
    const { view } = this.scale;
    return to >= view.from && from <= view.to;
  }

  /** A box by its extent along and across. */
  box(a1: number, a2: number, c1: number, c2: number): Box {
    return this.lying
      ? { x: round(a1), y: round(c1), width: round(a2 - a1), height: round(c2 - c1) }
      : { x: round(c1), y: round(a1), width: round(c2 - c1), height: round(a2 - a1) };
  }

  x(along: number, across: number): number {
    return round(this.lying ? along : across);
  }

  y(along: number, across: number): number {
    return round(this.lying ? across : along);
  }

  band(box: Box, mark: BandArgs): void {
    const band: BandMark = { kind: 'band', ...box, ...BLANK, ...mark };
    this.marks.push(band);
    this.bands.set(band.id, band);
    const others = this.bandsOf.get(band.host);
    if (others) others.push(band);
    else this.bandsOf.set(band.host, [band]);
  }

  /** Finds a place for the text, shortens it where it has to, and drops it where even that does not help. Says whether it found one. */
  place(wanted: Wanted): boolean {
    const { look, size, weight } = wanted;
    const [padX, padY] = look in PADDING ? PADDING[look as keyof typeof PADDING] : [0, 0];
    for (const lines of wanted.variants) {
      let width = look === 'number' ? size * 1.5 : 0;
      for (const line of lines) width = Math.max(width, textWidth(line, size, weight) + 2 * padX);
      const height = look === 'number' ? size * 1.5 : lines.length * size * LINE + 2 * padY;
      let found: { readonly box: Box; readonly anchor: Spot['anchor'] } | null = null;
      let fewest = Number.POSITIVE_INFINITY;
      for (const { x, y, anchor } of wanted.spots(width, height)) {
        this.tries++;
        const box = { x: round(x), y: round(y), width: round(width), height: round(height) };
        if (!this.room.free(box, wanted.loose ? TEXT | STRIP : TEXT)) continue;
        const { crossings } = wanted;
        if (crossings === 'least') {
          const count = this.room.crossings(box, fewest);
          if (count >= fewest) continue;
          fewest = count;
          found = { box, anchor };
          if (count === 0) break;
        } else if (crossings === undefined || this.room.crossings(box, crossings) <= crossings) {
          found = { box, anchor };
          break;
        }
      }
      if (!found) continue;
      this.room.take(found.box);
      this.#write(wanted, lines, found.box, found.anchor);
      return true;
    }
    return false;
  }

  /** Where time runs down, words stand beside their band, and had better not stand on another. */
  placeClear(wanted: Wanted): boolean {
    return (!this.lying && this.place({ ...wanted, loose: true })) || this.place(wanted);
  }

  #write(wanted: Wanted, lines: readonly string[], box: Box, anchor: Spot['anchor']): void {
    const { id, tone, look, size, weight, title = '', events = [], strong = false, host = '' } = wanted;
    const shared = { id, tone, title, events, strong, host, handle: null, selectable: wanted.selectable ?? false };
    if (CHIPS.has(look)) {
      const chip = look as ChipMark['look'];
      this.marks.push({
        kind: 'chip',
        ...shared,
        ...box,
        look: chip,
        lines,
        size,
        weight,
        dashed: wanted.dashed ?? false,
      });
    } else {
      this.marks.push({ kind: 'text', ...shared, ...box, look: look as TextMark['look'], lines, size, weight, anchor });
    }
  }
}

const BLANK = { title: '', events: [], strong: false, host: '', handle: null, selectable: false } as const;

interface BandArgs {
  readonly id: string;
  readonly tone: Tone;
  readonly look: 'grant' | 'belief' | 'doubt' | 'pause' | 'crash' | 'cut' | 'slow' | 'fold';
  readonly title?: string;
  readonly events?: readonly number[];
  readonly strong?: boolean;
  readonly host?: string;
  readonly handle?: Handle | null;
  readonly selectable?: boolean;
}

/** Spots along a stretch of a lane, centred across: in its middle, then towards its ends. For texts that stand in a band. */
export function inBand(
  sheet: Sheet,
  a1: number,
  a2: number,
  across: number,
  width: number,
  height: number,
  inset = 6,
): Spot[] {
  const length = sheet.lying ? width : height;
  const from = a1 + inset;
  const room = a2 - inset - length - from;
  if (room < 0) return [];
  const spots: Spot[] = [];
  const steps = Math.min(24, Math.max(1, Math.ceil(room / 2 / 7)));
  for (let i = 0; i <= steps; i++) {
    for (const side of i === 0 ? [1] : [-1, 1]) {
      const a = from + room / 2 + (side * room * i) / steps / 2;
      spots.push(
        sheet.lying
          ? { x: a, y: across - height / 2, anchor: 'middle' }
          : { x: across - width / 2, y: a, anchor: 'middle' },
      );
    }
  }
  return spots;
}
