/** The texts of many lines as one, in which a text is found without looking at every line. */

import { memo } from '../../foundation/objects/memo.js';
import type { Line } from '../../page/document/model.js';
import { foldCase, foldPunctuation } from './folding.js';

/** A text that a line must contain to meet a matcher, folded as the matcher compares it. */
export interface Literal {
  readonly text: string;
  readonly isCaseSensitive: boolean;
  /** Distinguishes it from other literals. */
  readonly key: string;
}

export function literal(text: string, isCaseSensitive: boolean): Literal {
  return { text, isCaseSensitive, key: `${isCaseSensitive ? '=' : '~'}${text}` };
}

/** Separates lines; no line contains it, because white space in lines is collapsed. */
const BREAK = '\n';

/** Where a search for one literal was begun, and the line that it ended at; undefined for none. */
interface Found {
  readonly from: number;
  readonly line: number | undefined;
}

class LineTexts {
  readonly #lines: readonly Line[];
  readonly #starts: Int32Array;
  readonly #found = new Map<string, Found>();
  #exact: string | undefined;
  #folded: string | undefined;

  constructor(lines: readonly Line[]) {
    this.#lines = lines;
    this.#starts = new Int32Array(lines.length);
    let start = 0;
    for (let line = 0; line < lines.length; line++) {
      this.#starts[line] = start;
      start += lines[line]!.text.length + 1;
    }
  }

  /** The first line at or after `from` that contains at least one of some literals. */
  nextOf(literals: readonly Literal[], from: number): number | undefined {
    let nearest: number | undefined;
    for (const each of literals) {
      const line = this.#next(each, from);
      if (line !== undefined && (nearest === undefined || line < nearest)) nearest = line;
    }
    return nearest;
  }

  /**
   * The first line at or after `from` that contains a literal. What was found last is remembered for each literal, so
   * that searches of many windows from the top down take no longer than one of all lines.
   */
  #next({ text, isCaseSensitive, key }: Literal, from: number): number | undefined {
    const known = this.#found.get(key);
    if (known && from >= known.from && (known.line === undefined || from <= known.line)) return known.line;
    const all = isCaseSensitive ? this.#exactText() : this.#foldedText();
    const at = from < this.#starts.length ? all.indexOf(text, this.#starts[from]) : -1;
    const line = at < 0 ? undefined : this.#lineAt(at, from);
    this.#found.set(key, { from, line });
    return line;
  }

  #exactText(): string {
    this.#exact ??= foldPunctuation(this.#lines.map(({ text }) => text).join(BREAK));
    return this.#exact;
  }

  /** Folding keeps every line's length; where lower case is longer than upper, only line by line. */
  #foldedText(): string {
    if (this.#folded === undefined) {
      const exact = this.#exactText();
      const lower = exact.toLowerCase();
      this.#folded = lower.length === exact.length ? lower : exact.split(BREAK).map(foldCase).join(BREAK);
    }
    return this.#folded;
  }

  /** The line, not before `from`, that a position lies in. */
  #lineAt(position: number, from: number): number {
    let low = from;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#starts[middle]! <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** The texts of some lines; the same lines give the same texts. */
export const lineTexts = memo((lines: readonly Line[]) => new LineTexts(lines));
