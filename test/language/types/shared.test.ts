import { expect, it } from 'vitest';
import type { TypeReference } from '../../../src/foundation/schema/language.js';
import { runType } from '../../../src/language/types/select.js';
import { registry, strict } from './support.js';

it.each<TypeReference>(['number', 'currency', 'percentage', 'distance', 'weight', 'name'])(
  '%j ends between lines when the time of its run is over',
  (reference) => {
    const lines = Array.from({ length: 800 }, () => ({ text: 'paid $12.50 and more' }));
    let left = 100_000;
    const guard = {
      ...strict,
      worked(steps: number) {
        left -= steps;
        if (left < 0) throw new Error('the time is over');
      },
    };
    expect(() => runType(registry.compile(reference), lines, undefined, guard)).toThrow('the time is over');
    expect(left).toBeGreaterThan(-10_000);
  },
);
