import { parseScenario } from '../scenario/parse.ts';
import { simulate } from './simulate.ts';

/** A worker that is sent documents and answers each with its trace as JSON: the same text as anywhere else. */
addEventListener('message', ({ data }: MessageEvent) => {
  const parsed = parseScenario(data);
  postMessage(parsed.ok ? JSON.stringify(simulate(parsed.scenario).events) : null);
});
