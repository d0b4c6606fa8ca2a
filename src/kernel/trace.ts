/**
 * The trace: all that happened, in order, as data. It is the only thing that verdicts, the timeline and the log look at.
 * Times are whole milliseconds of true time.
 */

/** What every event has. `cause` is the id of the earlier event that brought this one about; null only for `start` and faults. */
interface Base {
  /** Position in the trace, from 0. */
  readonly id: number;
  /** True time in ms. */
  readonly t: number;
  /** The host (lane) where it happened: a client, the lock service, the storage. */
  readonly process: string;
  readonly cause: number | null;
}

/** A value that a message or a note may carry. */
export type Payload = { readonly [key: string]: unknown };

/** A message's address: `A→redis·2` is the second message that A sends to redis. A duplicate's copy ends in `′`. */
export type MessageId = string;

export interface StartEvent extends Base {
  readonly kind: 'start';
}
export interface SendEvent extends Base {
  readonly kind: 'send';
  readonly message: MessageId;
  readonly to: string;
  /** The message's type, for example `SET`, `read`, `write`, `ok`. */
  readonly type: string;
  readonly data: Payload;
}
export interface DeliverEvent extends Base {
  readonly kind: 'deliver';
  readonly message: MessageId;
  readonly from: string;
  readonly type: string;
  readonly data: Payload;
  /** When it reached the host. Earlier than `t` where the host was paused and the message waited in its inbox. */
  readonly arrived: number;
  /** By how many ms a delay fault held it up on the wire; 0 for none. */
  readonly held: number;
}
export interface DropEvent extends Base {
  readonly kind: 'drop';
  readonly message: MessageId;
  readonly from: string;
  readonly type: string;
  readonly why: 'fault' | 'partition' | 'down';
}
export interface DuplicateEvent extends Base {
  readonly kind: 'duplicate';
  readonly message: MessageId;
  readonly copy: MessageId;
}
export interface TimerEvent extends Base {
  readonly kind: 'timer';
  /** The timer's name: the delay's name in the machine, for example `ttl`, `renewal`, `work`. */
  readonly timer: string;
}
/** A fault's beginning or end. `fault` is its position in the document's list. */
export interface FaultEvent extends Base {
  readonly kind:
    | 'pause'
    | 'resume'
    | 'crash'
    | 'restart'
    | 'jump'
    | 'rate'
    | 'command'
    | 'cut'
    | 'heal'
    | 'slow'
    | 'unslow';
  readonly fault: number;
  /** pause: how long in ms; jump: by how many ms; command: its name; rate: ticks per ms of true time; cut, slow: the other side's hosts. */
  readonly data: Payload;
}
/** What a machine noted (see model/notes.ts for the kinds and their fields). */
export interface NoteEvent extends Base {
  readonly kind: 'note';
  readonly note: string;
  readonly data: Payload;
}

export type TraceEvent =
  | StartEvent
  | SendEvent
  | DeliverEvent
  | DropEvent
  | DuplicateEvent
  | TimerEvent
  | FaultEvent
  | NoteEvent;

/** Why the run ended: nothing was left to happen, or a bound was reached. */
export interface End {
  readonly reason: 'quiet' | 'time' | 'events';
  readonly t: number;
  /** In words, for example `stopped after 10,000 events`. */
  readonly text: string;
}
