import { expect, it } from 'vitest';
import { formatPath } from '../../../src/errors.js';
import { validateConfig } from '../../../src/language/config/built-in.js';
import type { Fingerprint } from '../../../src/language/config/config-types.js';
import { fingerprintTests } from '../../../src/language/config/fingerprint.js';

/** Issues of a config with these tests, as `severity path code`. */
function issues(...tests: unknown[]): string[] {
  return validateConfig({ fields: [], fingerprint: { tests } }).map(
    ({ severity, path, code }) => `${severity} ${formatPath(path)} ${code}`,
  );
}

it.each<[string, unknown[], string[]]>([
  ['of the first page alone', [{ page: 'first', match: 'a' }], ['warning fingerprint.tests open_end']],
  [
    'of the first page and texts',
    ['b', { page: 'first', match: 'a' }],
    ['warning fingerprint.tests open_end'],
  ],
  ['of texts alone', ['a', { page: 'any', match: 'b' }], []],
  [
    'of first and last page',
    [
      { page: 'first', match: 'a' },
      { page: 'last', match: 'b', offset: -1 },
    ],
    [],
  ],
  ['of both kinds of tests', ['a', [{ type: 'includes', text: 'b' }], { page: 'any', match: 'c' }], []],
  ['without tests', [], []],
  ['of last pages alone', [{ page: 'last', match: 'a' }], ['warning fingerprint.tests cannot_segment']],
  [
    'of every page alone',
    [{ page: 'every', match: 'a' }, 'b'],
    ['warning fingerprint.tests ambiguous_segments'],
  ],
  [
    'of every page and the last',
    [
      { page: 'every', match: 'a' },
      { page: 'last', match: 'b' },
    ],
    [],
  ],
  [
    'with an offset that nothing heeds',
    [{ page: 'any', match: 'a', offset: 2 }],
    ['warning fingerprint.tests[0].offset ignored_member'],
  ],
  [
    'with a broken offset',
    [{ page: 'first', match: 'a', offset: 0.5 }],
    ['warning fingerprint.tests open_end', 'warning fingerprint.tests[0].offset fraction_ignored'],
  ],
  ['without a match', [{ page: 'first' }], ['error fingerprint.tests[0].match invalid_value']],
  ['with an empty set', [{ page: 'first', match: [] }], ['warning fingerprint.tests[0].match empty_list']],
  [
    'of a page that does not exist',
    [{ page: 'middle', match: 'a' }],
    ['error fingerprint.tests[0].page invalid_value'],
  ],
  [
    'with an unknown member',
    [{ page: 'first', match: 'a', offsett: 1 }],
    ['error fingerprint.tests[0].offsett unknown_member'],
  ],
])('the grammar of fingerprints reports a test %s', (_name, tests, expected) => {
  expect(issues(...tests)).toEqual(expected);
});

it('fingerprints have their short forms written out', () => {
  const sequence = [{ type: 'includes' as const, text: 'b' }];
  const tests: Fingerprint['tests'] = ['a', sequence, { page: 'last', match: ['c', sequence], offset: 1 }];
  expect(fingerprintTests({ tests })).toEqual([
    { page: 'any', matches: ['a'], offset: 0 },
    { page: 'any', matches: [sequence], offset: 0 },
    { page: 'last', matches: ['c', sequence], offset: 1 },
  ]);
});
