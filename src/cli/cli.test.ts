import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { list } from './list.ts';
import { run } from './run.ts';

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
});
