import { setup } from 'xstate';
import { act, type From, send, set, start } from '../../kernel/actions.ts';
import { note } from '../notes.ts';
import { type CheckName, checkNamed, type Memory, type Reason } from './checks.ts';

/**
 * One document: a value known by its version, and, where a check wants one, the highest token seen.
 *
 * A check and its write are one step [pg-fence-row-lock], or two with a gap in which other requests come [pg-fence-not-atomic].
 * Where the highest token is kept only in memory, a restart sets it to 0.
 */

export interface StorageSettings {
  /** Which document this is. */
  readonly doc: string;
  readonly check: CheckName;
  readonly fenceReads: boolean;
  readonly atomic: boolean;
  /** ms between check and write where they are two steps. */
  readonly gap: number;
  readonly durable: boolean;
  readonly withoutToken: 'refuse' | 'accept';
}

interface Context extends Memory {
  readonly settings: StorageSettings;
  /** The writes taken so far by their keys, and the versions that they made; kept only for a check of keys. */
  readonly keys: readonly (readonly [op: string, version: number])[];
}

type Read = From<{ type: 'read'; re: number; claim: string | null; token: number | null }>;
type Write = From<{ type: 'write'; re: number; claim: string | null; token: number | null; op: string; base: number }>;
type Event = Read | Write | { type: 'take'; write: Write } | { type: 'restart'; graceful: boolean };

type Args = { context: Context; event: Read | Write };

/** What a request's token does to the highest that storage remembers. */
function see({ settings, maxSeen }: Context, token: number | null) {
  if (!checkNamed(settings.check).byToken || token === null || token === maxSeen) return [];
  return [set<Context>({ maxSeen: token }), note('max-seen', { doc: settings.doc, from: maxSeen, to: token })];
}

/** Takes the write, whatever the check would say by now. */
function take(context: Context, { from: by, claim, token, op, base, re }: Write) {
  const version = context.version + 1;
  return [
    set<Context>({
      version,
      keys: context.settings.check === 'idempotency-key' ? [...context.keys, [op, version]] : context.keys,
    }),
    ...see(context, token),
    note('accept', { doc: context.settings.doc, by, claim, op, version, base, token }),
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
        set<Context>({ owner: claim }),
        note('read', { doc: settings.doc, by, claim, version, token }),
        send(by, { type: 'value', re, version, says: `v${version}` }),
      ];
    }),
    refuseRead: act(({ context: { maxSeen, settings }, event: { from: by, claim, token, re } }: Args) => [
      note('read-refused', { doc: settings.doc, by, claim, token, maxSeen }),
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
      const reason = refusal(context, event) ?? 'stale-token';
      return [
        note('refuse', { doc: context.settings.doc, by, claim, op, base, token, reason, maxSeen }),
        send(by, { type: 'refused', re, op, maxSeen, reason, says: 'refused' }),
      ];
    }),
    repeat: act(({ context: { keys, settings }, event: { from: by, op, re } }: { context: Context; event: Write }) => {
      const version = keys.find(([key]) => key === op)?.[1] ?? 0;
      return [
        note('repeat', { doc: settings.doc, by, op, version }),
        send(by, { type: 'ok', re, op, version, says: `ok, v${version}` }),
      ];
    }),
    forgetMaxSeen: act(({ context: { maxSeen, settings } }: { context: Context }) =>
      maxSeen === 0
        ? []
        : [set<Context>({ maxSeen: 0 }), note('max-seen', { doc: settings.doc, from: maxSeen, to: 0 })],
    ),
  },
  guards: {
    refused: ({ context, event }) =>
      event.type === 'write' ? refusal(context, event) !== null : event.type === 'read' && readRefused(context, event),
    isKnown: ({ context, event }) => event.type === 'write' && context.keys.some(([key]) => key === event.op),
    inTwoSteps: ({ context: { settings } }) => settings.check !== 'nothing' && !settings.atomic,
    inMemory: ({ context }) => !context.settings.durable,
  },
}).createMachine({
  id: 'storage',
  context: ({ input }) => ({ settings: input, version: 0, maxSeen: 0, owner: null, keys: [] }),
  initial: 'serving',
  states: {
    serving: {
      on: {
        read: [{ guard: 'refused', actions: 'refuseRead' }, { actions: 'read' }],
        write: [
          { guard: 'refused', actions: 'refuse' },
          { guard: 'isKnown', actions: 'repeat' },
          { guard: 'inTwoSteps', actions: 'takeLater' },
          { actions: 'take' },
        ],
        take: { actions: 'takeNow' },
        restart: { guard: 'inMemory', actions: 'forgetMaxSeen' },
      },
    },
  },
});

/** Why a write is refused; null: it is taken. */
function refusal(context: Context, write: Write): Reason | null {
  const { settings } = context;
  const check = checkNamed(settings.check);
  if (check.byToken && write.token === null) return settings.withoutToken === 'refuse' ? 'no-token' : null;
  return check.refuses(context, write);
}

/** Where reads are fenced, a read is refused below the highest token. It changes nothing, so that it may repeat the highest. */
function readRefused({ settings, maxSeen }: Context, { token }: Read): boolean {
  if (!settings.fenceReads || !checkNamed(settings.check).byToken) return false;
  return token === null ? settings.withoutToken === 'refuse' : token < maxSeen;
}
