/** Choices that look random, and are the same for the same seed. */
import { randomFrom } from '../../../src/run/workers/seeded-random.js';

/** Numbers at which readers go wrong: around zero, the sizes of integers, and beyond what a number can hold. */
const ODD_NUMBERS = [
  -1, 0, 1, 2, 3, 7, 8, 15, 16, 31, 32, 64, 127, 128, 255, 256, 257, 1000, 4095, 4096, 32_767, 32_768, 65_535,
  65_536, 99_999, 1_000_000, 16_777_216, 2_147_483_647, 2_147_483_648, 4_294_967_295, 1e10, 1e15, 1e20, -2,
  -255, -65_536, -2_147_483_648, 0.5, 0.001, -0.0001, 1e-9,
] as const;

const ODD_TEXTS = [
  '',
  ' ',
  'a',
  '\0',
  '\\',
  '"',
  "'",
  '%s',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  '\u202e',
  '\ufeff',
  '\ud800',
  'é'.repeat(50),
  '\u6587\u5b57',
  '\u05d0\u05d1',
  'a'.repeat(300),
  '(a+)+$',
  '[',
  '(?:',
  '.*',
  '\\d+',
  'NaN',
  'Infinity',
  '1e999',
  '-0',
  '01/02/2024',
  '$1,234.56',
] as const;

export class Chance {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = randomFrom(seed);
  }

  /** A whole number from 0 to `below - 1`. */
  int(below: number): number {
    return Math.floor(this.#random() * below);
  }

  /** True in so many of a hundred cases. */
  percent(cases: number): boolean {
    return this.int(100) < cases;
  }

  /** One of a list, which must not be empty. */
  of<T>(list: readonly T[]): T {
    return list[this.int(list.length)]!;
  }

  /** A small number, mostly; at times one of those at which readers go wrong. */
  number(): number {
    return this.percent(50) ? this.int(20) : this.of(ODD_NUMBERS);
  }

  text(): string {
    return this.percent(40) ? this.of(['total', 'Name', 'Invoice', 'Date', 'id', 'x']) : this.of(ODD_TEXTS);
  }

  bytes(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => this.int(256));
  }

  /** A list of what a function makes, `most` items at the most. */
  list<T>(most: number, make: (position: number) => T): T[] {
    return Array.from({ length: this.int(most + 1) }, (_, position) => make(position));
  }
}
