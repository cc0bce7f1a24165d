/** JSON read with its members in their order: ids of fields, and names in extra data, may look like whole numbers. */
import { type Node, parseTree } from 'jsonc-parser';
import type { ExtraData } from '../extra-data.js';
import { keepText, setMember } from '../members.js';
import type { ExtractionRow } from './rows.js';

/** A name that JavaScript would put before all others. */
const COMES_FIRST = /"(?:0|[1-9]\d{0,9})":/u;

/** The value of a JSON text that the service wrote itself; `orderedJson` writes it as it was. */
export function parseOrdered(text: string): unknown {
  // Hardly any result has such names, and the parser of the platform is much faster.
  if (!COMES_FIRST.test(text)) return JSON.parse(text);
  return parseGiven(text);
}

/** The value of a JSON text of anybody; `orderedJson` writes members in their order, and numbers as they were given. */
export function parseGiven(text: string): unknown {
  const root = parseTree(text);
  return root ? plainValue(root, text) : JSON.parse(text);
}

/** The extra data of an extraction. */
export function extraDataOf({ extraData }: Pick<ExtractionRow, 'extraData'>): ExtraData | undefined {
  return extraData === null ? undefined : (parseGiven(extraData) as ExtraData);
}

function plainValue({ type, value, children = [] }: Node, text: string): unknown {
  if (type === 'array') {
    const items = children.map((child) => plainValue(child, text));
    for (const [i, child] of children.entries()) keepNumber(items, i, child, text);
    return items;
  }
  if (type !== 'object') return value;
  const object: Record<string, unknown> = {};
  for (const { children: [key, member] = [] } of children) {
    if (!key || !member) continue;
    const name = String(key.value);
    setMember(object, name, plainValue(member, text));
    keepNumber(object, name, member, text);
  }
  return object;
}

function keepNumber(
  holder: object,
  name: string | number,
  { type, offset, length }: Node,
  text: string,
): void {
  if (type === 'number') keepText(holder, name, text.slice(offset, offset + length));
}
