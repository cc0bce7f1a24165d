/** Signs of accounting, parentheses and a minus behind the amount, that a value was read without. */
// See docs/language/04-types.md#435-signs-that-are-not-read
import { MINUS } from './decimal.js';
import type { TypedValue } from './definition.js';
import type { Span } from './text.js';

const OPENING = /\(\s?(?:\p{Sc}?|[A-Z]{3})\s?$/u;
/** Most characters of it. */
const OPENING_LENGTH = 6;
/** A parenthesis before a word is that of a remark or of a list, one before digits may be that of an area code. */
const CLOSING = /(?:\s?[A-Z]{3})?\s?\)(?!\s?(?:\p{L}|\d{3}[\s.-]\d{4}))/uy;
/** A minus that a word follows, or one set apart with anything behind it, is a dash. */
const BEHIND = new RegExp(`[${MINUS}](?=$|\\s[^\\p{L}])|\\s[${MINUS}]$`, 'uy');

/** Values that were read without the sign that is printed around them, with the text that shows it. */
export class IgnoredSigns {
  readonly #printed = new WeakMap<TypedValue, string>();

  /** Keeps the text of a value with the sign that it was read without, if there is one. */
  look(value: TypedValue, printed: string | undefined): void {
    if (typeof value.value !== 'number' || value.value <= 0) return;
    if (printed) this.#printed.set(value, printed);
  }

  /**
   * Says of a value that it was read without its sign; undefined where there is none.
   * @param advice gives the option that reads it
   */
  of(value: TypedValue, advice: () => string | undefined): (() => string) | undefined {
    const printed = this.#printed.get(value);
    if (printed === undefined) return undefined;
    return () => {
      const how = advice() ?? 'no option of the type reads it';
      return `${JSON.stringify(printed)} was read as ${value.value}, without the sign that its ${kindOf(printed)} may be; ${how}`;
    };
  }
}

function kindOf(printed: string): string {
  return printed.startsWith('(') ? 'parentheses' : 'minus';
}

/** The text of a value with the parentheses around it, or the minus behind it; undefined without them. */
export function marksAround(text: string, { start, end }: Span): string | undefined {
  BEHIND.lastIndex = end;
  const minus = BEHIND.exec(text);
  if (minus) return text.slice(start, end) + minus[0];
  const opening = OPENING.exec(text.slice(Math.max(0, start - OPENING_LENGTH), start));
  if (!opening) return undefined;
  CLOSING.lastIndex = end;
  const closing = CLOSING.exec(text);
  return closing ? opening[0] + text.slice(start, end) + closing[0] : undefined;
}
