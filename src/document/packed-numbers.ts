/** Numbers of many things in one row of memory, where an object for each would take ten times as much. */

import { STEPS_PER_INCH } from './geometry.js';

/** Numbers that a row has room for at first. */
const FIRST_ROOM = 32;

/**
 * A row of numbers that grows at its end: 4 bytes for each as long as all have three decimals at most and are below
 * 2,147,483 (coordinates of lines, positions in texts), else 8. What is read is exactly what was put.
 */
export class PackedNumbers {
  #numbers: Int32Array | Float64Array;
  /** What a number is multiplied by in the row. */
  #unit: 1 | typeof STEPS_PER_INCH = STEPS_PER_INCH;
  #length = 0;

  /** @param room numbers that are expected */
  constructor(room = FIRST_ROOM) {
    this.#numbers = new Int32Array(room);
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#numbers.length) this.#resize(Math.max(2 * this.#length, FIRST_ROOM));
    if (this.#unit === STEPS_PER_INCH) {
      const steps = Math.round(value * STEPS_PER_INCH) | 0;
      if (Object.is(steps / STEPS_PER_INCH, value)) {
        this.#numbers[this.#length++] = steps;
        return;
      }
      this.#widen();
    }
    this.#numbers[this.#length++] = value;
  }

  /** Puts a coordinate given in steps: whole numbers are handed on without an object for each, other than inches. */
  pushSteps(steps: number): void {
    const fits =
      this.#unit === STEPS_PER_INCH && this.#length < this.#numbers.length && steps === (steps | 0);
    if (fits) this.#numbers[this.#length++] = steps;
    else this.push(steps / STEPS_PER_INCH);
  }

  /** The number at a place below `length`. */
  at(place: number): number {
    return this.#numbers[place]! / this.#unit;
  }

  /** Gives back the room behind the last number, when no more are to come. */
  trim(): void {
    if (this.#length < this.#numbers.length) this.#resize(this.#length);
  }

  #resize(room: number): void {
    const numbers = this.#unit === STEPS_PER_INCH ? new Int32Array(room) : new Float64Array(room);
    numbers.set(this.#numbers.subarray(0, this.#length));
    this.#numbers = numbers;
  }

  /** Some number has more decimals, or is beyond the whole numbers: all are kept as they are from here on. */
  #widen(): void {
    this.#numbers = Float64Array.from(this.#numbers, (steps) => steps / STEPS_PER_INCH);
    this.#unit = 1;
  }
}
