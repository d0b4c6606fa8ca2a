import { parseScenario } from '../../src/scenario/parse.ts';
import { simulate } from '../../src/simulate/simulate.ts';

/** A document's trace as JSON, simulated in the page and in a worker. */
async function traces(document: unknown): Promise<{ page: string; worker: string }> {
  const parsed = parseScenario(document);
  if (!parsed.ok) throw new Error('a wrong document');
  const worker = new Worker(new URL('../../src/simulate/worker.ts', import.meta.url), { type: 'module' });
  const answer = new Promise<string>((resolve) => {
    worker.addEventListener('message', ({ data }) => resolve(data as string));
  });
  worker.postMessage(document);
  return { page: JSON.stringify(simulate(parsed.scenario).events), worker: await answer };
}

declare global {
  interface Window {
    traces: typeof traces;
  }
}
window.traces = traces;
