import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { patch } from './store/store.ts';

/** A dialog over the page, by the browser's own: Escape closes it, and the focus goes back to where it was. */
export function Dialog({ title, open, children }: { title: string; open: boolean; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal();
    if (!open && dialog.current?.open) dialog.current.close();
  }, [open]);
  return (
    <dialog ref={dialog} aria-label={title} onClose={() => patch({ dialog: 'none' })}>
      {open && (
        <>
          <div className="title">
            <h2>{title}</h2>
            <button type="button" className="icon" aria-label="Close" onClick={() => patch({ dialog: 'none' })}>
              <X size={16} />
            </button>
          </div>
          {children}
        </>
      )}
    </dialog>
  );
}
