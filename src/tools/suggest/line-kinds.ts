/**
 * Lines that are no captions, and numbers that are printed on every copy of a form: running text, addresses, items.
 * Of the 747 values of `bench:suggest`, 645 first proposals are right on another document; 643 where all lines may be
 * captions, 644 where numbers of items, places in addresses and in sentences are as likely as others.
 */

import { addressLine } from '../../language/types/address-lines.js';
import { boxHeight, boxWidth, overlapX } from '../../page/document/geometry.js';
import type { Line } from '../../page/document/model.js';
import type { PageIndex } from './page-index.js';

/** Words of a line of running text at least, and the share of them that has no capital. */
const PROSE = { words: 6, small: 0.5 };
/** Words beside a line of running text at most, as of numbers of items; more are another column of text. */
const BESIDE_WORDS = 3;
/** How far apart two lines of one text are at most, in heights of a line, and how far apart they begin, in inches. */
const NEXT = { heights: 0.9, inches: 0.35 };
/** How far the lines of an address begin apart at most, in inches, and differ in height, as a share. */
const BLOCK = { inches: 0.06, height: 0.15, gap: 1.2 };
/** Lines of an address above the one with its city. */
const STREET_LINES = 3;
/** Inches to the left within which a caption with a colon is. */
const COLON_REACH = 3;
/** Numbers of items that are below each other: how many of the next ones make a number one, and inches apart. */
const ITEMS = { others: 2, inches: 0.12, steps: 3 };

/** An amount with words behind it. By it 2 values of `bench:suggest` are right and 1 is wrong, each on a document of its own. */
const LED = /^[^\p{L}\p{N}]*(?:\p{Sc}\s?\d[\d,.]*|\d{1,3}(?:,\d{3})+(?:\.\d\d)?|\d+\.\d\d)\s+\p{L}{2}/u;

/** Sorts the lines of a document. */
export class LineKinds {
  readonly #index: PageIndex;
  readonly #prose = new Map<Line, boolean>();
  readonly #addresses = new Map<number, ReadonlySet<Line>>();

  constructor(index: PageIndex) {
    this.#index = index;
  }

  /** Whether a line says what differs from document to document, or is part of a text: no anchor for values elsewhere. */
  isNoCaption(line: Line): boolean {
    return this.isProse(line) || this.isInAddress(line) || this.#followsColon(line);
  }

  /** Whether a line is one of several of a text in sentences. */
  isProse(line: Line): boolean {
    const known = this.#prose.get(line);
    if (known !== undefined) return known;
    const is = this.#isProse(line);
    this.#prose.set(line, is);
    return is;
  }

  #isProse(line: Line): boolean {
    if (!isSentence(line)) return false;
    const beside = this.#index.rowOf(line).filter((other) => letterWords(other).length <= BESIDE_WORDS);
    if (beside.some(({ left, text }) => left >= line.right && /[\p{L}\p{N}]/u.test(text))) return false;
    return this.#index
      .on(line.page)
      .some((other) => other !== line && isNext(line, other) && isSentence(other));
  }

  /** Whether a line is of an address, or the name above one. */
  isInAddress(line: Line): boolean {
    const known = this.#addresses.get(line.page) ?? this.#addressesOn(line.page);
    this.#addresses.set(line.page, known);
    return known.has(line);
  }

  #addressesOn(page: number): ReadonlySet<Line> {
    const lines = this.#index.on(page);
    const found = new Set<Line>();
    for (const line of lines) {
      const { kind } = addressLine(line.text);
      if (kind !== 'csz' && kind !== 'sz' && kind !== 'full') continue;
      if (!/\p{L}/u.test(line.text)) continue;
      found.add(line);
      let below = line;
      for (let above = 0; above < STREET_LINES; above++) {
        const next = lines.find((other) => isOfBlock(other, below));
        if (!next) break;
        found.add(next);
        below = next;
      }
    }
    return found;
  }

  /** Whether a line begins with an amount that the words behind it caption: "$1,000 all other perils", "$500 each person". */
  captionsItself({ text }: Line): boolean {
    return LED.test(text);
  }

  /** Whether a line answers a caption with a colon beside it. */
  #followsColon(line: Line): boolean {
    if (line.text.endsWith(':')) return false;
    const before = this.#index.rowOf(line).findLast(({ right }) => right <= line.left);
    return before?.text.endsWith(':') === true && line.left - before.right <= COLON_REACH;
  }

  /**
   * Whether a number is printed on every copy of a form: it begins a caption ("24 Add lines 22 and 23"), is in one,
   * or is one of many that count rows.
   */
  isItemNumber(line: Line, start: number, end: number): boolean {
    if (!/^\(?\d{1,3}[a-z]?[.)]?$/iu.test(line.text.slice(start, end))) return false;
    const [before, after] = [line.text.slice(0, start), line.text.slice(end)];
    if (
      /^[a-z]?[.)]?\s+\p{L}/iu.test(after) &&
      /\p{L}{2}\s+\p{L}{2}/u.test(after) &&
      !/\p{L}/u.test(before)
    ) {
      return true;
    }
    if (/\b(?:lines?|and|through|box(?:es)?|forms?|schedules?|items?|parts?)\s$/iu.test(before)) return true;
    return before.trim() === '' && after.trim() === '' && this.#counts(line, Number.parseInt(line.text, 10));
  }

  #counts(line: Line, number: number): boolean {
    const others = this.#index
      .on(line.page)
      .filter((other) => /^\d{1,3}[a-z]?[.)]?$/iu.test(other.text))
      .filter((other) => {
        const isInColumn =
          Math.abs(other.left - line.left) <= ITEMS.inches ||
          Math.abs(other.right - line.right) <= ITEMS.inches;
        const away = Number.parseInt(other.text, 10) - number;
        return isInColumn && away !== 0 && Math.abs(away) <= ITEMS.steps && away > 0 === other.top > line.top;
      });
    return others.length >= ITEMS.others;
  }
}

function letterWords({ text }: Line): string[] {
  return text.match(/\p{L}[\p{L}'’-]*/gu) ?? [];
}

function isSentence(line: Line): boolean {
  const words = letterWords(line);
  const small = words.filter((word) => /^\p{Ll}/u.test(word)).length;
  return words.length >= PROSE.words && small >= PROSE.small * words.length;
}

/** Whether two lines follow each other in one text. */
function isNext(a: Line, b: Line): boolean {
  const gap = Math.max(a.top - b.bottom, b.top - a.bottom);
  const apart = Math.abs(a.left - b.left);
  return (
    gap <= NEXT.heights * Math.min(boxHeight(a), boxHeight(b)) &&
    gap > -boxHeight(a) / 2 &&
    apart <= NEXT.inches &&
    overlapX(a, b) >= Math.min(boxWidth(a), boxWidth(b)) / 2
  );
}

/** Whether a line is above another in a block of the same print. */
function isOfBlock(line: Line, below: Line): boolean {
  const height = boxHeight(below);
  return (
    line !== below &&
    line.top < below.top &&
    below.top - line.bottom <= BLOCK.gap * height &&
    Math.abs(line.left - below.left) <= BLOCK.inches &&
    Math.abs(boxHeight(line) - height) <= BLOCK.height * height &&
    !line.text.endsWith(':')
  );
}
