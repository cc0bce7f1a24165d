/** The lines of a document as suggestions look at them: in order, by page, and by the texts that they hold. */
import { finishLines } from '../../page/document/line.js';
import type { Document, Line } from '../../page/document/model.js';
import { folded, tokensOf } from './id-words.js';

/** Lines with the same top within this many inches are in a row: what the row method takes by default. */
export const ROW_TOLERANCE = 0.08;

/** Letters and digits of a text that are looked for among others: fewer are part of much. */
const LEAST_LETTERS = 4;

export class PageIndex {
  /** In document order. */
  readonly lines: readonly Line[];
  readonly #position = new Map<Line, number>();
  readonly #folded: readonly string[];
  readonly #byPage = new Map<number, Line[]>();
  #tokens: readonly (readonly string[])[] | undefined;

  constructor(document: Document) {
    this.lines = document.pages.flatMap((page) => finishLines(page.lines));
    this.#folded = this.lines.map(({ text }) => folded(text));
    for (const [i, line] of this.lines.entries()) {
      this.#position.set(line, i);
      const onPage = this.#byPage.get(line.page);
      if (onPage) onPage.push(line);
      else this.#byPage.set(line.page, [line]);
    }
  }

  /** The words of each line, as captions are compared. */
  get tokens(): readonly (readonly string[])[] {
    this.#tokens ??= this.lines.map(({ text }) => tokensOf(text));
    return this.#tokens;
  }

  on(page: number): readonly Line[] {
    return this.#byPage.get(page) ?? [];
  }

  positionOf(line: Line): number {
    return this.#position.get(line) ?? -1;
  }

  foldedOf(position: number): string {
    return this.#folded[position] ?? '';
  }

  /** Positions of the lines that hold a text. */
  holding(text: string): readonly number[] {
    const wanted = folded(text);
    const found: number[] = [];
    for (const [i, each] of this.#folded.entries()) if (each.includes(wanted)) found.push(i);
    return found;
  }

  /** Whether the letters and digits of a text follow each other on a page, whatever is between them. */
  hasLetters(text: string): boolean {
    const wanted = lettersOf(folded(text));
    return (
      wanted.length >= LEAST_LETTERS &&
      [...this.#byPage.values()].some((lines) =>
        lettersOf(folded(lines.map((line) => line.text).join(' '))).includes(wanted),
      )
    );
  }

  /** The other lines of the visual row, from left to right. */
  rowOf(line: Line): readonly Line[] {
    return this.on(line.page)
      .filter((other) => other !== line && Math.abs(other.top - line.top) <= ROW_TOLERANCE)
      .toSorted((a, b) => a.left - b.left);
  }
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '');
}
