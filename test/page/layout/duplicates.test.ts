import { describe, expect, it } from 'vitest';
import { mayHoldDuplicates } from '../../../src/page/layout/duplicates.js';

const box = (left: number, bottom: number, width = 0.5) => ({
  left,
  right: left + width,
  top: bottom - 0.1,
  bottom,
});

describe('mayHoldDuplicates', () => {
  it('mayHoldDuplicates decides by places', () => {
    expect(mayHoldDuplicates([])).toBe(false);
    expect(mayHoldDuplicates([box(1, 1), box(1.03, 1), box(1, 1.03)])).toBe(false);
    expect(mayHoldDuplicates([box(1, 1), box(1.01, 1, 0.6)])).toBe(false);
    expect(mayHoldDuplicates([box(1, 1), box(3, 1.005), box(1.01, 1.01)])).toBe(true);
  });

  it('mayHoldDuplicates does not look at all pairs of a crowded page', () => {
    const crowd = Array.from({ length: 100 }, (_, i) => box(i, 1));
    expect(mayHoldDuplicates(crowd)).toBe(true);
  });
});
