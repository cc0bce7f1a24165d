/** The table of what the service promises names a test for every line; each of those tests is there. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const table = readFileSync(new URL('specification.md', import.meta.url), 'utf8');

/** Rows of tables without their headings: what is wanted, how it is here, and what shows it. */
const rows = table.split('\n').filter((line) => /^\| (?!The specification says \||---)/u.test(line));

/** A cell's text, of which a bar is written as `\|`. */
const plain = (cell: string) => cell.replaceAll('\\|', '|').trim();

interface Reference {
  readonly path: string;
  readonly title: string;
}

function referencesIn(row: string): readonly Reference[] {
  const found = plain(row).matchAll(/`(test\/\S+\.ts) › ([^`]+)`/gu);
  return [...found].map(([, path = '', title = '']) => ({ path, title }));
}

/** The first arguments of calls that are texts: titles of tests are among them. */
function titlesIn(path: string): ReadonlySet<string> {
  const code = readFileSync(new URL(path, root), 'utf8');
  const found = code.matchAll(/(?<!\bdescribe)\(\s*(['"`])((?:\\.|(?!\1).)*)\1\s*,/gsu);
  return new Set([...found].map(([, , title = '']) => title.replace(/\\(['"`])/gu, '$1')));
}

describe('the table of the service’s specification', () => {
  test('quotes the specification in every row, and says how it is here', () => {
    expect(rows.length).toBeGreaterThan(150);
    const isWhole = (row: string) => /^\| “[^“”|]{5,}” \| (?:\\\||[^“”|])+ \| (?:\\\||[^|])+ \|$/u.test(row);
    expect(rows.filter((row) => !isWhole(row))).toEqual([]);
  });

  test('names a test in every row', () => {
    expect(rows.filter((row) => referencesIn(row).length === 0)).toEqual([]);
  });

  test('names tests by titles that say something', () => {
    const vague = rows.flatMap(referencesIn).filter(({ title }) => !/[a-z]{3}/iu.test(title));
    expect(vague).toEqual([]);
  });

  test('names tests that there are', () => {
    const references = rows.flatMap(referencesIn);
    const missing = references.filter(
      ({ path, title }) => !existsSync(fileURLToPath(new URL(path, root))) || !titlesIn(path).has(title),
    );
    expect(missing).toEqual([]);
  });

  test('the table of the service’s specification would miss a test that is gone', () => {
    const [first] = rows.flatMap(referencesIn);
    expect(titlesIn(first?.path ?? '').has(`${first?.title} no more`)).toBe(false);
    expect(referencesIn('| “a” | a | `test/a.test.ts › a \\| b`, `test/b.test.ts › c` |')).toEqual([
      { path: 'test/a.test.ts', title: 'a | b' },
      { path: 'test/b.test.ts', title: 'c' },
    ]);
  });
});
