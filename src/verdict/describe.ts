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
    return `${unread.data.by}'s late read carries token ${unread.data.token}. Storage has seen ${unread.data.maxSeen}, and refuses it.`;
  }
  if (warning) {
    const [one, other] = warning.processes;
    return `${other} and ${one} both believed that they held the lock, and this time it did no harm.`;
  }
  const writes = events.filter((event) => isNote(event, 'accept')).length;
  if (writes === 0) return 'Nothing was written.';
  return writes === 1 ? 'One write, and nothing in its way.' : 'Every write was built on the newest value.';
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
      return `Storage took ${first}'s write although a newer grant had been made.`;
    case 'two-holders':
      return `The lock was granted to ${first} while ${second}'s grant still stood.`;
    case 'token-regressed':
      return `${first} got token ${measures?.['token']}, and ${second} has ${measures?.['other']}: the order of the tokens is not that of the grants.`;
    case 'holder-refused':
      if (event && isNote(event, 'refuse') && event.data.token === null) {
        return `${first} holds the lock, but its write carries no token, and storage refuses it.`;
      }
      if (event && isNote(event, 'refuse') && (event.data.reason === 'version' || event.data.reason === 'value')) {
        return `${first} holds the lock, and storage refuses it: somebody else has ${event.data.reason === 'version' ? 'written' : 'read'} since.`;
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

function lostUpdate(events: readonly TraceEvent[], { at, processes: [by = '', victim = ''], why }: Finding): string {
  const explained = why.map((id) => events[id]);
  const slept = explained.some((event) => event?.kind === 'resume' && event.process === by);
  const heldUp = events.some((event) => event.kind === 'deliver' && event.id === events[at]?.cause && event.held > 0);
  const whose = victim === by ? 'its own earlier write' : `${victim}'s write`;
  const deed = slept
    ? `${by} slept through its lease and overwrote ${whose}.`
    : heldUp
      ? `${by}'s write came late and went over ${whose}.`
      : `${by} overwrote ${whose}, which it had not read.`;
  const crashed = events.some(({ kind }) => kind === 'crash');
  const checked = events.some((event) => isNote(event, 'max-seen') || isNote(event, 'refuse'));
  const excuse = crashed
    ? ''
    : checked
      ? ' Nobody crashed, and storage checked the token.'
      : ' Nobody crashed, and storage could not tell.';
  return deed + excuse;
}
