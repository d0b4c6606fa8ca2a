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
}

/** A lane of the timeline: one host, or several that fold into one. */
export interface Lane {
  /** The host's name, as in `TraceEvent.process`. */
  readonly host: string;
  readonly role: 'service' | 'client' | 'storage' | 'outside';
  readonly title: string;
}

/** What a client's lock library has to be told. Times in ms. */
export interface LibrarySettings {
  readonly client: string;
  readonly ttl: number;
  readonly wait: {
    readonly policy: 'give-up' | 'poll';
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
    readonly how: 'compare' | 'by-name' | 'set-xx' | 'recreate';
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
  /** How a lease can be renewed. */
  readonly renewals: readonly { readonly value: string; readonly label: string; readonly help: string }[];
  readonly fields: readonly Field[];
  readonly lanes: (settings: Settings) => readonly Lane[];
  /** The service's own processes. */
  readonly processes: (settings: Settings) => readonly ProcessSpec[];
  /** The client's side of it: the library that the client's program calls; null where there is nothing to call. */
  readonly library: (settings: Settings, client: LibrarySettings) => ProcessSpec | null;
}
