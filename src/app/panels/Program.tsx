import { snapshotOf } from '../../kernel/world.ts';
import { ownSettings, settingOf } from '../../model/registry.ts';
import type { Client, Scenario } from '../../scenario/schema.ts';
import type { Run } from '../../simulate/run.ts';
import { duration } from '../../verdict/duration.ts';
import { derive, reached } from '../store/derive.ts';
import { useStore } from '../store/store.ts';
import { targetOf } from '../target.ts';

/** A client's program, and the line where it is at the playhead: the selected client's, else the one that the verdict is about. */
export function Program() {
  const t = useStore((state) => state.t);
  const event = useStore((state) => state.event);
  const document = useStore((state) => state.document);
  const selected = useStore((state) => state.selected);
  const { run, judged } = derive(document);
  const target = targetOf(selected, document);
  const wanted = target?.kind === 'lane' ? target.host : judged.about;
  const client = document.clients.find(({ name }) => name === wanted) ?? document.clients[0];
  if (!client) return null;
  const now = lineAt(run, client.name, reached(run, t, event));
  return (
    <section aria-label="Program">
      <h2>Client {client.name} is here</h2>
      <ol className="code">
        {client.program.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an instruction is known by its position
          <li key={index} aria-current={index === now ? 'step' : undefined}>
            {codeOf(step, client, document)}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Which instruction the client's machine is at, by its state after the event `upto`. */
function lineAt({ worlds, system }: Run, client: string, upto: number): number {
  const world = worlds[upto];
  const process = system.processNamed.get(client);
  if (!world || process === undefined) return -1;
  const { context } = snapshotOf(system, world, process) as { context: { next: number; round: number } };
  return context.round === 0 ? -1 : context.next;
}

/** An instruction as a line of code. */
function codeOf(step: Client['program'][number], client: Client, { lock: shared, storage }: Scenario): string {
  const lock = ownSettings(shared, client.lock);
  const token = (settingOf<string>(lock, 'token') ?? 'none') !== 'none';
  const ttl = settingOf<number>(lock, 'ttl');
  switch (step.do) {
    case 'acquire':
      return `${token ? 'token = ' : ''}${step.lock}.acquire(${ttl === undefined ? '' : `ttl: ${duration(ttl)}`})`;
    case 'read':
      return `${step.doc} = storage.read(${token && storage.fenceReads ? 'token' : ''})`;
    case 'work':
      return `work()  # ${duration(step.for)}`;
    case 'check':
      return `if not ${step.lock}.${step.by === 'clock' ? 'valid' : 'held'}(): abort()`;
    case 'write':
      return `storage.write(${step.doc} + 1${token ? ', token' : ''})`;
    case 'effect':
      return 'send_mail()  # cannot be undone';
    case 'release':
      return `${step.lock}.release()`;
  }
}
