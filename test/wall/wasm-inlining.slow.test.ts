/** Functions of WebAssembly that V8 puts into others. */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** `count(n)` calls in a loop a function that adds 1, until there are n. */
const MODULE = [
  [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  // Types, functions and exports: two functions of a number to a number.
  [1, 6, 1, 0x60, 1, 0x7f, 1, 0x7f, 3, 3, 2, 0, 0, 7, 9, 1, 5, ...Buffer.from('count'), 0, 1],
  // Code: local.get 0, i32.const 1, i32.add, end.
  [10, 30, 2, 7, 0, 0x20, 0, 0x41, 1, 0x6a, 0x0b],
  // A local; loop: local.get 1, call 0, local.tee 1, local.get 0, i32.lt_s, br_if 0, end; local.get 1, end.
  [20, 1, 1, 0x7f, 3, 0x40, 0x20, 1, 0x10, 0, 0x22, 1, 0x20, 0, 0x48, 0x0d, 0, 0x0b, 0x20, 1, 0x0b],
].flat();

/** Counts until V8 has optimised both functions, which it does in a thread of its own. */
const PROGRAM = `
  import { inlineWasm } from '${new URL('../../src/wall/wasm-inlining.ts', import.meta.url).href}';
  inlineWasm();
  const { instance } = await WebAssembly.instantiate(new Uint8Array([${MODULE}]));
  const until = performance.now() + 3000;
  while (performance.now() < until) instance.exports.count(1e6);
`;

test('V8 inlines them, and knows what it is told', () => {
  const options = ['--trace-wasm-inlining', '--import', import.meta.resolve('tsx')];
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [...options, '--input-type=module', '--eval', PROGRAM],
    { encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  // V8 11, 12 and 13 say it in three ways.
  expect(stdout).toMatch(/: inlining!?\]|decided to inline!/u);
}, 120_000);
