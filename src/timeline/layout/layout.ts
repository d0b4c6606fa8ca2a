import type { Run } from '../../simulate/run.ts';
import { drawAxis } from './axis.ts';
import { drawBeliefs, drawGrants, drawTroubles, nameBeliefs, nameGrants, nameHolds, nameTroubles } from './bands.ts';
import { frameOf } from './frame.ts';
import { judge } from './judged.ts';
import { drawLanes } from './lanes.ts';
import { drawMessages, nameMessages } from './messages.ts';
import { drawNumbers } from './numbers.ts';
import { type FoldWish, foldedScale, lengthNeeded, linearScale, type TimeScale } from './scale.ts';
import { Sheet } from './sheet.ts';
import { drawSeen, drawSigns, drawStorage } from './storage.ts';
import { type Story, tell } from './story.ts';
import type { Found, Layout, LayoutOptions, Span } from './types.ts';

/** What `layout` reads of a run. */
export interface Drawable extends Pick<Run, 'events' | 'end' | 'lanes'> {
  readonly scenario: { readonly storage: { readonly check: string } };
}

/** How long a message's way should be along, in px: enough to see its slope, and to put a word beside it. */
const HOP = { horizontal: 26, vertical: 28 } as const;
/** The part of the picture that is left free after the last event. */
const REST = 0.035;

/**
 * The picture of a run. Pure: the same for the same arguments.
 * Words come in the order of what they are worth, and each takes only room that is still free, so that no two overlap.
 */
export function layout(run: Drawable, findings: readonly Found[], options: LayoutOptions): Layout {
  const { events, lanes, scenario } = run;
  const story = tell(events);
  const remembers = scenario.storage.check.startsWith('token') || story.seen.length > 0;
  const wish: FoldWish = { times: story.times, hop: story.hop, length: HOP[options.orientation] * (options.text ?? 1) };
  const domain = domainOf(story, options.axis);
  const frame = frameOf(lanes, {
    orientation: options.orientation,
    width: options.width,
    height: options.height,
    text: options.text ?? 1,
    // a scale that is held holds the picture's length too
    length: () => (options.scale ? options.scale.range[1] - options.scale.range[0] : tallness(options, domain, wish)),
    seen: remembers ? 'steps' : scenario.storage.check === 'nothing' ? 'remark' : 'no',
  });
  const scale = options.scale ?? scaleFor(options, domain, frame.range, wish);
  const sheet = new Sheet(frame, scale, story, judge(events, story, findings));
  const storage = lanes.find((lane) => lane.role === 'storage')?.host ?? null;

  drawLanes(sheet);
  drawAxis(sheet);
  drawGrants(sheet);
  drawBeliefs(sheet);
  drawTroubles(sheet);
  const wanting = drawMessages(sheet);

  drawStorage(sheet, storage);
  if (options.why) drawNumbers(sheet, events, options.why);
  nameGrants(sheet);
  nameBeliefs(sheet);
  nameMessages(sheet, wanting, 0);
  nameTroubles(sheet);
  drawSeen(sheet, storage, remembers);
  drawSigns(sheet);
  nameMessages(sheet, wanting, 1);
  nameHolds(sheet);
  nameMessages(sheet, wanting, 2);

  const { width, height, orientation, plot } = frame;
  const playhead =
    orientation === 'horizontal'
      ? { from: plot.y - 14, to: plot.y + plot.height + 4 }
      : { from: plot.x - 2, to: plot.x + plot.width };
  return { width, height, orientation, scale, domain, plot, lanes: frame.lanes, marks: sheet.marks, playhead };
}

/** From the start to a little after the last event: on a folded axis some hops at most, for nothing is folded there. */
function domainOf({ last, hop }: Story, axis: LayoutOptions['axis']): Span {
  const rest = axis === 'fold' ? Math.max(hop * 1.2, Math.min(hop * 3, last * REST)) : Math.max(hop * 1.2, last * REST);
  return { from: 0, to: Math.ceil(Math.max(1, last + rest)) };
}

/** The px along that a picture wants in which time runs down: what its events need, but never without an end. */
function tallness({ axis }: LayoutOptions, domain: Span, wish: FoldWish): number {
  const needed = axis === 'fold' ? lengthNeeded(domain, wish) : (domain.to / wish.hop) * wish.length;
  return Math.min(2400, Math.max(360, needed));
}

function scaleFor(
  { axis, zoom }: LayoutOptions,
  domain: Span,
  range: readonly [number, number],
  wish: FoldWish,
): TimeScale {
  const scale = axis === 'fold' ? foldedScale(domain, range, wish) : linearScale(domain, range);
  return zoom ? scale.window(zoom) : scale;
}
