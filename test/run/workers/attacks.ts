/** Methods that do what no code of the library should: the setup module of workers that are attacked. */
import { pbkdf2Sync } from 'node:crypto';
import * as z from 'zod';
import { defineMethod } from '../../../src/extend/index.js';

function attack(id: string, harm: () => void) {
  return defineMethod({
    id,
    summary: 'Harms the process that it runs in',
    anchor: 'required',
    options: () => ({}),
    capture() {
      harm();
      return { pieces: [] };
    },
    examples: [],
  });
}

let runs = 0;

const methods = [
  attack('loops', () => {
    for (;;);
  }),
  attack('loopsTheSecondTime', () => {
    runs++;
    while (runs > 1);
  }),
  // Native code, which no thread could be stopped in.
  attack('loopsInNativeCode', () => void pbkdf2Sync('', '', 2 ** 31 - 1, 64, 'sha512')),
  attack('backtracks', () => void /^(\w+\s?)*$/u.test(`${'a'.repeat(40)}!`)),
  attack('fillsHeap', () => {
    const kept: object[] = [];
    for (;;) kept.push(Array.from({ length: 100_000 }, (_, index) => ({ index })));
  }),
  attack('fillsBuffers', () => {
    const kept: Uint8Array[] = [];
    for (;;) kept.push(new Uint8Array(16 * 1024 * 1024).fill(1));
  }),
  attack('aborts', () => process.abort()),
  attack('faults', () => void process.kill(process.pid, 'SIGSEGV')),
  attack('exits', () => process.exit(3)),
  {
    ...attack('loopsWhenRead', () => undefined),
    options: () => ({
      now: z.custom<boolean>(() => {
        for (;;);
      }),
    }),
  },
];

/** What the workers import. */
export const options = { methods };
