/** Values of results in a few words. */
import { orderedJson } from '../../foundation/objects/members.js';
import { isTyped } from './differences.js';

/** Characters of a value that are shown. */
const LONGEST_VALUE = 160;

/** A value as people write it: `1200 (currency, printed "$1,200.00")`; anything else as JSON; cut where it is long. */
export function shownValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value) && value.some(isTyped)) return cut(`[${value.map(shownValue).join(', ')}]`);
  if (!isTyped(value)) return cut(orderedJson(value));
  const { type, value: content, source, unit } = value;
  const notes = [
    type,
    ...(typeof unit === 'string' ? [unit] : []),
    ...(typeof source === 'string' && source !== content ? [`printed ${JSON.stringify(source)}`] : []),
  ];
  return `${cut(orderedJson(content))} (${cut(notes.join(', '))})`;
}

function cut(text: string): string {
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}
