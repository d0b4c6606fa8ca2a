import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
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
const IMPURE =
  /(?<![.\w])((document|window|navigator|localStorage|performance|globalThis)\s*[.[]|(setTimeout|setInterval|requestAnimationFrame)\s*\()|\bnew Date\b|\bDate\.now\b|\bMath\.random\b/;
const IMPURE_LIBRARIES = /^(react|react-dom|zustand|zundo|d3-selection|d3-transition|d3-zoom|d3-drag|d3-timer|node:)/;

const rankOf = (file: string) => ORDER.findIndex((folder) => file.startsWith(`${folder}/`));

/** What is wrong with a file of `src/`, by its path in there and its text. */
function faultsOf(file: string, text: string): string[] {
  const rank = rankOf(file);
  if (rank < 0) return [];
  const faults: string[] = [];
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  for (const [, from = ''] of code.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g)) {
    if (from.startsWith('.')) {
      const target = join(dirname(file), from).split(sep).join('/');
      if (rankOf(target) > rank) faults.push(`${file} imports ${target}, which stands below it`);
    } else if (rank <= LAST_PURE && IMPURE_LIBRARIES.test(from)) {
      faults.push(`${file} imports ${from}, and is to be pure`);
    }
  }
  const impure = rank <= LAST_PURE ? IMPURE.exec(code.replaceAll(/'[^'\n]*'|`[^`]*`/g, "''")) : null;
  if (impure) faults.push(`${file} uses ${impure[0]}, and is to be pure`);
  return faults;
}

const SRC = dirname(fileURLToPath(import.meta.url));

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesIn(path);
    return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

describe('import order', () => {
  it('is kept by every file', () => {
    const files = filesIn(SRC);
    expect(files.length).toBeGreaterThan(40);
    const faults = files.flatMap((file) =>
      faultsOf(relative(SRC, file).split(sep).join('/'), readFileSync(file, 'utf8')),
    );
    expect(faults).toEqual([]);
  });

  it('is broken by an import from below, a page, a clock, chance, or a library that knows them', () => {
    expect(faultsOf('kernel/a.ts', "import { redis } from '../model/redis/service.ts';")).toHaveLength(1);
    expect(faultsOf('model/a.ts', "import type { Scenario } from '../scenario/schema.ts';")).toHaveLength(1);
    expect(faultsOf('timeline/layout/a.ts', "import { draw } from '../draw/timeline.ts';")).toHaveLength(1);
    expect(faultsOf('scenario/a.ts', "const a = await import('../simulate/simulate.ts');")).toHaveLength(1);
    expect(faultsOf('verdict/a.ts', "import { useState } from 'react';")).toHaveLength(1);
    expect(faultsOf('kernel/a.ts', 'const now = Date.now();')).toHaveLength(1);
    expect(faultsOf('kernel/a.ts', 'const x = Math.random();')).toHaveLength(1);
    expect(faultsOf('timeline/layout/a.ts', 'document.createElement("p")')).toHaveLength(1);
  });

  it('takes an import from above, and words in comments and texts', () => {
    expect(faultsOf('app/a.ts', "import { simulate } from '../simulate/simulate.ts'; document.body;")).toEqual([]);
    expect(faultsOf('kernel/a.ts', "// never Math.random()\nexport const a = 'document.';")).toEqual([]);
  });
});
