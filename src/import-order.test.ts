import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, transformWithOxc } from 'vite';
import { describe, expect, it } from 'vitest';

/** A folder imports only from itself and from those above it in this list. */
const ORDER = [
  'kernel',
  'model',
  'scenario',
  'simulate',
  'verdict',
  'explore',
  'timeline/layout',
  'timeline/draw',
  'app',
  'share',
  'cli',
];

/** The pure core: down to here nothing knows a page, a clock, chance, or a library that does. */
const LAST_PURE = ORDER.indexOf('timeline/layout');
const IMPURE_LIBRARIES =
  /^(node:|(react|react-dom|zustand|zundo|d3-(selection|transition|zoom|drag|timer|brush))(\/|$))/;
const PAGE = 'document window navigator location history localStorage sessionStorage fetch requestAnimationFrame';
const CLOCK_AND_CHANCE = 'Date performance setTimeout setInterval setImmediate crypto Math.random';
const WAYS_ROUND = 'globalThis process';

/** Oxc's `define` knows scopes: it renames what is global, and leaves a parameter called `document` alone. */
const RENAMED = 'IMPURE__';
const define = Object.fromEntries(
  `${PAGE} ${CLOCK_AND_CHANCE} ${WAYS_ROUND}`.split(' ').map((name) => [name, `${RENAMED}.${name.replace('.', '$')}`]),
);

const rankOf = (file: string) => ORDER.findIndex((folder) => file.startsWith(`${folder}/`));
const isTest = (file: string) => /\.test\.tsx?$/.test(file);
/** What tests share stands in no layer, and nothing but tests may use it. */
const isForTests = (file: string) => isTest(file) || posix.basename(file) === 'testing.ts';

/** All that a file names to be loaded: `from`, `import`, `import()`, of types too, and the URL of a worker. */
function importsOf(file: string, text: string): string[] {
  let code = text;
  for (const { start, end } of parseSync(file, text).comments) {
    code = code.slice(0, start) + ' '.repeat(end - start) + code.slice(end);
  }
  const found = code.matchAll(/(?:\bfrom|\bimport|\bimport\s*\(|\bnew URL\(|\bglob\()\s*(['"`])([^'"`]+)\1/g);
  return [...found].map(([, , name = '']) => name);
}

/** What is wrong with a file of `src/`, by its path in there and its text. */
async function faultsOf(file: string, text: string): Promise<string[]> {
  const rank = rankOf(file);
  if (rank < 0) return isForTests(file) ? [] : [`${file} lies in none of the folders`];
  const pure = rank <= LAST_PURE && !isTest(file);
  const faults: string[] = [];
  for (const name of importsOf(file, text)) {
    if (name.startsWith('.')) {
      const target = posix.join(posix.dirname(file), name);
      if (isForTests(target) && !isForTests(file)) faults.push(`${file} imports ${target}, which is for tests`);
      else if (rankOf(target) < 0 && !isForTests(target)) faults.push(`${file} imports ${target}, from outside`);
      else if (rankOf(target) > rank) faults.push(`${file} imports ${target}, which stands below it`);
    } else if (pure && IMPURE_LIBRARIES.test(name)) {
      faults.push(`${file} imports ${name}, and is to be pure`);
    }
  }
  if (pure) {
    const { code } = await transformWithOxc(text, file, { define, sourcemap: false });
    const used = [...code.matchAll(/\bIMPURE__\.([\w$]+)/g)].map(([, name = '']) => name.replace('$', '.'));
    for (const name of new Set(used)) faults.push(`${file} uses ${name}, and is to be pure`);
  }
  return faults;
}

const SRC = dirname(fileURLToPath(import.meta.url));

/** Every TypeScript file in a folder of `src/`, by its path in there. */
function filesIn(folder: string): string[] {
  return readdirSync(join(SRC, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(SRC, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((file) => file.includes('/'));
}

describe('import order', () => {
  it('is kept by every file', async () => {
    const files = filesIn('.');
    expect(files.length).toBeGreaterThan(40);
    const faults = await Promise.all(files.map((file) => faultsOf(file, readFileSync(join(SRC, file), 'utf8'))));
    expect(faults.flat()).toEqual([]);
  });

  it.each([
    ['kernel/a.ts', "import { redis } from '../model/redis/service.ts';"],
    ['kernel/a.test.ts', "import { simulate } from '../simulate/simulate.ts';"],
    ['model/redis/a.ts', "import type { Scenario } from '../../scenario/schema.ts';"],
    ['model/a.ts', "export * from '../verdict/judge.ts';"],
    ['scenario/a.ts', "const a = await import('../simulate/simulate.ts');"],
    ['simulate/a.ts', "type A = import('../verdict/types.ts').Verdict;"],
    ['verdict/a.ts', "const a = new Worker(new URL('../explore/worker.ts', import.meta.url));"],
    ['explore/a.ts', "import '../timeline/layout/layout.ts';"],
    ['timeline/layout/a.ts', "import { draw } from '../draw/timeline.ts';"],
    ['timeline/draw/a.ts', "import { store } from '../../app/store/store.ts';"],
    ['app/a.tsx', "import { embed } from '../share/embed.ts'; export const a = <p>text</p>;"],
    ['share/a.ts', "import { run } from '../cli/run.ts';"],
  ])('is broken by an import from below: %s with %s', async (file, text) => {
    expect(await faultsOf(file, text)).toEqual([expect.stringContaining('stands below it')]);
  });

  it.each([
    ['verdict/a.ts', "import { useState } from 'react';"],
    ['model/a.ts', "import { jsx } from 'react/jsx-runtime';"],
    ['timeline/layout/a.ts', "import { select } from 'd3-selection';"],
    ['explore/a.ts', "import { createStore } from 'zustand/vanilla';"],
    ['scenario/a.ts', "import { readFileSync } from 'node:fs';"],
    ['timeline/layout/a.ts', 'document.createElement("p")'],
    ['timeline/layout/a.ts', 'export const { innerWidth } = window;'],
    ['kernel/a.ts', 'export const now = Date.now();'],
    ['kernel/a.ts', 'export const now = new Date();'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: code in a text
    ['kernel/a.ts', 'export const now = `at ${performance.now()} ms`;'],
    ['kernel/a.ts', 'export const x = Math.random();'],
    ['kernel/a.ts', "export const x = ['http://', Math.random].length;"],
    ['simulate/a.ts', 'setTimeout(() => {}, 1);'],
    ['simulate/a.ts', 'globalThis.setTimeout(() => {}, 1);'],
  ])('is broken by a page, a clock, chance, or a library that knows them: %s with %s', async (file, text) => {
    expect(await faultsOf(file, text)).toEqual([expect.stringContaining('is to be pure')]);
  });

  it('is broken by a folder that it does not know, and by what is for tests only', async () => {
    expect(await faultsOf('helpers/a.ts', 'export {};')).toHaveLength(1);
    expect(await faultsOf('timeline/a.ts', 'export {};')).toHaveLength(1);
    expect(await faultsOf('app/a.ts', "import { a } from '../helpers/a.ts';")).toHaveLength(1);
    expect(await faultsOf('cli/a.ts', "import { a } from '../../e2e/a.ts';")).toHaveLength(1);
    expect(await faultsOf('verdict/a.ts', "import { a } from './testing.ts';")).toHaveLength(1);
    expect(await faultsOf('verdict/a.test.ts', "import { a } from './testing.ts';")).toEqual([]);
  });

  it.each([
    ['app/a.ts', "import { simulate } from '../simulate/simulate.ts'; document.title = '';"],
    ['kernel/a.ts', "import { b } from './b.ts'; import { assign } from 'xstate';"],
    ['kernel/a.ts', "// never Math.random(), nor import '../model/b.ts'\nexport const a = 'document.title';"],
    ['scenario/a.ts', 'export const idOf = (document: { id: string }) => document.id;'],
    ['scenario/a.test.ts', "import { readFileSync } from 'node:fs'; document.title = '';"],
  ])(
    'takes an import from above, words in comments and texts, and names of its own: %s with %s',
    async (file, text) => {
      expect(await faultsOf(file, text)).toEqual([]);
    },
  );
});
