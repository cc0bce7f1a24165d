/** JSON read with its members in their order: ids of fields, and names in extra data, may look like whole numbers. */
import { parse, type ValueNode } from '@humanwhocodes/momoa';
import type { ExtraData } from './extra-data.js';
import { keepText, setMember } from './members.js';

/** A name that JavaScript would put before all others. */
const COMES_FIRST = /"(?:0|[1-9]\d{0,9})":/u;

/** The value of a JSON text that the service wrote itself; `orderedJson` writes it as it was. */
export function parseOrdered(text: string): unknown {
  // Hardly any result has such names, and the parser of the platform is much faster.
  if (!COMES_FIRST.test(text)) return JSON.parse(text);
  return parseGiven(text);
}

/**
 * The value of a JSON text of anybody; `orderedJson` writes members in their order, and numbers as they were given.
 * @throws Error for what is not JSON
 */
export function parseGiven(text: string): unknown {
  return plainValue(parse(text).body, text);
}

/** The extra data of an extraction, of which the text is kept. */
export function extraDataOf({ extraData }: { readonly extraData: string | null }): ExtraData | undefined {
  return extraData === null ? undefined : (parseGiven(extraData) as ExtraData);
}

function plainValue(node: ValueNode, text: string): unknown {
  switch (node.type) {
    case 'Array': {
      const items = node.elements.map(({ value }) => plainValue(value, text));
      for (const [i, { value }] of node.elements.entries()) keepNumber(items, i, value, text);
      return items;
    }
    case 'Object': {
      const object: Record<string, unknown> = {};
      for (const { name: key, value } of node.members) {
        const name = key.type === 'Identifier' ? key.name : key.value;
        setMember(object, name, plainValue(value, text));
        keepNumber(object, name, value, text);
      }
      return object;
    }
    case 'String':
    case 'Number':
    case 'Boolean':
      return node.value;
    default:
      return null;
  }
}

function keepNumber(holder: object, name: string | number, { type, loc }: ValueNode, text: string): void {
  if (type === 'Number') keepText(holder, name, text.slice(loc.start.offset, loc.end.offset));
}
