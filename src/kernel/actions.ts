import { assign, cancel, enqueueActions, raise } from 'xstate';

/**
 * What a machine can do, as data. An action is a pure function from context and event to a list of these;
 * the kernel carries them out (world.ts), and no actor is ever started.
 *
 *     actions: {
 *       deny: act<Context, Event>(({ context, event }) => [
 *         note('deny', { claim: event.claim, heldBy: context.value }),
 *         send(event.from, { type: 'nil', re: event.re }),
 *       ]),
 *     }
 *
 * Timers are XState's own: `after` in a state, or `start` and `stop` for one that outlives it.
 */
export type Deed =
  | { readonly kind: 'set'; readonly context: object }
  | { readonly kind: 'send'; readonly to: string; readonly event: { readonly type: string } }
  | { readonly kind: 'note'; readonly note: string; readonly data: object }
  | { readonly kind: 'start'; readonly id: string; readonly event: { readonly type: string }; readonly delay: number }
  | { readonly kind: 'stop'; readonly id: string };

/** Changes the machine's context. */
export const set = <Context extends object>(context: Partial<Context>): Deed => ({ kind: 'set', context });

/** To a process by its name, over the network or, on the same host, as a call. The kernel adds `from`, the sender's name. */
export const send = (to: string, event: { readonly type: string; readonly [key: string]: unknown }): Deed => ({
  kind: 'send',
  to,
  event,
});

/** Starts a timer, anew if it runs. Its name is what stands before a colon in `id`. `delay` in ms; Infinity: no timer. */
export const start = (
  id: string,
  event: { readonly type: string; readonly [key: string]: unknown },
  delay: number,
): Deed => ({
  kind: 'start',
  id,
  event,
  delay,
});

export const stop = (id: string): Deed => ({ kind: 'stop', id });

/** Writes to the trace: `notes<Notes>()` gives the function for one vocabulary. */
export const notes =
  <Notes>() =>
  <Kind extends keyof Notes & string>(kind: Kind, data: Notes[Kind] & object): Deed => ({
    kind: 'note',
    note: kind,
    data,
  });

/** Every event that arrives from another process tells who sent it. */
export type From<Event> = Event & { readonly from: string };

/** How a setup sees an action: the context and event are the machine's own. */
// biome-ignore lint/suspicious/noExplicitAny: the setup that the action stands in knows them
type Action<Params> = (args: { context: any; event: any }, params: Params) => void;

/** Makes an XState action of a pure function that says what is to be done. */
export function act<Context, Event, Params = undefined>(
  says: (args: { context: Context; event: Event }, params: Params) => readonly Deed[],
): Action<Params> {
  // biome-ignore lint/suspicious/noExplicitAny: the names `send` and `note` are the kernel's own, and in no setup
  return enqueueActions<any, any, any, any, any, any, any, any, any>(({ context, event, enqueue }, params) => {
    for (const deed of says({ context, event }, params as Params)) {
      switch (deed.kind) {
        case 'set':
          enqueue(assign(deed.context));
          break;
        case 'send':
          enqueue({ type: 'send', params: { to: deed.to, event: deed.event } });
          break;
        case 'note':
          enqueue({ type: 'note', params: { note: deed.note, data: deed.data } });
          break;
        case 'start':
          enqueue(raise(deed.event, { id: deed.id, delay: deed.delay }));
          break;
        case 'stop':
          enqueue(cancel(deed.id));
          break;
      }
    }
  }) as unknown as Action<Params>;
}
