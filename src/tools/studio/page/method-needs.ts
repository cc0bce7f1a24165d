/** What a method needs beside its id, as templates of the editor: places to fill are `#{number:text}`. */

/** A part of the JSON Schema of configs, as far as templates are made of it. */
interface Part {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Part>>;
  readonly type?: string;
  readonly const?: unknown;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Part>>;
  readonly required?: readonly string[];
  readonly items?: Part;
  readonly anyOf?: readonly Part[];
  readonly exclusiveMinimum?: number;
  readonly minimum?: number;
}

/** Required members of an object, by their names, each a template of its value. */
type Needs = ReadonlyMap<string, string>;

/** Parts deeper in each other than this are left to the author. */
const MOST_DEPTH = 4;

/** What methods need, by their ids. @param schema of configs, before an editor has written into it */
export function methodNeeds(schema: object): ReadonlyMap<string, Needs> {
  const { $defs = {} } = schema as Part;
  const needs = new Map<string, Needs>();
  for (const [name, part] of Object.entries($defs)) {
    const id = part.properties?.['id']?.const;
    // Types of values have ids as well, some of them those of methods.
    if (typeof id !== 'string' || name.endsWith('Type') || needs.has(id)) continue;
    const values = requiredOf(part).filter((member) => member !== 'id');
    needs.set(id, new Map(values.map((member) => [member, templateOf(part.properties?.[member], $defs, 0)])));
  }
  return needs;
}

/** The members that are still to be written, as a template that follows the id. */
export function missingMembers(needs: Needs, written: ReadonlySet<string>): string {
  let places = 0;
  return [...needs]
    .filter(([member]) => !written.has(member))
    .map(([member, value]) => `, "${member}": ${value.replace(/#\{/gu, () => `#{${++places}:`)}`)
    .join('');
}

function requiredOf({ required = [] }: Part): readonly string[] {
  return required;
}

/** A value that the author overwrites. */
function templateOf(given: Part | undefined, parts: Readonly<Record<string, Part>>, depth: number): string {
  const part = given?.$ref === undefined ? given : parts[given.$ref.replace('#/$defs/', '')];
  if (!part || depth > MOST_DEPTH) return '#{}';
  const inside = (inner: Part | undefined) => templateOf(inner, parts, depth + 1);
  const [first = part.const ?? part.default] = part.enum ?? [];
  if (typeof first === 'string') return `"#{${first}}"`;
  if (typeof first === 'number' || typeof first === 'boolean') return `#{${first}}`;
  if (part.anyOf) return inside(part.anyOf[0]);
  if (part.type === 'string') return '"#{}"';
  if (part.type === 'number' || part.type === 'integer')
    return (part.exclusiveMinimum ?? part.minimum) === undefined ? '#{0}' : '#{1}';
  if (part.type === 'array') return `[${inside(part.items)}]`;
  if (part.type !== 'object') return '#{}';
  const members = requiredOf(part).map((member) => `"${member}": ${inside(part.properties?.[member])}`);
  return members.length === 0 ? '{ #{} }' : `{ ${members.join(', ')} }`;
}
