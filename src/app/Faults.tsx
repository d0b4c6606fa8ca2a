import { Trash2 } from 'lucide-react';
import type { Fault } from '../scenario/schema.ts';
import { duration } from '../verdict/duration.ts';
import { NumberField } from './NumberField.tsx';
import { derive } from './store/derive.ts';
import { changeFault, removeFault } from './store/edits.ts';
import { edit, useStore } from './store/store.ts';

/** What goes wrong in this timeline: every fault of the document, to change by number and to remove. */
export function Faults() {
  const faults = useStore(({ document }) => document.faults);
  const inert = useStore(({ document }) => derive(document).run.inert);
  if (faults.length === 0) return null;
  return (
    <section className="faults" aria-label="Faults">
      <h2>What goes wrong</h2>
      <ul>
        {faults.map((fault, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fault is known by its position in the document
          <li key={index}>
            <span className="what">
              {faultTitle(fault)}
              {inert.includes(index) && <em> meets nothing in this timeline</em>}
            </span>
            <FaultFields fault={fault} index={index} />
            <button
              type="button"
              className="icon"
              aria-label={`Remove: ${faultTitle(fault)}`}
              onClick={() => edit((d) => removeFault(d, index))}
            >
              <Trash2 size={15} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A fault's numbers. */
export function FaultFields({ fault, index }: { fault: Fault; index: number }) {
  const change = (field: string) => (value: number) =>
    edit((document) => changeFault(document, index, { [field]: value }));
  return (
    <>
      {'at' in fault && typeof fault.at === 'number' && (
        <NumberField label="at" value={fault.at} onChange={change('at')} />
      )}
      {'for' in fault && fault.for !== null && <NumberField label="for" value={fault.for} onChange={change('for')} />}
      {fault.kind === 'delay' && <NumberField label="by" value={fault.by} onChange={change('by')} />}
      {fault.kind === 'duplicate' && <NumberField label="after" value={fault.after} onChange={change('after')} />}
      {fault.kind === 'jump' && (
        <NumberField label="by" value={fault.by} min={-86_400_000} max={86_400_000} onChange={change('by')} />
      )}
      {fault.kind === 'rate' && (
        <NumberField
          label="rate"
          unit="×"
          value={Math.round(fault.rate * 1000)}
          min={10}
          max={100_000}
          onChange={(thousandths) => change('rate')(thousandths / 1000)}
        />
      )}
      {fault.kind === 'latency' && (
        <NumberField label="to" value={fault.latency} max={600_000} onChange={change('latency')} />
      )}
    </>
  );
}

/** A fault in a few words. */
export function faultTitle(fault: Fault): string {
  const point = 'at' in fault && typeof fault.at === 'string' ? `, ${fault.at.replace(/^\S+ /, '')}` : '';
  switch (fault.kind) {
    case 'pause':
      return `${fault.process} ${fault.part ? `stalls its ${fault.part}` : 'freezes'}${point}`;
    case 'delay':
      return `${fault.message} is held up`;
    case 'drop':
      return `${fault.message} is lost`;
    case 'duplicate':
      return `${fault.message} is sent twice`;
    case 'partition':
      return `${fault.sides[0].join(', ')} and ${fault.sides[1].join(', ')} are cut off from each other`;
    case 'latency':
      return `packets between ${fault.sides[0].join(', ')} and ${fault.sides[1].join(', ')} are slow`;
    case 'jump':
      return `${fault.process}'s wall clock jumps${point}`;
    case 'rate':
      return `${fault.process}'s clocks tick at ${fault.rate}×${point}`;
    case 'crash':
      return `${fault.process} crashes${fault.for === null ? ' for good' : ''}${point}`;
    case 'restart':
      return `${fault.process} is restarted${point}, down for ${duration(fault.for)}`;
  }
}
