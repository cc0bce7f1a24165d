import { describe, expect, test } from 'vitest';
import { extract, validateConfig } from '../../../src/index.js';
import type { LineSketch, PathSketch } from '../../../src/page/document/sketch.js';
import { documentFromLines } from '../../../src/reading/from-lines.js';
import { drawn, gridRulings } from '../../support/grids.js';
import { stackedLines } from '../../support/lines.js';

async function value(
  method: object,
  lines: readonly LineSketch[],
  paths: readonly PathSketch[] = [],
  anchor: string | undefined = 'start',
) {
  const field = { id: 'value', ...(anchor !== '' && { anchor }), method };
  const result = await extract(documentFromLines(lines, paths), JSON.stringify({ fields: [field] }));
  expect(result.errors).toEqual([]);
  return (result.parsed_document['value'] as { value: unknown } | null)?.value ?? null;
}

function pair(key: string, text: string, top: number, page = 0): LineSketch[] {
  return [
    { text: key, left: 1, top, page },
    { text, left: 4, top, page },
  ];
}

describe('keyValue', () => {
  const start = { text: 'Start', left: 1, top: 0.5 };

  test('the key that scores highest, the first of equal ones', async () => {
    const lines = [
      start,
      ...pair('Annual rent', '10', 1),
      ...pair('Rent in the last year', '20', 1.5),
      ...pair('Rent', '30', 2),
    ];
    expect(await value({ id: 'keyValue', terms: ['rent', 'year'] }, lines)).toBe('20');
    expect(await value({ id: 'keyValue', terms: ['rent'] }, lines)).toBe('10');
    expect(await value({ id: 'keyValue', terms: ['rent'], stopTerms: ['annual', 'last'] }, lines)).toBe('30');
    expect(await value({ id: 'keyValue', terms: ['area'] }, lines)).toBeNull();
  });

  test('keyValue takes the page that scores highest', async () => {
    const lines = [
      start,
      ...pair('Rent', '10', 1),
      ...pair('Rent', '20', 1, 1),
      ...pair('Rent review', '5', 1.5, 1),
    ];
    expect(await value({ id: 'keyValue', terms: ['rent'] }, lines)).toBe('20');
  });

  test('rows of a drawn table, also with values of two lines', async () => {
    const lines = [
      start,
      { text: 'Address', left: 1.1, top: 1.1 },
      { text: '4 Fen Lane', left: 3.1, top: 1.1 },
      { text: 'Leer', left: 3.1, top: 1.35 },
    ];
    expect(
      await value({ id: 'keyValue', terms: ['address'] }, lines, drawn(gridRulings([1, 3, 5], [1, 1.6, 2]))),
    ).toBe('4 Fen Lane Leer');
  });

  test('keyValue reads rows of several pairs', async () => {
    const lines = [
      start,
      ...['Clerk', '12', 'Rent due', '30', 'Paid: 25'].map((text, i) => ({ text, left: 1 + i, top: 1 })),
    ];
    expect(await value({ id: 'keyValue', terms: ['rent due'] }, lines)).toBe('30');
    expect(await value({ id: 'keyValue', terms: ['clerk'] }, lines)).toBe('12');
    expect(await value({ id: 'keyValue', terms: ['paid'] }, lines)).toBe('25');
  });

  test('marks between key and value are passed over', async () => {
    const lines = [start, ...['Rent', ':', '....', '30'].map((text, i) => ({ text, left: 1 + i, top: 1 }))];
    expect(await value({ id: 'keyValue', terms: ['rent'] }, lines)).toBe('30');
    const dash = [start, ...pair('Rent', '-', 1)];
    expect(await value({ id: 'keyValue', terms: ['rent'] }, dash)).toBe('-');
  });

  test('keys above the anchor do not count', async () => {
    const lines = [...pair('Rent', '10', 0.2), start, ...pair('Rent', '20', 1)];
    expect(await value({ id: 'keyValue', terms: ['rent'] }, lines)).toBe('20');
  });
});

test('topic takes the last of equal windows', async () => {
  const lines = stackedLines('start', 'rent one', 'other', 'rent two');
  expect(await value({ id: 'topic', terms: ['rent'], numLines: 1 }, lines)).toBe('rent two');
  expect(await value({ id: 'topic', terms: ['rent'], stopTerms: ['two'], numLines: 1 }, lines)).toBe(
    'rent one',
  );
});

test('fewer lines than wanted are one unit, and nothing that scores is null', async () => {
  const lines = stackedLines('start', 'rent');
  expect(await value({ id: 'topic', terms: ['rent'], numLines: 9 }, lines)).toBe('start rent');
  expect(await value({ id: 'topic', terms: ['weather'], numLines: 1 }, lines)).toBeNull();
  expect(await value({ id: 'topic', terms: ['rent'], numLines: 1 }, lines, [], '')).toBe('rent');
});

test('topic gives whole paragraphs', async () => {
  const lines = [
    { text: 'start', left: 1, top: 1 },
    { text: 'Rent is due', left: 1, top: 1.5 },
    { text: 'each month.', left: 1, top: 1.67 },
    { text: 'Pets are welcome.', left: 1, top: 2.2 },
  ];
  expect(await value({ id: 'topic', terms: ['rent'], numParagraphs: 1 }, lines)).toBe(
    'Rent is due each month.',
  );
});

test.each([[{}], [{ numLines: 1, numParagraphs: 1 }], [{ numLines: 0 }]])('topic refuses %j', (members) => {
  const field = { id: 'a', method: { id: 'topic', terms: ['x'], ...members } };
  expect(validateConfig({ fields: [field] })).toMatchObject([
    { severity: 'error', path: ['fields', 0, 'method', 'numLines'] },
  ]);
});
