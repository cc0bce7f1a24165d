/** Examples of the parts of a config that have no definition of their own. A test runs them. */
import type { LineSketch } from '../../src/page/document/sketch.js';
import { linesTable } from './examples.js';
import { json } from './markdown.js';

/** A document, a config, and what comes of it. */
export interface PageExample {
  /** The page of the reference that shows it. */
  readonly page: string;
  readonly title: string;
  readonly lines: readonly LineSketch[];
  readonly config: { readonly fields: readonly object[]; readonly [member: string]: unknown };
  /** Shown in place of the config: its fields, or a part of it. */
  readonly shown: 'config' | 'fields' | 'fingerprint';
  /** What `parsed_document` is; of a fingerprint, how many of its matches there are, and how many were found. */
  readonly result: object;
}

const text = (value: string) => ({ type: 'string', value });
const passthrough = { id: 'passthrough' };
const row = { id: 'row' };

/** Every line on which a matcher hits. */
const hits = (id: string, match: object) => ({ id, anchor: { match }, match: 'all', method: passthrough });

const INVOICE: readonly LineSketch[] = [
  { text: 'Invoice 4711', left: 1, top: 1 },
  { text: 'Subtotal', left: 1, top: 1.3 },
  { text: '$90', left: 3, top: 1.3 },
  { text: 'Total', left: 1, top: 1.6 },
  { text: '$100', left: 3, top: 1.6 },
  { text: 'Page 1', left: 1, top: 10 },
];

const PARTIES: readonly LineSketch[] = [
  { text: 'Seller', left: 1, top: 1 },
  { text: 'Name', left: 1, top: 1.3 },
  { text: 'Fernhill', left: 2, top: 1.3 },
  { text: 'Buyer', left: 1, top: 1.6 },
  { text: 'Name', left: 1, top: 1.9 },
  { text: 'Oakridge', left: 2, top: 1.9 },
];

export const pageExamples: readonly PageExample[] = [
  {
    page: 'config.md',
    title: 'fields, and a field that is computed from them',
    lines: INVOICE,
    shown: 'config',
    config: {
      preprocessors: [{ type: 'removeLines', match: { type: 'startsWith', text: 'page ' } }],
      fields: [
        { id: 'number', anchor: 'invoice', type: 'number', method: passthrough },
        { id: 'subtotal', anchor: 'subtotal', type: 'currency', method: row },
        {
          id: 'total',
          anchor: { match: { type: 'equals', text: 'total' } },
          type: 'currency',
          method: row,
        },
      ],
      computed_fields: [
        {
          id: 'tax',
          method: {
            id: 'customComputation',
            jsonLogic: { '-': [{ var: 'total.value' }, { var: 'subtotal.value' }] },
          },
        },
      ],
    },
    result: {
      number: { source: '4711', value: 4711, type: 'number' },
      subtotal: { source: '$90', value: 90, unit: '$', type: 'currency' },
      total: { source: '$100', value: 100, unit: '$', type: 'currency' },
      tax: { value: 10, type: 'number' },
    },
  },
  {
    page: 'anchors.md',
    title: 'a text, a matcher, an array of matchers, and bounds of the search',
    lines: PARTIES,
    shown: 'fields',
    config: {
      fields: [
        { id: 'text', anchor: 'name', method: row },
        { id: 'matcher', anchor: { type: 'equals', text: 'name' }, method: row },
        {
          id: 'array',
          anchor: [
            { type: 'equals', text: 'buyer' },
            { type: 'equals', text: 'name' },
          ],
          method: row,
        },
        { id: 'start', anchor: { start: 'buyer', match: 'name' }, method: row },
        { id: 'end', anchor: { match: 'name', end: 'buyer' }, match: 'last', method: row },
        { type: 'anchorDefinition', name: 'buyer', anchor: { start: 'buyer', match: 'name' } },
        { id: 'ref', anchor: { ref: 'buyer' }, method: row },
      ],
    },
    result: {
      text: text('Fernhill'),
      matcher: text('Fernhill'),
      array: text('Oakridge'),
      start: text('Oakridge'),
      end: text('Fernhill'),
      ref: text('Oakridge'),
    },
  },
  {
    page: 'matchers.md',
    title: 'the lines that each kind of matcher finds',
    lines: INVOICE,
    shown: 'fields',
    config: {
      fields: [
        hits('equals', { type: 'equals', text: 'total' }),
        hits('startsWith', { type: 'startsWith', text: 'sub' }),
        hits('endsWith', { type: 'endsWith', text: '1' }),
        hits('includes', { type: 'includes', text: 'total' }),
        hits('editDistance', { type: 'equals', text: 'tota1', editDistance: 1 }),
        hits('regex', { type: 'regex', pattern: '^\\$\\d+$' }),
        hits('first', { type: 'first' }),
        hits('any', {
          type: 'any',
          matches: [
            { type: 'equals', text: '$90' },
            { type: 'endsWith', text: ' 1' },
          ],
        }),
        hits('all', {
          type: 'all',
          matches: [
            { type: 'includes', text: 'total' },
            { type: 'not', match: { type: 'startsWith', text: 'sub' } },
          ],
        }),
        hits('repeat', { type: 'repeat', times: 2, match: { type: 'includes', text: '$' } }),
      ],
    },
    result: {
      equals: [text('Total')],
      startsWith: [text('Subtotal')],
      endsWith: [text('Invoice 4711'), text('Page 1')],
      includes: [text('Subtotal'), text('Total')],
      editDistance: [text('Total')],
      regex: [text('$90'), text('$100')],
      first: [text('Invoice 4711')],
      any: [text('$90'), text('Page 1')],
      all: [text('Total')],
      repeat: [text('$100')],
    },
  },
  {
    page: 'ranges.md',
    title: 'sections one below the other; the row of the stop belongs to the last',
    lines: [
      { text: 'Car 1', left: 1, top: 1 },
      { text: 'Red', left: 1, top: 1.2 },
      { text: 'Car 2', left: 1, top: 1.6 },
      { text: 'Blue', left: 1, top: 1.8 },
      { text: 'Drivers', left: 1, top: 2.2 },
      { text: 'Green', left: 1, top: 2.4 },
    ],
    shown: 'fields',
    config: {
      fields: [
        {
          id: 'cars',
          type: 'sections',
          range: { anchor: { match: { type: 'startsWith', text: 'car' } }, stop: 'drivers' },
          fields: [{ id: 'lines', method: { id: 'documentRange' } }],
        },
      ],
    },
    result: { cars: [{ lines: text('Car 1 Red') }, { lines: text('Car 2 Blue Drivers') }] },
  },
  {
    page: 'ranges.md',
    title: 'sections side by side',
    lines: [
      { text: 'Car 1', left: 1, top: 1 },
      { text: 'Red', left: 1, top: 1.2 },
      { text: 'Car 2', left: 3, top: 1 },
      { text: 'Blue', left: 3, top: 1.2 },
    ],
    shown: 'fields',
    config: {
      fields: [
        {
          id: 'cars',
          type: 'sections',
          range: {
            direction: 'vertical',
            anchor: { match: { type: 'startsWith', text: 'car' } },
          },
          fields: [{ id: 'lines', method: { id: 'documentRange' } }],
        },
      ],
    },
    result: { cars: [{ lines: text('Car 1 Red') }, { lines: text('Car 2 Blue') }] },
  },
  {
    page: 'fingerprint.md',
    title: 'three matches, two of which are there',
    lines: INVOICE,
    shown: 'fingerprint',
    config: {
      fingerprint: {
        tests: [
          { page: 'first', match: ['invoice', 'total'] },
          { page: 'last', match: 'bank account' },
        ],
      },
      fields: [],
    },
    result: { fingerprints: 3, present: 2 },
  },
  {
    page: 'method-options.md',
    title: 'filters and tiebreakers on one row',
    lines: [
      { text: 'Premium', left: 1, top: 1 },
      { text: 'yearly', left: 2, top: 1 },
      { text: '$120', left: 3, top: 1 },
      { text: 'monthly', left: 4, top: 1 },
      { text: '$10', left: 5, top: 1 },
    ],
    shown: 'fields',
    config: {
      fields: [
        { id: 'all', anchor: 'premium', method: row },
        { id: 'first', anchor: 'premium', type: 'currency', method: row },
        { id: 'last', anchor: 'premium', type: 'currency', method: { id: 'row', tiebreaker: 'last' } },
        { id: 'greatest', anchor: 'premium', type: 'currency', method: { id: 'row', tiebreaker: '>' } },
        {
          id: 'lineFilters',
          anchor: 'premium',
          method: { id: 'row', lineFilters: [{ type: 'startsWith', text: '$' }] },
        },
        { id: 'typeFilters', anchor: 'premium', method: { id: 'row', typeFilters: ['currency'] } },
        {
          id: 'wordFilters',
          anchor: 'premium',
          method: { id: 'row', wordFilters: ['yearly', 'monthly'], whitespaceFilter: 'spaces' },
        },
        {
          id: 'xRangeFilter',
          anchor: 'premium',
          method: { id: 'row', xRangeFilter: { start: 'left', offsetX: 0.9, width: 1 } },
        },
      ],
    },
    result: {
      all: text('yearly $120 monthly $10'),
      first: { source: '$120', value: 120, unit: '$', type: 'currency' },
      last: { source: '$10', value: 10, unit: '$', type: 'currency' },
      greatest: { source: '$120', value: 120, unit: '$', type: 'currency' },
      lineFilters: text('yearly monthly'),
      typeFilters: text('yearly monthly'),
      wordFilters: text('$120 $10'),
      xRangeFilter: text('yearly'),
    },
  },
];

/** The examples of a page. */
export function examplesOf(page: string): string[] {
  const own = pageExamples.filter((example) => example.page === page);
  return own.flatMap(({ title, lines, config, shown, result }) => [
    `Example: ${title}`,
    linesTable(lines),
    json(shown === 'config' ? config : config[shown]),
    'gives',
    json(result),
  ]);
}
