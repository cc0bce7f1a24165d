/** The rules of the house that imports can break. Imports of types count as those of values do. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const source = fileURLToPath(new URL('../src/', import.meta.url));
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
);

/** What every room may import: files directly in `src` that import none of the rooms but `text`. */
const FOUNDATION = new Set([
  'defaults',
  'errors',
  'extra-data',
  'grammar',
  'interrupt',
  'language',
  'limits',
  'matches',
  'members',
  'memo',
  'pattern-guard',
  'pattern-stretches',
  'process-environment',
  'remembered-searches',
  'seeded-random',
  'slots',
  'units',
  'walks',
]);

/**
 * The rooms in the order in which data walks, and the rooms that each may import, besides the foundation. A room
 * that is not listed fails, and so does an arrow that no import uses any more.
 */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  text: [],
  document: [],
  graphics: ['document'],
  tables: ['document', 'graphics'],
  pdf: ['document', 'graphics', 'wall'],
  ocr: ['document', 'graphics', 'text'],
  llm: ['document', 'graphics', 'text'],
  readers: ['document', 'graphics', 'pdf', 'ocr'],
  anchors: ['document', 'text'],
  types: ['document', 'text'],
  methods: ['document', 'graphics', 'tables', 'text', 'anchors', 'types'],
  preprocessors: ['document', 'graphics', 'text', 'anchors', 'llm'],
  rules: ['text'],
  computed: ['document', 'text', 'rules'],
  fields: ['document', 'text', 'anchors', 'types', 'methods', 'rules', 'computed', 'llm'],
  postprocess: ['types', 'rules', 'computed', 'fields', 'llm'],
  config: [
    'document',
    'anchors',
    'types',
    'methods',
    'preprocessors',
    'rules',
    'computed',
    'fields',
    'postprocess',
    'ocr',
    'llm',
  ],
  validate: ['rules', 'computed', 'fields', 'config'],
  classify: ['document', 'anchors', 'llm', 'fields', 'config', 'validate', 'extract'],
  service: [
    'readers',
    'rules',
    'computed',
    'fields',
    'validate',
    'config',
    'classify',
    'extract',
    'extractor',
    'report',
    'llm',
    'options',
    'workers',
  ],
  suggest: ['document', 'graphics', 'tables', 'text', 'anchors', 'types', 'config', 'extract'],
  authoring: ['document', 'text', 'fields', 'config', 'extract', 'extractor', 'suggest'],
  report: [
    'document',
    'graphics',
    'tables',
    'computed',
    'fields',
    'config',
    'validate',
    'options',
    'extraction-core',
    'extract',
    'extractor',
  ],
  wall: [],
  workers: [
    'wall',
    'document',
    'tables',
    'llm',
    'ocr',
    'readers',
    'config',
    'validate',
    'classify',
    'classifier',
    'extract',
    'extraction-core',
    'recheck',
    'options',
  ],
};

/** Files directly in `src` that bind the rooms together, and the command line: they may import every room. */
const TOP = new Set([
  'extract',
  'recheck',
  'extraction-core',
  'extractor',
  'classifier',
  'index',
  'options',
  'worker-program',
  'cli',
]);

interface Import {
  readonly from: string;
  /** A file of `src`, or the name of a package. */
  readonly to: string;
}

const imports = files.flatMap((from): Import[] => {
  const text = readFileSync(join(source, from), 'utf8');
  const found = text.matchAll(
    /(?:^|\n)(?:import|export)(?:\s+type)?\s[^;]*?from '([^']+)'|import\('([^']+)'\)/gu,
  );
  return [...found].map(([, fixed, dynamic]) => {
    const target = fixed ?? dynamic ?? '';
    const to = target.startsWith('.')
      ? normalize(join(dirname(from), target)).replace(/\.js$/u, '.ts')
      : target;
    return { from, to };
  });
});

/** The room that a file belongs to; files directly in `src` are rooms of their own. */
function room(file: string): string {
  return file.split(sep)[0]!.replace(/\.ts$/u, '');
}

const arrows = imports
  .filter(({ from, to }) => to.endsWith('.ts') && room(from) !== room(to))
  .map(({ from, to }) => ({ from, to, tail: room(from), head: room(to) }));

describe('imports', () => {
  test('are found at all', () => {
    expect(imports.length).toBeGreaterThan(500);
  });

  test('go from room to room only where that is allowed', () => {
    const astray = arrows.filter(
      ({ tail, head }) => !TOP.has(tail) && !FOUNDATION.has(head) && !(ALLOWED[tail] ?? []).includes(head),
    );
    expect(
      astray.filter(({ tail }) => !FOUNDATION.has(tail)).map(({ from, to }) => `${from} -> ${to}`),
    ).toEqual([]);
  });

  test('of the foundation reach nothing but the foundation and text', () => {
    const astray = arrows.filter(
      ({ tail, head }) => FOUNDATION.has(tail) && head !== 'text' && !FOUNDATION.has(head),
    );
    expect(astray.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  });

  test('use every arrow that is allowed, and every room that is listed', () => {
    const used = new Set(arrows.map(({ tail, head }) => `${tail} -> ${head}`));
    const unused = Object.entries(ALLOWED).flatMap(([tail, heads]) =>
      heads.map((head) => `${tail} -> ${head}`).filter((arrow) => !used.has(arrow)),
    );
    expect(unused).toEqual([]);
    const rooms = new Set(files.map(room));
    const listed = [...Object.keys(ALLOWED), ...TOP, ...FOUNDATION];
    expect([...rooms].filter((each) => !listed.includes(each))).toEqual([]);
  });

  test('make no circle between rooms', () => {
    const reachable = new Map<string, Set<string>>();
    for (const { tail, head } of arrows) {
      reachable.set(tail, (reachable.get(tail) ?? new Set()).add(head));
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
    expect(arrows.filter(({ head }) => head === 'cli')).toEqual([]);
  });

  test.each([
    ['pdfjs-dist', 'pdf'],
    ['@cantoo/pdf-lib', 'pdf'],
    ['commander', 'cli'],
    ['@e965/xlsx', 'readers'],
    ['fast-levenshtein', 'text'],
    ['json-logic-js', 'rules'],
  ])('of %s stay in src/%s', (name, home) => {
    const users = imports.filter(({ to }) => to === name || to.startsWith(`${name}/`));
    expect(users.length).toBeGreaterThan(0);
    expect(users.filter(({ from }) => room(from) !== home)).toEqual([]);
  });

  test('are all that rooms know of the outside: only the command line reads the environment', () => {
    const readers = files.filter((file) => {
      const code = readFileSync(join(source, file), 'utf8').replace(/\/\*.*?\*\/|\/\/[^\n]*/gsu, '');
      return /\bprocess\.env\b/u.test(code) && room(file) !== 'cli';
    });
    // A process of its own is given the one variable without which Windows starts none.
    expect(readers).toEqual(['process-environment.ts']);
  });

  test('lead to files that exist', () => {
    const known = new Set(files.map((file) => relative('.', file)));
    const lost = imports.filter(({ to }) => to.endsWith('.ts') && !known.has(to));
    expect(lost).toEqual([]);
  });
});
