import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isNote, type NoteKind } from '../model/notes.ts';
import { anyScenario } from '../scenario/arbitrary.ts';
import { findScenario, library } from '../scenario/library.ts';
import { scenario } from '../scenario/parse.ts';
import type { Scenario, ScenarioInput } from '../scenario/schema.ts';
import { simulate } from './simulate.ts';

const shipped = (id: string): Scenario => findScenario(id) ?? expect.fail(`no scenario ${id}`);
const pause = shipped('pause-outlasts-lease');
const noted = (input: Scenario, kind: NoteKind) => simulate(input).events.filter((event) => isNote(event, kind));
const withFaults = (faults: ScenarioInput['faults']) => scenario({ ...pause, faults } as ScenarioInput);
const times = (input: Scenario, kind: NoteKind, process: string) =>
  noted(input, kind)
    .filter((event) => event.process === process)
    .map(({ t }) => t);

describe('simulate, on any document', () => {
  it('ends, gives the same trace twice, and causes each event by an earlier one', () => {
    fc.assert(
      fc.property(anyScenario, (document) => {
        const { events, worlds, end } = simulate(document);
        expect(JSON.stringify(simulate(document).events)).toBe(JSON.stringify(events));
        expect(worlds).toHaveLength(events.length);
        const wrong = events.filter(
          ({ id, t, cause, kind, ...rest }, index) =>
            id !== index ||
            t < (events[index - 1]?.t ?? 0) ||
            !Number.isInteger(t) ||
            (cause === null ? kind !== 'start' && !('fault' in rest) : cause >= index),
        );
        expect(wrong).toEqual([]);
        expect(end.t).toBeGreaterThanOrEqual(events.at(-1)?.t ?? 0);
      }),
      { numRuns: 150 },
    );
  });

  it('delivers or drops each message at most once, and lets a paused or dead host do nothing', () => {
    fc.assert(
      fc.property(anyScenario, (document) => {
        const gone = new Set<string>();
        const paused = new Map<string, number>();
        const down = new Set<string>();
        const wrong = simulate(document).events.filter((event) => {
          const { process } = event;
          if (event.kind === 'pause' && !event.data['part']) paused.set(process, (paused.get(process) ?? 0) + 1);
          if (event.kind === 'resume' && !event.data['part']) paused.set(process, (paused.get(process) ?? 0) - 1);
          if (event.kind === 'crash') {
            down.add(process);
            paused.set(process, 0);
          }
          if (event.kind === 'restart') down.delete(process);
          if (event.kind === 'deliver' || event.kind === 'drop') {
            if (gone.has(event.message)) return true;
            gone.add(event.message);
          }
          const acts = event.kind === 'timer' || event.kind === 'deliver' || event.kind === 'note';
          return acts && (down.has(process) || (paused.get(process) ?? 0) > 0);
        });
        expect(wrong).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it('stops at its bound of events, and says so', () => {
    const endless = scenario({
      ...pause,
      faults: [],
      clients: [
        { name: 'A', rounds: 100, wait: { every: 1 } },
        { name: 'B', rounds: 100, wait: { every: 1 } },
      ],
      limits: { events: 500 },
    });
    const { events, end } = simulate(endless);
    expect(end).toMatchObject({ reason: 'events', text: 'stopped after 500 events' });
    expect(events.length).toBeLessThan(600);
  });

  it('stops at its bound of time', () => {
    const { end } = simulate(scenario({ ...pause, limits: { time: 12_000 } }));
    expect(end).toMatchObject({ reason: 'time', t: 12_000, text: 'stopped at 12 s' });
  });

  it('takes a document without clients', () => {
    expect(simulate(scenario({ version: 1, clients: [] })).end.reason).toBe('quiet');
  });
});

describe('faults', () => {
  it('names in `inert` the faults that met nothing', () => {
    const faults = [
      { kind: 'delay', message: 'A→redis·99', by: 100 },
      { kind: 'pause', process: 'A', at: 'A after effected', for: 100 },
      { kind: 'drop', message: 'A→storage·1' },
      { kind: 'pause', process: 'Z', at: 0, for: 100 },
    ] as const;
    expect(simulate(withFaults([...faults])).inert).toEqual([0, 1, 3]);
  });

  it('pauses at a program point: the next instruction comes first on resuming, whatever was due meanwhile', () => {
    const { events } = simulate(pause);
    const resumed = events.findIndex(({ kind }) => kind === 'resume');
    expect(events.slice(resumed + 1, resumed + 3)).toMatchObject([
      { t: 18_000, kind: 'timer', timer: 'step' },
      { t: 18_000, kind: 'send', type: 'write' },
    ]);
  });

  it('stops work in a pause, but not the clocks: a timer that was due fires on resuming', () => {
    const [a] = pause.clients;
    const input = scenario({
      ...pause,
      clients: [
        { ...a, validity: { from: 'send' }, program: [{ do: 'acquire' }, { do: 'work', for: 5000 }, { do: 'write' }] },
      ],
      faults: [{ kind: 'pause', process: 'A', at: 2000, for: 15_000 }],
    } as ScenarioInput);
    expect(times(input, 'disbelieve', 'A')).toEqual([17_000]);
    expect(times(input, 'stop', 'A')).toEqual([17_000]);
    expect(noted(input, 'accept')).toEqual([]);
  });

  it('stalls the renewal alone, and lets the work go on', () => {
    const [a] = pause.clients;
    const input = (faults: ScenarioInput['faults']) =>
      scenario({
        ...pause,
        clients: [
          {
            ...a,
            renewal: { every: 3000 },
            program: [{ do: 'acquire' }, { do: 'work', for: 15_000 }, { do: 'write' }, { do: 'release' }],
          },
        ],
        faults,
      } as ScenarioInput);
    expect(noted(input([]), 'expire')).toEqual([]);
    const stalled = input([{ kind: 'pause', process: 'A', part: 'renewal', at: 1000, for: 30_000 }]);
    expect(noted(stalled, 'extend')).toEqual([]);
    expect(times(stalled, 'expire', 'redis')).toEqual([10_400]);
    expect(noted(stalled, 'accept')).toHaveLength(1);
  });

  it('delays one message and lets later ones overtake it', () => {
    const { events } = simulate(withFaults([{ kind: 'delay', message: 'A→storage·1', by: 5000 }]));
    expect(events.find((event) => event.kind === 'deliver' && event.message === 'A→storage·1')).toMatchObject({
      t: 6200,
      held: 5000,
    });
  });

  it('drops, and a client without a timeout waits for ever', () => {
    const { events } = simulate(withFaults([{ kind: 'drop', message: 'A→redis·1' }]));
    expect(events.find(({ kind }) => kind === 'drop')).toMatchObject({ t: 400, why: 'fault' });
    expect(events.some((event) => isNote(event, 'done') && event.process === 'A')).toBe(false);
  });

  it('delivers a duplicate a second time, under an address of its own', () => {
    const { events } = simulate(withFaults([{ kind: 'duplicate', message: 'A→storage·2', after: 700 }]));
    const deliveries = events.filter((event) => event.kind === 'deliver' && event.message.startsWith('A→storage·2'));
    expect(deliveries.map((event) => [event.t, event.kind === 'deliver' && event.message])).toEqual([
      [3400, 'A→storage·2'],
      [4100, 'A→storage·2′'],
    ]);
  });

  it('cuts a link one way or both', () => {
    const cut = (oneWay: boolean) =>
      simulate(withFaults([{ kind: 'partition', sides: [['redis'], ['A']], at: 0, for: 5000, oneWay }])).events;
    expect(cut(true).some((event) => isNote(event, 'grant') && event.t === 400)).toBe(true);
    expect(cut(false).some((event) => isNote(event, 'grant') && event.t === 400)).toBe(false);
  });

  it('changes a latency for a while', () => {
    const input = withFaults([{ kind: 'latency', sides: [['A'], ['redis']], at: 0, for: 500, latency: 2000 }]);
    expect(times(input, 'grant', 'redis')[0]).toBe(2000);
    expect(times(input, 'believe', 'A')[0]).toBe(2400);
  });

  it('loses what reaches a dead host, and starts it again', () => {
    const input = withFaults([{ kind: 'crash', process: 'A', at: 1000, for: 2000 }]);
    const { events } = simulate(input);
    expect(events.find(({ kind }) => kind === 'drop')).toMatchObject({ process: 'A', why: 'down' });
    // it begins its program anew, and finds its own old lock in the way
    expect(events.find((event) => isNote(event, 'deny'))).toMatchObject({ data: { holder: 'A', heldBy: 'A#1' } });
  });

  it('makes a lease longer where the server’s clock runs slow', () => {
    expect(
      times(withFaults([{ kind: 'rate', process: 'redis', at: 400, rate: 0.5 }]), 'release', 'redis').length,
    ).toBeGreaterThan(0);
    const slow = scenario({
      ...pause,
      clients: [{ name: 'A', release: 'never' }],
      faults: [{ kind: 'rate', process: 'redis', at: 400, rate: 0.5 }],
    });
    expect(times(slow, 'expire', 'redis')).toEqual([20_400]);
  });

  it('meets a pause’s end once, even when the process dies in between', () => {
    const { events, end } = simulate(
      withFaults([
        { kind: 'pause', process: 'A', at: 1000, for: 5000 },
        { kind: 'crash', process: 'A', at: 2000, for: 1000 },
      ]),
    );
    expect(events.filter(({ kind }) => kind === 'resume')).toHaveLength(0);
    expect(end.reason).toBe('quiet');
  });
});

describe('the shipped scenarios', () => {
  const every = library.flatMap(({ scenarios }) => scenarios);

  it.each(every.map((each) => [each.id, each] as const))(
    '%s ends by itself, and all its faults meet something',
    (_, each) => {
      const { end, inert } = simulate(each);
      expect(end.reason).toBe('quiet');
      expect(inert).toEqual([]);
    },
  );

  it.each(every.map((each) => [each.id, each] as const))('%s keeps its trace', async (id, each) => {
    const { events } = simulate(each);
    await expect(`${events.map((event) => JSON.stringify(event)).join('\n')}\n`).toMatchFileSnapshot(
      `golden/${id}.jsonl`,
    );
  });
});
