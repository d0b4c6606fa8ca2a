import type { Scenario } from '../scenario/schema.ts';
import { faultTitle, messageTitle, titleOf } from './fault-title.ts';
import { derive } from './store/derive.ts';
import type { Target } from './target.ts';

/** What a thing that can be edited is called. */
export function nameOf(target: Target, document: Scenario): string {
  const { run } = derive(document);
  switch (target.kind) {
    case 'lane':
      return titleOf(run, target.host);
    case 'message':
      return messageTitle(target.message, run);
    case 'fault': {
      const fault = document.faults[target.index];
      return fault ? faultTitle(fault, run) : '';
    }
  }
}
