import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { facts } from './facts.ts';
import { inexpressible } from './inexpressible.ts';

/** The systems of the facts whose models are here. */
const modelled: readonly string[] = ['redis', 'sqlite'];

const source = join(import.meta.dirname, '..', '..');
const tested = new Set(
  readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .flatMap((file) => [...readFileSync(join(source, file), 'utf8').matchAll(/factSaw\('([^']+)'\)/g)])
    .map(([, id]) => id),
);

describe('the facts', () => {
  const wanted = facts.filter(({ system, scope }) => scope === 'model' && modelled.includes(system));

  it('each one of a system that is modelled has its test, or its reason for having none', () => {
    const missing = wanted.filter(({ id }) => !tested.has(id) && !(id in inexpressible)).map(({ id }) => id);
    expect(missing).toEqual([]);
  });

  it('what is said to be inexpressible is a fact, and has no test', () => {
    const ids = new Set(facts.map(({ id }) => id));
    for (const id of Object.keys(inexpressible)) {
      expect(ids).toContain(id);
      expect(tested).not.toContain(id);
    }
  });
});
