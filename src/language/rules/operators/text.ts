/** Operators on text. */
import { between, exactly, items, one, spread } from '../forms.js';
import { calculate, MOST_OPERANDS } from '../json-logic.js';
import { defineOperator } from '../operator.js';
import { RuleError, type RuleRun } from '../run.js';
import { isArray, isObject, kindOf, toNumber, type Value } from '../value.js';

/** Memory of one part of a split text, in array items. */
const CELLS_PER_PART = 4;

export const cat = defineOperator({
  id: 'cat',
  summary: 'Texts joined into one; null counts as empty',
  arguments: spread(),
  evaluate(parts, run) {
    run.growArray(parts.length);
    const texts = parts.map((part) => (part === null ? '' : run.text(part)));
    // Text that is joined by `+` shares its parts in memory, so that appending in a loop stays cheap, where
    // json-logic-js would copy all of it each time: the longest part is left out of what it joins.
    const longest = texts.reduce((best, text, i) => (text.length > texts[best]!.length ? i : best), 0);
    const [before, after] = [texts.slice(0, longest), texts.slice(longest + 1)];
    const added = totalLength(before) + totalLength(after);
    const kept = texts[longest] ?? '';
    const isCopied = added * SHARE_OF_ADDED >= kept.length;
    run.growText(isCopied ? added + kept.length : added);
    const whole = joined(before, run) + kept + joined(after, run);
    if (isCopied) return inOnePiece(whole);
    run.joins(whole);
    return whole;
  },
  examples: [{ title: 'Text and a number', rule: { cat: ['No. ', 7] }, result: 'No. 7' }],
});

export const substr = defineOperator({
  id: 'substr',
  summary:
    'A part of a text: from a position (negative: from the end), a number of characters (negative: all but that many at the end); null of null',
  arguments: items(between(2, 3)),
  evaluate([text = null, start = null, count], run) {
    // json-logic-js takes parts of the text "null", which no document has.
    if (text === null) return null;
    const range = count === undefined ? [start] : [start, count];
    run.readTexts(range);
    const whole = run.text(text);
    run.flatten(whole);
    return calculate('substr', [whole, ...range.map(toNumber)], run);
  },
  examples: [
    { title: 'The last three characters', rule: { substr: ['extract', -3] }, result: 'act' },
    { title: 'Without the first and the last two', rule: { substr: ['extract', 1, -2] }, result: 'xtra' },
  ],
});

export const within = defineOperator({
  id: 'in',
  summary: 'Whether a text contains another, or an array contains a strictly equal item',
  arguments: items(exactly(2)),
  evaluate([needle = null, container = null], run) {
    if (isArray(container)) {
      run.work(container.length);
      if (typeof needle === 'string') {
        for (const item of container) if (isAsLong(item, needle)) run.read(needle.length * 2);
      }
      return calculate('in', [needle, container], run);
    }
    if (typeof container !== 'string' || container === '') return false;
    const text = run.text(needle);
    run.read(container.length + text.length);
    return calculate('in', [text, container], run);
  },
  examples: [
    { title: 'Part of a text', rule: { in: ['an', 'banana'] }, result: true },
    { title: 'Item of an array', rule: { in: [1, ['1']] }, result: false },
  ],
});

export const split = defineOperator({
  id: 'split',
  summary: 'The parts of a text between separators; "" separates all characters',
  arguments: items(exactly(2)),
  evaluate([text = null, separator = null], run) {
    if (text === null) return [];
    if (isArray(text) || isObject(text)) throw new RuleError(`takes text, not ${kindOf(text)}`);
    if (typeof separator !== 'string') throw new RuleError(`the separator is text, not ${kindOf(separator)}`);
    const whole = String(text);
    if (separator === '') {
      run.growItems(whole.length * CELLS_PER_PART);
      return [...whole];
    }
    run.read(whole.length);
    run.growItems(countOf(whole, separator) * CELLS_PER_PART);
    return whole.split(separator);
  },
  examples: [{ title: 'A list', rule: { split: ['a, b, c', ', '] }, result: ['a', 'b', 'c'] }],
});

export const toLower = defineOperator({
  id: 'toLower',
  summary: 'A text in lower case',
  arguments: one,
  evaluate: (text, run) => changeCase(text, run, (given) => given.toLowerCase()),
  examples: [{ title: 'A name', rule: { toLower: 'Ab' }, result: 'ab' }],
});

export const toUpper = defineOperator({
  id: 'toUpper',
  summary: 'A text in upper case',
  arguments: one,
  evaluate: (text, run) => changeCase(text, run, (given) => given.toUpperCase()),
  examples: [{ title: 'A name', rule: { toUpper: 'Straße' }, result: 'STRASSE' }],
});

/** Letters that one letter becomes in another case, at most. */
const MOST_LETTERS = 3;

/** Whether a value is a text that must be compared letter by letter. */
function isAsLong(value: Value, text: string): boolean {
  return typeof value === 'string' && value.length === text.length;
}

function changeCase(text: Value, run: RuleRun, change: (text: string) => string): string | null {
  if (text === null) return null;
  if (typeof text !== 'string') throw new RuleError(`takes text, not ${kindOf(text)}`);
  run.read(text.length);
  // A letter becomes three at most.
  run.growText(text.length * MOST_LETTERS);
  return change(text);
}

function countOf(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) count += 1;
  return count;
}

function joined(texts: readonly string[], run: RuleRun): string {
  let text = '';
  for (let start = 0; start < texts.length; start += MOST_OPERANDS) {
    text += calculate('cat', texts.slice(start, start + MOST_OPERANDS), run);
  }
  return text;
}

/** A text that grows by at least this part is copied: the copy costs no more than so many times what was added. */
const SHARE_OF_ADDED = 8;

/** The text, no longer as a tree of parts: reading one of its characters makes V8 copy it. */
function inOnePiece(text: string): string {
  return Number.isNaN(text.charCodeAt(0)) ? '' : text;
}

function totalLength(texts: readonly string[]): number {
  return texts.reduce((total, text) => total + text.length, 0);
}
