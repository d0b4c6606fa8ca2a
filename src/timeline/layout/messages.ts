import { beside } from './labels.ts';
import { round, type Sheet, type Spot } from './sheet.ts';
import type { Journey } from './story.ts';
import type { ArrowMark, Tone } from './types.ts';
import { duration, moment } from './words.ts';

const SIZE = 11;
/** How far on its way a lost message is given up, where nobody knows better. */
const LOST_AT = 0.55;
/** Where more lines than that run close by, a label is not looked for: it would only be noise. */
const BUSY = 6;
/** After so many places tried in a picture, messages without a finding go unlabelled: it is too dense to be read, and time counts. */
const ENOUGH = 6000;

/** An arrow that wants a label, and how much. */
interface Labelled {
  readonly arrow: ArrowMark;
  readonly journey: Journey;
  readonly urgency: 0 | 1 | 2;
}

/** The messages, as arrows from where they were sent to where they arrived. Gives back those that want a label. */
export function drawMessages(sheet: Sheet): Labelled[] {
  const wanting: Labelled[] = [];
  for (const journey of sheet.story.journeys) {
    const arrow = arrowOf(sheet, journey);
    if (!arrow) continue;
    sheet.marks.push(arrow);
    sheet.room.line(arrow.x1, arrow.y1, arrow.x2, arrow.y2);
    const special = arrow.strong || journey.held > 0 || journey.fate === 'dropped';
    wanting.push({ arrow, journey, urgency: special ? 0 : sheet.isClient(journey.from) ? 1 : 2 });
    drawWaits(sheet, journey);
  }
  return wanting;
}

function arrowOf(sheet: Sheet, journey: Journey): ArrowMark | null {
  const { scale, frame, story } = sheet;
  const from = sheet.lane(journey.from);
  const to = sheet.lane(journey.to);
  if (!from || !to || from === to) return null;
  const away = to.at > from.at ? 1 : -1;
  const start = from.at + away * edge(sheet, journey.from, false);
  const full = to.at - away * edge(sheet, journey.to, sheet.decided.get(journey.id) === journey.taken);

  let end = journey.end ?? journey.sent + story.hop;
  let goal = full;
  if (journey.fate === 'dropped' && journey.why !== 'down') {
    const whole = Math.max(end - journey.sent, story.hop);
    end = journey.sent + whole * LOST_AT;
    goal = start + (full - start) * LOST_AT;
  } else if (journey.fate === 'under way') {
    const part = Math.min(1, Math.max(0.2, (scale.domain.to - journey.sent) / story.hop));
    end = journey.sent + story.hop * part;
    goal = start + (full - start) * part;
  }
  if (!sheet.visible(journey.sent, end)) return null;

  // what lies outside the window is cut off, and the slope kept
  const [low, high] = frame.range;
  const [a1, a2] = [scale.to(journey.sent), scale.to(end)];
  const cut = (a: number) => (a2 === a1 ? 0 : (a - a1) / (a2 - a1));
  const f1 = a1 < low ? cut(low) : 0;
  const f2 = a2 > high ? cut(high) : 1;
  const at = (f: number) => [a1 + (a2 - a1) * f, start + (goal - start) * f] as const;
  const [b1, c1] = at(f1);
  const [b2, c2] = at(f2);

  const whose = sheet.isClient(journey.from) ? from.tone : sheet.isClient(journey.to) ? to.tone : 'muted';
  const guilty = sheet.judged.guilty.has(journey.id);
  const tip = f2 < 1 || journey.fate === 'under way' ? 'none' : journey.fate === 'dropped' ? 'cross' : 'head';
  return {
    kind: 'arrow',
    id: journey.id,
    tone: guilty ? 'bad' : journey.refused ? refusedTone(sheet, journey) : whose,
    title: title(sheet, journey),
    events: journey.endEvent === null ? [journey.sendEvent] : [journey.sendEvent, journey.endEvent],
    strong: guilty || (journey.refused && sheet.isClient(journey.from)),
    host: journey.from,
    handle:
      journey.fate === 'delivered' && tip === 'head'
        ? { kind: 'delay', message: journey.id, by: journey.held, at: journey.end ?? journey.sent }
        : null,
    selectable: true,
    x1: sheet.x(b1, c1),
    y1: sheet.y(b1, c1),
    x2: sheet.x(b2, c2),
    y2: sheet.y(b2, c2),
    tip,
    dashed: journey.held > 0 || journey.copy,
  };
}

/** A refusal is good news, unless it hits the one who does hold the lock. */
function refusedTone(sheet: Sheet, journey: Journey): Tone {
  for (const refusal of sheet.story.refusals) {
    if (!sheet.judged.wronged.has(refusal.event)) continue;
    if (refusal.message === journey.id || (refusal.by === journey.to && refusal.t === journey.sent)) return 'bad';
  }
  return 'ok';
}

/** How far from a lane's middle an arrow begins or ends: clear of its bands, and of the chip that it brings about. */
function edge(sheet: Sheet, host: string, chip: boolean): number {
  const role = sheet.frame.roles[sheet.frame.laneAt.get(host) ?? -1];
  if (role === 'storage') return chip ? 12 : 1;
  if (role === 'outside') return 9;
  return sheet.half(host) + 1;
}

function title(sheet: Sheet, journey: Journey): string {
  const { from, to, says, sent, end, taken, held, fate, why, copy, token } = journey;
  const carries = token !== null && sheet.isClient(from) ? `, token ${token}` : '';
  const start = `${sheet.name(from)} to ${sheet.name(to)}: ${says}${carries}${copy ? ', a second time' : ''}, sent at ${moment(sent)}`;
  if (fate === 'under way') return `${start}, still under way at the end`;
  if (fate === 'dropped') {
    const reason = {
      fault: 'lost on the way',
      partition: 'lost: the link is cut',
      down: `lost: ${sheet.name(to)} is down`,
    };
    return `${start}, ${reason[why ?? 'fault']}`;
  }
  const waited = taken !== null && end !== null && taken > end ? `, taken in at ${moment(taken)}` : '';
  const late = held > 0 ? `, held up for ${duration(held)}` : '';
  return `${start}, arrived at ${moment(end ?? sent)}${late}${waited}${journey.refused ? ', refused' : ''}`;
}

/** A message that arrived at a paused host waits at its door; a write that was checked can wait for its turn. */
function drawWaits(sheet: Sheet, journey: Journey): void {
  const { end, taken } = journey;
  if (end === null || taken === null) return;
  drawWait(
    sheet,
    journey,
    'wait',
    end,
    taken,
    `waits for ${duration(taken - end)} until ${sheet.name(journey.to)} takes it in`,
  );
  const decided = sheet.decided.get(journey.id) ?? taken;
  drawWait(sheet, journey, 'gap', taken, decided, `checked, and carried out ${duration(decided - taken)} later`);
}

function drawWait(sheet: Sheet, journey: Journey, what: 'wait' | 'gap', from: number, to: number, title: string): void {
  const lane = sheet.lane(journey.to);
  const sender = sheet.lane(journey.from);
  if (!lane || !sender || to <= from || !sheet.visible(from, to)) return;
  const [a1, a2] = [sheet.along(from), sheet.along(to)];
  if (a2 - a1 < 3) return;
  const off =
    sheet.frame.roles[sheet.frame.laneAt.get(journey.to) ?? -1] === 'storage' ? 4 : sheet.half(journey.to) + 2;
  const across = lane.at + (sender.at > lane.at ? 1 : -1) * off;
  const guilty = sheet.judged.guilty.has(journey.id);
  sheet.marks.push({
    kind: 'line',
    id: `${journey.id}/${what}`,
    tone: guilty ? 'bad' : sheet.isClient(journey.to) ? lane.tone : sender.tone,
    title,
    events: journey.endEvent === null ? [] : [journey.endEvent],
    strong: false,
    host: journey.to,
    handle: null,
    selectable: false,
    look: 'wait',
    x1: sheet.x(a1, across),
    y1: sheet.y(a1, across),
    x2: sheet.x(a2, across),
    y2: sheet.y(a2, across),
  });
}

/** Writes beside the arrows what the messages say: the most urgent first, and no more than there is room for. */
export function nameMessages(sheet: Sheet, wanting: readonly Labelled[], urgency: 0 | 1 | 2): void {
  const size = SIZE * sheet.frame.text;
  for (const labelled of wanting) {
    if (labelled.urgency !== urgency) continue;
    if (urgency > 0 && sheet.tries > ENOUGH) return;
    const { arrow, journey } = labelled;
    if (urgency > 0 && sheet.room.bustle((arrow.x1 + arrow.x2) / 2, (arrow.y1 + arrow.y2) / 2) > BUSY) continue;
    const variants = words(sheet, journey);
    const wanted = {
      id: `${arrow.id}/label`,
      tone: arrow.strong ? arrow.tone : 'muted',
      look: 'label',
      size,
      weight: arrow.strong ? 600 : 400,
      loose: true,
      strong: arrow.strong,
      host: arrow.host,
      events: arrow.events,
      spots: (width: number, height: number) => spotsBeside(sheet, arrow, width, height),
    } as const;
    if (sheet.place({ ...wanted, variants, crossings: 0 })) continue;
    if (urgency === 0) sheet.place({ ...wanted, variants, crossings: 2 });
  }
}

/** What stands beside an arrow, from the whole to the shortest. */
function words(sheet: Sheet, journey: Journey): string[][] {
  const { type, held, fate, token, refused } = journey;
  let says = journey.says;
  if (type === 'write') {
    const made = sheet.made.get(journey.id);
    if (made !== undefined) says = `write v${made}`;
  }
  const carried = token !== null && sheet.isClient(journey.from) ? `${says} · ${token}` : says;
  if (fate === 'dropped') return [[`${says}, lost`], ['lost']];
  if (held > 0) return [[`${carried}, held ${duration(held)}`], [`held ${duration(held)}`]];
  if (refused && sheet.isClient(journey.from)) return [[carried], [says]];
  return carried === says ? [[says]] : [[carried], [says]];
}

/** Places beside an arrow, in the gaps between the lanes that it crosses: those next to the lane that is no client's first. */
function spotsBeside(sheet: Sheet, arrow: ArrowMark, width: number, height: number): Spot[] {
  const spots: Spot[] = [];
  const { lanes } = sheet.frame;
  const [c1, c2] = sheet.lying ? [arrow.y1, arrow.y2] : [arrow.x1, arrow.x2];
  const [low, high] = [Math.min(c1, c2), Math.max(c1, c2)];
  if (high - low < 4) return spots;
  const thick = sheet.lying ? height : width;
  const centres: number[] = [];
  const marks = [low, ...lanes.map((lane) => lane.at).filter((at) => at > low && at < high), high].sort(
    (a, b) => a - b,
  );
  const gaps: [number, number][] = [];
  for (let i = 1; i < marks.length; i++) gaps.push([marks[i - 1] as number, marks[i] as number]);
  const clientFirst = sheet.isClient(arrow.host);
  // from the end that is not a client's: the target of a question, the source of an answer
  const forward = clientFirst ? c2 > c1 : c2 < c1;
  if (forward) gaps.reverse();
  for (const [from, to] of gaps) {
    const [a, b] = [from + thick / 2 + (from === low ? 2 : 13), to - thick / 2 - (to === high ? 2 : 13)];
    if (b < a) {
      if (!sheet.lying) centres.push((from + to) / 2);
      continue;
    }
    centres.push((a + b) / 2, a + (b - a) * 0.25, a + (b - a) * 0.75, a, b);
  }
  if (!sheet.lying) centres.push((low + high) / 2);
  // a question stands before its arrow, an answer after it
  const before = sheet.lying ? (arrow.y2 > arrow.y1 ? 1 : -1) : arrow.x2 > arrow.x1 ? -1 : 1;
  const first = (clientFirst ? before : -before) as 1 | -1;
  for (const side of [first, -first as 1 | -1]) {
    for (const centre of centres) {
      const box = beside(arrow, (centre - c1) / (c2 - c1), side, 4, width, height);
      const earlier = side === before;
      spots.push({
        x: round(box.x),
        y: round(box.y),
        anchor: sheet.lying ? (earlier ? 'end' : 'start') : 'middle',
      });
    }
  }
  return spots;
}
