import type { DeliverEvent, FaultEvent, MessageId, NoteEvent, SendEvent, TraceEvent } from '../../kernel/trace.ts';
import type { NoteKind, Notes } from '../../model/notes.ts';

/** The trace, read as the things that a picture shows. Times in ms; an `end` of null: it outlasts the run. */

/** A message's way. */
export interface Journey {
  readonly id: MessageId;
  readonly from: string;
  readonly to: string;
  readonly type: string;
  /** What it says, in a word or two. */
  readonly says: string;
  readonly sent: number;
  /** The event that sent it, and the one that ended its way. */
  readonly sendEvent: number;
  endEvent: number | null;
  fate: 'delivered' | 'dropped' | 'under way';
  /** When it arrived, or was lost. */
  end: number | null;
  /** When the host took it in: later than `end` where the host was paused. */
  taken: number | null;
  held: number;
  why: 'fault' | 'partition' | 'down' | null;
  /** It is a second copy. */
  readonly copy: boolean;
  /** Storage refused what it asks, or it says so. */
  refused: boolean;
  /** The fencing token that it carries. */
  readonly token: number | null;
}

/** A stretch in which the service says that a client holds the lock. */
export interface Grant {
  readonly claim: string;
  readonly holder: string;
  /** The service's host. */
  readonly host: string;
  readonly nth: number;
  token: number | null;
  readonly from: number;
  end: number | null;
  how: 'expired' | 'released' | 'forgotten' | 'replaced' | null;
  /** By whom it was given up, if not by its holder. */
  by: string | null;
  readonly events: number[];
}

/** A stretch in which a client takes itself for the holder. */
export interface Belief {
  readonly host: string;
  readonly claim: string;
  readonly nth: number;
  readonly token: number | null;
  readonly from: number;
  end: number | null;
  readonly events: number[];
}

/** A stretch in which something is wrong with a host. */
export interface Trouble {
  readonly kind: 'pause' | 'crash' | 'cut' | 'slow';
  readonly host: string;
  readonly fault: number;
  readonly nth: number;
  readonly from: number;
  end: number | null;
  /** Only a part of the host, for example its `renewal`. */
  readonly part: string | null;
  readonly events: number[];
}

/** A moment on a lane. */
export interface Moment {
  readonly event: number;
  readonly t: number;
  readonly host: string;
}

export interface Version extends Moment {
  readonly version: number;
  readonly base: number;
  readonly by: string;
  readonly token: number | null;
  /** The message that carried the write. */
  readonly message: MessageId | null;
}

export interface Refusal extends Moment {
  readonly by: string;
  readonly what: 'write' | 'read';
  readonly token: number | null;
  readonly maxSeen: number;
  readonly reason: string;
  readonly message: MessageId | null;
}

export interface Story {
  readonly journeys: readonly Journey[];
  readonly grants: readonly Grant[];
  readonly beliefs: readonly Belief[];
  readonly troubles: readonly Trouble[];
  readonly versions: readonly Version[];
  readonly refusals: readonly Refusal[];
  readonly seen: readonly (Moment & { readonly from: number; readonly to: number })[];
  readonly effects: readonly (Moment & { readonly by: string; readonly op: string })[];
  /** What happens to a clock, and what a client gives up on or cannot know. */
  readonly signs: readonly (Moment & {
    readonly look: 'clock' | 'unknown';
    readonly text: string;
    readonly fault: number | null;
  })[];
  /** The usual time that a message takes. */
  readonly hop: number;
  /** When something happens, each moment once, rising. */
  readonly times: readonly number[];
  /** The time of the last event. */
  readonly last: number;
}

export function tell(events: readonly TraceEvent[]): Story {
  const journeys: Journey[] = [];
  const byMessage = new Map<MessageId, Journey>();
  const grants: Grant[] = [];
  const openGrants = new Map<string, Grant>();
  const lastGrant = new Map<string, Grant>();
  const beliefs: Belief[] = [];
  const openBeliefs = new Map<string, Belief>();
  const troubles: Trouble[] = [];
  const openTroubles = new Map<string, Trouble>();
  const versions: Version[] = [];
  const refusals: Refusal[] = [];
  const seen: Story['seen'][number][] = [];
  const effects: Story['effects'][number][] = [];
  const signs: Story['signs'][number][] = [];
  const counts = new Map<string, number>();
  const nth = (key: string) => {
    const n = (counts.get(key) ?? 0) + 1;
    counts.set(key, n);
    return n;
  };

  const closeGrant = (claim: string, event: TraceEvent, how: Grant['how'], by: string | null = null) => {
    const grant = openGrants.get(claim);
    if (!grant) return;
    grant.end = event.t;
    grant.how = how;
    grant.by = by === grant.holder ? null : by;
    grant.events.push(event.id);
    openGrants.delete(claim);
  };
  const closeBelief = (claim: string, event: TraceEvent) => {
    const belief = openBeliefs.get(claim);
    if (!belief) return;
    belief.end = event.t;
    belief.events.push(event.id);
    openBeliefs.delete(claim);
  };
  const open = (kind: Trouble['kind'], event: FaultEvent) => {
    const key = `${kind} ${event.fault} ${event.process}`;
    const part = typeof event.data['part'] === 'string' ? event.data['part'] : null;
    const { id, t: from, process: host, fault } = event;
    const trouble: Trouble = { kind, host, fault, nth: nth(key), from, end: null, part, events: [id] };
    troubles.push(trouble);
    openTroubles.set(key, trouble);
  };
  const close = (kind: Trouble['kind'], event: FaultEvent) => {
    const key = `${kind} ${event.fault} ${event.process}`;
    const trouble = openTroubles.get(key);
    if (!trouble) return;
    trouble.end = event.t;
    trouble.events.push(event.id);
    openTroubles.delete(key);
  };

  const take = (event: NoteEvent) => {
    switch (event.note) {
      case 'grant': {
        const { claim, holder, token, replaced } = dataOf<'grant'>(event);
        if (replaced !== undefined) closeGrant(replaced, event, 'replaced');
        const held = openGrants.get(claim);
        if (held) {
          held.events.push(event.id);
          return;
        }
        const { id, t: from, process: host } = event;
        const n = nth(`grant ${claim}`);
        const grant: Grant = { claim, holder, host, nth: n, token, from, end: null, how: null, by: null, events: [id] };
        grants.push(grant);
        openGrants.set(claim, grant);
        lastGrant.set(claim, grant);
        return;
      }
      case 'extend':
        openGrants.get(dataOf<'extend'>(event).claim)?.events.push(event.id);
        return;
      case 'expire':
        closeGrant(dataOf<'expire'>(event).claim, event, 'expired');
        return;
      case 'release': {
        const { claim, by } = dataOf<'release'>(event);
        closeGrant(claim, event, 'released', by);
        return;
      }
      case 'forget': {
        const { claim } = dataOf<'forget'>(event);
        if (claim !== null) closeGrant(claim, event, 'forgotten');
        return;
      }
      case 'token': {
        const { claim, token } = dataOf<'token'>(event);
        const grant = lastGrant.get(claim);
        if (grant) grant.token ??= token;
        return;
      }
      case 'believe': {
        const { claim, token } = dataOf<'believe'>(event);
        if (openBeliefs.has(claim)) return;
        const { id, t: from, process: host } = event;
        const belief: Belief = { host, claim, nth: nth(`belief ${claim}`), token, from, end: null, events: [id] };
        beliefs.push(belief);
        openBeliefs.set(claim, belief);
        return;
      }
      case 'disbelieve':
        closeBelief(dataOf<'disbelieve'>(event).claim, event);
        return;
      case 'accept': {
        const { version, base, by, token } = dataOf<'accept'>(event);
        versions.push({ ...at(event), version, base, by, token, message: carrier(events, event) });
        return;
      }
      case 'refuse': {
        const { by, token, maxSeen, reason } = dataOf<'refuse'>(event);
        refusals.push({ ...at(event), by, what: 'write', token, maxSeen, reason, message: carrier(events, event) });
        return;
      }
      case 'read-refused': {
        const { by, token, maxSeen } = dataOf<'read-refused'>(event);
        refusals.push({
          ...at(event),
          by,
          what: 'read',
          token,
          maxSeen,
          reason: 'stale-token',
          message: carrier(events, event),
        });
        return;
      }
      case 'max-seen': {
        const { from, to } = dataOf<'max-seen'>(event);
        seen.push({ ...at(event), from, to });
        return;
      }
      case 'effect': {
        const { by, op } = dataOf<'effect'>(event);
        effects.push({ ...at(event), by, op });
        return;
      }
      case 'unknown': {
        const text = `cannot know whether its ${dataOf<'unknown'>(event).what} took effect`;
        signs.push({ ...at(event), look: 'unknown', text, fault: null });
        return;
      }
      default:
        return;
    }
  };

  const times: number[] = [];
  for (const event of events) {
    if (event.t !== times[times.length - 1]) times.push(event.t);
    switch (event.kind) {
      case 'send': {
        const journey = setOut(event, event.message, false);
        journeys.push(journey);
        byMessage.set(event.message, journey);
        break;
      }
      case 'duplicate': {
        const original = byMessage.get(event.message);
        if (!original || byMessage.has(event.copy)) break;
        const journey: Journey = { ...original, id: event.copy, copy: true, sent: event.t, sendEvent: event.id };
        journeys.push(journey);
        byMessage.set(event.copy, journey);
        break;
      }
      case 'deliver': {
        const journey = byMessage.get(event.message);
        if (!journey) break;
        journey.fate = 'delivered';
        journey.end = Math.max(journey.sent, event.arrived);
        journey.taken = event.t;
        journey.held = event.held;
        journey.endEvent = event.id;
        break;
      }
      case 'drop': {
        const journey = byMessage.get(event.message);
        if (!journey) break;
        journey.fate = 'dropped';
        journey.end = event.t;
        journey.why = event.why;
        journey.endEvent = event.id;
        break;
      }
      case 'crash':
        // the dead believe nothing
        for (const belief of [...openBeliefs.values()])
          if (belief.host === event.process) closeBelief(belief.claim, event);
        open('crash', event);
        break;
      case 'pause':
      case 'cut':
      case 'slow':
        open(event.kind, event);
        break;
      case 'resume':
        close('pause', event);
        break;
      case 'restart':
        close('crash', event);
        break;
      case 'heal':
        close('cut', event);
        break;
      case 'unslow':
        close('slow', event);
        break;
      case 'jump':
        signs.push({ ...at(event), look: 'clock', text: `clock ${signed(event.data['by'])}`, fault: event.fault });
        break;
      case 'command':
        signs.push({ ...at(event), look: 'clock', text: String(event.data['command']), fault: event.fault });
        break;
      case 'rate':
        signs.push({ ...at(event), look: 'clock', text: `clock × ${String(event.data['rate'])}`, fault: event.fault });
        break;
      case 'note':
        take(event);
        break;
      default:
        break;
    }
  }

  for (const refusal of refusals) {
    const journey = refusal.message === null ? undefined : byMessage.get(refusal.message);
    if (journey) journey.refused = true;
  }
  return {
    journeys,
    grants,
    beliefs,
    troubles,
    versions,
    refusals,
    seen,
    effects,
    signs,
    hop: usual(journeys),
    times,
    last: events.length > 0 ? (events[events.length - 1] as TraceEvent).t : 0,
  };
}

function setOut(event: SendEvent, id: MessageId, copy: boolean): Journey {
  const says = event.data['says'];
  return {
    id,
    from: event.process,
    to: event.to,
    type: event.type,
    says: typeof says === 'string' && says !== '' ? says : event.type,
    sent: event.t,
    sendEvent: event.id,
    endEvent: null,
    fate: 'under way',
    end: null,
    taken: null,
    held: 0,
    why: null,
    copy,
    refused: event.type === 'refused',
    token: typeof event.data['token'] === 'number' ? event.data['token'] : null,
  };
}

const at = ({ id, t, process }: TraceEvent): Moment => ({ event: id, t, host: process });

/** A note's data, once its kind is known. */
const dataOf = <K extends NoteKind>(event: NoteEvent): Notes[K] => event.data as unknown as Notes[K];

/** The message that brought an event about: the nearest one delivered among its causes. */
export function carrier(events: readonly TraceEvent[], event: TraceEvent): MessageId | null {
  return delivery(events, event)?.message ?? null;
}

function delivery(events: readonly TraceEvent[], event: TraceEvent): DeliverEvent | null {
  let here: TraceEvent | undefined = event;
  for (let steps = 0; here && steps < 50; steps++) {
    if (here.kind === 'deliver') return here;
    if (here.cause === null) return null;
    here = events[here.cause];
  }
  return null;
}

/** The median of the times that messages took, those held up and lost apart; 400 ms where there was none. */
function usual(journeys: readonly Journey[]): number {
  const times: number[] = [];
  for (const { sent, end, held, fate } of journeys) {
    if (fate === 'delivered' && held === 0 && end !== null && end > sent) times.push(end - sent);
  }
  if (times.length === 0) return 400;
  times.sort((a, b) => a - b);
  return times[times.length >> 1] as number;
}

function signed(by: unknown): string {
  const ms = Number(by);
  return `${ms < 0 ? '−' : '+'}${Math.abs(ms) / 1000} s`;
}
