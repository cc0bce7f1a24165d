import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DocumentError } from '../../../src/errors.js';
import type { Fingerprint } from '../../../src/language/config/config-types.js';
import type { Document } from '../../../src/page/document/model.js';
import { documentFromLines } from '../../../src/reading/from-lines.js';
import {
  type SegmentingConfig,
  segmentByFingerprints,
  unmatchedPages,
} from '../../../src/run/classify/segments.js';
import { guard } from '../../support/guards.js';

/** Pages parted by bars, on each a line for every word. */
function paged(pages: string): Document {
  return documentFromLines(
    pages.split('|').flatMap((words, page) =>
      words
        .split(' ')
        .filter((word) => word !== '')
        .map((text, i) => ({ text, page, left: 1, top: 1 + 0.3 * i })),
    ),
  );
}

type Tests = Fingerprint['tests'];

const first = (match: string | string[], offset = 0): Tests[number] => ({ page: 'first', match, offset });
const last = (match: string | string[], offset = 0): Tests[number] => ({ page: 'last', match, offset });
const every = (match: string | string[]): Tests[number] => ({ page: 'every', match });
const any = (match: string | string[]): Tests[number] => ({ page: 'any', match });

/** A config by its name; its type is `t` followed by the name unless one is given. */
function config(configuration: string, tests: Tests, documentType = `t${configuration}`): SegmentingConfig {
  return { documentType, configuration, fingerprint: { tests }, guard: guard(), checkpoint: () => undefined };
}

/** `A 0-2 (B)`: config, pages, and the others on the same pages. */
function segments(pages: string, configs: readonly SegmentingConfig[]): string[] {
  return segmentByFingerprints(paged(pages), configs).map(
    ({ configuration, startPage, endPage, also }) =>
      `${configuration} ${startPage}-${endPage}${also.length > 0 ? ` (${also.join(', ')})` : ''}`,
  );
}

const A = (...tests: Tests) => config('A', tests);
const B = (...tests: Tests) => config('B', tests);

it.each<[string, readonly SegmentingConfig[], string[]]>([
  ['a1|x|x|b1|x', [A(first('a1')), B(first('b1'))], ['A 0-2', 'B 3-4']],
  ['x|a1|x|a9|x', [A(first('a1'), last('a9'))], ['A 1-3']],
  ['a1|a1|a9', [A(first('a1'), last('a9'))], ['A 1-2']],
  ['a1|x|b1|b9', [A(first('a1'), last('a9')), B(first('b1'), last('b9'))], ['B 2-3']],
  ['a1 h|h|h|x|a1 h', [A(first('a1'), every('h'))], ['A 0-2', 'A 4-4']],
  ['h|h|h|h', [A(every('h'))], ['A 0-3']],
  ['h|h|h k9|h|h k9', [A(every('h'), last('k9'))], ['A 0-2', 'A 3-4']],
  ['x|k9|x', [A(last('k9'))], []],
  ['x|a1|x|b1', [A(first('a1', -1)), B(first('b1'))], ['A 0-2', 'B 3-3']],
  ['a1|x|x|b1|x', [A(first('a1')), B(first('b1', -1))], ['A 0-1', 'B 2-4']],
  ['c|a1|x|a9|d', [A(first('a1', -1), last('a9', 1))], ['A 0-4']],
  ['r1|x|s9|x', [A(first('r1'), last('r9'), last('s9'))], ['A 0-2']],
  ['a1 h|b1 h|h', [A(first('a1'), every('h')), B(first(['b1', 'h']))], ['A 0-0', 'B 1-2']],
  ['p q|x|z', [A('p', 'q'), B('z')], ['A 0-1', 'B 2-2']],
  ['p|x|q|z|y', [A('p', 'q'), B('z')], ['A 0-2', 'B 3-4']],
  ['p|z|q', [A('p', 'q'), B('z')], ['B 1-2']],
  ['a1|x|a9|p|x', [A(first('a1'), last('a9')), B('p')], ['A 0-2', 'B 3-4']],
  ['a1|a2', [config('A', [first('a1')], 't'), config('B', [first('a1')], 't')], ['A 0-1 (B)']],
  ['a1 a2|x', [config('A', [first('a1')], 'u'), config('B', [first(['a1', 'a2'])], 't')], ['B 0-1']],
  ['a1|x m|a1|x', [A(first('a1'), any('m'))], ['A 0-1']],
  [
    'y x|x y',
    [
      A({
        page: 'first',
        match: [
          [
            { type: 'includes', text: 'x' },
            { type: 'includes', text: 'y' },
          ],
        ],
      }),
    ],
    ['A 1-1'],
  ],
])('documents in a file are separated: %s', (pages, configs, expected) => {
  expect(segments(pages, configs)).toEqual(expected);
});

it('documents in a file are found in two worked files', () => {
  const bill = config('bill', [first('Bill')], 'bills');
  const letter = config('letter', [first('Dear')], 'letters');
  expect(segments('Bill|Bill|Dear|x', [bill, letter])).toEqual(['bill 0-0', 'bill 1-1', 'letter 2-3']);
  const tax = config('tax', [first('form'), last('sign')], 'taxes');
  const bank = config('bank', ['account', 'balance'], 'banks');
  const pay = config('pay', ['earnings'], 'pays');
  expect(segments('form|sign|account|x|balance|x|x|earnings', [tax, bank, pay])).toEqual([
    'tax 0-1',
    'bank 2-6',
    'pay 7-7',
  ]);
});

it('end at the end of the file, whatever an offset says', () => {
  expect(segments('a1|a9', [A(first('a1', -3), last('a9', 3))])).toEqual(['A 0-1']);
});

it('documents in a file need a page of their own after the one before', () => {
  expect(segments('a1|b1|x', [A(first('a1'), last('b1')), B(first('b1', -1))])).toEqual(['A 0-1']);
});

it('documents in a file of one config may have a first page that is the last one too', () => {
  expect(segments('a1 a9|a1 a9', [A(first('a1'), last('a9'))])).toEqual(['A 0-0', 'A 1-1']);
});

it('documents in a file with a last page and a text begin where the text is', () => {
  expect(segments('x|m|x|k9|x', [A(any('m'), last('k9'))])).toEqual(['A 1-3']);
});

it('documents in a file do not run over the end of a page with a sequence', () => {
  const sequence = [
    [
      { type: 'includes' as const, text: 'x' },
      { type: 'includes' as const, text: 'y' },
    ],
  ];
  expect(segments('x|y', [A({ page: 'first', match: sequence })])).toEqual([]);
});

it('documents in a file of equal claims go to the first config', () => {
  expect(segments('a1', [B(first('a1')), A(first('a1'))])).toEqual(['B 0-0']);
});

it('documents in a file are not looked for any more when the time is up', () => {
  const late = () => {
    throw new DocumentError('timed_out', 'too long');
  };
  const configs = [{ ...A(first('a1')), checkpoint: late }];
  expect(() => segmentByFingerprints(paged('a1|x'), configs)).toThrow(/too long/u);
});

it('documents in a file are none without tests', () => {
  expect(segments('a1|x', [A()])).toEqual([]);
  expect(segmentByFingerprints({ pages: [] }, [A(first('a1'))])).toEqual([]);
});

describe('any file', () => {
  const word = fc.constantFrom('a', 'b', 'c', 'd');
  const page = fc.array(word, { maxLength: 3 }).map((words) => words.join(' '));
  const test = fc.record({
    page: fc.constantFrom('first', 'last', 'every', 'any'),
    match: fc.array(word, { minLength: 1, maxLength: 2 }),
    offset: fc.integer({ min: -2, max: 2 }),
  });
  const configs = fc
    .array(fc.array(test, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 })
    .map((all) => all.map((tests, i) => config(`c${i}`, tests as Tests, `t${i % 2}`)));
  const file = fc.array(page, { minLength: 1, maxLength: 8 }).map((pages) => pages.join('|'));

  it('any file has documents in page order that never overlap, and every page is in one or in none', () => {
    fc.assert(
      fc.property(file, configs, (pages, given) => {
        const document = paged(pages);
        const found = segmentByFingerprints(document, given);
        const covered = [
          ...found.map(({ startPage, endPage }) => [startPage, endPage] as const),
          ...unmatchedPages(found, document.pages.length),
        ].toSorted(([a], [b]) => a - b);
        let next = 0;
        for (const [from, to] of covered) {
          expect(from).toBe(next);
          expect(to).toBeGreaterThanOrEqual(from);
          next = to + 1;
        }
        expect(next).toBe(document.pages.length);
      }),
    );
  });

  it('gives the same when configs that find nothing are added', () => {
    fc.assert(
      fc.property(file, configs, (pages, given) => {
        const stranger = config('stranger', [first('nowhere')]);
        expect(segments(pages, [...given, stranger])).toEqual(segments(pages, given));
      }),
    );
  });
});
