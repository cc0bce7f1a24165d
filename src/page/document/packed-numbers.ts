/** Numbers of many things in one row of memory, where an object for each would take ten times as much. */

import { STEPS_PER_INCH } from './geometry.js';

/** Numbers that a row has room for at first. */
const FIRST_ROOM = 32;

/** Largest whole number of 2 bytes, and of 4. */
const MOST_SHORT = 0x7fff;
const MOST_WHOLE = 0x7fffffff;

/**
 * A row of numbers that grows at its end: 2 bytes for each as long as all have three decimals at most and are below 32.768
 * (coordinates of lines in inches), 4 below 2,147,483, else 8. What is read is exactly what was put. Counts and positions in
 * texts are put as steps.
 */
export class PackedNumbers {
  #numbers: Int16Array | Int32Array | Float64Array;
  /** Largest number of steps that fits; 0 where numbers are kept as they are. */
  #most: number = MOST_SHORT;
  #length = 0;

  /** @param room numbers that are expected */
  constructor(room = FIRST_ROOM) {
    this.#numbers = new Int16Array(room);
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#numbers.length) this.#resize(Math.max(2 * this.#length, FIRST_ROOM));
    if (this.#most === 0) {
      this.#numbers[this.#length++] = value;
      return;
    }
    const steps = Math.round(value * STEPS_PER_INCH) | 0;
    const isExact = Object.is(steps / STEPS_PER_INCH, value);
    while (this.#most > 0 && !(isExact && Math.abs(steps) <= this.#most)) this.#widen();
    this.#numbers[this.#length++] = this.#most === 0 ? value : steps;
  }

  /** Puts a number given in steps: whole ones are handed on without an object for each, other than inches. */
  pushSteps(steps: number): void {
    const whole = steps | 0;
    const fits = this.#length < this.#numbers.length && Math.abs(whole) <= this.#most && steps === whole;
    if (fits) this.#numbers[this.#length++] = whole;
    else this.push(steps / STEPS_PER_INCH);
  }

  /** The number at a place below `length`. */
  at(place: number): number {
    const number = this.#numbers[place]!;
    return this.#most === 0 ? number : number / STEPS_PER_INCH;
  }

  /** The same in steps, for what was put in whole ones. */
  stepsAt(place: number): number {
    const number = this.#numbers[place]!;
    return this.#most === 0 ? Math.round(number * STEPS_PER_INCH) : number;
  }

  /** Gives back the room behind the last number, when no more are to come. */
  trim(): void {
    if (this.#length < this.#numbers.length) this.#resize(this.#length);
  }

  #resize(room: number): void {
    const numbers = this.#emptyRow(room);
    numbers.set(this.#numbers.subarray(0, this.#length));
    this.#numbers = numbers;
  }

  #emptyRow(room: number): Int16Array | Int32Array | Float64Array {
    if (this.#most === MOST_SHORT) return new Int16Array(room);
    return this.#most === 0 ? new Float64Array(room) : new Int32Array(room);
  }

  /** Some number does not fit: all get twice the room, and at last are kept as they are from here on. */
  #widen(): void {
    const before = this.#numbers;
    this.#most = this.#most === MOST_SHORT ? MOST_WHOLE : 0;
    this.#numbers = this.#emptyRow(before.length);
    for (let i = 0; i < this.#length; i++) {
      this.#numbers[i] = this.#most === 0 ? before[i]! / STEPS_PER_INCH : before[i]!;
    }
  }
}
