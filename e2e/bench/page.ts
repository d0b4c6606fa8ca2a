import '../../src/timeline/draw/timeline.css';
import { findScenario, library } from '../../src/scenario/library.ts';
import { scenario } from '../../src/scenario/parse.ts';
import type { Fault, Scenario } from '../../src/scenario/schema.ts';
import { simulate } from '../../src/simulate/simulate.ts';
import { createTimeline } from '../../src/timeline/draw/timeline.ts';
import { layout } from '../../src/timeline/layout/layout.ts';
import type { TimeScale } from '../../src/timeline/layout/scale.ts';
import { judge } from '../../src/verdict/judge.ts';

/**
 * What is measured in the page: everything from a changed document to the picture, as a drag asks for it. The picture's box is read
 * at the end of each step, so that the browser's own style and layout work is in the time.
 */

const WIDTH = 860;

/** So many moves are made before it counts: the browser compiles what is used, as it has in a page that somebody works with. */
const WARMING = 150;

const svg = document.querySelector('#picture') as SVGSVGElement;
const timeline = createTimeline(svg, {});

interface Times {
  readonly simulate: number;
  readonly judge: number;
  readonly layout: number;
  readonly draw: number;
  readonly all: number;
}

function step(document: Scenario, scale: TimeScale | null): Times {
  const t0 = performance.now();
  const run = simulate(document);
  const t1 = performance.now();
  const { findings } = judge(run.events, run.end);
  const t2 = performance.now();
  const picture = layout(run, findings, { width: WIDTH, orientation: 'horizontal', axis: 'fold', scale });
  const t3 = performance.now();
  timeline.draw(picture, { animate: false });
  svg.getBoundingClientRect();
  const t4 = performance.now();
  return { simulate: t1 - t0, judge: t2 - t1, layout: t3 - t2, draw: t4 - t3, all: t4 - t0 };
}

const percentile = (values: number[], p: number) =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * p)] ?? 0;

/** A document as a drag changes it: its first pause (or a new one) a little longer at every step. */
function dragged(document: Scenario, n: number): Scenario {
  const length = 3000 + ((n * 137) % 14_000);
  const at = document.faults.findIndex(({ kind }) => kind === 'pause');
  const pause: Fault = { kind: 'pause', process: 'A', at: 1500, for: length };
  const faults =
    at < 0
      ? [...document.faults, pause]
      : document.faults.map((fault, i) => (i === at ? { ...fault, for: length } : fault));
  return { ...document, faults: faults as Scenario['faults'] };
}

/** Two clients, each with so many rounds that the trace has about that many events. */
function long(events: number): Scenario {
  const { lock, network } = findScenario('pause-outlasts-lease') as Scenario;
  const rounds = Math.min(100, Math.ceil(events / 90));
  const client = (name: string) => ({ name, rounds, wait: { every: 700 } });
  return scenario({
    version: 1,
    lock,
    network,
    clients: [client('A'), client('B')],
    limits: { events, time: 3_600_000 },
  });
}

function measure(document: Scenario, steps: number) {
  const times: Times[] = [];
  const run = simulate(dragged(document, 60));
  // while something is dragged, the picture keeps the scale that it had when the drag began
  const { scale } = layout(run, [], { width: WIDTH, orientation: 'horizontal', axis: 'fold' });
  for (let n = 0; n < WARMING + steps; n++) times.push(step(dragged(document, n), scale));
  const warm = times.slice(WARMING);
  const p95 = (of: keyof Times) =>
    percentile(
      warm.map((each) => each[of]),
      0.95,
    );
  return {
    events: simulate(document).events.length,
    messages: simulate(document).events.filter(({ kind }) => kind === 'send').length,
    first: percentile(
      times.slice(0, 20).map(({ all }) => all),
      0.95,
    ),
    p50: percentile(
      warm.map(({ all }) => all),
      0.5,
    ),
    p95: p95('all'),
    simulate: p95('simulate'),
    judge: p95('judge'),
    layout: p95('layout'),
    draw: p95('draw'),
  };
}

const bench = {
  ids: () => library.flatMap(({ scenarios }) => scenarios.map(({ id }) => id)),
  /** In a fresh page: what the first simulation costs, and what the same one costs again, when XState is no longer asked. */
  cold(id: string) {
    const document = findScenario(id) as Scenario;
    const time = () => {
      const before = performance.now();
      simulate(document);
      return performance.now() - before;
    };
    const cold = time();
    const warm = percentile(Array.from({ length: 200 }, time), 0.5);
    return { cold, warm };
  },
  drag: (id: string, steps: number) => measure(findScenario(id) as Scenario, steps),
  long: (events: number, steps: number) => measure(long(events), steps),
  /** Draws as many messages as a sequence diagram. */
  async mermaid(messages: number) {
    const { default: mermaid } = await import('mermaid');
    mermaid.initialize({ startOnLoad: false, maxTextSize: 1_000_000, maxEdges: 10_000 });
    const lines = Array.from({ length: messages }, (_, n) => (n % 2 ? 'R-->>A: granted' : 'A->>R: acquire'));
    const text = `sequenceDiagram\n${lines.join('\n')}`;
    const times: number[] = [];
    for (let n = 0; n < 4; n++) {
      const before = performance.now();
      const { svg: drawn } = await mermaid.render(`m${n}`, text);
      const place = document.querySelector('#mermaid') as HTMLElement;
      place.innerHTML = drawn;
      place.getBoundingClientRect();
      times.push(performance.now() - before);
    }
    return percentile(times.slice(1), 0.5);
  },
};

declare global {
  interface Window {
    bench: typeof bench;
  }
}
window.bench = bench;
