import { describe, expect, it } from 'vitest';
import { library } from '../../scenario/library.ts';
import type { Scenario } from '../../scenario/schema.ts';
import { simulate } from '../../simulate/simulate.ts';
import { judge } from '../../verdict/judge.ts';
import { crowd, pauseOutlastsLease, type Sample, troubles } from '../testing.ts';
import { layout } from './layout.ts';
import type { ArrowMark, BandMark, Box, ChipMark, Layout, LayoutOptions, Mark, TextMark } from './types.ts';

/** The timeline's widths in a page 1440, 1024, 768 and 390 px wide. */
const SIZES: readonly LayoutOptions[] = [
  { width: 858, orientation: 'horizontal', axis: 'fold' },
  { width: 700, orientation: 'horizontal', axis: 'fold' },
  { width: 728, orientation: 'horizontal', axis: 'fold' },
  { width: 358, orientation: 'vertical', axis: 'fold' },
];
const ALL = SIZES.flatMap((size) => [size, { ...size, axis: 'linear' as const }]);

const SAMPLES: Readonly<Record<string, Sample>> = {
  'check off': pauseOutlastsLease(),
  'check on': pauseOutlastsLease('token'),
  'a crowd': crowd(8, 3),
  'one of everything': troubles(),
  ...Object.fromEntries(
    library
      .flatMap((group) => group.scenarios)
      .flatMap((scenario) => [
        [scenario.id, simulated(scenario)],
        [`${scenario.id}, fenced`, simulated(fenced(scenario))],
      ]),
  ),
};

function simulated(scenario: Scenario): Sample {
  const run = simulate(scenario);
  return { run, findings: judge(run.events, run.end).findings };
}

/** With a token, and with a check of it on reads and writes. */
function fenced(scenario: Scenario): Scenario {
  return {
    ...scenario,
    lock: scenario.lock.service === 'redis' ? { ...scenario.lock, token: 'incr' } : scenario.lock,
    storage: { ...scenario.storage, check: 'token', fenceReads: true },
  };
}

const draw = ({ run, findings }: Sample, options: LayoutOptions): Layout =>
  layout(run, findings, { ...options, why: findings[0]?.why });
const words = (marks: readonly Mark[]) =>
  marks.filter(
    (mark): mark is ChipMark | TextMark => (mark.kind === 'chip' || mark.kind === 'text') && mark.lines.length > 0,
  );
const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

function named<K extends Mark['kind']>(picture: Layout, id: string): Extract<Mark, { kind: K }> {
  const mark = picture.marks.find((each) => each.id === id);
  if (!mark) throw new Error(`no mark ${id} among ${picture.marks.map((each) => each.id).join(', ')}`);
  return mark as Extract<Mark, { kind: K }>;
}

describe('every picture', () => {
  for (const [name, sample] of Object.entries(SAMPLES)) {
    for (const options of ALL) {
      it(`${name}, ${options.width} px, ${options.axis}: no two words overlap, and none is cut off`, () => {
        const picture = draw(sample, options);
        const boxes: (Box & { id: string })[] = [
          ...words(picture.marks),
          ...picture.lanes.map(({ host, status }) => ({ ...status, id: `${host}'s status` })),
        ];
        const wrong = boxes.flatMap((a, i) => {
          const cut = a.x < 0 || a.y < 0 || a.x + a.width > picture.width || a.y + a.height > picture.height;
          const over = boxes.slice(i + 1).filter((b) => overlap(a, b));
          return [...(cut ? [`${a.id} is cut off`] : []), ...over.map((b) => `${a.id} over ${b.id}`)];
        });
        expect(wrong).toEqual([]);
      });

      it(`${name}, ${options.width} px, ${options.axis}: ids are unique, numbers are numbers`, () => {
        const { marks } = draw(sample, options);
        expect(new Set(marks.map((mark) => mark.id)).size).toBe(marks.length);
        for (const mark of marks) {
          for (const value of Object.values(mark))
            if (typeof value === 'number') expect(value, mark.id).toSatisfy(Number.isFinite);
        }
      });
    }
  }

  it('is the same for the same run', () => {
    expect(draw(troubles(), SIZES[0] as LayoutOptions)).toEqual(draw(troubles(), SIZES[0] as LayoutOptions));
  });
});

describe('a pause that outlasts the lease', () => {
  const wide = SIZES[0] as LayoutOptions;
  const off = draw(pauseOutlastsLease(), wide);
  const on = draw(pauseOutlastsLease('token'), wide);

  it('puts weight on the guilty write, in the bad colour', () => {
    expect(named<'arrow'>(off, 'A→storage·2')).toMatchObject({ tone: 'bad', strong: true, tip: 'head' });
    expect(named<'text'>(off, 'A→storage·2/label')).toMatchObject({ tone: 'bad', lines: ['write v2'] });
  });

  it('marks the version that was lost', () => {
    expect(named<'chip'>(off, 'version:1')).toMatchObject({ lines: ['v1 lost'], tone: 'bad', dashed: true });
    expect(named<'chip'>(off, 'version:2')).toMatchObject({ lines: ['v2'], tone: 'c0', dashed: false });
  });

  it('lets the refused write bounce in the good colour', () => {
    expect(named<'arrow'>(on, 'A→storage·2')).toMatchObject({ tone: 'ok', strong: true });
    expect(named<'arrow'>(on, 'storage→A·2')).toMatchObject({ tone: 'ok' });
    expect(named<'chip'>(on, 'refusal:A→storage·2')).toMatchObject({ lines: ['refused'], tone: 'ok' });
    expect(named<'chip'>(on, 'version:1')).toMatchObject({ lines: ['v1'], tone: 'c1', dashed: false });
  });

  it('says who holds, with the token', () => {
    expect(named<'text'>(off, 'grant:A#1/text').lines).toEqual(['A holds']);
    expect(named<'text'>(on, 'grant:B#1/text').lines).toEqual(['B holds · token 34']);
  });

  it('shows where the belief outlives the lease', () => {
    const belief = named<'band'>(off, 'belief:A#1');
    const doubt = named<'band'>(off, 'belief:A#1/doubt');
    const end = named<'line'>(off, 'grant:A#1/end');
    expect(doubt.x).toBe(end.x1);
    expect(doubt.x + doubt.width).toBeCloseTo(belief.x + belief.width, 0);
    expect(named<'chip'>(off, 'belief:A#1/doubt/tag').lines).toEqual(['still believes it holds the lock']);
  });

  it('has hands for the pause and for what arrives', () => {
    expect(named<'band'>(off, 'pause:0:A').handle).toEqual({ kind: 'pause', fault: 0, at: 3000, for: 15_000 });
    expect(named<'arrow'>(off, 'A→storage·2').handle).toEqual({
      kind: 'delay',
      message: 'A→storage·2',
      by: 0,
      at: 18_400,
    });
  });

  it('shows what storage remembers of tokens', () => {
    expect(named<'text'>(off, 'seen/remark').lines).toEqual(['storage remembers no token']);
    expect(named<'step'>(on, 'seen').points).toHaveLength(4);
  });

  it('draws arrows with their true slope', () => {
    const arrow = named<'arrow'>(off, 'A→redis·1');
    expect(arrow.x1).toBeCloseTo(off.scale.to(0), 0);
    expect(arrow.x2).toBeCloseTo(off.scale.to(400), 0);
  });

  it('numbers the why', () => {
    const numbers = off.marks.filter((mark) => mark.id.startsWith('why:'));
    expect(numbers.map((mark) => (mark as ChipMark).lines[0])).toEqual(['1', '2', '3', '4', '5', '6']);
  });

  it('keeps the ids of what an edit leaves alone', () => {
    const ids = (picture: Layout) => new Set(picture.marks.filter((mark) => mark.selectable).map((mark) => mark.id));
    const kept = [...ids(off)].filter((id) => ids(on).has(id));
    expect(kept.length).toBeGreaterThan(ids(off).size - 3);
  });

  it('lays out on a scale that it is given', () => {
    const shorter = pauseOutlastsLease('nothing', 9000);
    const held = layout(shorter.run, shorter.findings, { ...wide, scale: off.scale });
    expect(named<'arrow'>(held, 'B→redis·1').x1).toBe(named<'arrow'>(off, 'B→redis·1').x1);
    expect(named<'band'>(held, 'pause:0:A').x).toBe(named<'band'>(off, 'pause:0:A').x);
  });

  it('keeps its length while a scale is held, where time runs down', () => {
    const phone = SIZES[3] as LayoutOptions;
    const { height, scale } = draw(pauseOutlastsLease(), phone);
    const shorter = pauseOutlastsLease('nothing', 9000);
    expect(layout(shorter.run, shorter.findings, { ...phone, scale }).height).toBe(height);
  });

  it('shows only what lies in the window', () => {
    const near = layout(pauseOutlastsLease().run, [], { ...wide, zoom: { from: 10_000, to: 14_000 } });
    const ids = near.marks.map((mark) => mark.id);
    expect(ids).toContain('B→redis·1');
    expect(ids).not.toContain('A→redis·1');
    const { x, width } = near.plot;
    for (const mark of near.marks) {
      if (mark.kind !== 'band') continue;
      expect(mark.x).toBeGreaterThanOrEqual(x - 1);
      expect(mark.x + mark.width).toBeLessThanOrEqual(x + width + 1.1);
    }
  });

  it('runs down on a phone', () => {
    const phone = draw(pauseOutlastsLease(), SIZES[3] as LayoutOptions);
    const arrow = named<'arrow'>(phone, 'A→redis·1');
    expect(arrow.y2).toBeGreaterThan(arrow.y1);
    expect(named<'band'>(phone, 'pause:0:A').height).toBeGreaterThan(named<'band'>(phone, 'pause:0:A').width);
  });
});

describe('one of everything', () => {
  const picture = draw(troubles(), SIZES[0] as LayoutOptions);

  it('ends a lost message in a cross, short of its goal', () => {
    const arrow = named<'arrow'>(picture, 'B→redis·1');
    expect(arrow.tip).toBe('cross');
    expect(arrow.handle).toBeNull();
    const lane = picture.lanes.find((each) => each.host === 'redis');
    expect(arrow.y2).toBeGreaterThan((lane?.at ?? 0) + 30);
  });

  it('says for how long a message was held up', () => {
    expect(named<'text'>(picture, 'redis→A·1/label').lines[0]).toContain('held 4.8 s');
    expect(named<'arrow'>(picture, 'redis→A·1').handle).toMatchObject({ by: 4800, at: 5200 });
  });

  it('splits a duplicate', () => {
    const [one, two] = [named<'arrow'>(picture, 'B→redis·2'), named<'arrow'>(picture, 'B→redis·2′')];
    expect([two.x1, two.y1]).toEqual([one.x1, one.y1]);
    expect(two.x2).toBeGreaterThan(one.x2);
  });

  it('shows two grants at once one above the other', () => {
    const [one, two] = [
      named<'band'>(picture, 'grant:B#1') as BandMark,
      named<'band'>(picture, 'grant:A#2') as BandMark,
    ];
    expect(one.y + one.height).toBeLessThanOrEqual(two.y);
  });

  it('shows what waits at a paused host, from its arrival', () => {
    const arrow = named<'arrow'>(picture, 'redis→A·1') as ArrowMark;
    const wait = named<'line'>(picture, 'redis→A·1/wait');
    expect(wait.x1).toBe(arrow.x2);
    expect(wait.x2).toBeCloseTo(picture.scale.to(7000), 0);
  });

  it('shows the refusal of the true holder as bad', () => {
    expect(named<'arrow'>(picture, 'B→storage·2').tone).toBe('bad');
    expect(named<'glyph'>(picture, 'effect:A/1·2').tone).toBe('bad');
  });
});
