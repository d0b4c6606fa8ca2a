import { describe, expect, it } from 'vitest';
import { findScenario } from '../scenario/library.ts';
import { tokenFrom, told } from './told.ts';

describe('a row with an expiry', () => {
  it('client-clock-row: two grants and a lost update; with the token A is refused; the database’s clock keeps B out', () => {
    const document = findScenario('client-clock-row');
    expect(told(document).codes).toEqual([
      'lost-update',
      'stale-write',
      'two-holders',
      'spurious-loss',
      'two-believers',
    ]);
    const on = told(document, ...tokenFrom('version')).codes;
    expect(on).toEqual(['two-holders', 'spurious-loss', 'two-believers']);
    expect(told(document, ['lock.clock', 'database']).safe).toBe(true);
  });

  it('watched-lease: lost without the check, refused with it', () => {
    const document = findScenario('watched-lease');
    expect(told(document).codes).toEqual(['lost-update', 'stale-write', 'two-believers']);
    const on = told(document, ...tokenFrom('version'));
    expect(on.safe).toBe(true);
    expect(on.codes).toEqual(['two-believers']);
  });
});
