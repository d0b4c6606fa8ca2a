import { describe, expect, it } from 'vitest';
import { findScenario } from '../scenario/library.ts';
import { scenario } from '../scenario/parse.ts';
import type { ScenarioInput } from '../scenario/schema.ts';
import { setPath } from '../scenario/set.ts';
import { simulate } from '../simulate/simulate.ts';
import { judge } from './judge.ts';

const told = (id: string, ...changes: [path: string, value: unknown][]) => {
  const changed = changes.reduce<unknown>(
    (document, [path, value]) => setPath(document, path, value),
    findScenario(id),
  );
  const { events, end } = simulate(scenario(changed as ScenarioInput));
  const { findings, safe } = judge(events, end);
  return { codes: [...new Set(findings.map(({ code }) => code))], safe };
};
const check: [string, unknown] = ['storage.check', 'token'];
const fence: [string, unknown] = ['lock.token', 'fence'];

describe('the shipped scenarios: PostgreSQL', () => {
  it('two-primaries-postgres: the same token on both sides, and a check that takes both', () => {
    const without = told('two-primaries-postgres');
    expect(without.codes).toEqual(['lost-update', 'stale-write', 'two-holders', 'token-regressed', 'two-believers']);
    expect(told('two-primaries-postgres', check).codes).toEqual(without.codes);
  });

  it('two-primaries-postgres: isolating the old primary before the promotion ends it', () => {
    const faults = [
      { kind: 'command', process: 'primary', at: 4500, command: 'isolate' },
      ...(findScenario('two-primaries-postgres')?.faults ?? []),
    ];
    const { codes, safe } = told('two-primaries-postgres', ['faults', faults]);
    expect({ safe, lost: codes.includes('lost-update'), two: codes.includes('two-holders') }).toEqual({
      safe: false,
      lost: false,
      two: false,
    });
  });

  it('frozen-holder-postgres: safe, and B waits; an idle timeout makes it a lease, which wants the check', () => {
    expect(told('frozen-holder-postgres')).toEqual({ codes: [], safe: true });
    const lease: [string, unknown] = ['lock.idleTimeout', 10_000];
    expect(told('frozen-holder-postgres', lease).codes).toContain('lost-update');
    expect(told('frozen-holder-postgres', lease, check, fence).safe).toBe(true);
  });

  it('pooler-shares-a-lock: two holders; a token saves the data; a transaction lock has one holder', () => {
    expect(told('pooler-shares-a-lock').codes).toEqual(expect.arrayContaining(['lost-update', 'two-holders']));
    const on = told('pooler-shares-a-lock', check, fence).codes;
    expect(on).toContain('two-holders');
    expect(on).not.toContain('lost-update');
    expect(told('pooler-shares-a-lock', ['lock.scope', 'transaction']).safe).toBe(true);
  });
});
