/** Small boxes by their place, so that neighbours are found without looking at all of them. */
import type { Box } from '../document/geometry.js';

/** Squares of a row; those that are as many further on share what is kept for a square. */
const SQUARES_A_ROW = 4096;

export class BoxIndex<Item extends { readonly outer: Box }> {
  readonly #side: number;
  readonly #cells = new Map<number, Item[]>();

  /** @param side of the squares that items are sorted into, in their unit; at least that of the largest box */
  constructor(side: number, items: Iterable<Item> = []) {
    this.#side = side;
    for (const item of items) this.add(item);
  }

  add(item: Item): void {
    for (const key of this.#keys(item.outer)) {
      const cell = this.#cells.get(key);
      if (cell) cell.push(item);
      else this.#cells.set(key, [item]);
    }
  }

  /** Items whose squares a box touches; some may come twice, and some may not touch the box itself. */
  near(box: Box): readonly Item[] {
    return this.#keys(box).flatMap((key) => this.#cells.get(key) ?? []);
  }

  #keys({ left, top, right, bottom }: Box): number[] {
    const lastX = Math.floor(right / this.#side);
    const lastY = Math.floor(bottom / this.#side);
    const keys: number[] = [];
    for (let y = Math.floor(top / this.#side); y <= lastY; y++) {
      for (let x = Math.floor(left / this.#side); x <= lastX; x++) keys.push(y * SQUARES_A_ROW + x);
    }
    return keys;
  }
}
