import { effectId, refusalId, SEEN, versionId } from './ids.ts';
import type { Sheet, Spot } from './sheet.ts';
import type { Refusal } from './story.ts';
import type { Tone } from './types.ts';
import { moment } from './words.ts';

const CHIP = 11.5;
const SIZE = 11;

/** The data's versions, where they came to be; what storage refused; and what got out into the world. */
export function drawStorage(sheet: Sheet, storage: string | null): void {
  const { story, judged } = sheet;
  const chips: Chip[] = [];
  if (storage !== null && sheet.visible(0, 0)) {
    chips.push({
      id: versionId(0),
      t: 0,
      host: storage,
      text: 'v0',
      short: 'v0',
      tone: 'muted',
      title: 'v0, as it was at the start',
      events: [],
    });
  }
  for (const version of story.versions) {
    const lost = judged.lost.has(version.version);
    const text = `v${version.version}`;
    const by = sheet.name(version.by);
    const token = version.token === null ? '' : `, token ${version.token}`;
    chips.push({
      id: versionId(version.version),
      t: version.t,
      host: version.host,
      text: lost ? `${text} lost` : text,
      short: text,
      tone: lost ? 'bad' : (sheet.lane(version.by)?.tone ?? 'muted'),
      title: `${text} by ${by}, built on v${version.base}${token}, at ${moment(version.t)}${lost ? ': lost, no later version is built on it' : ''}`,
      events: [version.event],
      dashed: lost,
    });
  }
  for (const refusal of story.refusals) {
    const wronged = judged.wronged.has(refusal.event);
    chips.push({
      id: refusalId(refusal.message ?? `${refusal.event}`),
      t: refusal.t,
      host: refusal.host,
      text: 'refused',
      short: '×',
      tone: wronged ? 'bad' : 'ok',
      title: `${sheet.name(refusal.host)} refuses ${sheet.name(refusal.by)}'s ${refusal.what}: ${reasonOf(refusal)}, at ${moment(refusal.t)}`,
      events: [refusal.event],
    });
  }
  const shown = chips.filter(({ t }) => sheet.visible(t, t)).sort((one, other) => one.t - other.t);
  shown.forEach((each, i) => {
    const next = shown[i + 1];
    placeChip(sheet, each, next ? sheet.scale.to(next.t) - LEAD : Number.POSITIVE_INFINITY);
  });
}

/** A chip begins so many px before its moment. */
const LEAD = 6;

/** Why storage refused, in words. */
function reasonOf({ reason, token, maxSeen }: Refusal): string {
  if (reason === 'version') return 'it is built on an older version';
  if (reason === 'value') return 'the lock has another value by now';
  return token === null ? 'it carries no token' : `token ${token}, and it has seen ${maxSeen}`;
}

interface Chip {
  readonly id: string;
  readonly t: number;
  readonly host: string;
  readonly text: string;
  readonly short: string;
  readonly tone: Tone;
  readonly title: string;
  readonly events: readonly number[];
  readonly dashed?: boolean;
}

/** Puts a chip where its moment is. `next`: where along the one after it would like to begin, which is left to it if that can be. */
function placeChip(sheet: Sheet, chip: Chip, next: number): void {
  const { id, t, host, text, short, tone, title, events, dashed = false } = chip;
  const lane = sheet.lane(host);
  if (!lane) return;
  const a = sheet.scale.to(t);
  const spots = (bound: number) => (width: number, height: number) => {
    const shift = sheet.lying ? width : height;
    // what is written down at a moment stands at or after it; a little before it where there is no room
    return [-LEAD, -shift / 2, -shift + LEAD]
      .filter((off) => a + off + shift < bound)
      .map((off): Spot => {
        const [x, y] = sheet.lying ? [a + off, lane.at - height / 2] : [lane.at - width / 2, a + off];
        return { x, y, anchor: 'middle' };
      });
  };
  const wanted = {
    id,
    tone,
    look: 'version',
    variants: text === short ? [[text]] : [[text], [short]],
    size: CHIP * sheet.frame.text,
    weight: 600,
    title,
    events,
    host,
    dashed,
    selectable: true,
  } as const;
  if (sheet.place({ ...wanted, spots: spots(next - 2) })) return;
  if (sheet.place({ ...wanted, spots: spots(Number.POSITIVE_INFINITY) })) return;
  // no room for a word: a notch below the others, so that nothing that happened goes missing
  const box = sheet.box(a - 2, a + 2, lane.at + 13, lane.at + 18);
  const rest = { id, tone, title, events, strong: false, host, handle: null, selectable: true, dashed } as const;
  sheet.marks.push({ kind: 'chip', ...rest, ...box, look: 'version', lines: [], size: CHIP, weight: 600 });
}

/** The highest token that storage remembers, as a step line; or the remark that it remembers none. */
export function drawSeen(sheet: Sheet, storage: string | null, remembers: boolean): void {
  const { frame, story, scale } = sheet;
  const { seen } = frame;
  if (!seen || storage === null) return;
  const size = SIZE * frame.text;
  const [a1, a2] = frame.range;
  const middle = (seen.low + seen.high) / 2;
  const text = 'max seen';
  const blank = { events: [], host: storage, handle: null, selectable: false, strong: false } as const;

  if (sheet.lying) {
    const status = sheet.lane(storage)?.status;
    sheet.place({
      id: `${SEEN}/name`,
      tone: 'muted',
      look: 'note',
      variants: [[text]],
      size,
      weight: 400,
      spots: (_, height) => [{ x: status?.x ?? 18, y: middle - height / 2, anchor: 'start' }],
    });
  } else {
    sheet.place({
      id: `${SEEN}/name`,
      tone: 'muted',
      look: 'note',
      variants: [['max', 'seen']],
      size,
      weight: 400,
      spots: (width) => [{ x: (seen.low + seen.high + 20 * frame.text - width) / 2, y: 5, anchor: 'middle' }],
    });
  }

  if (!remembers) {
    sheet.marks.push({
      kind: 'step',
      ...blank,
      id: SEEN,
      tone: 'muted',
      title: 'Storage remembers no token',
      points: [
        [sheet.x(a1, middle), sheet.y(a1, middle)],
        [sheet.x(a2, middle), sheet.y(a2, middle)],
      ],
      dashed: true,
    });
    sheet.place({
      id: `${SEEN}/remark`,
      tone: 'muted',
      look: 'note',
      variants: [['storage remembers no token'], ['remembers no token'], ['no token']],
      size,
      weight: 400,
      host: storage,
      crossings: 0,
      spots: (width, height) =>
        [0.4, 0.2, 0.6, 0.05].map((f) => ({ x: a1 + (a2 - a1 - width) * f, y: middle - 4 - height, anchor: 'middle' })),
    });
    return;
  }

  const top = Math.max(1, ...story.seen.map((step) => Math.max(step.from, step.to)));
  const levels = [...new Set([0, ...story.seen.flatMap((step) => [step.from, step.to])])].sort((a, b) => a - b);
  // by rank, not by size: 33 and 34 have to look different
  const at = (token: number) =>
    seen.low + ((seen.high - seen.low) * levels.indexOf(token)) / Math.max(1, levels.length - 1);
  const first = story.seen[0]?.from ?? 0;
  let level = first;
  const points: [number, number][] = [];
  const corner = (a: number, c: number) => points.push([sheet.x(a, c), sheet.y(a, c)]);
  for (const step of story.seen) if (step.t < scale.view.from) level = step.to;
  corner(a1, at(level));
  for (const step of story.seen) {
    if (!sheet.visible(step.t, step.t)) continue;
    const a = sheet.along(step.t);
    corner(a, at(step.from));
    corner(a, at(step.to));
    level = step.to;
  }
  corner(a2, at(level));
  sheet.marks.push({
    kind: 'step',
    ...blank,
    id: SEEN,
    tone: 'ok',
    title: `The highest token that storage remembers: ${level} at the end, ${top} at most`,
    events: story.seen.map((step) => step.event),
    points,
    dashed: false,
  });

  if (sheet.visible(0, 0)) {
    const next = story.seen[0];
    const a = next && sheet.visible(next.t, next.t) ? sheet.along(next.t) : a1 + 24;
    sheet.place({
      id: `${SEEN}/first`,
      tone: 'muted',
      look: 'note',
      variants: [[`${first}`]],
      size,
      weight: 400,
      host: storage,
      spots: (width, height): Spot[] =>
        sheet.lying
          ? [{ x: a - 5 - width, y: at(first) - 1 - height, anchor: 'end' }]
          : [{ x: at(first) + 3, y: a - 2 - height, anchor: 'start' }],
    });
  }
  for (const step of story.seen) {
    if (!sheet.visible(step.t, step.t)) continue;
    const a = sheet.along(step.t);
    const fell = step.to < step.from;
    sheet.place({
      id: `${SEEN}/${step.event}`,
      tone: fell ? 'bad' : 'ok',
      look: 'note',
      variants: [[`${step.to}`]],
      size,
      weight: 400,
      host: storage,
      title: `From ${moment(step.t)} storage remembers token ${step.to}`,
      events: [step.event],
      spots: (width, height): Spot[] =>
        sheet.lying
          ? [
              { x: a + 5, y: at(step.to) - height - 1, anchor: 'start' },
              { x: a + 5, y: at(step.to) + 2, anchor: 'start' },
            ]
          : [
              { x: at(step.to) + 3, y: a + 2, anchor: 'start' },
              { x: at(step.to) - width - 3, y: a + 2, anchor: 'end' },
            ],
    });
  }
}

/** What got out into the world and cannot be taken back, and what else happens at one moment on a lane. */
export function drawSigns(sheet: Sheet): void {
  const { story, judged, frame } = sheet;
  const size = SIZE * frame.text;
  const counts = new Map<string, number>();
  for (const effect of story.effects) {
    const n = (counts.get(effect.op) ?? 0) + 1;
    counts.set(effect.op, n);
    const bad = judged.bad.has(effect.event);
    const tone = bad ? 'bad' : (sheet.lane(effect.by)?.tone ?? 'muted');
    const title = `Side effect by ${sheet.name(effect.by)} at ${moment(effect.t)}, for ${effect.op}${n > 1 ? `, the ${n}. time` : ''}`;
    sign(sheet, {
      id: effectId(effect.op, n),
      look: 'effect',
      tone,
      title,
      text: n > 1 ? 'again' : 'effect',
      strong: bad,
      ...effect,
      size,
    });
  }
  for (const { look, text, fault, event, t, host } of story.signs) {
    const id = fault === null ? `${look}:${host}:${event}` : `${look}:${fault}:${host}`;
    const title = `${sheet.name(host)} ${look === 'clock' ? `'s ${text}` : text}, at ${moment(t)}`.replace(" 's", "'s");
    const short = look === 'clock' ? text : 'unknown';
    sign(sheet, { id, look, tone: 'ink', title, text: short, strong: false, event, t, host, size });
  }
}

interface Sign {
  readonly id: string;
  readonly look: 'effect' | 'clock' | 'unknown';
  readonly tone: Tone;
  readonly title: string;
  readonly text: string;
  readonly strong: boolean;
  readonly event: number;
  readonly t: number;
  readonly host: string;
  readonly size: number;
}

function sign(sheet: Sheet, { id, look, tone, title, text, strong, event, t, host, size }: Sign): void {
  const lane = sheet.lane(host);
  if (!lane || !sheet.visible(t, t)) return;
  const a = sheet.scale.to(t);
  const shared = { tone, title, events: [event], strong, host } as const;
  const [x, y] = [sheet.x(a, lane.at), sheet.y(a, lane.at)];
  sheet.marks.push({ kind: 'glyph', id, ...shared, handle: null, selectable: true, look, x, y, turn: 0 });
  sheet.placeClear({
    id: `${id}/text`,
    ...shared,
    look: 'note',
    variants: [[text]],
    size,
    weight: strong ? 600 : 400,
    crossings: 0,
    spots: (width, height): Spot[] => [
      { x: x - width / 2, y: y + 11, anchor: 'middle' },
      { x: x + 9, y: y + 4, anchor: 'start' },
      { x: x - 9 - width, y: y + 4, anchor: 'end' },
      { x: x - width / 2, y: y - 11 - height, anchor: 'middle' },
    ],
  });
}
