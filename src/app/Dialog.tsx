import { X } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { patch, type State } from './store/store.ts';

interface Props {
  readonly title: string;
  readonly open: boolean;
  /** What on the page it is about, in px: it keeps beside that. Without, it stands in the middle. */
  readonly place?: State['place'];
  readonly children: ReactNode;
}

/** From the page's edges, in px. */
const MARGIN = 12;

const close = () => patch({ dialog: 'none' });

/** A dialog over the page, by the browser's own: Escape or a click beside it closes it, and the focus goes back to where it was. */
export function Dialog({ title, open, place = null, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const box = dialog.current;
    if (!box) return;
    if (!open) {
      if (box.open) box.close();
      return;
    }
    if (!box.open) box.showModal();
    // to what it is for, rather than to the way out
    box.querySelector<HTMLElement>('.actions :is(input, button)')?.focus();
    const beside = (event: MouseEvent) => {
      if (event.target !== box) return;
      const { left, right, top, bottom } = box.getBoundingClientRect();
      const { clientX: x, clientY: y } = event;
      if (x < left || x > right || y < top || y > bottom) close();
    };
    box.addEventListener('mousedown', beside);
    return () => box.removeEventListener('mousedown', beside);
  }, [open]);
  // sized by what is in it, so placed after each rendering
  useLayoutEffect(() => {
    const box = dialog.current;
    if (!box?.open || !place) return;
    const { offsetWidth, offsetHeight } = box;
    const below = place.y + 16 + offsetHeight + MARGIN <= innerHeight;
    const top = below ? place.y + 16 : place.y - 16 - offsetHeight;
    box.style.left = `${Math.max(MARGIN, Math.min(place.x - 24, innerWidth - offsetWidth - MARGIN))}px`;
    box.style.top = `${Math.max(MARGIN, Math.min(top, innerHeight - offsetHeight - MARGIN))}px`;
  });
  return (
    <dialog ref={dialog} aria-label={title} data-placed={place ? '' : undefined} onClose={close}>
      {open && (
        <>
          <div className="title">
            <h2>{title}</h2>
            <button type="button" className="icon" aria-label="Close" onClick={close}>
              <X size={16} />
            </button>
          </div>
          {children}
        </>
      )}
    </dialog>
  );
}
