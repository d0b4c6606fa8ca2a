import type { ProcessSpec } from '../kernel/process.ts';

/** A setting that the page shows as a control. `path` is its place in the document, for example `lock.persistence`. */
export interface Field {
  readonly path: string;
  readonly label: string;
  readonly kind: 'choice' | 'ms' | 'count' | 'switch';
  /** choice: the values in the order to show. */
  readonly options?: readonly { readonly value: string; readonly label: string; readonly help?: string }[];
  /** ms, count: the range that the schema accepts. */
  readonly min?: number;
  readonly max?: number;
  /** One sentence: what it is, for a tooltip. */
  readonly help?: string;
  /** Shown at once rather than behind "More": what a reader changes most, one or two of a service. */
  readonly inRow?: true;
}

/** A lane of the timeline: one host, or several that fold into one. */
export interface Lane {
  /** The host's name, as in `TraceEvent.process`; of several, the lane's own name. */
  readonly host: string;
  readonly role: 'service' | 'client' | 'storage' | 'outside';
  readonly title: string;
  /** The hosts that fold into this lane: a cluster's members, a server and its replica. What they tell each other is then not drawn. */
  readonly members?: readonly { readonly host: string; readonly title: string }[];
}

/** Something that an operator or the system itself makes a process do: a fault of the kind `command` (`evict`, `failover`). */
export interface Command {
  readonly value: string;
  /** In the imperative, as on a button: "Evict the counter". */
  readonly label: string;
  readonly help: string;
  /** The hosts that understand it. */
  readonly hosts: readonly string[];
}

/** What a client's lock library has to be told, apart from the service's own settings. Times in ms. */
export interface LibrarySettings {
  readonly client: string;
  /** Which of the client's locks this library is for. */
  readonly lock: string;
  /** The name of the process: `A.lock`. */
  readonly name: string;
  readonly wait: {
    readonly policy: 'give-up' | 'poll' | 'queue';
    readonly every: number;
    readonly jitter: number;
    readonly attempts: number;
  };
  readonly timeout: {
    readonly after: number | null;
    readonly policy: 'retry' | 'resend' | 'give-up' | 'assume-success';
  };
  readonly renewal: {
    readonly every: number | null;
    readonly timeout: number | null;
    readonly onFailure: 'ignore' | 'give-up' | 'retry' | 'stop';
  };
  readonly validity: { readonly from: 'never' | 'send' | 'answer' | 'first-attempt'; readonly factor: number };
  readonly release: 'compare' | 'compare-two-steps' | 'blind' | 'never';
}

/** A lock service: all that the rest of the program knows of it. Adding one is a folder and a line in registry.ts. */
export interface Service<Settings> {
  readonly id: string;
  readonly title: string;
  /** In one line, how the lock is taken: `SET NX PX`. */
  readonly recipe: string;
  /** The tokens that it can give; the first is what a document gets that names none. */
  readonly tokens: readonly { readonly value: string; readonly label: string; readonly help: string }[];
  /** The token to switch on when a storage check wants one; null where there is none to be had. */
  readonly fencingToken: string | null;
  /** Where there is none to be had: why, and what to do instead, in two sentences at most. */
  readonly noToken?: string;
  /** Whether a client's library can renew what it holds. */
  readonly renews: boolean;
  /** How a client can wait, the usual one first; empty where there is nothing to wait for. */
  readonly waits: readonly LibrarySettings['wait']['policy'][];
  readonly fields: readonly Field[];
  readonly commands: readonly Command[];
  readonly lanes: (settings: Settings) => readonly Lane[];
  /** The service's own processes, holding the locks of those names (at least one). */
  readonly processes: (settings: Settings, locks: readonly string[]) => readonly ProcessSpec[];
  /**
   * The client's side of it: the library that the client's program calls; null where there is nothing to call. `settings`
   * are the lock's with the client's own over them.
   *
   * It takes `acquire`, `check` {by} and `release` from the program, and answers it `acquired` {claim, token, storage?},
   * `not-acquired`, `held` {held}, `lost` (unasked) and `released`. `storage` names the storage process to use under
   * that claim, where it is not the one called `storage`.
   */
  readonly library: (settings: Settings, client: LibrarySettings) => ProcessSpec | null;
  /**
   * Where a storage inside the lock service lives, where there can be one: its host, and the process there that keeps `lock`.
   * That process has to answer `stands?` {re, claim} from the storage with `stands` {re, claim, held}: whether the claim
   * holds its lock now. It is a call within the host, so that answer and write are one step: one transaction.
   */
  readonly data?: (settings: Settings, lock: string) => { readonly host: string; readonly process: string };
}
