/** Regular expressions of the library run on text of strangers: of none may the time double with each sign of the text. */
import { readdirSync, readFileSync } from 'node:fs';
import { checkSync } from 'recheck';
import { expect, test } from 'vitest';
import { patternLiterals } from './support/pattern-literals.js';

const source = new URL('../src/', import.meta.url);
/** Time that the analysis of one may take, in milliseconds: an exponential one shows in a few. */
const ANALYSIS_MS = 2_000;

const isExponential = (pattern: RegExp) => {
  const result = checkSync(pattern.source, pattern.flags, { timeout: ANALYSIS_MS });
  return result.status === 'vulnerable' && result.complexity.type === 'exponential';
};

test('an exponential pattern is seen', () => {
  expect(isExponential(/(?:[x*]{2,}-?)+\d{2,4}/u)).toBe(true);
});

test('no pattern of the library is exponential', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const found = files.flatMap((file) =>
    patternLiterals(readFileSync(new URL(file, source), 'utf8')).map((pattern) => ({ file, pattern })),
  );
  expect(found.length).toBeGreaterThan(500);
  const known = new Map(found.map((each) => [String(each.pattern), each]));
  const slow = [...known.values()].filter(({ pattern }) => isExponential(pattern));
  expect(slow.map(({ file, pattern }) => `${file}: ${String(pattern)}`)).toEqual([]);
}, 600_000);
