/** The API reference is made of all entry points of the package. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const read = (path: string): unknown =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8'));

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
