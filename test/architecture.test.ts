/** The rules of the house that imports can break. Imports of types count as those of values do. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const source = fileURLToPath(new URL('../src/', import.meta.url));
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
);

/** What every room may import. */
const FOUNDATION = new Set([
  'errors',
  'limits',
  'language',
  'async',
  'objects',
  'platform',
  'schema',
  'text',
]);

/**
 * The rooms in the order in which data walks, and the rooms that each may import, besides the foundation. A room
 * that is not listed fails, and so does an arrow that no import uses any more.
 */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  document: [],
  graphics: ['document'],
  tables: ['document', 'graphics'],
  pdf: ['document', 'graphics'],
  ocr: ['document', 'graphics'],
  llm: ['document', 'graphics'],
  readers: ['document', 'graphics', 'pdf', 'ocr'],
  anchors: ['document'],
  types: ['document'],
  methods: ['document', 'graphics', 'tables', 'anchors', 'types'],
  preprocessors: ['document', 'graphics', 'anchors', 'llm'],
  rules: [],
  computed: ['document', 'rules'],
  fields: ['document', 'anchors', 'types', 'methods', 'rules', 'computed', 'llm'],
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
  extraction: [
    'document',
    'graphics',
    'methods',
    'preprocessors',
    'computed',
    'fields',
    'postprocess',
    'config',
    'validate',
    'ocr',
    'llm',
  ],
  classify: ['document', 'anchors', 'llm', 'fields', 'config', 'validate', 'extraction'],
  service: [
    'readers',
    'rules',
    'computed',
    'fields',
    'validate',
    'config',
    'classify',
    'extraction',
    'extractor',
    'report',
    'llm',
    'options',
    'workers',
  ],
  suggest: ['document', 'graphics', 'tables', 'anchors', 'types', 'config', 'extraction'],
  authoring: ['document', 'fields', 'config', 'extraction', 'extractor', 'suggest'],
  report: [
    'document',
    'graphics',
    'tables',
    'computed',
    'fields',
    'config',
    'validate',
    'calls',
    'options',
    'extraction',
    'extractor',
  ],
  studio: ['document', 'config', 'extraction', 'extractor', 'suggest', 'authoring', 'report'],
  // An entry point: the parts of the rooms that concepts and engines are written with.
  extend: [
    'document',
    'pdf',
    'readers',
    'anchors',
    'types',
    'methods',
    'preprocessors',
    'rules',
    'computed',
    'config',
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
    'extraction',
    'calls',
    'options',
  ],
};

/** What binds the rooms together, the programs of processes, and the command line: they may import every room. */
const TOP = new Set(['extract', 'calls', 'extractor', 'index', 'options', 'programs', 'cli']);

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
  test('imports are found at all', () => {
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

  test('imports of the foundation reach nothing but the foundation', () => {
    const astray = arrows.filter(({ tail, head }) => FOUNDATION.has(tail) && !FOUNDATION.has(head));
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

  test('imports make no circle between rooms', () => {
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

  test('reach the command line and the programs of processes from nowhere else', () => {
    expect(arrows.filter(({ head }) => head === 'cli' || head === 'programs')).toEqual([]);
  });

  test.each([
    ['pdfjs-dist', 'pdf'],
    ['commander', 'cli'],
    ['@e965/xlsx', 'readers'],
    ['fast-levenshtein', 'text'],
    ['ipaddr.js', 'service'],
    ['json-logic-js', 'rules'],
  ])('imports of %s stay in src/%s', (name, home) => {
    const users = imports.filter(({ to }) => to === name || to.startsWith(`${name}/`));
    expect(users.length).toBeGreaterThan(0);
    expect(users.filter(({ from }) => room(from) !== home)).toEqual([]);
  });

  test('imports are all that rooms know of the outside: only the command line reads the environment', () => {
    const readers = files.filter((file) => {
      const code = readFileSync(join(source, file), 'utf8').replace(/\/\*.*?\*\/|\/\/[^\n]*/gsu, '');
      return /\bprocess\.env\b/u.test(code) && room(file) !== 'cli';
    });
    // A process of its own is given the one variable without which Windows starts none.
    expect(readers).toEqual(['foundation/platform/process-environment.ts']);
  });

  test('no file asks URL.canParse, which is wrong on Node 20 and 22: parsedUrl is right', () => {
    const asking = files.filter((file) => readFileSync(join(source, file), 'utf8').includes('URL.canParse('));
    expect(asking).toEqual([]);
  });

  test('imports lead to files that exist', () => {
    const known = new Set(files.map((file) => relative('.', file)));
    const lost = imports.filter(({ to }) => to.endsWith('.ts') && !known.has(to));
    expect(lost).toEqual([]);
  });
});
