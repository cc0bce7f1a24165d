/** Patterns that the author of a config would write for a value. */
import { escapePattern } from '../../foundation/text/escape-pattern.js';

/** A pattern for values of the same form: digits by their number, letters by their case; without flags. */
export function shapeOf(value: string): string {
  return value
    .split(/(\d+|[A-Z]+|[a-z]+|\s+)/u)
    .filter((part) => part !== '')
    .map((part) => {
      if (/^\d/u.test(part)) return `\\d{${part.length}}`;
      if (/^[A-Z]/u.test(part)) return '[A-Z]+';
      if (/^[a-z]/u.test(part)) return '[a-z]+';
      return /^\s/u.test(part) ? '\\s+' : escaped(part);
    })
    .join('');
}

/** A text as a pattern that matches exactly this text, with any white space between its words. */
export function escaped(text: string): string {
  return escapePattern(text).replace(/\s+/gu, '\\s+');
}
