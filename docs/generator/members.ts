/** Tables of the members of an object in the grammar. */
import * as z from 'zod';
import { defaultOf } from '../../src/foundation/schema/defaults.js';
import { definitionOf, type NamedPart, type NamedParts, typeText, unwrapped } from './type-text.js';

type Schema = z.core.$ZodType;

interface Member {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly fallback: string;
  readonly description: string;
}

/** How a table reaches named parts and other pages. */
export interface Linking {
  readonly named: NamedParts;
  /** Markdown of a link from the page that the table is on. */
  readonly link: (part: NamedPart) => string;
}

/** A Markdown table of members; the members of nested objects follow theirs, as `outer.inner`. */
export function membersTable(shape: Readonly<Record<string, Schema>>, linking: Linking): string {
  const rows = membersOf(shape, linking, '').map(
    ({ name, type, required, fallback, description }) =>
      `| \`${name}\` | ${type} | ${required ? 'yes' : ''} | ${fallback} | ${description} |`,
  );
  if (rows.length === 0) return 'None.';
  return ['| Member | Type | Required | Default | Meaning |', '|---|---|---|---|---|', ...rows].join('\n');
}

function membersOf(shape: Readonly<Record<string, Schema>>, linking: Linking, prefix: string): Member[] {
  return Object.entries(shape).flatMap(([key, schema]) => {
    const name = prefix + key;
    const fallback = defaultOf(schema);
    const own: Member = {
      name,
      type: cell(typeText(schema, linking.named, linking.link)),
      required: schema._zod.optin !== 'optional',
      fallback: fallback ? cell(`\`${JSON.stringify(fallback.value)}\``) : '',
      description: cell(descriptionOf(schema) ?? tagText(key, schema)),
    };
    return [own, ...nested(schema, linking, name)];
  });
}

/** The description of a member, which may have been given before it was made optional. */
function descriptionOf(schema: Schema): string | undefined {
  const { type, innerType } = definitionOf(schema);
  const own = z.globalRegistry.get(schema)?.description;
  return own ?? (type === 'optional' && innerType ? descriptionOf(innerType) : undefined);
}

/** What a member without a description means: the tag of an object names its kind. */
function tagText(key: string, schema: Schema): string {
  const { type } = definitionOf(schema);
  return (key === 'type' || key === 'id') && (type === 'literal' || type === 'enum') ? 'Names the kind' : '';
}

/** The members of the object, or of the objects of the array, that a member holds. */
function nested(schema: Schema, linking: Linking, name: string): Member[] {
  const bare = unwrapped(schema, linking.named);
  const { shape, element, options = [] } = definitionOf(bare);
  if (linking.named.has(definitionOf(bare))) return [];
  if (shape) return membersOf(shape, linking, `${name}.`);
  if (element) return nested(element, linking, `${name}[]`);
  return options.flatMap((option) => nested(option, linking, name));
}

/** Text that may be in a cell of a table. */
export function cell(text: string): string {
  return text.replace(/\|/gu, '\\|').replace(/\s+/gu, ' ').trim();
}
