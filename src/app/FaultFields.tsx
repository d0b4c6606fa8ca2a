import type { Fault } from '../scenario/schema.ts';
import { NumberField } from './NumberField.tsx';
import { beganAt, derive } from './store/derive.ts';
import { changeFault } from './store/edits.ts';
import { edit, useStore } from './store/store.ts';

/** A fault's numbers. */
export function FaultFields({ fault, index }: { fault: Fault; index: number }) {
  const began = useStore(({ document }) => beganAt(derive(document).run, index));
  // given a time by hand, it leaves the point of the program where it was pinned
  const at = 'at' in fault ? (typeof fault.at === 'number' ? fault.at : began) : null;
  const change = (field: string) => (value: number) =>
    edit((document) => changeFault(document, index, { [field]: value }), `fault ${index} ${field}`);
  return (
    <>
      {at !== null && <NumberField label="at" value={at} onChange={change('at')} />}
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
