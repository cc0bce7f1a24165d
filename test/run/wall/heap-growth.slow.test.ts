/** How far the heap of a process grows. */
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { MEMORY_ARGUMENT } from '../../../src/run/wall/guarded-process.js';

/** Keeps 60 MiB, lets go of 600 bit by bit, and prints how often the whole heap was collected meanwhile. */
const PROGRAM = `
  import { PerformanceObserver, constants } from 'node:perf_hooks';
  import { growHeapFreely } from '${new URL('../../../src/run/wall/heap-growth.ts', import.meta.url).href}';
  growHeapFreely();
  let collections = 0;
  new PerformanceObserver((list) => {
    for (const { detail } of list.getEntries())
      if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) collections++;
  }).observe({ type: 'gc' });
  const NUMBERS_IN_A_MEBIBYTE = 131_072;
  const mebibyte = () => Array.from({ length: NUMBERS_IN_A_MEBIBYTE }, (_, index) => index + 0.5);
  const kept = Array.from({ length: 60 }, mebibyte);
  let passing = [];
  for (let i = 0; i < 600; i++) {
    passing.push(mebibyte());
    if (passing.length > 20) passing.shift();
    if (i % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await new Promise((resolve) => setTimeout(resolve, 50));
  console.log(collections, kept.length);
`;

function collections(memoryMegabytes: number): number {
  const options = ['--max-old-space-size=1024', '--import', import.meta.resolve('tsx')];
  const program = ['--input-type=module', '--eval', PROGRAM, '--', `${MEMORY_ARGUMENT}${memoryMegabytes}`];
  return Number.parseInt(execFileSync(process.execPath, [...options, ...program], { encoding: 'utf8' }), 10);
}

test('garbage is collected less often where there is much memory', () => {
  const [little, much] = [collections(2_047), collections(2_048)];
  expect(much).toBeGreaterThan(0);
  expect(much).toBeLessThan(little / 1.5);
}, 120_000);
