import { describe, expect, it } from 'vitest';
import { settingOf } from '../../model/registry.ts';
import { first } from '../../scenario/library.ts';
import {
  addFault,
  changeFault,
  delayOf,
  type Edited,
  removeFault,
  setCheck,
  setDelay,
  setFields,
  setForClients,
  toggleOnMessage,
} from './edits.ts';

const taken = (edited: Edited) => (edited.ok ? edited.scenario : expect.fail(edited.problems[0]?.message));

describe('edits', () => {
  it('leave the document that they change as it was', () => {
    const before = JSON.stringify(first);
    taken(setFields(first, ['lock.ttl', 5000], ['network.latency', 10]));
    taken(removeFault(first, 0));
    expect(JSON.stringify(first)).toBe(before);
  });

  it('switch the token on with a check that wants one, and leave it alone otherwise', () => {
    const on = taken(setCheck(first, 'token'));
    expect([on.storage.check, settingOf(on.lock, 'token')]).toEqual(['token', 'incr']);
    const apart = taken(setFields(first, ['lock.token', 'incr-apart']));
    expect(settingOf(taken(setCheck(apart, 'token')).lock, 'token')).toBe('incr-apart');
    expect(settingOf(taken(setCheck(on, 'nothing')).lock, 'token')).toBe('incr');
  });

  it('hold a message up, and let it go at 0', () => {
    const held = taken(setDelay(taken(setDelay(first, 'B→redis·1', 500)), 'B→redis·1', 700));
    expect(delayOf(held, 'B→redis·1')).toBe(700);
    expect(held.faults).toHaveLength(2);
    expect(taken(setDelay(held, 'B→redis·1', 0)).faults).toEqual(first.faults);
  });

  it('hold a message up by so long in all, where several faults did', () => {
    const delay = (by: number) => ({ kind: 'delay', message: 'B→redis·1', by }) as const;
    const twice = taken(addFault(taken(addFault(first, delay(500))), delay(300)));
    expect(delayOf(twice, 'B→redis·1')).toBe(800);
    expect(taken(setDelay(twice, 'B→redis·1', 900)).faults).toEqual([...first.faults, delay(900)]);
    expect(taken(setDelay(twice, 'B→redis·1', 0)).faults).toEqual(first.faults);
  });

  it('lose a message, and find it again', () => {
    const lost = taken(toggleOnMessage(first, { kind: 'drop', message: 'B→redis·1' }));
    expect(lost.faults).toHaveLength(2);
    expect(taken(toggleOnMessage(lost, { kind: 'drop', message: 'B→redis·1' })).faults).toEqual(first.faults);
  });

  it('set the same for every client', () => {
    expect(taken(setForClients(first, 'renewal.every', 3000)).clients.map(({ renewal }) => renewal.every)).toEqual([
      3000, 3000,
    ]);
  });

  it('are refused where the document would be wrong, with the path', () => {
    const edited = changeFault(first, 0, { for: -1 });
    expect(edited.ok ? '' : edited.problems[0]?.message).toBe('faults.0.for: expected 0 or more, found -1');
    const crowded = Array.from({ length: 201 }).reduce<Edited>(
      (so) => (so.ok ? addFault(so.scenario, { kind: 'drop', message: 'A→redis·1' }) : so),
      { ok: true, scenario: first },
    );
    expect(crowded.ok).toBe(false);
  });
});
