import { bounded, everyOrder } from './every-order.ts';
import { realize } from './realize.ts';
import { sweep } from './sweep.ts';
import type { Report, Task } from './task.ts';

/** A worker that takes one task, tells how far it has come, and what it came to. To cancel it, terminate it. */
addEventListener('message', ({ data }: MessageEvent<Task>) => {
  const steps = data.kind === 'sweep' ? sweep(data.scenario, data.x, data.y) : everyOrder(data.scenario);
  for (let step = steps.next(); ; step = steps.next()) {
    if (!step.done) {
      tell({ kind: 'progress', progress: step.value });
      continue;
    }
    const result = step.value;
    if ('cells' in result) return tell({ kind: 'swept', result });
    const code = result.bounds.codes[0];
    const found =
      result.violation && code ? realize(bounded(data.scenario, result.bounds), result.violation.steps, code) : null;
    return tell({ kind: 'ordered', result, found });
  }
});

const tell = (report: Report): void => postMessage(report);
