import { describe, expect, it } from 'vitest';
import { Surroundings } from '../../src/llm/surroundings.js';

const each = (texts: readonly string[]) => texts.map((_, i) => [i]);

describe('Surroundings', () => {
  const TEXTS = [
    'Boat',
    'Heron 190',
    'Fees in winter',
    'Crane 190',
    'Keys 190',
    'Otter 190',
    'of the harbour',
  ];
  const rows = new Surroundings(TEXTS, each(TEXTS));
  const PLACES = [1, 3, 4, 5];
  const best = (question: string) => PLACES[rows.best(PLACES, question)];

  it.each([
    ['in its row', 'fee of the otters', 5],
    ['above it', 'winter', 3],
    ['below it', 'what the harbour takes', 5],
    ['in its row before those above', 'fees in winter for keys', 4],
  ])('prefers the place with the words of the question %s', (_, question, row) => {
    expect(best(question)).toBe(row);
  });

  it('takes the first where nothing distinguishes them', () => {
    expect(best('price of diesel')).toBe(1);
    expect(best('')).toBe(1);
    expect(rows.best([-1, 5], 'price')).toBe(0);
  });

  it('passes over places without a row', () => {
    expect(rows.best([-1, 5], 'otter')).toBe(1);
  });

  it('looks at what is beside a value', () => {
    const table = new Surroundings(['Heron', '190', 'Otter', '190'], [[0, 1], [2, 3]]); // biome-ignore format: rows
    expect(table.best([0, 1], 'Otter')).toBe(1);
  });
});
