import { describe, expect, it } from 'vitest';
import { delivered, fault, found, note, sent } from './testing.ts';

const write = (t: number, who = 'A', op = `${who}1.1`) => sent(t, who, 'storage', { op, base: 0, claim: `${who}#1` });
const answer = (t: number, who = 'A', op = `${who}1.1`) => delivered(t, 'storage', who, { op });
const unsure = (t: number, who = 'A', op = `${who}1.1`) => note(t, who, 'unknown', { op, what: 'write' });
const stop = (t: number, who = 'A') => note(t, who, 'stop', { reason: 'timeout' });

describe('unknown-outcome', () => {
  it('is none while its client still asks; at the end it is', () => {
    const later = note(9, 'B', 'done', { rounds: 1 });
    expect(found('unknown-outcome', [write(0), unsure(5), later])).toEqual([[9, 'A']]);
    expect(found('unknown-outcome', [write(0), later])).toEqual([]);
    expect(found('unknown-outcome', [write(0), unsure(5), answer(6), later])).toEqual([]);
  });

  it('is told once, whatever follows', () => {
    const after = [fault(7, 'A', 'crash'), answer(8)];
    expect(found('unknown-outcome', [write(0), unsure(5), stop(6), ...after])).toEqual([[6, 'A']]);
  });

  it('is none of a client that stops for another reason, with no write in doubt', () => {
    expect(found('unknown-outcome', [write(0), stop(3)])).toEqual([]);
    expect(found('unknown-outcome', [stop(3)])).toEqual([]);
  });

  it('is a doubt that outlives the repetition, and ends with the answer to it', () => {
    expect(found('unknown-outcome', [write(0), unsure(5), write(6), stop(8)])).toEqual([[8, 'A']]);
    expect(found('unknown-outcome', [write(0), unsure(5), write(6), answer(7), stop(8)])).toEqual([]);
  });

  it('is of one operation, and of one client', () => {
    expect(found('unknown-outcome', [write(0), unsure(5), answer(6, 'A', 'A1.2'), stop(7)])).toEqual([[7, 'A']]);
    expect(found('unknown-outcome', [write(0), unsure(5), stop(6, 'B'), answer(7)])).toEqual([]);
    expect(found('unknown-outcome', [write(0), write(0, 'B'), fault(3, 'A', 'crash'), answer(4, 'B')])).toEqual([
      [3, 'A'],
    ]);
  });

  it('does not take the request’s arrival at storage for its answer', () => {
    const arrives = delivered(2, 'A', 'storage', { op: 'A1.1', base: 0 });
    expect(found('unknown-outcome', [write(0), arrives, fault(3, 'A', 'crash')])).toEqual([[3, 'A']]);
  });

  it('is none of a read, or of another message that names the operation', () => {
    const effect = sent(0, 'A', 'outside', { op: 'A1.1', claim: 'A#1' });
    expect(found('unknown-outcome', [effect, fault(1, 'A', 'crash')])).toEqual([]);
    expect(found('unknown-outcome', [sent(0, 'A', 'storage', { claim: 'A#1' }), fault(1, 'A', 'crash')])).toEqual([]);
  });

  it('is none of an acquire or a release that goes unanswered', () => {
    for (const what of ['acquire', 'release'] as const) {
      expect(found('unknown-outcome', [write(0), note(5, 'A', 'unknown', { op: 'A1.1', what }), stop(6)])).toEqual([]);
    }
  });

  it('goes on at the point «written» only', () => {
    const point = (name: string) => note(6, 'A', 'point', { point: name, round: 1 });
    expect(found('unknown-outcome', [write(0), unsure(5), point('checked'), answer(7)])).toEqual([]);
    expect(found('unknown-outcome', [write(0), unsure(5), point('written'), answer(7)])).toEqual([[6, 'A']]);
  });

  it('is told for every write in the air, and in every episode', () => {
    const both = [write(0), write(1, 'A', 'A1.2'), fault(2, 'A', 'crash'), fault(3, 'A', 'restart')];
    expect(found('unknown-outcome', [...both, write(4, 'A', 'A2.1'), unsure(8, 'A', 'A2.1'), stop(9)])).toEqual([
      [2, 'A'],
      [2, 'A'],
      [9, 'A'],
    ]);
  });

  it('is none of a write in the air when another client, or storage, dies', () => {
    for (const who of ['B', 'storage']) {
      expect(found('unknown-outcome', [write(0), fault(2, who, 'crash'), answer(3)])).toEqual([]);
    }
  });

  it('casts no doubt on the next operation', () => {
    expect(found('unknown-outcome', [write(0), unsure(5), write(6, 'A', 'A1.2'), stop(8)])).toEqual([[8, 'A']]);
  });
});
