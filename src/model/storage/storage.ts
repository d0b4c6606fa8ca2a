import { setup } from 'xstate';
import { act, type From, send, set, start } from '../../kernel/actions.ts';
import { note } from '../notes.ts';

/**
 * One document: a value known by its version, and, where a check wants one, the highest token seen.
 *
 * A check and its write are one step [pg-fence-row-lock], or two with a gap in which other requests come [pg-fence-not-atomic].
 * Where the highest token is kept only in memory, a restart sets it to 0.
 */

export interface StorageSettings {
  readonly check: 'nothing' | 'token' | 'token-strict';
  readonly fenceReads: boolean;
  readonly atomic: boolean;
  /** ms between check and write where they are two steps. */
  readonly gap: number;
  readonly durable: boolean;
  readonly withoutToken: 'refuse' | 'accept';
}

interface Context {
  readonly settings: StorageSettings;
  readonly version: number;
  readonly maxSeen: number;
}

type Read = From<{ type: 'read'; re: number; claim: string | null; token: number | null }>;
type Write = From<{ type: 'write'; re: number; claim: string | null; token: number | null; op: string; base: number }>;
type Event = Read | Write | { type: 'take'; write: Write } | { type: 'restart'; graceful: boolean };

type Args = { context: Context; event: Read | Write };

/** What a request's token does to the highest that storage remembers. */
function see({ settings, maxSeen }: Context, token: number | null) {
  if (settings.check === 'nothing' || token === null || token === maxSeen) return [];
  return [set<Context>({ maxSeen: token }), note('max-seen', { from: maxSeen, to: token })];
}

/** Takes the write, whatever the check would say by now. */
function take(context: Context, { from: by, claim, token, op, base, re }: Write) {
  const version = context.version + 1;
  return [
    set<Context>({ version }),
    ...see(context, token),
    note('accept', { by, claim, op, version, base, token }),
    send(by, { type: 'ok', re, op, version, says: `ok, v${version}` }),
  ];
}

export const storage = setup({
  types: { context: {} as Context, events: {} as Event, input: {} as StorageSettings },
  actions: {
    read: act(({ context, event: { from: by, claim, token, re } }: Args) => {
      const { version, settings } = context;
      return [
        ...(settings.fenceReads ? see(context, token) : []),
        note('read', { by, claim, version, token }),
        send(by, { type: 'value', re, version, says: `v${version}` }),
      ];
    }),
    refuseRead: act(({ context: { maxSeen }, event: { from: by, claim, token, re } }: Args) => [
      note('read-refused', { by, claim, token, maxSeen }),
      send(by, { type: 'refused', re, maxSeen, says: 'refused' }),
    ]),
    take: act(({ context, event }: { context: Context; event: Write }) => take(context, event)),
    takeLater: act(({ context, event }: { context: Context; event: Write }) => [
      start(`gap:${event.op}/${event.re}`, { type: 'take', write: event }, context.settings.gap),
    ]),
    takeNow: act(({ context, event }: { context: Context; event: { write: Write } }) => take(context, event.write)),
    refuse: act(({ context, event }: { context: Context; event: Write }) => {
      const { from: by, claim, token, op, base, re } = event;
      const { maxSeen } = context;
      const reason = token === null ? 'no-token' : 'stale-token';
      return [
        note('refuse', { by, claim, op, base, token, reason, maxSeen }),
        send(by, { type: 'refused', re, op, maxSeen, says: 'refused' }),
      ];
    }),
    forgetMaxSeen: act(({ context: { maxSeen } }: { context: Context }) =>
      maxSeen === 0 ? [] : [set<Context>({ maxSeen: 0 }), note('max-seen', { from: maxSeen, to: 0 })],
    ),
  },
  guards: {
    refused: ({ context, event }) => (event.type === 'read' || event.type === 'write') && refused(context, event),
    inTwoSteps: ({ context: { settings } }) => settings.check !== 'nothing' && !settings.atomic,
    inMemory: ({ context }) => !context.settings.durable,
  },
}).createMachine({
  id: 'storage',
  context: ({ input }) => ({ settings: input, version: 0, maxSeen: 0 }),
  initial: 'serving',
  states: {
    serving: {
      on: {
        read: [{ guard: 'refused', actions: 'refuseRead' }, { actions: 'read' }],
        write: [
          { guard: 'refused', actions: 'refuse' },
          { guard: 'inTwoSteps', actions: 'takeLater' },
          { actions: 'take' },
        ],
        take: { actions: 'takeNow' },
        restart: { guard: 'inMemory', actions: 'forgetMaxSeen' },
      },
    },
  },
});

/** The check itself. `token`: a repeat of the highest is the holder's own; `token-strict` refuses that too [pg-fence]. */
function refused({ settings, maxSeen }: Context, { type, token }: Read | Write): boolean {
  if (settings.check === 'nothing' || (type === 'read' && !settings.fenceReads)) return false;
  if (token === null) return settings.withoutToken === 'refuse';
  // a read changes nothing, so that it may repeat the highest under the strict check as well
  return settings.check === 'token-strict' && type === 'write' ? token <= maxSeen : token < maxSeen;
}
