import type { Fault } from '../scenario/schema.ts';
import { duration } from '../verdict/duration.ts';
import { Dialog } from './Dialog.tsx';
import { FaultFields } from './FaultFields.tsx';
import { NumberField } from './NumberField.tsx';
import { derive } from './store/derive.ts';
import { addFault, delayOf, removeFault, setDelay, toggleOnMessage } from './store/edits.ts';
import { edit, patch, useStore } from './store/store.ts';
import { targetOf } from './target.ts';
import { nameOf } from './target-name.ts';

/** What can be done to the selected thing: everything that a drag can do, and what it cannot. It stands beside that thing. */
export function EditDialog() {
  const dialog = useStore((state) => state.dialog);
  const document = useStore((state) => state.document);
  const selected = useStore((state) => state.selected);
  const place = useStore((state) => state.place);
  const target = targetOf(selected, document);
  return (
    <Dialog
      title={target ? nameOf(target, document) : 'Edit'}
      open={dialog === 'edit' && target !== null}
      place={place}
    >
      {target?.kind === 'lane' && <LaneActions host={target.host} />}
      {target?.kind === 'message' && <MessageActions message={target.message} />}
      {target?.kind === 'fault' && <FaultActions index={target.index} />}
    </Dialog>
  );
}

const close = () => patch({ dialog: 'none' });

/** Adds a fault and closes the dialog. */
const add = (fault: Fault) => () => {
  if (edit((document) => addFault(document, fault))) close();
};

function LaneActions({ host }: { host: string }) {
  const at = Math.round(useStore((state) => state.t));
  const renews = useStore(({ document }) =>
    document.clients.some(({ name, renewal }) => name === host && renewal.every !== null),
  );
  const others = useStore(({ document }) => derive(document).run.lanes).filter((lane) => lane.host !== host);
  return (
    <>
      <p className="note">At {duration(at)}, where the playhead is. The numbers can be changed afterwards.</p>
      <div className="actions menu">
        <button type="button" onClick={add({ kind: 'pause', process: host, at, for: 5000 })}>
          Pause for 5 s
        </button>
        {renews && (
          <button type="button" onClick={add({ kind: 'pause', process: host, at, for: 15_000, part: 'renewal' })}>
            Stall its renewal for 15 s
          </button>
        )}
        <button type="button" onClick={add({ kind: 'crash', process: host, at, for: 2000 })}>
          Crash, and start again after 2 s
        </button>
        <button type="button" onClick={add({ kind: 'crash', process: host, at, for: null })}>
          Crash for good
        </button>
        <button type="button" onClick={add({ kind: 'restart', process: host, at, for: 1000 })}>
          Restart in order
        </button>
        <button type="button" onClick={add({ kind: 'jump', process: host, at, by: 10_000 })}>
          Wall clock jumps 10 s ahead
        </button>
        <button type="button" onClick={add({ kind: 'rate', process: host, at, rate: 2 })}>
          Clocks run twice as fast
        </button>
        {others.map((other) => (
          <button
            key={other.host}
            type="button"
            onClick={add({ kind: 'partition', sides: [[host], [other.host]], at, for: 5000, oneWay: false })}
          >
            Cut the link to {other.title} for 5 s
          </button>
        ))}
      </div>
    </>
  );
}

function MessageActions({ message }: { message: string }) {
  const document = useStore((state) => state.document);
  const has = (kind: 'drop' | 'duplicate') =>
    document.faults.some((fault) => fault.kind === kind && fault.message === message);
  return (
    <div className="actions">
      <NumberField
        label="Hold it up by"
        value={delayOf(document, message)}
        onChange={(by) => edit((before) => setDelay(before, message, by), message)}
      />
      <button
        type="button"
        aria-pressed={has('drop')}
        onClick={() => edit((d) => toggleOnMessage(d, { kind: 'drop', message }))}
      >
        {has('drop') ? 'Do not lose it' : 'Lose it'}
      </button>
      <button
        type="button"
        aria-pressed={has('duplicate')}
        onClick={() => edit((d) => toggleOnMessage(d, { kind: 'duplicate', message, after: 1000 }))}
      >
        {has('duplicate') ? 'Send it once' : 'Send it twice'}
      </button>
    </div>
  );
}

function FaultActions({ index }: { index: number }) {
  const fault = useStore(({ document }) => document.faults[index]);
  if (!fault) return null;
  return (
    <div className="actions">
      <FaultFields fault={fault} index={index} />
      <button
        type="button"
        onClick={() => {
          close();
          edit((document) => removeFault(document, index));
        }}
      >
        Remove
      </button>
    </div>
  );
}
