import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scenario } from '../scenario/parse.ts';
import { simulate } from '../simulate/simulate.ts';
import { judge } from '../verdict/judge.ts';
import { check } from './check.ts';
import { list } from './list.ts';
import { run } from './run.ts';
import { sweep } from './sweep.ts';

const json = (source: string, ...set: string[]) => {
  const { output, status } = run([source], { json: true, set });
  return { status, ...JSON.parse(output) };
};

describe('fencepost', () => {
  it('lists the shipped scenarios', () => {
    expect(list([], { json: false, set: [] }).output).toContain('pause-outlasts-lease');
    const all = JSON.parse(list([], { json: true, set: [] }).output);
    expect(all[0]).toMatchObject({ id: 'pause-outlasts-lease', group: 'Walk-throughs', service: 'redis' });
  });

  it('runs one, with what it found, its events and its end', () => {
    const told = json('pause-outlasts-lease');
    expect(told.status).toBe(1);
    expect(told.scenario.id).toBe('pause-outlasts-lease');
    expect(told.verdicts[0]).toMatchObject({ code: 'lost-update', processes: ['A', 'B'] });
    expect(told.events[told.verdicts[0].at]).toMatchObject({
      t: 18_400,
      process: 'storage',
      kind: 'note',
      note: 'accept',
    });
    expect(told.events[1]).toEqual({ id: 1, t: 0, process: 'A', kind: 'start', cause: null });
    expect(told.end).toMatchObject({ reason: 'quiet' });
  });

  it('exits with 0 where the check makes it safe, and A’s write is refused', () => {
    const told = json('pause-outlasts-lease', 'storage.check=token', 'lock.token=incr');
    expect(told.status).toBe(0);
    expect(
      told.events.some(
        (event: { note?: string; data?: { by?: string } }) => event.note === 'refuse' && event.data?.by === 'A',
      ),
    ).toBe(true);
  });

  it('closes the gap before the first write by fencing reads', () => {
    expect(json('gap-before-first-write').verdicts.map(({ code }: { code: string }) => code)).toContain('lost-update');
    expect(json('gap-before-first-write', 'storage.fenceReads=true').status).toBe(0);
  });

  it('sets lists and objects too', () => {
    expect(json('pause-outlasts-lease', 'faults=[]', 'network={"latency":50}').status).toBe(0);
  });

  it('reads a file, and says what is wrong with it by the field’s path', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'fencepost-')), 'mine.json');
    writeFileSync(file, JSON.stringify({ version: 1, clients: [{ name: 'A' }] }));
    expect(json(file).status).toBe(0);
    writeFileSync(file, JSON.stringify({ version: 1, clients: [{ name: 'A', rounds: 0 }] }));
    expect(() => run([file], { json: false, set: [] })).toThrow('clients.0.rounds: expected 1 or more, found 0');
  });

  it('refuses what it cannot use', () => {
    const bad =
      (...set: string[]) =>
      () =>
        run(['strict-check'], { json: false, set });
    expect(bad('lock.ttl=0')).toThrow('lock.ttl: expected 1 or more, found 0');
    expect(bad('nonsense')).toThrow('expected path=value');
    expect(() => run(['no-such-thing'], { json: false, set: [] })).toThrow('no shipped scenario');
    expect(() => run([], { json: false, set: [] })).toThrow('name a scenario');
  });

  it('follows every order, and opens what it found as a scenario with the same verdict', () => {
    const options = { json: true, set: [], everyOrder: true };
    const { status, output } = check(['gap-before-first-write'], options);
    const answer = JSON.parse(output);
    expect(status).toBe(1);
    expect(answer).toMatchObject({ complete: true, violation: { code: 'lost-update' } });
    const { events, end } = simulate(scenario(answer.violation.scenario));
    expect(judge(events, end).findings.map(({ code }) => code)).toContain('lost-update');
    const fenced = check(['gap-before-first-write'], { ...options, set: ['storage.fenceReads=true'] });
    expect(fenced.status).toBe(0);
    expect(JSON.parse(fenced.output)).toMatchObject({ complete: true, violation: null });
  });

  it('says so where it did not come to the end', () => {
    const options = { json: false, set: ['storage.fenceReads=true', 'clients.0.rounds=3', 'clients.1.rounds=3'] };
    const { status, output } = check(['gap-before-first-write'], { ...options, everyOrder: true, maxStates: 100 });
    expect(status).toBe(3);
    expect(output).toContain('nothing found so far');
    expect(() => check(['strict-check'], { json: false, set: [], everyOrder: false })).toThrow('--every-order');
  });

  it('sweeps two settings, as CSV', () => {
    const axes = { x: 'faults.0.for=0..20000/5', y: 'lock.ttl=5000..20000/2' };
    const { status, output } = sweep(['pause-outlasts-lease'], { json: false, set: [], ...axes });
    const [head, ...cells] = output.trim().split('\n');
    expect(status).toBe(0);
    expect(head).toBe('faults.0.for,lock.ttl,verdict');
    expect(cells).toHaveLength(10);
    expect(cells[0]).toBe('0,5000,safe');
    expect(cells[4]).toBe('20000,5000,lost-update');
    const bad = (x: string) => () => sweep(['strict-check'], { json: false, set: [], ...axes, x });
    expect(bad('lock.ttl')).toThrow('expected path=from..to/steps');
    expect(bad('lock.nonsense=0..10/3')).toThrow('are the paths right?');
  });
});
