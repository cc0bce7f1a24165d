import { describe, expect, it } from 'vitest';
import { serialiseValues, simpleValue } from '../../src/llm/serialise.js';

const text = (value: string) => ({
  type: 'string',
  value,
  lines: [{ text: value }],
  confidenceSignal: 'confident_answer',
});
const fee = { type: 'currency', value: 1235, source: '$1,235.00', unit: '$', lines: [], regions: [] };

it('simpleValue is the value of plain types and the printed text of others', () => {
  expect(simpleValue(text('Ada Moss'))).toBe('Ada Moss');
  expect(simpleValue({ type: 'number', value: 12, source: '12.0' })).toBe(12);
  expect(simpleValue(fee)).toBe('$1,235.00');
  expect(simpleValue({ type: 'phoneNumber', value: '+100' })).toBe('+100');
  expect(simpleValue(null)).toBeNull();
});

it('simpleValue is the rows of a table by column', () => {
  const table = {
    columns: [
      { id: 'boat', values: [text('Heron'), text('Otter')] },
      { id: 'fee', values: [fee, null] },
      { id: '__proto__', values: [text('x')] },
    ],
  };
  expect(JSON.stringify(simpleValue(table))).toBe(
    '[{"boat":"Heron","fee":"$1,235.00","__proto__":"x"},{"boat":"Otter","fee":null,"__proto__":null}]',
  );
});

it('goes into lists, sections and zipped objects', () => {
  expect(simpleValue([{ boat: text('Heron'), trips: [{ to: text('Skerry') }] }, null])).toEqual([
    { boat: 'Heron', trips: [{ to: 'Skerry' }] },
    null,
  ]);
});

it('keeps fields of sections whatever their names are', () => {
  expect(simpleValue({ type: text('sloop'), value: fee, lines: null })).toEqual({
    type: 'sloop',
    value: '$1,235.00',
    lines: null,
  });
});

describe('serialiseValues', () => {
  const countTokens = (json: string) => json.length;

  it('gives JSON by field id', () => {
    expect(serialiseValues({ holder: text('Ada Moss'), none: null }, 1000, countTokens)).toEqual({
      json: '{\n  "holder": "Ada Moss",\n  "none": null\n}',
      isCut: false,
    });
  });

  it('cuts the largest list from its end', () => {
    const many = Array.from({ length: 50 }, (_, i) => text(`boat ${i}`));
    const { json, isCut } = serialiseValues({ few: [text('a'), text('b')], many }, 300, countTokens);
    const read = JSON.parse(json) as { few: string[]; many: string[] };
    expect(json.length).toBeLessThanOrEqual(300);
    expect(isCut).toBe(true);
    expect(read.few).toEqual(['a', 'b']);
    expect(read.many.length).toBeGreaterThan(5);
    expect(read.many).toEqual(Array.from(read.many, (_, i) => `boat ${i}`));
  });

  it('cuts text where there is no list', () => {
    const { json, isCut } = serialiseValues({ notes: text('n'.repeat(500)) }, 100, countTokens);
    expect(json).toHaveLength(100);
    expect(isCut).toBe(true);
  });
});
