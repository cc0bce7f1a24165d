/** Printed numbers of all kinds, read by all types of numbers: each whole, or not at all. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { TypeReference } from '../../../src/foundation/schema/language.js';
import { types } from '../../../src/language/types/index.js';
import { registry, run, select } from './support.js';

/** A type, a text, the value that is read of it, and its unit. */
type Row = readonly [type: TypeReference, text: string, value: number | null, unit?: string];

/** By what is special of their numbers; those of kinds that begin with `no` only look so. */
const kinds: Readonly<Record<string, readonly Row[]>> = JSON.parse(
  readFileSync(new URL('printed-numbers.json', import.meta.url), 'utf8'),
);

describe.each(Object.entries(kinds))('%s', (kind, rows) => {
  it.each(rows.map((row) => ({ row })))(`${kind}: $row.0 reads $row.1 as $row.2`, ({ row }) => {
    const [type, text, value, unit] = row;
    const found = run(type, text) as { value: number; unit?: string } | null;
    expect(found?.value ?? null).toBe(value);
    if (unit !== undefined) expect(found?.unit).toBe(unit);
  });

  it(`${kind}: six texts and more, values among them`, () => {
    expect(rows.length).toBeGreaterThanOrEqual(6);
  });
});

describe('separators between digits', () => {
  const whole = ['17 940,00', '1 298.00', '0,500', '119. 95', ',75', '1 234 567'];
  const numbers = types
    .map(({ id }) => id)
    .filter((id) => /^number$|currency|percentage|distance|weight/iu.test(id));

  it('separators between digits cut no type of numbers short', () => {
    expect(numbers).toHaveLength(7);
    for (const text of whole) {
      const values = numbers.map(
        (id) => (run(id, id === 'percentage' ? `${text} %` : text) as { value: number } | null)?.value,
      );
      const read = Number(text.replace(/ /gu, '').replace(',', '.'));
      expect(
        values.filter((value) => value !== undefined && value !== read && value !== read * 1000),
        text,
      ).toEqual([]);
    }
  });
});

it.each<[TypeReference, string, string]>([
  ['weight', '1 200 kg', 'set "thousandsSeparator": " " to read it'],
  ['weight', '70,5 kg', 'set "thousandsSeparator": "." and "decimalSeparator": "," to read it'],
  ['percentage', '12,5 %', 'set "thousandsSeparator": "." and "decimalSeparator": "," to read it'],
  ['distance', '1\u2019204 km', 'set "thousandsSeparator": "\'" to read it'],
  ['accountingCurrency', '17 940,00', 'set "thousandsSeparator": " " and "decimalSeparator": "," to read it'],
  ['currency', '$119. 95', 'set "removeSpaces": true to read it'],
  ['currency', 'A$190.00', 'set "currencySymbol": "A$" to read it'],
  ['number', '3/4', '"3/4" is not read whole, so no part of it is'],
  ['percentage', '33 1/3%', '"33 1/3" is not read whole, so no part of it is'],
])('reasons of numbers: %j of %j: %s', (type, text, advice) => {
  const selection = select(type, [text]);
  expect(selection.value === null && selection.reason).toContain(`; ${advice}`);
});

const say = (id: string, text: string) => select(id, [text]) as { ignoredSign?: () => string };

it('signs of numbers that percentage does not read are reported', () => {
  expect(say('percentage', '-3.4%').ignoredSign?.()).toContain(
    'the type {"id":"number"} reads it as negative',
  );
  expect(say('percentage', 'VAT (20%)').ignoredSign).toBeUndefined();
});

it('signs of numbers around their codes are reported where they are not read', () => {
  expect(say('currency', '(GBP 1,234.56)').ignoredSign?.()).toContain('"accountingNegative": "default"');
  expect(say('currency', '-GBP 1,234.56').ignoredSign).toBeUndefined();
});

it('numbers that are known as such do not depend on separators', () => {
  for (const id of ['number', 'percentage', 'distance', 'weight']) {
    const type = registry.compile({ id, decimalSeparator: ',' } as TypeReference);
    expect(type.ofNumber?.(-1.234)).toMatchObject({ source: '-1.234', value: -1.234 });
  }
});
