/** The rules of the house that imports can break. Imports of types alone leave no trace at run time and are free. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const source = fileURLToPath(new URL('../src/', import.meta.url));
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
);

interface Import {
  readonly from: string;
  /** A file of `src`, or the name of a package. */
  readonly to: string;
  readonly typeOnly: boolean;
}

const imports = files.flatMap((from): Import[] => {
  const text = readFileSync(join(source, from), 'utf8');
  const found = text.matchAll(
    /(?:^|\n)(?:import|export)(\s+type)?\s[^;]*?from '([^']+)'|import\('([^']+)'\)/gu,
  );
  return [...found].map(([, type, fixed, dynamic]) => {
    const target = fixed ?? dynamic ?? '';
    const to = target.startsWith('.')
      ? normalize(join(dirname(from), target)).replace(/\.js$/u, '.ts')
      : target;
    return { from, to, typeOnly: type !== undefined };
  });
});

/** The room that a file belongs to; files directly in `src` are rooms of their own. */
function room(file: string): string {
  return file.split(sep)[0]!;
}

describe('imports', () => {
  test('are found at all', () => {
    expect(imports.length).toBeGreaterThan(500);
  });

  test('make no cycles between folders', () => {
    const reachable = new Map<string, Set<string>>();
    for (const { from, to, typeOnly } of imports) {
      if (typeOnly || !to.endsWith('.ts') || room(from) === room(to)) continue;
      reachable.set(room(from), (reachable.get(room(from)) ?? new Set()).add(room(to)));
    }
    const cycles = [...reachable.keys()].filter((start) => {
      const seen = new Set<string>();
      const open = [...(reachable.get(start) ?? [])];
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        if (seen.has(next)) continue;
        seen.add(next);
        open.push(...(reachable.get(next) ?? []));
      }
      return seen.has(start);
    });
    expect(cycles).toEqual([]);
  });

  test('reach the command line from nowhere else', () => {
    expect(imports.filter(({ from, to }) => room(to) === 'cli' && room(from) !== 'cli')).toEqual([]);
  });

  test.each([
    ['pdfjs-dist', 'pdf'],
    ['@cantoo/pdf-lib', 'pdf'],
    ['commander', 'cli'],
  ])('of %s stay in src/%s', (name, home) => {
    const users = imports.filter(({ to }) => to === name || to.startsWith(`${name}/`));
    expect(users.length).toBeGreaterThan(0);
    expect(users.filter(({ from }) => room(from) !== home)).toEqual([]);
  });

  test('lead to files that exist', () => {
    const known = new Set(files.map((file) => relative('.', file)));
    const lost = imports.filter(({ to }) => to.endsWith('.ts') && !known.has(to));
    expect(lost).toEqual([]);
  });
});
