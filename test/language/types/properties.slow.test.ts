/** What holds for every type on any text. */

import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TypeReference } from '../../../src/foundation/schema/language.js';
import type { Tiebreaker } from '../../../src/language/types/select.js';
import { matchingText } from '../../../src/language/types/text.js';
import { guard } from '../../support/guards.js';
import { processorTime } from '../../support/processor-time.js';
import { filtered, registry, run, select } from './support.js';

const references: readonly TypeReference[] = [
  'string',
  'number',
  { id: 'number', thousandsSeparator: ' ', decimalSeparator: ',', roundTo: 2 },
  'currency',
  { id: 'currency', relaxed: true, accountingNegative: 'default', removeSpaces: true },
  { id: 'currency', accountingNegative: 'anyParentheses', currencySymbol: { EUR: '€', $: '$' } },
  { id: 'currency', relaxedWithCents: true },
  'accountingCurrency',
  'periodDelimitedCurrency',
  'percentage',
  'distance',
  'weight',
  'boolean',
  'date',
  { id: 'date', language: 'es' },
  { id: 'date', format: ['%d %b %y', '%Y'] },
  'phoneNumber',
  'name',
  { id: 'name', capitalization: 'firstLetter' },
  'address',
  { id: 'address', block_format: false },
  { id: 'custom', pattern: '\\p{L}+(\\d)?', flags: 'u', type: 'word' },
  { id: 'custom', pattern: '\\S+ \\S+', matchMultipleLines: true },
  { id: 'replace', pattern: '\\d', replaceWith: '#' },
  'paragraph',
  { id: 'paragraph', allNewlines: true, annotateSuperscriptAndSubscript: true },
  { id: 'compose', types: [{ id: 'custom', pattern: '\\S+' }, 'number'] },
  { id: 'any', types: ['date', 'phoneNumber', 'currency', 'name', 'string'] },
];

const labelled = references.map((type) => ({ label: JSON.stringify(type), type }));

/** Pieces that types look for, so that random lines often hold values. */
const FRAGMENTS =
  '12|1,204|-|\u2212|(|)|$|€|.|,| |/|:|%|7|2024|03/04/2024|Mar 9, 2022|2024-05-06|+46 8 123 456 78|206-555-0142|Yes|no|Ada|Okafor|&|and|Jr.|van|de|8 Gull Lane|PO Box 9|Bath|, ME 04530|USA|miles|kg|million|k|M|st|\u00a0|\u200b|\u00ad|\u0000|\ue000|\ud83d|\udea2|e\u0301|\u202e|\u05d0\u05d1|\uff11'.split(
    '|',
  );
const line = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 10 }).map((parts) => parts.join('')),
  fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 8 }).map((parts) => parts.join(' ')),
);
const lines = fc.array(line, { maxLength: 6 });
const tiebreaker = fc.constantFrom<Tiebreaker | undefined>(
  undefined,
  'first',
  'second',
  'last',
  '<',
  '>',
  'join',
  -2,
  3,
);

describe.each(labelled)('$label', ({ type }) => {
  beforeAll(() => registry.prepare([type]));

  it('never throws, names lines that exist, and gives plain JSON', () => {
    fc.assert(
      fc.property(lines, tiebreaker, (texts, choice) => {
        const found = select(type, texts, choice);
        if (found.value === null) {
          expect(found.reason).not.toBe('');
          return;
        }
        expect(JSON.parse(JSON.stringify(found.value))).toEqual(found.value);
        const positions = [...found.lines];
        expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b));
        expect(positions.every((position) => position in texts)).toBe(true);
        if (texts.length > 0 && positions.length === 0) expect(found.value.value).toBe('');
      }),
      { numRuns: 300 },
    );
  });

  it('takes its source from the text', () => {
    const stripped = (text: string) => matchingText(text).replace(/ /gu, '');
    fc.assert(
      fc.property(lines, (texts) => {
        const compiled = registry.compile(type);
        if (compiled.id === 'compose') return;
        const candidates = compiled.candidates(
          texts.map((text) => ({ text })),
          guard(),
        );
        for (const { value, lines: touched } of candidates) {
          const text = touched.map((position) => texts[position]).join('');
          if (value.source !== undefined) expect(stripped(text)).toContain(stripped(value.source));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('equals any and compose of itself', () => {
    fc.assert(
      fc.property(lines, tiebreaker, (texts, choice) => {
        const own = select(type, texts, choice);
        const id = registry.compile(type).id;
        const compose = select({ id: 'compose', types: [type] }, texts, choice);
        expect(compose.value).toEqual(own.value);
        if (own.value && compose.value) expect(compose.lines).toEqual(own.lines);
        if (id !== 'paragraph') {
          const any = select({ id: 'any', types: [type] }, texts, choice);
          expect(any.value).toEqual(own.value);
          if (own.value && any.value) expect(any.lines).toEqual(own.lines);
        }
      }),
      { numRuns: 150 },
    );
  });
});

describe('reading a source again', () => {
  /** Types whose matches do not depend on the text around them. */
  const independent = [
    'number',
    'percentage',
    'distance',
    'weight',
    'boolean',
    'phoneNumber',
    'accountingCurrency',
    { id: 'currency', relaxedWithCents: true },
    { id: 'custom', pattern: '\\d+' },
  ];
  beforeAll(() => registry.prepare(independent));

  it.each(independent.map((type) => ({ label: JSON.stringify(type), type })))(
    'reading a source again: $label gives the same value',
    ({ type }) => {
      fc.assert(
        fc.property(lines, (texts) => {
          const found = select(type, texts, 'last').value;
          if (found) expect(run(type, found.source!)).toEqual(found);
        }),
        { numRuns: 500 },
      );
    },
  );

  it('dates with a four-digit year, names and grouped amounts too', () => {
    fc.assert(
      fc.property(lines, (texts) => {
        const currency = select('currency', texts, 'last').value;
        if (currency) expect(run('currency', currency.source!)).toEqual(currency);
        const name = select('name', texts, 'last').value;
        if (name) expect(run('name', name.source!)).toEqual(name);
        const date = select('date', texts, 'last').value;
        if (date) expect(run('date', date.source!)).toEqual(date);
      }),
      { numRuns: 500 },
    );
  });
});

describe('typeFilters', () => {
  const types = ['number', 'date', 'phoneNumber', { id: 'custom', pattern: '[a-z]\\d' }];
  beforeAll(() => registry.prepare(types));

  it.each(types.map((type) => ({ label: JSON.stringify(type), type })))(
    'typeFilters of $label leave none of it',
    ({ type }) => {
      fc.assert(
        fc.property(lines, (texts) => {
          // A date may come together from lines that did not touch before others were removed.
          const left = filtered([type], type === 'date' ? texts.slice(0, 1) : texts);
          expect(run(type, left)).toBeNull();
        }),
        { numRuns: 500 },
      );
    },
  );
});

describe('hostile text', () => {
  /** Generous: each takes a few milliseconds on its own. */
  const LIMIT_MS = 1000;
  const texts = [
    '-',
    '5',
    ',',
    ' ',
    '(',
    '$',
    '.',
    '/',
    '+1',
    '1,',
    '1 ',
    '1-',
    '$ ',
    'a ',
    'A&',
    "'",
    '1 A St ',
    'OR 97301 ',
    '\u2212',
    '1,000',
    ' 000',
    '\u0000',
    '%',
    '5k ',
  ]
    .map((unit) => ({ unit, text: unit.repeat(Math.ceil(10_000 / unit.length)) }))
    .flatMap(({ unit, text }) => [
      { name: `${JSON.stringify(unit)} repeated`, lines: [text] },
      { name: `${JSON.stringify(unit)} between words`, lines: [`x1${text}x`, `$1${text}%`, `y${text}:`] },
      {
        name: `${JSON.stringify(unit)} on lines of its own`,
        lines: Array.from({ length: 2000 }, () => unit),
      },
    ]);
  beforeAll(() => registry.prepare(references));

  it.each(labelled)('hostile text is read in bounded time by $label', ({ type }) => {
    const compiled = registry.compile(type);
    for (const { name, lines: hostile } of texts) {
      const begin = processorTime();
      compiled.candidates(
        hostile.map((text) => ({ text })),
        guard(),
      );
      expect(processorTime() - begin, name).toBeLessThan(LIMIT_MS);
    }
  });
});
