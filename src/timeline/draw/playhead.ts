import { PLAYHEAD } from '../layout/ids.ts';
import type { Layout } from '../layout/types.ts';
import { moment } from '../layout/words.ts';

const NS = 'http://www.w3.org/2000/svg';

/** The line at the moment that everything else on the page shows, with a head to take it by. */
export interface Playhead {
  readonly element: SVGGElement;
  /** To a moment, in a layout. Null: it is hidden. */
  move(layout: Layout, t: number | null): void;
}

export function createPlayhead(parent: SVGGElement, before: SVGElement): Playhead {
  const element = document.createElementNS(NS, 'g');
  element.setAttribute('class', 'playhead');
  element.setAttribute('data-mark', PLAYHEAD);
  element.setAttribute('role', 'slider');
  element.setAttribute('aria-label', 'Playhead');
  element.setAttribute('tabindex', '-1');
  const line = document.createElementNS(NS, 'path');
  const head = document.createElementNS(NS, 'path');
  head.setAttribute('class', 'head');
  element.append(line, head);
  parent.insertBefore(element, before);
  let drawnFor: Layout | null = null;

  const told = new Map<string, string>();
  const tell = (name: string, value: string) => {
    if (told.get(name) === value) return;
    told.set(name, value);
    element.setAttribute(name, value);
  };

  return {
    element,
    move(layout, t) {
      const { scale, playhead, orientation, domain } = layout;
      const hidden = t === null || t < scale.view.from || t > scale.view.to;
      const display = hidden ? 'none' : '';
      if (element.style.display !== display) element.style.display = display;
      if (t === null || hidden) return;
      const lying = orientation === 'horizontal';
      if (layout !== drawnFor) {
        drawnFor = layout;
        const { from, to } = playhead;
        const stroke = lying ? `M0 ${from}V${to}` : `M${from} 0H${to}`;
        if (line.getAttribute('d') !== stroke) {
          line.setAttribute('d', stroke);
          head.setAttribute('d', lying ? `M-6 ${from}h12v7l-6 6l-6 -6z` : `M${from} -6v12h7l6 -6l-6 -6z`);
        }
        tell('aria-valuemin', String(domain.from));
        tell('aria-valuemax', String(domain.to));
        tell('aria-orientation', orientation);
      }
      const at = Math.round(scale.to(t) * 10) / 10;
      tell('transform', lying ? `translate(${at},0)` : `translate(0,${at})`);
      tell('aria-valuenow', String(Math.round(t)));
      tell('aria-valuetext', moment(t));
    },
  };
}
