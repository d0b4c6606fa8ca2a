import { Pencil, Trash2 } from 'lucide-react';
import { FaultFields } from './FaultFields.tsx';
import { faultTitle } from './fault-title.ts';
import { derive } from './store/derive.ts';
import { removeFault } from './store/edits.ts';
import { edit, patch, useStore } from './store/store.ts';
import { targetOf } from './target.ts';
import { nameOf } from './target-name.ts';

/** What goes wrong in this timeline: every fault of the document, to change by number and to remove; and how to add to it. */
export function Faults() {
  const faults = useStore(({ document }) => document.faults);
  const run = useStore(({ document }) => derive(document).run);
  return (
    <section className="faults" aria-label="Faults">
      <div className="bar">
        <h2>What goes wrong</h2>
        <Hint />
      </div>
      {faults.length === 0 && <p className="note">Nothing so far.</p>}
      <ul>
        {faults.map((fault, index) => {
          const title = faultTitle(fault, run);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a fault is known by its position in the document
            <li key={index}>
              <span className="what">
                {title}
                {run.inert.includes(index) && <em> meets nothing in this timeline</em>}
              </span>
              <FaultFields fault={fault} index={index} />
              <button
                type="button"
                className="icon"
                aria-label={`Remove: ${title}`}
                onClick={() => edit((d) => removeFault(d, index))}
              >
                <Trash2 size={15} />
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** What can be done to the selected thing, without a right click; if nothing is selected, what hands can do. */
function Hint() {
  const selected = useStore((state) => state.selected);
  const document = useStore((state) => state.document);
  const target = targetOf(selected, document);
  if (!target) return <p className="hint">Drag a lane to pause it. Drag an arrowhead to delay a packet.</p>;
  return (
    <button
      type="button"
      className="hint"
      onClick={({ currentTarget }) => {
        const { left, top } = currentTarget.getBoundingClientRect();
        patch({ dialog: 'edit', place: { x: left, y: top } });
      }}
    >
      <Pencil size={14} aria-hidden="true" />
      <span>{nameOf(target, document)}</span>
    </button>
  );
}
