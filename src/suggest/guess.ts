/** Values of a document that its author may want, where none are named: what stands beside captions. */
import type { Document, Line } from '../document/model.js';
import type { TypeRegistry } from '../types/registry.js';
import { freeId, idFrom } from './ids.js';
import { PageIndex } from './page-index.js';
import type { Suggestion } from './suggest.js';
import { prepareTypes, spaced, targetOf, type WantedValue } from './wanted.js';

/** Values that are guessed at most: a config to begin with, not a copy of the page. */
const MOST_VALUES = 40;
/** Longest text that is taken for a value. */
const LONGEST_VALUE = 60;
/** Inches to the right within which the value of a caption with a colon stands. */
const REACH = 3;
/** Highest cost of a proposal that is worth keeping: a label, a row or a column, no measured region. */
const SIMPLE = 4;

/** Values with a caption: `Caption: value` in one line or a row, and dates, amounts and numbers beside a text. */
export async function guessValues(document: Document, types: TypeRegistry): Promise<readonly WantedValue[]> {
  await prepareTypes(types, []);
  const index = new PageIndex(document);
  const ids = new Map<string, string>();
  const used = new Set<string>();
  for (const line of index.lines) {
    const { value, caption } = valueBeside(line, index, types) ?? {};
    if (value === undefined || value.length > LONGEST_VALUE || ids.has(value)) continue;
    const id = freeId(idFrom(spaced(caption ?? '')), used);
    used.add(id);
    ids.set(value, id);
    if (ids.size >= MOST_VALUES) break;
  }
  return [...ids].map(([text, id]) => ({ id, values: [text] }));
}

interface Guess {
  readonly value: string;
  readonly caption: string;
}

function valueBeside(line: Line, index: PageIndex, types: TypeRegistry): Guess | undefined {
  const [, caption, rest = ''] = /^([^:\d]{3,48}):\s*(.*)$/u.exec(line.text) ?? [];
  if (caption !== undefined && rest !== '') return { value: rest, caption };
  const next = index.rowOf(line).find(({ left }) => left >= line.right);
  if (!next || next.left - line.right > REACH || next.text.endsWith(':')) return undefined;
  const text = spaced(next.text);
  if (caption !== undefined) return { value: text, caption };
  const isCaption = /\p{L}{3}/u.test(line.text) && !/\d/u.test(line.text);
  return isCaption && targetOf(text, undefined, types).types[0]!.type !== 'string'
    ? { value: text, caption: line.text }
    : undefined;
}

/** The guesses that came to something: simple fields, each value and each field once. */
export function simpleOnly(suggestions: readonly Suggestion[]): readonly Suggestion[] {
  const seen = new Set<string>();
  return suggestions.filter(({ proposals: [best] }) => {
    if (!best || best.cost > SIMPLE) return false;
    const key = JSON.stringify(best.field);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
