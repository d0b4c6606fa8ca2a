import { notes } from '../kernel/actions.ts';
import type { NoteEvent, TraceEvent } from '../kernel/trace.ts';

/**
 * What machines note in the trace: one vocabulary for all lock services, clients and storages.
 * A *claim* names one attempt to hold a lock, for example `A#1` (Redis' random value, etcd's key, ZooKeeper's node).
 * Clients and storage pass it along so that a trace can be judged; no machine decides by another's claim unless the real one does.
 */
export interface Notes {
  // the lock service
  /** The service decided that `holder` holds `lock`. ttl in ms, null for a lock without an end. `replaced`: the claim that it took over unasked. */
  grant: { lock: string; claim: string; holder: string; token: number | null; ttl: number | null; replaced?: string };
  deny: { lock: string; claim: string; holder: string; heldBy: string };
  /** `claim`'s lease now ends `ttl` ms from here, on behalf of `by` (who may be somebody else). */
  extend: { lock: string; claim: string; by: string; ttl: number | null };
  'extend-refused': { lock: string; claim: string; by: string };
  /** The lease of `claim` ended by the service's clock. */
  expire: { lock: string; claim: string };
  /** `claim`'s lock was given up, by `by` (who may be somebody else). */
  release: { lock: string; claim: string; by: string };
  'release-refused': { lock: string; claim: string; by: string };
  /** The service lost `claim` or its counter without anybody asking (restart, eviction). */
  forget: { lock: string; claim: string | null; counter: boolean };
  /** The service handed out a token in a step of its own, apart from the grant. */
  token: { lock: string; claim: string; token: number };

  // a client
  /** Its program begins, for the nth time. */
  begin: { round: number };
  /** The program finished an instruction: a place where a fault can be pinned (`A after checked`). */
  point: { point: string; round: number };
  /** From here the client takes itself for the holder. */
  believe: { lock: string; claim: string; token: number | null };
  /** And from here no more. */
  disbelieve: { lock: string; claim: string; reason: 'released' | 'validity' | 'renewal' | 'refused' | 'crash' };
  /** The answer to acquire was no; it will ask again after a delay (or its place in the queue), for the nth time. */
  wait: { lock: string; attempt: number };
  /** It stops trying to get the lock. */
  'give-up': { lock: string; attempts: number };
  /** A renewal failed or went unanswered, and what the client made of it. */
  'renewal-failed': { claim: string; reason: 'refused' | 'timeout'; policy: string };
  /** The client asked whether it still holds, and the answer. */
  check: { claim: string; held: boolean };
  /** Storage had a newer version: it reads again, for the nth time in this round. */
  retry: { attempt: number };
  /** It abandons its round. */
  stop: { reason: 'lost' | 'refused' | 'not-held' | 'timeout' };
  /** An answer never came: the client cannot know whether its request took effect. */
  unknown: { op: string; what: 'write' | 'acquire' | 'release' };
  done: { rounds: number };

  // the storage: of which document
  read: { doc: string; by: string; claim: string | null; version: number; token: number | null };
  'read-refused': { doc: string; by: string; claim: string | null; token: number | null; maxSeen: number };
  /** A write was taken: it made `version`, built on `base`. */
  accept: {
    doc: string;
    by: string;
    claim: string | null;
    op: string;
    version: number;
    base: number;
    token: number | null;
  };
  refuse: {
    doc: string;
    by: string;
    claim: string | null;
    op: string;
    base: number;
    token: number | null;
    reason: 'stale-token' | 'no-token' | 'version' | 'value';
    maxSeen: number;
  };
  /** A write whose key is known: it gets the first answer again. */
  repeat: { doc: string; by: string; op: string; version: number };
  /** The highest token that storage remembers changed. */
  'max-seen': { doc: string; from: number; to: number };

  // outside the storage
  /** Something happened in the world that cannot be taken back (a mail, a payment), on account of `op`. */
  effect: { by: string; claim: string | null; op: string };
}

export type NoteKind = keyof Notes;

/** Writes a note of that kind to the trace. */
export const note = notes<Notes>();

type Noted<K extends NoteKind> = NoteEvent & { readonly note: K; readonly data: Notes[K] };

/** Is this event a note of that kind? Narrows its data. */
export const isNote = <K extends NoteKind>(event: TraceEvent, kind: K): event is Noted<K> =>
  event.kind === 'note' && event.note === kind;
