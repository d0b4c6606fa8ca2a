import type { TraceEvent } from '../kernel/trace.ts';
import { holderOf } from '../model/claim.ts';
import { isNote } from '../model/notes.ts';
import { duration } from '../verdict/duration.ts';

const token = (value: number | null) => (value === null ? '' : `, token ${value}`);

/** What happened, as the rest of a sentence that begins with who did it. Null for what only moves the machinery. */
export function phrase(event: TraceEvent, titles: ReadonlyMap<string, string>): string | null {
  const name = (host: string) => titles.get(host)?.replace(/^Client /, '') ?? host;
  switch (event.kind) {
    case 'start':
    case 'timer':
    case 'deliver':
      return null;
    case 'send':
      return `sends “${event.data['says'] ?? event.type}” to ${name(event.to)}`;
    case 'drop': {
      const why = { fault: 'is lost', partition: 'is lost: the link is cut', down: 'finds nobody' }[event.why];
      return `“${event.type}” from ${name(event.from)} ${why}`;
    }
    case 'duplicate':
      return `${event.message} is sent twice`;
    case 'pause':
      return event.data['part']
        ? `its ${event.data['part']} stalls for ${duration(event.data['for'] as number)}`
        : `freezes for ${duration(event.data['for'] as number)}`;
    case 'resume':
      return `resumes after ${duration(event.data['for'] as number)}`;
    case 'crash':
      return event.data['graceful'] ? 'is stopped' : 'crashes';
    case 'restart':
      return 'starts again';
    case 'jump':
      return `its wall clock jumps by ${duration(event.data['by'] as number)}`;
    case 'rate':
      return `its clocks tick at ${event.data['rate']}×`;
    case 'command':
      return `is told from outside to ${String(event.data['command']).replaceAll('-', ' ')}`;
    case 'cut':
      return `its link is cut for ${duration(event.data['for'] as number)}`;
    case 'heal':
      return 'its link is whole again';
    case 'slow':
      return `its packets take ${duration(event.data['latency'] as number)} for ${duration(event.data['for'] as number)}`;
    case 'unslow':
      return 'its packets are as fast as before';
    case 'note':
      break;
  }
  if (isNote(event, 'grant')) {
    const { holder, ttl, replaced } = event.data;
    const lease = ttl === null ? ', without an end' : ` for ${duration(ttl)}`;
    return `grants the lock to ${holder}${lease}${token(event.data.token)}${replaced ? `, taking it from ${holderOf(replaced)}` : ''}`;
  }
  if (isNote(event, 'deny')) return `refuses ${event.data.holder}: ${holderOf(event.data.heldBy)} holds the lock`;
  if (isNote(event, 'extend')) {
    const { claim, by, ttl } = event.data;
    const holder = holderOf(claim);
    const whose = holder === by ? `${by}'s lease` : `${holder}'s lease on ${by}'s behalf`;
    return `extends ${whose}${ttl === null ? ' without an end' : ` to ${duration(ttl)} from here`}`;
  }
  if (isNote(event, 'extend-refused')) return `refuses to extend: the lock is not ${event.data.by}'s`;
  if (isNote(event, 'expire')) return `ends ${holderOf(event.data.claim)}'s lease: the time is over`;
  if (isNote(event, 'release')) {
    const holder = holderOf(event.data.claim);
    return holder === event.data.by
      ? `releases the lock: the stored value is ${holder}'s`
      : `deletes ${holder}'s lock at ${event.data.by}'s word`;
  }
  if (isNote(event, 'release-refused')) return `does not release: the lock is not ${event.data.by}'s`;
  if (isNote(event, 'forget')) {
    const what = [event.data.claim === null ? '' : 'the lock', event.data.counter ? 'the counter' : ''].filter(Boolean);
    return `forgets ${what.join(' and ')}`;
  }
  if (isNote(event, 'token')) return `counts to ${event.data.token} for ${holderOf(event.data.claim)}`;
  if (isNote(event, 'believe')) return `takes itself for the holder${token(event.data.token)}`;
  if (isNote(event, 'disbelieve')) {
    const why = {
      released: 'is done with the lock',
      validity: 'reckons that its lease is over',
      renewal: 'learns that its lock is gone',
      refused: 'learns that its lock is gone',
      crash: 'is gone',
    };
    return why[event.data.reason];
  }
  if (isNote(event, 'wait')) return 'will ask again';
  if (isNote(event, 'give-up')) return 'gives up asking for the lock';
  if (isNote(event, 'renewal-failed')) {
    return event.data.reason === 'refused' ? 'hears that its renewal was refused' : 'hears nothing of its renewal';
  }
  if (isNote(event, 'check'))
    return event.data.held ? 'finds that it holds the lock' : 'finds that it does not hold the lock';
  if (isNote(event, 'retry')) return `reads again, for the ${ordinal(event.data.attempt)} time`;
  if (isNote(event, 'stop')) {
    const why = {
      lost: 'its lock is lost',
      refused: 'it was refused',
      'not-held': 'it does not hold the lock',
      timeout: 'no answer came',
    };
    return `abandons its round: ${why[event.data.reason]}`;
  }
  if (isNote(event, 'unknown')) return `cannot know whether its ${event.data.what} took effect`;
  if (isNote(event, 'done')) return 'is done';
  if (isNote(event, 'read')) return `lets ${event.data.by} read v${event.data.version}${token(event.data.token)}`;
  if (isNote(event, 'read-refused')) return `refuses ${event.data.by}'s read: ${below(event.data)}`;
  if (isNote(event, 'accept')) {
    return `takes v${event.data.version} from ${event.data.by}, built on v${event.data.base}${token(event.data.token)}`;
  }
  if (isNote(event, 'refuse')) {
    const { by, reason, base } = event.data;
    if (reason === 'version') return `refuses ${by}'s write: it is built on v${base}, and that is not the newest`;
    if (reason === 'value') return `refuses ${by}'s write: somebody else has read since`;
    return `refuses ${by}'s write: ${below(event.data)}`;
  }
  if (isNote(event, 'repeat')) return `has ${event.data.by}'s write already, and answers as before`;
  if (isNote(event, 'max-seen')) {
    return event.data.to < event.data.from
      ? `forgets token ${event.data.from}: the highest it remembers is ${event.data.to}`
      : `has now seen token ${event.data.to}`;
  }
  if (isNote(event, 'effect')) return `an effect of ${event.data.by}'s happens, and cannot be taken back`;
  return null;
}

const ordinal = (n: number) => (n === 1 ? '1st' : n === 2 ? '2nd' : n === 3 ? '3rd' : `${n}th`);

function below({ token: shown, maxSeen }: { token: number | null; maxSeen: number }): string {
  if (shown === null) return 'it carries no token';
  return shown < maxSeen ? `token ${shown} is below ${maxSeen}` : `token ${shown} is not above ${maxSeen}`;
}
