import { LINE, textWidth } from './metrics.ts';
import { niceStep } from './scale.ts';
import { round, type Sheet } from './sheet.ts';
import type { Span } from './types.ts';
import { duration, moment } from './words.ts';

const SIZE = 11;

/** Ticks where time runs at its usual pace, and a sign where a quiet stretch is folded. */
export function drawAxis(sheet: Sheet): void {
  const { frame, scale, room } = sheet;
  const size = SIZE * frame.text;
  const { plot } = frame;
  const across = sheet.lying ? [plot.y, plot.y + plot.height] : [plot.x, plot.x + plot.width];
  const [c1, c2] = across as [number, number];
  const least = (sheet.lying ? 58 : 44) * frame.text;
  let end = Number.NEGATIVE_INFINITY;

  for (const piece of pieces(scale.view, scale.folds)) {
    if (piece.fold) {
      drawFold(sheet, piece, c1, c2);
      continue;
    }
    const step = niceStep(scale.slope((piece.from + piece.to) / 2), least);
    for (let t = Math.ceil(piece.from / step) * step; t <= piece.to + step * 1e-9; t += step) {
      const a = scale.to(t);
      const text = moment(t);
      const width = textWidth(text, size, 400);
      const length = sheet.lying ? width : size * LINE;
      if (a - length / 2 < end + 10) continue;
      const box = sheet.lying
        ? { x: round(a - width / 2), y: round(plot.y + plot.height + 8 * frame.text), width, height: size * LINE }
        : { x: round(plot.x - 8 - width), y: round(a - (size * LINE) / 2), width, height: size * LINE };
      if (!room.free(box)) continue;
      end = a + length / 2;
      room.take(box);
      const blank = {
        tone: 'muted',
        title: '',
        events: [],
        strong: false,
        host: '',
        handle: null,
        selectable: false,
      } as const;
      const [x1, y1, x2, y2] = [sheet.x(a, c1), sheet.y(a, c1), sheet.x(a, c2), sheet.y(a, c2)];
      sheet.marks.push({ kind: 'line', ...blank, id: `tick:${t}`, look: 'tick', x1, y1, x2, y2 });
      const anchor = sheet.lying ? 'middle' : 'end';
      sheet.marks.push({
        kind: 'text',
        ...blank,
        id: `tick:${t}/text`,
        look: 'axis',
        ...box,
        lines: [text],
        size,
        weight: 400,
        anchor,
      });
    }
  }
}

function drawFold(sheet: Sheet, { from, to }: Span, c1: number, c2: number): void {
  const a1 = sheet.along(from);
  const a2 = sheet.along(to);
  if (a2 - a1 < 2) return;
  const title = `${duration(to - from)} in which little happens, drawn shorter`;
  sheet.band(sheet.box(a1, a2, c1, c2), { id: `fold:${from}`, tone: 'muted', look: 'fold', title });
  const axis = sheet.lying ? c2 : c1;
  sheet.marks.push({
    kind: 'glyph',
    look: 'break',
    id: `fold:${from}/break`,
    tone: 'muted',
    title,
    events: [],
    strong: false,
    host: '',
    handle: null,
    selectable: false,
    x: sheet.x((a1 + a2) / 2, axis),
    y: sheet.y((a1 + a2) / 2, axis),
    turn: sheet.lying ? 0 : 90,
  });
}

/** The window, cut where the pace of time changes. Folds that touch are shown as one. */
function pieces(view: Span, folds: readonly Span[]): (Span & { fold: boolean })[] {
  const out: (Span & { fold: boolean })[] = [];
  let at = view.from;
  for (const fold of folds) {
    const from = Math.max(fold.from, view.from);
    const to = Math.min(fold.to, view.to);
    if (to <= from) continue;
    const last = out[out.length - 1];
    if (from === at && last?.fold) out[out.length - 1] = { from: last.from, to, fold: true };
    else {
      if (from > at) out.push({ from: at, to: from, fold: false });
      out.push({ from, to, fold: true });
    }
    at = to;
  }
  if (at < view.to) out.push({ from: at, to: view.to, fold: false });
  return out;
}
