import { ASCENT, shorten } from '../layout/metrics.ts';
import type { Layout } from '../layout/types.ts';

const NS = 'http://www.w3.org/2000/svg';

/** What each host does at the playhead, in a word below its name. Apart from the marks: it changes as the playhead moves. */
export interface Status {
  place(layout: Layout): void;
  set(texts: Readonly<Record<string, string>>): void;
}

export function createStatus(parent: SVGGElement): Status {
  const group = document.createElementNS(NS, 'g');
  group.setAttribute('aria-hidden', 'true');
  parent.append(group);
  const elements = new Map<string, SVGTextElement>();
  let layout: Layout | null = null;
  let said: Readonly<Record<string, string>> = {};

  const write = () => {
    for (const { host, status } of layout?.lanes ?? []) {
      const element = elements.get(host);
      const text = shorten(said[host] ?? '', status.width, status.size, 400);
      if (element && element.textContent !== text) element.textContent = text;
    }
  };

  return {
    place(next) {
      if (layout && layout.lanes === next.lanes) return;
      layout = next;
      const hosts = new Set(next.lanes.map((lane) => lane.host));
      for (const [host, element] of elements) {
        if (hosts.has(host)) continue;
        element.remove();
        elements.delete(host);
      }
      for (const { host, status } of next.lanes) {
        let element = elements.get(host);
        if (!element) {
          element = document.createElementNS(NS, 'text');
          elements.set(host, element);
          group.append(element);
        }
        const { x, y, width, size, anchor } = status;
        const at = `translate(${anchor === 'start' ? x : x + width / 2},${y + ASCENT * size})`;
        if (element.getAttribute('transform') === at) continue;
        element.setAttribute('class', `status ${anchor}`);
        element.setAttribute('font-size', String(size));
        element.setAttribute('transform', at);
      }
      write();
    },
    set(texts) {
      said = texts;
      write();
    },
  };
}
