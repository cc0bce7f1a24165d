/** Numbers of the language book that have a name are those of the code. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const code = ['src/page', 'src/language/methods']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(root, folder, name), 'utf8')),
  )
  .join('\n');

const chapter = readFileSync(join(root, 'docs/language/02-layout-methods-geometry.md'), 'utf8');
const start = chapter.indexOf('### 2.4 Constants');
const table = chapter.slice(start, chapter.indexOf('\n---', start));

/** Names and values of the table's rows: `| A / B | 1 / 2 in | … |` are two. */
const constants = [...table.matchAll(/^\| ([A-Z_ /]+) \| ([\d. /]+)/gmu)].flatMap(([, names, values]) => {
  const numbers = values!.split('/').map(Number);
  return names!.split('/').map((name, i) => [name.trim(), numbers[i]!] as const);
});

describe('named numbers of the language book', () => {
  test('named numbers are found at all', () => {
    expect(constants.length).toBeGreaterThan(20);
  });

  test.each(constants)('%s has the value of the code: %d', (name, value) => {
    expect(code).toMatch(
      new RegExp(`^(?:export )?const ${name} = ${String(value).replace('.', '\\.')};`, 'mu'),
    );
  });

  test('chapter 2 names no numbers beside those of its table', () => {
    const known = new Set(constants.map(([name]) => name));
    const named = /\b[A-Z]{3,}(?:_[A-Z]+)+\b(?= ?[=<>≤≥]| ?\|)|(?:[<>≤≥=] )\b[A-Z]{3,}(?:_[A-Z]+)*\b/gu;
    const found = [...chapter.matchAll(named)].map(([text]) => text.replace(/^[<>≤≥=] /u, ''));
    expect(found.filter((name) => !known.has(name))).toEqual([]);
  });
});
