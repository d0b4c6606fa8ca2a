import { setup } from 'xstate';
import { act, type From } from '../kernel/actions.ts';
import { note } from './notes.ts';

type Effect = From<{ type: 'effect'; op: string; claim: string | null }>;

/** The world outside the storage: mail, a payment, a device. What reaches it has happened, and nobody there checks a token. */
export const outside = setup({
  types: { events: {} as Effect },
  actions: {
    happen: act(({ event: { from: by, claim, op } }: { event: Effect }) => [note('effect', { by, claim, op })]),
  },
}).createMachine({
  id: 'outside',
  initial: 'open',
  states: { open: { on: { effect: { actions: 'happen' } } } },
});
