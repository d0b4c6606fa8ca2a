import type { End, TraceEvent } from '../kernel/trace.ts';
import type { NoteKind, Notes } from '../model/notes.ts';
import { judge } from './judge.ts';
import type { Code } from './types.ts';

/** Hand-made traces for tests: each event caused by the one before. */
type Made = Omit<TraceEvent, 'id' | 'cause'>;

export const note = <K extends NoteKind>(t: number, process: string, kind: K, data: Partial<Notes[K]>): Made =>
  ({ t, process, kind: 'note', note: kind, data: { lock: 'l', ...data } }) as Made;

export const fault = (
  t: number,
  process: string,
  kind: 'pause' | 'resume' | 'crash' | 'restart',
  data: object = {},
): Made => ({ t, process, kind, fault: 0, data }) as Made;

export const sent = (t: number, process: string, to: string, data: object): Made =>
  ({ t, process, kind: 'send', to, message: `${process}→${to}·1`, type: 'write', data }) as Made;

export const delivered = (t: number, from: string, process: string, data: object): Made =>
  ({
    t,
    process,
    kind: 'deliver',
    from,
    message: `${from}→${process}·1`,
    type: 'ok',
    data,
    arrived: t,
    held: 0,
  }) as Made;

export const grant = (t: number, holder: string, more: Partial<Notes['grant']> = {}): Made =>
  note(t, 'redis', 'grant', { claim: `${holder}#1`, holder, token: null, ttl: 1000, ...more });

export const accept = (t: number, by: string, version: number, base: number, op = `${by}1.${version}`): Made =>
  note(t, 'storage', 'accept', { by, claim: `${by}#1`, op, version, base, token: null });

/** The same, of another lock. */
export const onLock = (lock: string, made: Made): Made => {
  const { data } = made as { data?: object };
  return { ...made, data: { ...data, lock } } as Made;
};

const QUIET: End = { reason: 'quiet', t: 0, text: '' };

export function eventsOf(made: readonly Made[]): TraceEvent[] {
  return made.map((event, id) => ({ ...event, id, cause: id === 0 ? null : id - 1 }) as TraceEvent);
}

/** What one check finds in a trace: when, and about whom. */
export function found(
  code: Code,
  made: readonly Made[],
  end: Partial<End> = {},
): (readonly [t: number, ...processes: string[]])[] {
  const events = eventsOf(made);
  const last = events.at(-1)?.t ?? 0;
  return judge(events, { ...QUIET, t: last, ...end })
    .findings.filter((finding) => finding.code === code)
    .map(({ at, processes }) => [events[at]?.t ?? -1, ...processes] as const);
}
