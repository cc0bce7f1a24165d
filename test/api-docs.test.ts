/** The API reference is made of all entry points of the package, and says of everything there what it is. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const read = (path: string): unknown =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8'));

/** Sources of the entry points. */
const entries = (
  read('docs/api/typedoc.json') as { readonly entryPoints: readonly string[] }
).entryPoints.map((path) => new URL(path, new URL('../docs/api/', import.meta.url)));

interface Declared {
  readonly name: string;
  readonly kind: string;
  /** The comment before it; empty without one. */
  readonly comment: string;
}

/** A declaration of a file, or what the file hands on under that name. */
function declaredIn(file: URL, name: string): Declared | undefined {
  const text = readFileSync(file, 'utf8');
  const own = new RegExp(
    String.raw`(/\*\*(?:(?!\*/).)*\*/\n(?:// [^\n]*\n)*)?^export (?:abstract |async )*(function|const|class|interface|type) ${name}\b`,
    'msu',
  ).exec(text);
  if (own) return { name, kind: own[2]!, comment: own[1] ?? '' };
  for (const [given, from] of handedOn(text)) {
    if (given === name) return declaredIn(new URL(from.replace(/\.js$/u, '.ts'), file), name);
  }
  return undefined;
}

/** Names that a file exports from others, with the file. */
function handedOn(text: string): (readonly [string, string])[] {
  const lists = text.matchAll(/^export (?:type )?\{([^}]*)\} from '([^']+)'/gmu);
  return [...lists].flatMap(([, names = '', from = '']) =>
    names.split(',').flatMap((each) => {
      const name = each
        .trim()
        .replace(/^type /u, '')
        .replace(/ as .*$/u, '');
      return name === '' ? [] : [[name, from] as const];
    }),
  );
}

function declaredBy(entry: URL): readonly Declared[] {
  const text = readFileSync(entry, 'utf8');
  const own = [...text.matchAll(/^export (?:async )?function (\w+)/gmu)].map(([, name = '']) => name);
  return [...own, ...handedOn(text).map(([name]) => name)].map((name) => {
    const found = declaredIn(entry, name);
    if (!found) throw new Error(`${name} of ${entry.href} is declared nowhere`);
    return found;
  });
}

describe.each(entries.map((entry) => [entry.pathname.replace(/^.*\/src\//u, ''), entry] as const))(
  'the entry point %s',
  (_name, entry) => {
    test('says of every export what it is', () => {
      expect(existsSync(entry)).toBe(true);
      const without = declaredBy(entry).filter(({ comment }) => !/\/\*\*\s*(?:\* )?[^\s@*]/u.test(comment));
      expect(without.map(({ name }) => name)).toEqual([]);
    });

    test('every function of an entry point has an example', () => {
      const without = declaredBy(entry).filter(
        ({ kind, comment }) => kind === 'function' && !comment.includes('@example'),
      );
      expect(without.map(({ name }) => name)).toEqual([]);
    });
  },
);

test('the entry points of the API reference are those of the package', () => {
  const { exports } = read('package.json') as {
    readonly exports: Readonly<Record<string, string | { readonly default: string }>>;
  };
  const { entryPoints } = read('docs/api/typedoc.json') as { readonly entryPoints: readonly string[] };
  const sources = Object.values(exports).flatMap((target) =>
    typeof target === 'string'
      ? []
      : [target.default.replace('./dist/', '../../src/').replace(/\.js$/u, '.ts')],
  );
  expect([...entryPoints].sort()).toEqual(sources.sort());
});
