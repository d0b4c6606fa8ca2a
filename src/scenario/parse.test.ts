import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyScenario } from './arbitrary.ts';
import { findScenario, library } from './library.ts';
import { parseScenario, parseText } from './parse.ts';
import { setPath } from './set.ts';

const good = { version: 1, clients: [{ name: 'A' }] };
const problems = (data: unknown) => {
  const parsed = parseScenario(data);
  return parsed.ok ? [] : parsed.problems;
};
const first = (data: unknown) => problems(data)[0]?.message;

describe('parsing a document', () => {
  it('fills in what is left out', () => {
    const parsed = parseScenario(good);
    expect(parsed).toMatchObject({
      ok: true,
      scenario: {
        lock: { service: 'redis', ttl: 10_000, token: 'none' },
        storage: { check: 'nothing' },
        network: { latency: 400 },
      },
    });
  });

  it('says where, what was found, and what was expected', () => {
    expect(first(setPath(good, 'lock', { service: 'redis', ttl: -5 }))).toBe('lock.ttl: expected 1 or more, found -5');
    expect(first(setPath(good, 'lock', { service: 'memcached' }))).toMatch(
      /^lock\.service: expected .*redis.*, found "memcached"$/,
    );
    expect(first(setPath(good, 'storage.check', 'tokens'))).toMatch(
      /^storage\.check: expected .*"token".*, found "tokens"$/,
    );
    expect(first(setPath(good, 'storage.fenceReads', 'yes'))).toBe('storage.fenceReads: expected boolean, found "yes"');
    expect(first(setPath(good, 'clients.0.name', 7))).toBe('clients.0.name: expected string, found 7');
    expect(first(setPath(good, 'network.latency', 0.5))).toBe('network.latency: expected a whole number, found 0.5');
    expect(first(setPath(good, 'colour', 'red'))).toBe('colour: expected no such field, found a field of that name');
    expect(first(setPath(good, 'faults', [{ kind: 'delay', message: 'A to redis', by: 5 }]))).toBe(
      'faults.0.message: expected a message such as A→redis·2, found "A to redis"',
    );
    expect(first(setPath(good, 'faults', [{ kind: 'pause', process: 'A', at: 'soon', for: 5 }]))).toMatch(
      /^faults\.0\.at: expected .*a time in ms, or a point such as "A after checked".*, found "soon"$/,
    );
    expect(first(setPath(good, 'faults', [{ kind: 'meteor' }]))).toMatch(
      /^faults\.0\.kind: expected .*"pause".*, found "meteor"$/,
    );
  });

  it('refuses another version, and what is no document', () => {
    expect(first({ ...good, version: 2 })).toBe('version: expected 1, found 2');
    expect(first({ clients: [] })).toBe('version: expected 1, found nothing');
    expect(first([])).toBe('the document: expected an object that describes a timeline, found a list of 0');
    expect(first(null)).toBe('the document: expected an object that describes a timeline, found null');
  });

  it('refuses what asks for too much', () => {
    const crowd = Array.from({ length: 10_000 }, (_, n) => ({ name: `c${n}` }));
    expect(problems({ ...good, clients: crowd }).map(({ message }) => message)).toEqual([
      'clients: expected at most 8, found a list of 10,000',
    ]);
    expect(first(setPath(good, 'limits', { events: 1_000_000 }))).toBe(
      'limits.events: expected 100,000 or less, found 1000000',
    );
    const parsed = parseText(' '.repeat(1_000_001));
    expect(parsed.ok ? '' : parsed.problems[0]?.message).toContain('1,000,001 characters');
  });

  it('refuses a name that something else has', () => {
    expect(first({ version: 1, clients: [{ name: 'A' }, { name: 'A' }] })).toContain('clients.1.name');
    expect(first({ version: 1, clients: [{ name: 'storage' }] })).toContain('clients.0.name');
  });

  it('says what is no JSON', () => {
    const parsed = parseText('{"version": 1,');
    expect(parsed.ok ? '' : parsed.problems[0]?.message).toMatch(
      /^the document: expected a JSON document, found text that is not JSON/,
    );
  });

  it('never throws, and always says a path', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (data) => {
        for (const each of problems(data)) expect(each.message).toContain('expected');
      }),
    );
    fc.assert(
      fc.property(anyScenario, fc.jsonValue(), fc.nat(), (document, value, n) => {
        const paths = [
          'lock',
          'clients',
          'clients.0.program',
          'storage.check',
          'faults.0',
          'network',
          'limits.events',
          'narration',
        ];
        parseScenario(setPath(document, paths[n % paths.length] as string, value));
      }),
    );
  });

  it('keeps a parsed document as it is', () => {
    for (const each of library.flatMap(({ scenarios }) => scenarios)) {
      expect(parseScenario(JSON.parse(JSON.stringify(each)))).toEqual({ ok: true, scenario: each });
    }
  });
});

describe('the library', () => {
  it('finds each scenario by its id', () => {
    expect(findScenario('strict-check')?.title).toBe('Greater, or greater or equal');
    expect(findScenario('nothing-of-that-name')).toBeUndefined();
  });
});
