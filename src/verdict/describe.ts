import type { TraceEvent } from '../kernel/trace.ts';
import { isNote } from '../model/notes.ts';
import { duration } from './duration.ts';
import type { Judgement } from './judge.ts';
import type { Code, Finding } from './types.ts';

/** What each verdict is called, and what it means, in a sentence. */
export const MEANINGS: Readonly<Record<Code, { readonly title: string; readonly text: string }>> = {
  'lost-update': { title: 'Lost update', text: 'An acknowledged write is no ancestor of the newest value.' },
  'stale-write': { title: 'Stale write', text: 'Storage took a write whose grant was not the newest.' },
  'two-holders': { title: 'Two holders', text: 'The lock service itself had two grants at once.' },
  'token-regressed': { title: 'Token went back', text: 'A later grant got a token that is not higher.' },
  'holder-refused': { title: 'Holder refused', text: 'Storage refused the legitimate holder.' },
  'unfenced-effect': {
    title: 'Unfenced effect',
    text: 'A side effect stands for no accepted write, or happened twice.',
  },
  stuck: { title: 'Stuck', text: 'A client waits for ever.' },
  'spurious-loss': { title: 'Spurious loss', text: 'A holder that did everything right lost the lock, or stopped.' },
  'late-takeover': { title: 'Late takeover', text: 'A free or dead lock was taken much later than its lease allows.' },
  'unknown-outcome': { title: 'Unknown outcome', text: 'A client cannot know whether its write landed.' },
  'two-believers': { title: 'Two believers', text: 'Two clients believed at once that they held the lock.' },
};

export interface Headline {
  readonly title: string;
  readonly text: string;
}

/** The verdict in a word, and in a sentence or two about this timeline. From the trace alone. */
export function headline(events: readonly TraceEvent[], { findings, safe }: Judgement): Headline {
  const [gravest] = findings;
  if (!safe && gravest) return { title: MEANINGS[gravest.code].title, text: sentence(events, gravest) };
  return { title: 'Safe', text: safety(events, gravest) };
}

/** Why nothing went wrong. */
function safety(events: readonly TraceEvent[], warning: Finding | undefined): string {
  const refused = events.find((event) => isNote(event, 'refuse'));
  if (refused && isNote(refused, 'refuse')) {
    const { by, token, maxSeen, base, reason } = refused.data;
    if (reason === 'version')
      return `${by}'s write was built on v${base}. Storage has a newer version, and refuses it.`;
    if (reason === 'value')
      return `${by}'s write carries another lock's value than storage has seen last, and is refused.`;
    return token === null
      ? `${by}'s write carries no token, and storage refuses it.`
      : `${by}'s late write carries token ${token}. Storage has seen ${maxSeen}, and refuses it.`;
  }
  const unread = events.find((event) => isNote(event, 'read-refused'));
  if (unread && isNote(unread, 'read-refused')) {
    const { by, token, maxSeen } = unread.data;
    return token === null
      ? `${by}'s read carries no token, and storage refuses it.`
      : `${by}'s late read carries token ${token}. Storage has seen ${maxSeen}, and refuses it.`;
  }
  if (warning) {
    const [one, other] = warning.processes;
    return `${other} and ${one} both believed that they held the lock, and this time it did no harm.`;
  }
  const writes = events.flatMap((event) => (isNote(event, 'accept') ? [event.data] : []));
  if (writes.length === 0) return 'Nothing was written.';
  if (writes.length === 1) return 'One write, and nothing in its way.';
  return writes.every(({ base }, nth) => nth === 0 || base === writes[nth - 1]?.version)
    ? 'Every write was built on the newest value.'
    : 'One write was taken more than once, and none was lost.';
}

/** What happened, in the case of this finding. */
export function sentence(events: readonly TraceEvent[], finding: Finding): string {
  const { code, at, processes, measures } = finding;
  const [first = '', second = ''] = processes;
  const event = events[at];
  switch (code) {
    case 'lost-update':
      return lostUpdate(events, finding);
    case 'stale-write':
      if (event && isNote(event, 'accept') && !wasGranted(events, event.data.claim)) {
        return `Storage took ${first}'s write, and ${first} was never granted the lock.`;
      }
      return `Storage took ${first}'s write although a newer grant had been made.`;
    case 'two-holders':
      return `The lock was granted to ${first} while ${second}'s grant still stood.`;
    case 'token-regressed':
      return `${first} got token ${measures?.['token']}, and ${second} has ${measures?.['other']}: the order of the tokens is not that of the grants.`;
    case 'holder-refused':
      if (event && isNote(event, 'refuse') && (event.data.reason === 'version' || event.data.reason === 'value')) {
        const since = event.data.reason === 'version' ? 'written' : 'read';
        const who = lastTo(since === 'written' ? 'accept' : 'read', events, at);
        return `${first} holds the lock, and storage refuses it: ${who === first ? 'it has itself' : `${who} has`} ${since} since.`;
      }
      if (event && (isNote(event, 'refuse') || isNote(event, 'read-refused')) && event.data.token === null) {
        const what = isNote(event, 'refuse') ? 'write' : 'read';
        return `${first} holds the lock, but its ${what} carries no token, and storage refuses it.`;
      }
      return event && (isNote(event, 'refuse') || isNote(event, 'read-refused'))
        ? `${first} holds the lock, and storage refuses it: token ${event.data.token}, highest seen ${event.data.maxSeen}.`
        : `${first} holds the lock, and storage refuses it.`;
    case 'unfenced-effect':
      if (event && isNote(event, 'effect') && happenedBefore(events, event.data.op, at)) {
        return `${first}'s side effect happened twice.`;
      }
      return `${first}'s side effect happened, and no accepted write of its own stands behind it.`;
    case 'stuck':
      return measures?.['waited'] === undefined
        ? `${first} waits for an answer that never comes.`
        : `${first} has waited ${duration(measures['waited'])} for the lock, and never gets it.`;
    case 'spurious-loss':
      return second
        ? `${first} did everything right, and ${second} ended its lock.`
        : `${first} did everything right, and lost the lock or stopped.`;
    case 'late-takeover':
      return `Nobody could hold the lock for ${duration(measures?.['gap'] ?? 0)}, though ${first} was waiting.`;
    case 'unknown-outcome':
      return `${first} sent a write, and cannot know whether it landed.`;
    case 'two-believers':
      return `${second} and ${first} both believed that they held the lock.`;
  }
}

const happenedBefore = (events: readonly TraceEvent[], op: string, at: number): boolean =>
  events.some((event) => event.id < at && isNote(event, 'effect') && event.data.op === op);

/** Who wrote or read last before that event. */
function lastTo(what: 'accept' | 'read', events: readonly TraceEvent[], at: number): string {
  const last = events.findLast((event) => event.id < at && isNote(event, what));
  return last && isNote(last, what) ? last.data.by : 'somebody';
}

const wasGranted = (events: readonly TraceEvent[], claim: string | null): boolean =>
  events.some((event) => isNote(event, 'grant') && event.data.claim === claim);

function lostUpdate(events: readonly TraceEvent[], { at, processes: [by = '', victim = ''] }: Finding): string {
  const overwrite = events[at];
  const cause = events[overwrite?.cause ?? -1];
  const told = events.slice(0, at);
  const asleep = sleeps(told, by);
  const claim = overwrite && isNote(overwrite, 'accept') ? overwrite.data.claim : null;
  const whose = victim === by ? 'its own earlier write' : `${victim}'s write`;
  const during = (what: (event: TraceEvent) => boolean) => asleep.some((sleep) => sleep.some(what));

  let deed = `${by} overwrote ${whose}, which it had not read.`;
  if (during((event) => isNote(event, 'expire') && event.data.claim === claim)) {
    deed = `${by} slept through its lease and overwrote ${whose}.`;
  } else if (victim !== by && during((event) => isNote(event, 'accept') && event.data.by === victim)) {
    deed = `${by} slept while ${victim} wrote, and overwrote it.`;
  } else if (cause?.kind === 'deliver' && cause.held > 0) {
    deed = `${by}'s write came late and went over ${whose}.`;
  }

  // by a restart; a write that was checked too early can also lower it, but not to nothing
  if (told.some((event) => isNote(event, 'max-seen') && event.data.to === 0)) {
    return `${deed} Storage had forgotten the highest token.`;
  }
  if (events.some(({ kind }) => kind === 'crash')) return deed;
  return `${deed} Nobody crashed, and ${excuse(told, cause)}.`;
}

/** Why storage took it. A write that a timer brought about, and no message, was checked in a step of its own before. */
function excuse(told: readonly TraceEvent[], cause: TraceEvent | undefined): string {
  if (cause?.kind === 'timer') return 'storage checked it, but wrote in a later step';
  if (told.some((event) => isNote(event, 'max-seen') || isNote(event, 'read-refused')))
    return 'storage checked the token';
  const refused = told.find((event) => isNote(event, 'refuse'));
  if (!refused || !isNote(refused, 'refuse')) return 'storage could not tell';
  const { reason } = refused.data;
  return `storage checked ${{ version: 'the version', value: 'the lock’s value', 'stale-token': 'the token', 'no-token': 'the token' }[reason]}`;
}

/** What happened in each of a host's pauses, as far as it has been told. */
function sleeps(told: readonly TraceEvent[], host: string): (readonly TraceEvent[])[] {
  const all: TraceEvent[][] = [];
  let current: TraceEvent[] | null = null;
  for (const event of told) {
    const ofHost = event.process === host && 'fault' in event && !event.data['part'];
    if (ofHost && event.kind === 'pause') {
      current ??= [];
    } else if (ofHost && event.kind === 'resume') {
      if (current) all.push(current);
      current = null;
    } else {
      current?.push(event);
    }
  }
  return all;
}
