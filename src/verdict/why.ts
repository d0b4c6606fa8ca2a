import type { TraceEvent } from '../kernel/trace.ts';
import { holderOf } from '../model/claim.ts';
import { isNote } from '../model/notes.ts';
import type { Hit } from './types.ts';

/** So many events explain a finding, at most. */
const MOST = 8;

/** An event that may explain something. */
interface Part {
  readonly id: number;
  /** 1 is the weightiest. */
  readonly weight: number;
  /** A fault explains nothing that began after it. */
  readonly fault: boolean;
}

/** What may explain a finding, by what the finding turns on. */
interface Parts {
  /** What became of a claim: granted, ended, extended, believed in. */
  readonly claims: Map<string, Part[]>;
  /** What became of a write: taken, refused, its effect. */
  readonly ops: Map<string, Part[]>;
  /** That it was sent, and that its client heard nothing. */
  readonly asked: Map<string, Part[]>;
  /** The version that a write was built on, as `A 3`: what its client must have read. */
  readonly bases: Map<string, string>;
  readonly reads: Map<string, Part[]>;
  /** What met a host, or what it did about it. */
  readonly hosts: Map<string, Part[]>;
  /** What concerns everybody: a crash, a clock, a forgotten token. */
  readonly all: Part[];
}

/**
 * Explains findings of a trace by the few events that led there, oldest first: what became of the claims and the operations that it
 * turns on, and the faults that met its clients meanwhile. The weightiest are kept: the event itself, writes, grants and their ends,
 * faults, reads; of equal ones the latest. The trace is sorted by what can be asked for once, at the first finding.
 */
export function explainer(events: readonly TraceEvent[]): (hit: Hit) => readonly number[] {
  let parts: Parts | null = null;
  return (hit) => {
    parts ??= sorted(events);
    return explain(parts, hit);
  };
}

function explain(parts: Parts, { at, processes, claims, ops }: Hit): readonly number[] {
  const chosen = new Map<number, number>();
  const choose = (from: readonly Part[] | undefined, since = -1, later = 0) => {
    for (const { id, weight, fault } of from ?? []) {
      if (id > at) break;
      if (!fault || id > since) chosen.set(id, Math.min(weight + later, chosen.get(id) ?? MOST));
    }
  };
  let began = -1;
  for (const claim of claims) {
    const [first] = (claim !== null && parts.claims.get(claim)) || [];
    if (first && first.id <= at && (began < 0 || first.id < began)) began = first.id;
  }
  for (const claim of claims) if (claim !== null) choose(parts.claims.get(claim));
  for (const op of ops) {
    choose(parts.ops.get(op));
    // of a write that storage has told of, the sending says nothing more
    if (!parts.bases.has(op)) choose(parts.asked.get(op));
    const base = parts.bases.get(op);
    // what the one read who did it weighs more than what the other read
    if (base !== undefined) choose(parts.reads.get(base), -1, base.startsWith(`${processes[0]} `) ? 0 : 1);
  }
  for (const process of processes) choose(parts.hosts.get(process), began);
  choose(parts.all, began);
  chosen.set(at, 0);
  return [...chosen]
    .sort(([a, weightOfA], [b, weightOfB]) => weightOfA - weightOfB || b - a)
    .slice(0, MOST)
    .map(([id]) => id)
    .sort((a, b) => a - b);
}

function sorted(events: readonly TraceEvent[]): Parts {
  const parts: Parts = {
    claims: new Map(),
    ops: new Map(),
    asked: new Map(),
    bases: new Map(),
    reads: new Map(),
    hosts: new Map(),
    all: [],
  };
  for (const event of events) sort(parts, event);
  return parts;
}

function sort({ claims, ops, asked, bases, reads, hosts, all }: Parts, event: TraceEvent): void {
  const { id, process } = event;
  const part = (weight: number): Part => ({ id, weight, fault: false });
  const fault = (weight: number): Part => ({ id, weight, fault: true });
  switch (event.kind) {
    case 'crash':
    case 'restart':
    case 'jump':
    case 'rate':
      all.push(fault(2));
      return;
    case 'pause':
    case 'resume':
    case 'cut':
      put(hosts, process, fault(1));
      return;
    case 'drop':
      put(hosts, process, part(3));
      put(hosts, event.from, part(3));
      return;
    case 'send':
      if (typeof event.data['op'] === 'string' && typeof event.data['base'] === 'number') {
        put(asked, event.data['op'], part(2));
      }
      return;
    case 'deliver':
      if (event.held === 0) return;
      put(hosts, process, part(2));
      put(hosts, event.from, part(2));
      return;
    case 'note':
      break;
    default:
      return;
  }
  if (isNote(event, 'grant') || isNote(event, 'expire') || isNote(event, 'forget')) {
    if (event.data.claim !== null) put(claims, event.data.claim, part(1));
  } else if (isNote(event, 'release')) {
    put(claims, event.data.claim, part(holderOf(event.data.claim) === event.data.by ? 3 : 1));
  } else if (isNote(event, 'token') || isNote(event, 'extend')) {
    put(claims, event.data.claim, part(3));
  } else if (isNote(event, 'accept') || isNote(event, 'refuse')) {
    const { op, by, base } = event.data;
    put(ops, op, part(1));
    bases.set(op, `${by} ${base}`);
  } else if (isNote(event, 'effect')) {
    put(ops, event.data.op, part(1));
  } else if (isNote(event, 'read')) {
    put(reads, `${event.data.by} ${event.data.version}`, part(2));
  } else if (isNote(event, 'max-seen')) {
    if (event.data.to < event.data.from) all.push(part(2));
  } else if (isNote(event, 'unknown')) {
    put(asked, event.data.op, part(2));
  } else if (isNote(event, 'believe') || isNote(event, 'disbelieve')) {
    put(claims, event.data.claim, part(4));
  } else if (isNote(event, 'stop') || isNote(event, 'renewal-failed')) {
    put(hosts, process, part(4));
  } else if (isNote(event, 'wait')) {
    put(hosts, process, part(5));
  }
}

function put(parts: Map<string, Part[]>, key: string, part: Part): void {
  const known = parts.get(key);
  if (known) known.push(part);
  else parts.set(key, [part]);
}
