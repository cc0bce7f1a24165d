import { expect, it } from 'vitest';
import * as library from '../../src/index.js';
import { type FuzzEnd, fuzz, isFault, type Usage } from './fuzz/session.js';

/** Inputs of the short run; `fuzz/run.ts` runs as many as one likes. */
const INPUTS = 120;

it('inputs made from the structure of files and configs end as results or typed errors', async () => {
  const ends: FuzzEnd[] = [];
  const usages: Usage[] = [];
  await fuzz(
    library,
    { seed: 20_261_122, from: 0, inputs: INPUTS, workers: 2, milliseconds: 20_000 },
    (end) => ends.push(end),
    (usage) => usages.push(usage),
  );
  expect(ends.filter(isFault)).toEqual([]);
  expect(ends.map(({ number }) => number).sort((a, b) => a - b)).toEqual([...Array(INPUTS).keys()]);
  // Most are read: what is refused at the door tries nothing.
  const read = ends.filter(({ kind }) => kind === 'result');
  expect(read.length).toBeGreaterThan(INPUTS / 3);
  expect(new Set(read.map(({ family }) => family)).size).toBeGreaterThan(4);
  expect(usages.at(-1)!.handles).toBeLessThanOrEqual(usages[0]!.handles);
}, 600_000);
