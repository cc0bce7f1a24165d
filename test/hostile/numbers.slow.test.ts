import { expect, it } from 'vitest';
import { validateConfig } from '../../src/index.js';
import { testAttacks } from './cases.js';
import * as numbers from './numbers.js';

it('configs of the attacks are accepted, so that the documents are read', async () => {
  for (const { name, make } of numbers.attacks) {
    expect(validateConfig((await make()).config), name).toEqual([]);
  }
});

testAttacks('numbers', new URL('numbers.ts', import.meta.url), numbers);
