import { describe, expect, it } from 'vitest';
import type { TypeReference } from '../../src/language.js';
import { inStretches } from '../../src/pattern-stretches.js';
import { runType } from '../../src/types/select.js';
import { registry, strict } from './support.js';

/** Values of each type, and words without one between them. */
const SAMPLES: readonly (readonly [TypeReference, string])[] = [
  ['number', 'berth 12 of 90,'],
  ['currency', 'paid $1,204.50 and'],
  ['accountingCurrency', 'paid (1,204.50) and'],
  ['periodDelimitedCurrency', 'paid $1.204,50 and'],
  ['percentage', 'share 12.5% of'],
  ['distance', 'sailed 12 miles in'],
  ['weight', 'loaded 12 kg of'],
  ['date', 'sailed 06/21/2024 from'],
  [{ id: 'address', block_format: false }, 'at 77 Beacon Row, Astoria, OR 97103'],
];

/** A clock by which each look takes so many milliseconds. */
function ticking(milliseconds: number): () => number {
  let time = 0;
  return () => {
    time += milliseconds;
    return time;
  };
}

/** The value of a type that is read in stretches, and how many turns were given up. */
async function inTurns(reference: TypeReference, lines: readonly { readonly text: string }[]) {
  const type = registry.compile(reference);
  let turns = 0;
  const turn = async () => {
    turns += 1;
  };
  const work = (guard: Parameters<typeof runType>[3]) => runType(type, lines, 'join', guard);
  const { value } = await inStretches(strict, turn, work, ticking(10));
  return { value, turns };
}

describe('a type read with turns', () => {
  it.each(SAMPLES)('%j gives up its turn between lines, and reads the same', async (reference, sample) => {
    const lines = Array.from({ length: 800 }, (_, i) => ({ text: `${i} x ${sample}` }));
    const { value, turns } = await inTurns(reference, lines);
    expect(turns).toBeGreaterThan(5);
    expect(value).not.toBeNull();
    expect(value).toEqual(runType(registry.compile(reference), lines, 'join', strict).value);
  });

  it.each(SAMPLES)('%j gives up its turn inside of a long line, and reads the same', async (...row) => {
    const [reference, sample] = row;
    const lines = [{ text: `${sample} `.repeat(Math.ceil(20_000 / sample.length)) }];
    const { value, turns } = await inTurns(reference, lines);
    expect(turns).toBeGreaterThan(5);
    expect(value).not.toBeNull();
    expect(value).toEqual(runType(registry.compile(reference), lines, 'join', strict).value);
  });

  it('walks over no lines where there are few', async () => {
    const { turns } = await inTurns('number', Array(15).fill({ text: 'berth 12 of 90' }));
    expect(turns).toBe(0);
  });
});
