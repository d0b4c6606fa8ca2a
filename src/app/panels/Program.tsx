import { snapshotOf } from '../../kernel/world.ts';
import { settingOf } from '../../model/registry.ts';
import type { Client, Scenario } from '../../scenario/schema.ts';
import type { Run } from '../../simulate/run.ts';
import { duration } from '../../verdict/duration.ts';
import { derive } from '../store/derive.ts';
import { useStore } from '../store/store.ts';
import { targetOf } from '../target.ts';

/** A client's program, and the line where it is at the playhead: the selected client's, else the one that the verdict is about. */
export function Program() {
  const t = useStore((state) => state.t);
  const document = useStore((state) => state.document);
  const selected = useStore((state) => state.selected);
  const { run, judged } = derive(document);
  const target = targetOf(selected, document);
  const wanted = target?.kind === 'lane' ? target.host : judged.about;
  const client = document.clients.find(({ name }) => name === wanted) ?? document.clients[0];
  if (!client) return null;
  const now = lineAt(run, client.name, t);
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

/** Which instruction the client's machine is at, by its state at that moment. */
function lineAt({ events, worlds, system }: Run, client: string, t: number): number {
  const last = events.findLastIndex((event) => event.t <= t);
  const world = worlds[last];
  const process = system.processNamed.get(client);
  if (!world || process === undefined) return -1;
  const { context } = snapshotOf(system, world, process) as { context: { next: number; round: number } };
  return context.round === 0 ? -1 : context.next;
}

/** An instruction as a line of code. */
function codeOf(step: Client['program'][number], { ttl }: Client, { lock, storage }: Scenario): string {
  const token = (settingOf<string>(lock, 'token') ?? 'none') !== 'none';
  switch (step.do) {
    case 'acquire':
      return `${token ? 'token = ' : ''}lock.acquire(ttl: ${duration(ttl ?? settingOf<number>(lock, 'ttl') ?? 0)})`;
    case 'read':
      return `doc = storage.read(${token && storage.fenceReads ? 'token' : ''})`;
    case 'work':
      return `work(doc)  # ${duration(step.for)}`;
    case 'check':
      return step.by === 'clock' ? 'if not lock.valid(): abort()' : 'if not lock.held(): abort()';
    case 'write':
      return `storage.write(doc + 1${token ? ', token' : ''})`;
    case 'effect':
      return 'send_mail()  # cannot be undone';
    case 'release':
      return 'lock.release()';
  }
}
