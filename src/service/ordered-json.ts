/** JSON of results read back with its members in their order: ids of fields may look like whole numbers. */
import { type Node, parseTree } from 'jsonc-parser';
import { setMember } from '../members.js';

/** A name that JavaScript would put before all others. */
const COMES_FIRST = /"(?:0|[1-9]\d{0,9})":/u;

/** The value of a JSON text that the service wrote itself; `orderedJson` writes it as it was. */
export function parseOrdered(text: string): unknown {
  // Hardly any result has such names, and the parser of the platform is much faster.
  if (!COMES_FIRST.test(text)) return JSON.parse(text);
  const root = parseTree(text);
  return root ? plainValue(root) : JSON.parse(text);
}

function plainValue({ type, value, children = [] }: Node): unknown {
  if (type === 'array') return children.map(plainValue);
  if (type !== 'object') return value;
  const object: Record<string, unknown> = {};
  for (const { children: [key, member] = [] } of children) {
    if (key && member) setMember(object, String(key.value), plainValue(member));
  }
  return object;
}
