import { select } from 'd3-selection';
import 'd3-transition';
import { easeCubicOut } from 'd3-ease';
import type { ArrowMark, Box, Layout, LineMark, Mark } from '../layout/types.ts';
import { crowd } from './crowd.ts';
import { type Attributes, chipBaseline, classOf, elementOf, geometryOf, leading } from './shapes.ts';

/** From back to front. A mark keeps its layer for life, so that its element is never moved, and keeps the focus. */
const LAYERS = [
  'fold',
  'tick',
  'lane',
  'belief',
  'doubt',
  'trouble',
  'grant',
  'wire',
  'arrow',
  'glyph',
  'version',
  'word',
  'tag',
] as const;
type Layer = (typeof LAYERS)[number];

/** How long a change takes to be seen, in ms. */
const CHANGE = 260;

/** An element with the mark that it was last drawn for. */
interface Drawn extends SVGElement {
  mark?: Mark;
  leaving?: boolean;
  /** A transition of it may be going on. */
  moving?: boolean;
}

export interface Canvas {
  readonly group: SVGGElement;
  readonly layers: Readonly<Record<Layer, SVGGElement>>;
  /** Where a crowd is drawn, below what is drawn one by one. */
  readonly crowd: { readonly bands: SVGGElement; readonly arrows: SVGGElement };
  /** The elements of the marks, by id. */
  readonly elements: Map<string, SVGElement>;
  /** By layer: the elements in the order of the marks that they were last drawn for. */
  readonly drawn: Map<Layer, readonly Drawn[]>;
}

const NS = 'http://www.w3.org/2000/svg';

/** Makes the layers in an empty `<svg>`. */
export function createCanvas(svg: SVGSVGElement, name: string): Canvas {
  svg.classList.add('timeline');
  const defs = document.createElementNS(NS, 'defs');
  // one for the page is enough, and all that there are look alike
  defs.innerHTML =
    '<pattern id="timeline-hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">' +
    '<line x1="0" y1="0" x2="0" y2="7" stroke="var(--hatch)" stroke-width="2.4"/></pattern>';
  const group = document.createElementNS(NS, 'g');
  group.setAttribute('role', 'group');
  group.setAttribute('aria-label', name);
  const layers = {} as Record<Layer, SVGGElement>;
  const crowd = { bands: document.createElementNS(NS, 'g'), arrows: document.createElementNS(NS, 'g') };
  for (const g of Object.values(crowd)) g.setAttribute('aria-hidden', 'true');
  for (const layer of LAYERS) {
    const g = document.createElementNS(NS, 'g');
    g.setAttribute('class', `layer-${layer}`);
    if (layer === 'tick' || layer === 'fold' || layer === 'word' || layer === 'tag' || layer === 'wire')
      g.setAttribute('aria-hidden', 'true');
    layers[layer] = g;
    group.append(g);
  }
  group.insertBefore(crowd.bands, layers.belief);
  group.insertBefore(crowd.arrows, layers.arrow);
  svg.append(defs, group);
  return { group, layers, crowd, elements: new Map(), drawn: new Map() };
}

function layerOf(mark: Mark): Layer {
  switch (mark.kind) {
    case 'line':
      return mark.look === 'tick' || mark.look === 'lane' ? mark.look : 'wire';
    case 'band':
      if (mark.look === 'grant' || mark.look === 'belief' || mark.look === 'doubt' || mark.look === 'fold')
        return mark.look;
      return 'trouble';
    case 'arrow':
      return 'arrow';
    case 'step':
      return 'glyph';
    case 'glyph':
      return 'glyph';
    case 'chip':
      return mark.look === 'version' ? 'version' : 'tag';
    case 'text':
      return 'word';
  }
}

/** Brings the SVG up to the layout. What has not changed is not touched. */
export function paint(canvas: Canvas, layout: Layout, animate: boolean): void {
  const sorted = Object.fromEntries(LAYERS.map((layer) => [layer, [] as Mark[]])) as Record<Layer, Mark[]>;
  const { single, bands, arrows } = crowd(layout.marks);
  for (const mark of single) sorted[layerOf(mark)].push(mark);
  for (const layer of LAYERS) join(canvas, layer, sorted[layer], animate);
  merge(canvas.crowd.bands, bands);
  merge(canvas.crowd.arrows, arrows);
}

/** Draws what is one path for each look. */
function merge(parent: SVGGElement, merged: ReadonlyMap<string, string>): void {
  select(parent)
    .selectAll<SVGPathElement, readonly [string, string]>('path')
    .data([...merged], ([look]) => look)
    .join((entering) => entering.append('path').attr('class', ([look]) => look))
    .attr('d', ([, d]) => d);
}

function join(canvas: Canvas, layer: Layer, marks: readonly Mark[], animate: boolean): void {
  // mostly the same things are there, in the same order: then there is nothing to join
  const drawn = canvas.drawn.get(layer) ?? [];
  if (drawn.length === marks.length && drawn.every((element, i) => element.mark?.id === marks[i]?.id)) {
    for (let i = 0; i < marks.length; i++) update(drawn[i] as Drawn, marks[i] as Mark, animate);
    return;
  }
  const parent = canvas.layers[layer];
  const joined = select(parent)
    .selectAll<Drawn, Mark>(() => staying(parent))
    .data(marks, (mark) => mark.id);
  for (const element of joined.exit<Mark>()) leave(canvas, element as Drawn, animate);
  joined.each(function follow(mark) {
    update(this, mark, animate);
  });
  joined.enter().append((mark) => enter(canvas, mark, animate));
  canvas.drawn.set(
    layer,
    marks.map((mark) => canvas.elements.get(mark.id) as Drawn),
  );
}

function leave(canvas: Canvas, element: Drawn, animate: boolean): void {
  if (element.mark) canvas.elements.delete(element.mark.id);
  if (!animate) {
    element.remove();
    return;
  }
  element.leaving = true;
  for (const name of ['tabindex', 'role', 'aria-label', 'data-mark']) element.removeAttribute(name);
  element.setAttribute('aria-hidden', 'true');
  select(element).transition().duration(CHANGE).style('opacity', 0).remove();
}

function update(element: Drawn, mark: Mark, animate: boolean): void {
  const old = element.mark as Mark;
  element.mark = mark;
  if (same(old, mark)) return;
  if (animate) change(element, old, mark);
  else {
    if (element.moving) {
      element.moving = false;
      select(element).interrupt();
      element.style.removeProperty('opacity');
      set(element, geometryOf(mark));
    }
    place(element, old, mark);
  }
  dress(element, mark, old);
}

function enter(canvas: Canvas, mark: Mark, animate: boolean): Drawn {
  const element = document.createElementNS(NS, elementOf(mark)) as Drawn;
  element.mark = mark;
  canvas.elements.set(mark.id, element);
  set(element, geometryOf(mark));
  dress(element, mark, null);
  if (animate) {
    element.style.opacity = '0';
    element.moving = true;
    const entering = select(element).transition().duration(CHANGE).style('opacity', 1);
    entering.on('end', () => element.style.removeProperty('opacity'));
  }
  return element;
}

/** The elements that are not on their way out. */
function staying(parent: SVGGElement): Drawn[] {
  const out: Drawn[] = [];
  for (let child = parent.firstElementChild; child; child = child.nextElementSibling) {
    if ((child as Drawn).mark && !(child as Drawn).leaving) out.push(child as Drawn);
  }
  return out;
}

function set(element: SVGElement, attributes: Attributes): void {
  for (const name in attributes) element.setAttribute(name, String(attributes[name]));
}

/** Puts an element where its mark now is. An attribute that is set costs as much as a dozen that are compared. */
function place(element: SVGElement, old: Mark, mark: Mark): void {
  const before = geometryOf(old);
  const after = geometryOf(mark);
  for (const name in after) if (before[name] !== after[name]) element.setAttribute(name, String(after[name]));
}

/** Moves an element to its new place, unless it only changes its shape. */
function change(element: Drawn, old: Mark, mark: Mark): void {
  const geometry = geometryOf(mark);
  if (JSON.stringify(geometryOf(old)) === JSON.stringify(geometry)) return;
  element.moving = true;
  let moving = select(element).transition().duration(CHANGE).ease(easeCubicOut);
  for (const name in geometry) moving = moving.attr(name, geometry[name] as string | number);
  moving.style('opacity', 1).on('end', () => element.style.removeProperty('opacity'));
}

/** All but the geometry: colour, words, and what a screen reader is told. */
function dress(element: SVGElement, mark: Mark, old: Mark | null): void {
  const look = classOf(mark);
  if (old === null || look !== classOf(old)) element.setAttribute('class', look);
  if (old === null || old.selectable !== mark.selectable) {
    if (mark.selectable) {
      element.setAttribute('role', 'button');
      element.setAttribute('tabindex', '-1');
    } else if (mark.kind !== 'text') element.setAttribute('aria-hidden', 'true');
  }
  if (mark.selectable && (old === null || old.title !== mark.title)) element.setAttribute('aria-label', mark.title);
  if (old === null) {
    element.setAttribute('data-mark', mark.id);
  }
  if (mark.kind === 'text') words(textIn(element), mark, old?.kind === 'text' ? old : null);
  if (mark.kind === 'chip') {
    if (old?.kind === 'chip' && old.width === mark.width && old.height === mark.height && sameText(old, mark)) return;
    const rx = mark.look === 'version' ? 6 : Math.min(9.5, mark.height / 2);
    let rect = element.firstElementChild;
    if (!rect) {
      rect = document.createElementNS(NS, 'rect');
      element.append(rect);
    }
    set(rect as SVGElement, { width: mark.width, height: mark.height, rx });
    const text = textIn(element);
    set(text, { transform: `translate(${mark.width / 2},${chipBaseline(mark)})` });
    words(text, mark, old?.kind === 'chip' ? old : null);
  }
}

/** The text in a mark's group, made where there is none yet. */
function textIn(group: SVGElement): SVGElement {
  const last = group.lastElementChild;
  if (last?.localName === 'text') return last as SVGElement;
  const text = document.createElementNS(NS, 'text');
  group.append(text);
  return text;
}

interface Words {
  readonly lines: readonly string[];
  readonly size: number;
  readonly weight: number;
}

function words(element: SVGElement, { lines, size, weight }: Words, old: Words | null): void {
  if (old === null || old.size !== size) element.setAttribute('font-size', String(size));
  if (old === null || old.weight !== weight) element.setAttribute('font-weight', String(weight));
  if (old !== null && alike(old.lines, lines)) return;
  if (lines.length <= 1) {
    element.textContent = lines[0] ?? '';
    return;
  }
  element.replaceChildren(
    ...lines.map((line, i) => {
      const span = document.createElementNS(NS, 'tspan');
      span.setAttribute('x', '0');
      if (i > 0) span.setAttribute('dy', String(leading(size)));
      span.textContent = line;
      return span;
    }),
  );
}

/** Do two marks look alike, and say the same? By the fields of their kind: this is asked of every mark at every drawing. */
export function same(a: Mark, b: Mark): boolean {
  return a === b || (sameWords(a, b) && samePlace(a, b));
}

const sameWords = (a: Mark, b: Mark): boolean =>
  a.tone === b.tone && a.strong === b.strong && a.selectable === b.selectable && a.title === b.title;

const sameBox = (a: Box, b: Box): boolean => a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
const sameLine = (a: LineMark | ArrowMark, b: LineMark | ArrowMark): boolean =>
  a.x1 === b.x1 && a.y1 === b.y1 && a.x2 === b.x2 && a.y2 === b.y2;

function samePlace(a: Mark, b: Mark): boolean {
  switch (b.kind) {
    case 'line':
      return a.kind === 'line' && a.look === b.look && sameLine(a, b);
    case 'arrow':
      return a.kind === 'arrow' && a.tip === b.tip && a.dashed === b.dashed && sameLine(a, b);
    case 'band':
      return a.kind === 'band' && a.look === b.look && sameBox(a, b);
    case 'step':
      return a.kind === 'step' && a.dashed === b.dashed && alike(a.points, b.points);
    case 'glyph':
      return a.kind === 'glyph' && a.look === b.look && a.x === b.x && a.y === b.y && a.turn === b.turn;
    case 'chip':
      return a.kind === 'chip' && a.look === b.look && a.dashed === b.dashed && sameBox(a, b) && sameText(a, b);
    case 'text':
      return a.kind === 'text' && a.look === b.look && a.anchor === b.anchor && sameBox(a, b) && sameText(a, b);
  }
}

const sameText = (a: Words, b: Words): boolean => a.size === b.size && a.weight === b.weight && alike(a.lines, b.lines);

function alike(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) {
    const [one, other] = [a[i], b[i]];
    if (one === other) continue;
    if (!Array.isArray(one) || !Array.isArray(other) || !alike(one, other)) return false;
  }
  return true;
}
