import { beliefId, grantId, troubleId } from './ids.ts';
import { STRIP } from './labels.ts';
import { inBand, type Sheet, type Spot } from './sheet.ts';
import type { Belief, Grant, Trouble } from './story.ts';
import type { Span, Tone } from './types.ts';
import { duration, moment } from './words.ts';

const SIZE = 11;
const GRANT_SIZE = 11.5;

/** Who holds by the service's account: bands on the service's lane, one above another where it grants to two at once. */
export function drawGrants(sheet: Sheet): void {
  const { story, scale } = sheet;
  const rows = stack(story.grants, scale.domain.to);
  const most = Math.max(0, ...rows) + 1;
  const thick = most === 1 ? 22 : Math.max(10, 32 / most);
  story.grants.forEach((grant, i) => {
    const lane = sheet.lane(grant.host);
    const end = grant.end ?? scale.domain.to;
    if (!lane || !sheet.visible(grant.from, end)) return;
    const middle = lane.at + ((rows[i] as number) - (most - 1) / 2) * thick;
    const half = thick / 2 - (most > 1 ? 1 : 0);
    const [a1, a2] = [sheet.along(grant.from), sheet.along(end)];
    const tone = sheet.lane(grant.holder)?.tone ?? 'muted';
    const id = grantId(grant.claim, grant.nth);
    const box = sheet.box(a1, a2, middle - half, middle + half);
    sheet.band(box, {
      id,
      tone,
      look: 'grant',
      title: grantTitle(sheet, grant),
      events: grant.events,
      host: grant.host,
      selectable: true,
      strong: sheet.judged.bad.has(grant.events[0] as number),
    });
    sheet.room.take(box, STRIP);
  });
}

/** The words on the grants, and where a lease ended by itself. Apart from the bands: words come after all bands are known. */
export function nameGrants(sheet: Sheet): void {
  const { story, scale } = sheet;
  const size = GRANT_SIZE * sheet.frame.text;
  for (const grant of story.grants) {
    const band = sheet.bands.get(grantId(grant.claim, grant.nth));
    if (!band) continue;
    const end = grant.end ?? scale.domain.to;
    const [a1, a2] = [sheet.along(grant.from), sheet.along(end)];
    const middle = sheet.lying ? band.y + band.height / 2 : band.x + band.width / 2;
    const { holder, token } = grant;
    const variants = sheet.lying
      ? [
          [`${holder} holds${token === null ? '' : ` · token ${token}`}`],
          [`${holder}${token === null ? '' : ` · ${token}`}`],
          [holder],
        ]
      : [
          [`${holder} holds`, ...(token === null ? [] : [`token ${token}`])],
          [holder, ...(token === null ? [] : [`${token}`])],
          [holder],
        ];
    sheet.placeClear({
      id: `${band.id}/text`,
      tone: band.tone,
      look: 'band',
      variants,
      size,
      weight: 600,
      host: grant.host,
      events: grant.events,
      ...(sheet.lying ? {} : { crossings: 'least' as const }),
      spots: (width, height) =>
        sheet.lying
          ? leading(a1, a2, middle, width, height)
          : besideBand(a1, a2, middle, band.width / 2, width, height),
    });
    if (grant.how === 'expired' && grant.end !== null && sheet.visible(grant.end, grant.end))
      drawLeaseEnd(sheet, grant, band.tone);
  }
}

function drawLeaseEnd(sheet: Sheet, grant: Grant, tone: Tone): void {
  const lane = sheet.lane(grant.host);
  if (!lane || grant.end === null) return;
  const a = sheet.along(grant.end);
  const id = `${grantId(grant.claim, grant.nth)}/end`;
  const title = `${grant.holder}'s lease ends at ${moment(grant.end)}`;
  const [c1, c2] = sheet.lying ? [lane.at - 24, lane.at + 17] : [lane.at - 15, lane.at + 17];
  sheet.marks.push({
    kind: 'line',
    id,
    tone,
    title,
    events: [grant.events[grant.events.length - 1] as number],
    strong: false,
    host: grant.host,
    handle: null,
    selectable: false,
    look: 'lease-end',
    x1: sheet.x(a, c1),
    y1: sheet.y(a, c1),
    x2: sheet.x(a, c2),
    y2: sheet.y(a, c2),
  });
  const size = SIZE * sheet.frame.text;
  sheet.place({
    id: `${id}/text`,
    tone: 'muted',
    look: 'note',
    variants: [['lease ends'], ['ends']],
    size,
    weight: 400,
    host: grant.host,
    crossings: 0,
    loose: true,
    spots: (width, height): Spot[] =>
      sheet.lying
        ? [
            { x: a - 6 - width, y: lane.at - 14 - height, anchor: 'end' },
            { x: a + 6, y: lane.at - 14 - height, anchor: 'start' },
            { x: a - 14 - width, y: lane.at - 14 - height, anchor: 'end' },
            { x: a + 14, y: lane.at - 14 - height, anchor: 'start' },
          ]
        : [
            { x: lane.at + 20, y: a - height / 2, anchor: 'start' },
            { x: lane.at + 14, y: a + 3, anchor: 'start' },
            { x: lane.at - 18 - width, y: a - height / 2, anchor: 'end' },
          ],
  });
}

function grantTitle(sheet: Sheet, grant: Grant): string {
  const { holder, token, from, end, how, by, events } = grant;
  const name = sheet.name(grant.host);
  const start = `${name}: ${holder} holds the lock${token === null ? '' : `, token ${token}`}, from ${moment(from)}`;
  const renewals = events.length - 1 - (end === null ? 0 : 1);
  const extended = renewals > 0 ? `, extended ${renewals === 1 ? 'once' : `${renewals} times`}` : '';
  if (end === null) return start + extended;
  const ends = {
    expired: 'the lease ends',
    released: by === null ? 'released' : `released by ${by}`,
    forgotten: `${name} forgets it`,
    replaced: 'taken over',
  };
  return `${start} to ${moment(end)}${extended}: ${how === null ? 'ended' : ends[how]}`;
}

/** Who believes that it holds: bands on the client's lane, in the warning colour where the service says otherwise. */
export function drawBeliefs(sheet: Sheet): void {
  const { story, scale } = sheet;
  for (const belief of story.beliefs) {
    const lane = sheet.lane(belief.host);
    const end = belief.end ?? scale.domain.to;
    if (!lane || !sheet.visible(belief.from, end)) continue;
    const id = beliefId(belief.claim, belief.nth);
    const half = sheet.half(belief.host);
    const box = sheet.box(sheet.along(belief.from), sheet.along(end), lane.at - half, lane.at + half);
    sheet.band(box, {
      id,
      tone: lane.tone,
      look: 'belief',
      title: `${lane.title} believes that it holds the lock, from ${moment(belief.from)}${belief.end === null ? '' : ` to ${moment(belief.end)}`}`,
      events: belief.events,
      host: belief.host,
      selectable: true,
    });
    sheet.room.take(box, STRIP);
    doubts(sheet, belief).forEach((doubt, i) => {
      sheet.band(sheet.box(sheet.along(doubt.from), sheet.along(doubt.to), lane.at - half, lane.at + half), {
        id: `${id}/doubt${i > 0 ? `·${i + 1}` : ''}`,
        tone: 'bad',
        look: 'doubt',
        title: `${lane.title} still believes that it holds the lock, ${duration(doubt.to - doubt.from)} after its lease ended`,
        events: belief.events,
        host: belief.host,
        selectable: true,
      });
    });
  }
}

/** The stretches in which a client believes, and the service has no grant for it. */
function doubts({ story, scale }: Sheet, belief: Belief): Span[] {
  let left: Span[] = [{ from: belief.from, to: belief.end ?? scale.domain.to }];
  for (const grant of story.grants) {
    if (grant.claim !== belief.claim) continue;
    const to = grant.end ?? scale.domain.to;
    left = left.flatMap((span) =>
      to <= span.from || grant.from >= span.to
        ? [span]
        : [
            { from: span.from, to: grant.from },
            { from: to, to: span.to },
          ].filter((rest) => rest.to > rest.from),
    );
  }
  return left.filter((span) => span.to > span.from);
}

/** Says on the bands what they mean: the lie first, then `holds`. */
export function nameBeliefs(sheet: Sheet): void {
  const size = SIZE * sheet.frame.text;
  for (const mark of sheet.bands.values()) {
    if (mark.look !== 'doubt') continue;
    const { a1, a2, across, half } = extent(sheet, mark);
    sheet.placeClear({
      id: `${mark.id}/tag`,
      tone: 'bad',
      look: 'tag',
      variants: sheet.lying
        ? [['still believes it holds the lock'], ['still believes it holds'], ['still believes']]
        : [
            ['still believes', 'it holds', 'the lock'],
            ['still', 'believes'],
          ],
      size,
      weight: 400,
      host: mark.host,
      title: mark.title,
      events: mark.events,
      crossings: 'least',
      spots: (width, height) =>
        sheet.lying ? inBand(sheet, a1, a2, across, width, height, 2) : besideBand(a1, a2, across, half, width, height),
    });
  }
}

/** Says `holds` on a belief's part that is true and bare. */
export function nameHolds(sheet: Sheet): void {
  if (!sheet.lying) return;
  const size = SIZE * sheet.frame.text;
  for (const mark of sheet.bands.values()) {
    if (mark.look !== 'belief') continue;
    const { a1, a2, across } = extent(sheet, mark);
    let end = a2;
    for (const other of sheet.bandsOf.get(mark.host) ?? []) {
      const from = sheet.lying ? other.x : other.y;
      if ((other.look === 'doubt' || other.look === 'pause' || other.look === 'crash') && from >= a1)
        end = Math.min(end, from);
    }
    sheet.place({
      id: `${mark.id}/text`,
      tone: mark.tone,
      look: 'band',
      variants: [['holds']],
      size,
      weight: 400,
      host: mark.host,
      events: mark.events,
      spots: (width, height) => leading(a1, end, across, width, height),
    });
  }
}

const TROUBLE: Readonly<Record<Trouble['kind'], { did: string; word: string }>> = {
  pause: { did: 'is paused', word: 'paused' },
  crash: { did: 'is down', word: 'down' },
  cut: { did: 'is cut off', word: 'cut off' },
  slow: { did: 'has a slow network', word: 'slow' },
};

/** Pauses, crashes, cut and slow links, each a band on its host's lane. */
export function drawTroubles(sheet: Sheet): void {
  const { story, scale } = sheet;
  for (const trouble of story.troubles) {
    const lane = sheet.lane(trouble.host);
    const end = trouble.end ?? scale.domain.to;
    if (!lane || !sheet.visible(trouble.from, end)) continue;
    const half = sheet.half(trouble.host);
    const [a1, a2] = [sheet.along(trouble.from), sheet.along(end)];
    const whole = (trouble.kind === 'pause' && trouble.part === null) || trouble.kind === 'crash';
    const [c1, c2] = whole ? [lane.at - half, lane.at + half] : [lane.at + half + 1, lane.at + half + 5];
    const { did } = TROUBLE[trouble.kind];
    const box = sheet.box(a1, a2, c1, c2);
    const handle = { kind: 'pause', fault: trouble.fault, at: trouble.from, for: end - trouble.from } as const;
    sheet.band(box, {
      id: troubleId(trouble.kind, trouble.fault, trouble.host, trouble.nth),
      tone: 'pause',
      look: trouble.kind,
      title:
        `${lane.title}${trouble.part === null ? '' : `'s ${trouble.part}`} ${did} from ${moment(trouble.from)}` +
        (trouble.end === null ? '' : ` to ${moment(end)}, for ${duration(end - trouble.from)}`),
      events: trouble.events,
      host: trouble.host,
      handle: trouble.kind === 'pause' ? handle : null,
      selectable: true,
    });
    sheet.room.take(box, STRIP);
    if (trouble.kind === 'pause') drawGrips(sheet, trouble, lane.at + (whole ? 0 : half + 3));
  }
}

/** What the ends of a pause are held by. */
function drawGrips(sheet: Sheet, trouble: Trouble, across: number): void {
  const id = troubleId(trouble.kind, trouble.fault, trouble.host, trouble.nth);
  const end = trouble.end ?? sheet.scale.domain.to;
  for (const [side, t] of [
    ['start', trouble.from],
    ['end', end],
  ] as const) {
    if (!sheet.visible(t, t)) continue;
    const a = sheet.along(t);
    // no word on what is held under the hand
    sheet.room.take(sheet.box(a - 3, a + 3, across - 8, across + 8));
    sheet.marks.push({
      kind: 'glyph',
      id: `${id}/${side}`,
      tone: side === 'end' ? 'ink' : 'pause',
      title: '',
      events: [],
      strong: false,
      host: trouble.host,
      handle: null,
      selectable: false,
      look: 'grip',
      x: sheet.x(a, across),
      y: sheet.y(a, across),
      turn: sheet.lying ? 0 : 90,
    });
  }
}

/** Says how long a pause lasts, on the part of it that has nothing more urgent to say. */
export function nameTroubles(sheet: Sheet): void {
  const size = SIZE * sheet.frame.text;
  for (const trouble of sheet.story.troubles) {
    const id = troubleId(trouble.kind, trouble.fault, trouble.host, trouble.nth);
    const band = sheet.bands.get(id);
    if (!band) continue;
    const { a1, a2, across, half } = extent(sheet, band);
    const { word } = TROUBLE[trouble.kind];
    // what never ends has no length
    const time = trouble.end === null ? [] : [duration(trouble.end - trouble.from)];
    const part = trouble.part === null ? '' : `${trouble.part} `;
    let clear = a2;
    for (const mark of sheet.bandsOf.get(trouble.host) ?? []) {
      if (mark.look !== 'doubt') continue;
      const from = sheet.lying ? mark.x : mark.y;
      if (from > a1 && from < clear) clear = from;
    }
    const thin = half < 5;
    sheet.placeClear({
      id: `${id}/tag`,
      tone: 'pause',
      look: 'tag',
      variants: [
        sheet.lying ? [[`${part}${word}`, ...time].join(' ')] : [`${part}${word}`, ...time],
        time.length > 0 ? time : [word],
      ],
      size,
      weight: 400,
      host: trouble.host,
      title: band.title,
      events: band.events,
      crossings: 'least',
      spots: (width, height) => {
        if (!sheet.lying) return besideBand(a1, a2, across, half, width, height);
        if (thin) return inBand(sheet, a1, a2, across + 10, width, height, 2);
        const inside = inBand(sheet, a1, clear, across, width, height, 2);
        const middle = (a1 + a2) / 2;
        return [
          ...inside,
          ...inBand(sheet, a1, a2, across, width, height, 2),
          { x: middle - width / 2, y: across - half - 4 - height, anchor: 'middle' },
          { x: middle - width / 2, y: across + half + 4, anchor: 'middle' },
        ];
      },
    });
  }
}

/** At the front of a band, where a reader looks for its name; in the middle of a narrow one. */
function leading(a1: number, a2: number, across: number, width: number, height: number): Spot[] {
  const y = across - height / 2;
  if (a1 + 8 + width + 4 <= a2) return [{ x: a1 + 8, y, anchor: 'start' }];
  return a1 + width + 4 <= a2 ? [{ x: (a1 + a2 - width) / 2, y, anchor: 'middle' }] : [];
}

/** Beside an upright band, from its top down, in steps that grow: near where it begins is best. */
function besideBand(a1: number, a2: number, across: number, half: number, width: number, height: number): Spot[] {
  const spots: Spot[] = [];
  const room = Math.max(0, a2 - height - 2 - a1);
  const steps = Math.min(16, Math.ceil(room / 6));
  for (let i = 0; i <= steps; i++) {
    const y = a1 + 2 + (steps === 0 ? 0 : room * (i / steps) ** 2);
    spots.push({ x: across + half + 4, y, anchor: 'start' }, { x: across - half - 4 - width, y, anchor: 'end' });
  }
  return spots;
}

function extent(sheet: Sheet, band: { x: number; y: number; width: number; height: number }) {
  return sheet.lying
    ? { a1: band.x, a2: band.x + band.width, across: band.y + band.height / 2, half: band.height / 2 }
    : { a1: band.y, a2: band.y + band.height, across: band.x + band.width / 2, half: band.width / 2 };
}

/** In which row each grant stands, so that no two at once share one. */
function stack(grants: readonly Grant[], last: number): number[] {
  const ends: number[] = [];
  return grants.map((grant) => {
    let row = ends.findIndex((end) => end <= grant.from);
    if (row < 0) row = ends.length;
    ends[row] = grant.end ?? last;
    return row;
  });
}
