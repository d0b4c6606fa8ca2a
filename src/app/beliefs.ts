import { isNote } from '../model/notes.ts';
import { checkNamed } from '../model/storage/checks.ts';
import type { Run } from '../simulate/run.ts';
import { duration } from '../verdict/duration.ts';

/** What one party believes or knows at a moment: a sentence, and what is wrong with it. */
export interface Belief {
  readonly host: string;
  readonly who: string;
  readonly says: string;
  /** The lie in it, or what it does not know; empty: none. */
  readonly lie: string;
}

interface Grant {
  readonly claim: string;
  readonly holder: string;
  readonly token: number | null;
}

/** What has happened by then, as far as somebody can believe or know it. */
interface Known {
  readonly standing: Grant | null;
  readonly last: (Grant & { readonly ended: number | null }) | null;
  readonly believes: ReadonlyMap<string, { readonly claim: string; readonly token: number | null }>;
  readonly ended: ReadonlyMap<string, number>;
  readonly accepts: readonly { readonly version: number; readonly by: string; readonly base: number }[];
  readonly maxSeen: number;
  readonly paused: ReadonlySet<string>;
  readonly down: ReadonlySet<string>;
  readonly ways: ReadonlyMap<string, string>;
}

/** After the event `upto`. Without a lock service (`lanes` has none), a client that has begun asks for nothing. */
function knownAt({ events, lanes }: Run, upto: number): Known {
  const locks = lanes.some(({ role }) => role === 'service');
  let standing = null as Grant | null;
  let last = null as Known['last'];
  let maxSeen = 0;
  const believes = new Map<string, { claim: string; token: number | null }>();
  const ended = new Map<string, number>();
  const accepts: { version: number; by: string; base: number }[] = [];
  const paused = new Set<string>();
  const down = new Set<string>();
  const ways = new Map<string, string>();
  for (const event of events) {
    if (event.id > upto) break;
    const { process } = event;
    if (event.kind === 'pause' && !event.data['part']) paused.add(process);
    if (event.kind === 'resume') paused.delete(process);
    if (event.kind === 'crash') {
      down.add(process);
      paused.delete(process);
      believes.delete(process);
    }
    if (event.kind === 'restart') down.delete(process);
    if (event.kind !== 'note') continue;
    if (isNote(event, 'grant')) {
      const { claim, holder, token } = event.data;
      if (event.data.replaced) ended.set(event.data.replaced, event.t);
      standing = { claim, holder, token };
      last = { ...standing, ended: null };
      ended.delete(claim);
    } else if (isNote(event, 'token') && standing?.claim === event.data.claim) {
      standing = { ...standing, token: event.data.token };
      last = { ...standing, ended: null };
    } else if (isNote(event, 'expire') || isNote(event, 'release') || isNote(event, 'forget')) {
      const { claim } = event.data;
      if (claim === null) continue;
      ended.set(claim, event.t);
      if (standing?.claim === claim) {
        last = { ...standing, ended: event.t };
        standing = null;
      }
    } else if (isNote(event, 'believe')) {
      believes.set(process, { claim: event.data.claim, token: event.data.token });
      ways.set(process, 'holds');
    } else if (isNote(event, 'disbelieve')) {
      believes.delete(process);
    } else if (isNote(event, 'accept')) {
      accepts.push(event.data);
    } else if (isNote(event, 'max-seen')) {
      maxSeen = event.data.to;
    } else if (isNote(event, 'begin')) {
      ways.set(process, locks ? 'asks' : 'works');
    } else if (isNote(event, 'wait')) {
      ways.set(process, 'waits');
    } else if (isNote(event, 'stop')) {
      ways.set(process, 'stopped');
    } else if (isNote(event, 'give-up')) {
      ways.set(process, 'gave up');
    } else if (isNote(event, 'done')) {
      ways.set(process, 'done');
    }
  }
  return { standing, last, believes, ended, accepts, maxSeen, paused, down, ways };
}

const named = (token: number | null) => (token === null ? '' : `, token ${token}`);

/** At the moment `t`, after the event `upto`; in the order of the lanes. */
export function beliefsAt(run: Run, upto: number, t: number): readonly Belief[] {
  const known = knownAt(run, upto);
  return run.lanes.flatMap(({ host, role, title }): Belief[] => {
    switch (role) {
      case 'client':
        return [{ host, who: `${title} believes`, ...clientBelief(known, host, t) }];
      case 'service':
        return [{ host, who: `${title} knows`, says: serviceKnows(known), lie: '' }];
      case 'storage':
        return [{ host, who: `${title} has`, ...storageHas(known, checkNamed(run.scenario.storage.check).byToken) }];
      default:
        return [];
    }
  });
}

function clientBelief({ believes, ended, standing, down, paused, ways }: Known, host: string, t: number) {
  if (down.has(host)) return { says: 'Nothing: it is dead.', lie: '' };
  const belief = believes.get(host);
  if (belief) {
    const over = ended.get(belief.claim);
    const lie =
      over !== undefined
        ? `It ended ${duration(t - over)} ago.`
        : standing?.claim === belief.claim
          ? ''
          : 'It was never granted.';
    return { says: '“I hold the lock.”', lie };
  }
  const says = paused.has(host)
    ? 'Nothing: it is frozen.'
    : {
        asks: '“I have asked for the lock.”',
        works: '“I go by what I have read.”',
        waits: '“Somebody else holds it. I will ask again.”',
        holds: '“I am done with the lock.”',
        stopped: '“My round is lost. I stopped.”',
        'gave up': '“I could not get the lock.”',
        done: '“I am done.”',
      }[ways.get(host) ?? ''];
  return { says: says ?? '“I have not begun.”', lie: '' };
}

function serviceKnows({ standing, last }: Known): string {
  if (standing) return `${standing.holder} holds the lock${named(standing.token)}.`;
  return last ? `The lock is free. Last holder: ${last.holder}${named(last.token)}.` : 'The lock is free.';
}

function storageHas({ accepts, maxSeen }: Known, checks: boolean) {
  const newest = accepts.at(-1);
  const seen = checks ? `, max seen ${maxSeen}` : '';
  if (!newest) return { says: `v0, as it was in the beginning${seen}.`, lie: '' };
  const kept = new Set<number>();
  for (let at: number | undefined = newest.version; at !== undefined && !kept.has(at); ) {
    kept.add(at);
    const here: number = at;
    at = accepts.find(({ version }) => version === here)?.base;
  }
  const lost = accepts.filter(({ version }) => !kept.has(version));
  const lie = lost.map(({ by, version }) => `${by}'s v${version} is gone.`).join(' ');
  return { says: `v${newest.version} by ${newest.by}, built on v${newest.base}${seen}.`, lie };
}

/** What each host does after the event `upto`, in a word or two, for its lane. */
export function statusesAt(run: Run, upto: number): Readonly<Record<string, string>> {
  const known = knownAt(run, upto);
  return Object.fromEntries(
    run.lanes.map(({ host, role }) => {
      if (known.down.has(host)) return [host, 'down'];
      if (known.paused.has(host)) return [host, 'frozen'];
      if (role === 'service') return [host, known.standing ? `held by ${known.standing.holder}` : 'free'];
      if (role === 'storage') return [host, `v${known.accepts.at(-1)?.version ?? 0}`];
      if (role === 'client')
        return [
          host,
          known.believes.has(host) ? 'holds' : (known.ways.get(host)?.replace('holds', 'released') ?? 'idle'),
        ];
      return [host, ''];
    }),
  );
}
