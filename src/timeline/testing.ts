import type { Payload, TraceEvent } from '../kernel/trace.ts';
import type { NoteKind, Notes } from '../model/notes.ts';
import type { Lane } from '../model/service.ts';
import type { Drawable } from './layout/layout.ts';
import type { Found } from './layout/types.ts';

/** Runs written by hand, for the tests of the picture. */

type Loose<T> = T extends TraceEvent ? Omit<T, 'id' | 'cause'> & { cause?: number | null } : never;

/** Writes a trace down in any order; `events()` sorts it by time and numbers it. */
export class Trace {
  readonly #rows: { readonly event: TraceEvent; readonly cause: TraceEvent | null }[] = [];
  readonly #sent = new Map<string, number>();

  #put(event: Loose<TraceEvent>, cause: TraceEvent | null): TraceEvent {
    const row = { ...event, id: 0, cause: null } as TraceEvent;
    this.#rows.push({ event: row, cause });
    return row;
  }

  note<K extends NoteKind>(
    t: number,
    process: string,
    note: K,
    data: Notes[K],
    cause: TraceEvent | null = null,
  ): TraceEvent {
    return this.#put({ kind: 'note', t, process, note, data: data as unknown as Payload }, cause);
  }

  fault(
    kind: 'pause' | 'resume' | 'crash' | 'restart' | 'jump' | 'rate' | 'cut' | 'heal' | 'slow' | 'unslow',
    t: number,
    process: string,
    fault: number,
    data: Payload = {},
  ): TraceEvent {
    return this.#put({ kind, t, process, fault, data }, null);
  }

  /** Sends a message and delivers it; gives back the delivery. */
  pass(
    from: string,
    to: string,
    type: string,
    sent: number,
    arrived: number,
    more: { says?: string; data?: Payload; held?: number; taken?: number; cause?: TraceEvent | null } = {},
  ): TraceEvent {
    const send = this.send(from, to, type, sent, more);
    const { message, data } = send;
    const { held = 0, taken = arrived } = more;
    return this.#put({ kind: 'deliver', t: taken, process: to, message, from, type, data, arrived, held }, send);
  }

  send(
    from: string,
    to: string,
    type: string,
    t: number,
    more: { says?: string; data?: Payload; cause?: TraceEvent | null } = {},
  ) {
    const n = (this.#sent.get(`${from} ${to}`) ?? 0) + 1;
    this.#sent.set(`${from} ${to}`, n);
    const data = { ...more.data, ...(more.says === undefined ? {} : { says: more.says }) };
    const message = `${from}→${to}·${n}`;
    return this.#put({ kind: 'send', t, process: from, message, to, type, data }, more.cause ?? null) as TraceEvent & {
      kind: 'send';
    };
  }

  drop(
    from: string,
    to: string,
    type: string,
    sent: number,
    t: number,
    why: 'fault' | 'partition' | 'down' = 'fault',
  ): TraceEvent {
    const send = this.send(from, to, type, sent);
    return this.#put({ kind: 'drop', t, process: to, message: send.message, from, type, why }, send);
  }

  duplicate(send: TraceEvent & { kind: 'send' }, arrived: number): TraceEvent {
    const { t, process, message, to, type, data } = send;
    const copy = `${message}′`;
    const split = this.#put({ kind: 'duplicate', t, process, message, copy }, send);
    return this.#put(
      { kind: 'deliver', t: arrived, process: to, message: copy, from: process, type, data, arrived, held: 0 },
      split,
    );
  }

  deliver(send: TraceEvent & { kind: 'send' }, arrived: number): TraceEvent {
    const { process, message, to, type, data } = send;
    return this.#put(
      { kind: 'deliver', t: arrived, process: to, message, from: process, type, data, arrived, held: 0 },
      send,
    );
  }

  /** Sorted and numbered. The rows handed out earlier are numbered too. */
  events(): TraceEvent[] {
    const rows = this.#rows.map((row, at) => ({ ...row, at })).sort((a, b) => a.event.t - b.event.t || a.at - b.at);
    for (const [id, row] of rows.entries()) Object.assign(row.event, { id });
    for (const { event, cause } of rows) Object.assign(event, { cause: cause?.id ?? null });
    return rows.map((row) => row.event);
  }
}

export const LANES: readonly Lane[] = [
  { host: 'redis', role: 'service', title: 'Redis' },
  { host: 'A', role: 'client', title: 'Client A' },
  { host: 'B', role: 'client', title: 'Client B' },
  { host: 'storage', role: 'storage', title: 'Storage' },
];

export interface Sample {
  readonly run: Drawable;
  readonly findings: readonly Found[];
}

export function sample(
  trace: Trace,
  lanes: readonly Lane[] = LANES,
  check = 'nothing',
  found: readonly (Omit<Found, 'at' | 'why'> & { at: TraceEvent; why?: TraceEvent[] })[] = [],
): Sample {
  const events = trace.events();
  const t = events[events.length - 1]?.t ?? 0;
  return {
    run: {
      events,
      lanes,
      end: { reason: 'quiet', t, text: 'nothing was left to happen' },
      scenario: { storage: { check } },
    },
    findings: found.map(({ at, why = [], ...rest }) => ({ ...rest, at: at.id, why: why.map((event) => event.id) })),
  };
}

/** A pause outlasts the lease: with the check off an update is lost, with it on the late write is refused. `scale` stretches all times. */
export function pauseOutlastsLease(check: 'nothing' | 'token' = 'nothing', pause = 15_000): Sample {
  const trace = new Trace();
  const on = check === 'token';
  const token = (n: number) => (on ? n : null);
  const lock = 'device-7';

  const asked = trace.pass('A', 'redis', 'SET', 0, 400, { says: 'acquire' });
  const granted = trace.note(
    400,
    'redis',
    'grant',
    { lock, claim: 'A#1', holder: 'A', token: token(33), ttl: 10_000 },
    asked,
  );
  const got = trace.pass('redis', 'A', 'OK', 400, 800, { says: 'granted', cause: granted });
  trace.note(800, 'A', 'believe', { lock, claim: 'A#1', token: token(33) }, got);
  const readA = trace.pass('A', 'storage', 'read', 1000, 1400, { says: 'read', cause: got });
  trace.note(1400, 'storage', 'read', { doc: 'doc', by: 'A', claim: 'A#1', version: 0, token: token(33) }, readA);
  const valueA = trace.pass('storage', 'A', 'value', 1400, 1800, { says: 'v0', cause: readA });
  const checks = trace.pass('A', 'redis', 'GET', 2200, 2600, { says: 'held?', cause: valueA });
  const yes = trace.pass('redis', 'A', 'value', 2600, 3000, { says: 'yes', cause: checks });
  const paused = trace.fault('pause', 3000, 'A', 0, { for: pause });
  const ended = trace.note(10_400, 'redis', 'expire', { lock, claim: 'A#1' }, granted);
  const askedB = trace.pass('B', 'redis', 'SET', 11_000, 11_400, { says: 'acquire' });
  const grantedB = trace.note(
    11_400,
    'redis',
    'grant',
    { lock, claim: 'B#1', holder: 'B', token: token(34), ttl: 10_000 },
    askedB,
  );
  const gotB = trace.pass('redis', 'B', 'OK', 11_400, 11_800, { says: 'granted', cause: grantedB });
  trace.note(11_800, 'B', 'believe', { lock, claim: 'B#1', token: token(34) }, gotB);
  const readB = trace.pass('B', 'storage', 'read', 11_900, 12_300, { says: 'read', cause: gotB });
  const valueB = trace.pass('storage', 'B', 'value', 12_300, 12_700, { says: 'v0', cause: readB });
  const writeB = trace.pass('B', 'storage', 'write', 13_000, 13_400, {
    says: 'write',
    data: { token: token(34), base: 0 },
    cause: valueB,
  });
  if (on) trace.note(13_400, 'storage', 'max-seen', { doc: 'doc', from: 0, to: 34 }, writeB);
  const tookB = trace.note(
    13_400,
    'storage',
    'accept',
    { doc: 'doc', by: 'B', claim: 'B#1', op: 'B/1', version: 1, base: 0, token: token(34) },
    writeB,
  );
  const okB = trace.pass('storage', 'B', 'ok', 13_400, 13_800, { says: 'ok', cause: writeB });
  const releaseB = trace.pass('B', 'redis', 'compare-and-delete', 14_600, 15_000, { says: 'release', cause: okB });
  trace.note(14_600, 'B', 'disbelieve', { lock, claim: 'B#1', reason: 'released' }, okB);
  trace.note(15_000, 'redis', 'release', { lock, claim: 'B#1', by: 'B' }, releaseB);
  trace.pass('redis', 'B', 'OK', 15_000, 15_400, { says: 'released', cause: releaseB });
  const awake = 3000 + pause;
  const resumed = trace.fault('resume', awake, 'A', 0);
  const writeA = trace.pass('A', 'storage', 'write', awake, awake + 400, {
    says: 'write',
    data: { token: token(33), base: 0 },
    cause: yes,
  });
  const late = on
    ? trace.note(
        awake + 400,
        'storage',
        'refuse',
        { doc: 'doc', by: 'A', claim: 'A#1', op: 'A/1', base: 0, token: 33, reason: 'stale-token', maxSeen: 34 },
        writeA,
      )
    : trace.note(
        awake + 400,
        'storage',
        'accept',
        { doc: 'doc', by: 'A', claim: 'A#1', op: 'A/1', version: 2, base: 0, token: null },
        writeA,
      );
  const answer = trace.pass('storage', 'A', on ? 'refused' : 'ok', awake + 400, awake + 800, {
    says: on ? 'refused' : 'ok',
    cause: writeA,
  });
  trace.note(awake + 800, 'A', 'disbelieve', { lock, claim: 'A#1', reason: on ? 'refused' : 'released' }, answer);
  const why = [granted, paused, ended, tookB, resumed, late];
  return sample(trace, LANES, check, on ? [] : [{ code: 'lost-update', at: late, processes: ['A', 'B'], why }]);
}

/** Clients that poll, renew, lose and repeat messages, many of them: what is dense. */
export function crowd(clients: number, rounds: number, hop = 20): Sample {
  const trace = new Trace();
  const names = Array.from({ length: clients }, (_, i) => String.fromCharCode(65 + i));
  let version = 0;
  let token = 0;
  for (let round = 0; round < rounds; round++) {
    names.forEach((name, i) => {
      const t = (round * clients + i) * hop * 4 + i;
      const claim = `${name}#${round + 1}`;
      const asked = trace.pass(name, 'redis', 'SET', t, t + hop, { says: 'acquire' });
      token++;
      const granted = trace.note(
        t + hop,
        'redis',
        'grant',
        { lock: 'x', claim, holder: name, token, ttl: 1000 },
        asked,
      );
      const got = trace.pass('redis', name, 'OK', t + hop, t + 2 * hop, { says: 'granted', cause: granted });
      trace.note(t + 2 * hop, name, 'believe', { lock: 'x', claim, token }, got);
      const write = trace.pass(name, 'storage', 'write', t + 2 * hop, t + 3 * hop, {
        says: 'write',
        data: { token, base: version },
        cause: got,
      });
      trace.note(t + 3 * hop, 'storage', 'max-seen', { doc: 'doc', from: token - 1, to: token }, write);
      trace.note(
        t + 3 * hop,
        'storage',
        'accept',
        { doc: 'doc', by: name, claim, op: claim, version: version + 1, base: version, token },
        write,
      );
      version++;
      trace.pass('storage', name, 'ok', t + 3 * hop, t + 4 * hop, { says: 'ok', cause: write });
      trace.note(t + 4 * hop, name, 'disbelieve', { lock: 'x', claim, reason: 'released' }, write);
      const release = trace.pass(name, 'redis', 'DEL', t + 4 * hop, t + 5 * hop, { says: 'release' });
      trace.note(t + 5 * hop, 'redis', 'release', { lock: 'x', claim, by: name }, release);
    });
  }
  const lanes: Lane[] = [
    { host: 'redis', role: 'service', title: 'Redis' },
    ...names.map((host): Lane => ({ host, role: 'client', title: `Client ${host}` })),
    { host: 'storage', role: 'storage', title: 'Storage' },
  ];
  return sample(trace, lanes, 'token');
}

/** One of everything that can go wrong on a lane or on a wire. */
export function troubles(): Sample {
  const trace = new Trace();
  const lanes: Lane[] = [...LANES, { host: 'outside', role: 'outside', title: 'Outside' }];
  trace.pass('A', 'redis', 'SET', 0, 200, { says: 'acquire' });
  trace.note(200, 'redis', 'grant', { lock: 'x', claim: 'A#1', holder: 'A', token: null, ttl: 3000 });
  trace.pass('redis', 'A', 'OK', 200, 5200, { says: 'granted', held: 4800, taken: 7000 });
  trace.drop('B', 'redis', 'SET', 300, 500);
  trace.drop('B', 'storage', 'read', 700, 900, 'down');
  const twice = trace.send('B', 'redis', 'SET', 1000, { says: 'acquire' });
  trace.deliver(twice, 1200);
  trace.duplicate(twice, 1900);
  trace.note(3200, 'redis', 'expire', { lock: 'x', claim: 'A#1' });
  trace.note(3300, 'redis', 'grant', { lock: 'x', claim: 'B#1', holder: 'B', token: null, ttl: null });
  trace.fault('pause', 5000, 'A', 0, { for: 2000 });
  trace.fault('resume', 7000, 'A', 0);
  trace.note(7000, 'A', 'believe', { lock: 'x', claim: 'A#1', token: null });
  trace.fault('crash', 2500, 'B', 1);
  trace.fault('restart', 3600, 'B', 1);
  trace.fault('cut', 4000, 'A', 2, { with: ['redis'] });
  trace.fault('heal', 6000, 'A', 2);
  trace.fault('jump', 6200, 'redis', 3, { by: 15_000 });
  trace.fault('rate', 6600, 'B', 4, { rate: 1.5 });
  trace.fault('slow', 6300, 'storage', 5);
  trace.fault('unslow', 7800, 'storage', 5);
  trace.fault('pause', 7200, 'B', 6, { part: 'renewal', for: 900 });
  trace.fault('resume', 8100, 'B', 6);
  trace.note(7400, 'redis', 'grant', { lock: 'x', claim: 'A#2', holder: 'A', token: null, ttl: 3000 });
  const effect = trace.pass('A', 'outside', 'effect', 7400, 7600, { says: 'effect' });
  const happened = trace.note(7600, 'outside', 'effect', { by: 'A', claim: 'A#1', op: 'A/1' }, effect);
  const again = trace.pass('A', 'outside', 'effect', 7700, 7900, { says: 'effect' });
  const twiceHappened = trace.note(7900, 'outside', 'effect', { by: 'A', claim: 'A#1', op: 'A/1' }, again);
  trace.note(8000, 'B', 'unknown', { op: 'B/1', what: 'write' });
  const write = trace.pass('B', 'storage', 'write', 8000, 8200, { says: 'write', data: { token: 3 } });
  const refused = trace.note(
    8200,
    'storage',
    'refuse',
    { doc: 'doc', by: 'B', claim: 'B#1', op: 'B/1', base: 0, token: 3, reason: 'stale-token', maxSeen: 3 },
    write,
  );
  trace.pass('storage', 'B', 'refused', 8200, 8400, { says: 'refused', cause: write });
  trace.send('A', 'storage', 'read', 8400, { says: 'read' });
  return sample(trace, lanes, 'token-strict', [
    { code: 'unfenced-effect', at: twiceHappened, processes: ['A'], why: [happened, twiceHappened] },
    { code: 'holder-refused', at: refused, processes: ['B'] },
  ]);
}
