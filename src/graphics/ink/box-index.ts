/** Small boxes by their place, so that neighbours are found without looking at all of them. */
import type { Box } from '../../document/geometry.js';

export class BoxIndex<Item extends { readonly outer: Box }> {
  readonly #side: number;
  readonly #cells = new Map<string, Item[]>();

  /** @param side of the squares that items are sorted into, in their unit; at least that of the largest box */
  constructor(side: number, items: Iterable<Item> = []) {
    this.#side = side;
    for (const item of items) this.add(item);
  }

  add(item: Item): void {
    const { left, top, right, bottom } = item.outer;
    for (const key of this.#keys(left, top, right, bottom)) {
      const cell = this.#cells.get(key);
      if (cell) cell.push(item);
      else this.#cells.set(key, [item]);
    }
  }

  /** Items whose squares a box touches; some may come twice, and some may not touch the box itself. */
  *near({ left, top, right, bottom }: Box): Generator<Item> {
    for (const key of this.#keys(left, top, right, bottom)) yield* this.#cells.get(key) ?? [];
  }

  *#keys(left: number, top: number, right: number, bottom: number): Generator<string> {
    const lastX = Math.floor(right / this.#side);
    const lastY = Math.floor(bottom / this.#side);
    for (let y = Math.floor(top / this.#side); y <= lastY; y++) {
      for (let x = Math.floor(left / this.#side); x <= lastX; x++) yield `${x} ${y}`;
    }
  }
}
