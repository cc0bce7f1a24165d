/** The TypeScript types of configs, made from the grammar: plain types, quick to check, with the words of the grammar. */
import * as z from 'zod';
import type { Language } from '../../src/language/config/schema.js';
import {
  alternativesOf,
  type JsonSchema,
  mapSchema,
  referredName,
  type SchemaParts,
  schemaParts,
} from '../../src/language/config/schema-parts.js';
import type { TypeDefinition } from '../../src/language/types/definition.js';

/** Parts whose types are elsewhere: a rule is any JSON value, which its operators check. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map([['Rule', '../../foundation/schema/language.js']]);

/** What other files import, and what it is where the grammar does not say; the rest is only named in the file. */
const EXPORTED: ReadonlyMap<string, string> = new Map([
  ['ComputedMethod', 'A computed method'],
  ['Config', 'A config'],
  ['Field', 'A field of any kind allowed in `fields`'],
  ['Fingerprint', 'What documents of one layout have in common'],
  ['Preprocessor', 'A change to the pages'],
  ['ValueType', 'A type of values'],
]);

const HEADER = `/**
 * Configs as authors write them. Made from the grammar by \`npm run types\`; do not edit. \`test/language/config/config-types.test.ts\`
 * keeps it equal to the grammar. \`With…\` are members that several objects have.
 */
`;

/**
 * The file with the types of a language's configs, and of the values that its types and methods give.
 * @param types the value types of the language
 */
export function configTypes(language: Language, types: readonly TypeDefinition[]): string {
  const { root, parts } = withInlinedOnce(schemaParts(language));
  const imports = [...ELSEWHERE].map(([name, file]) => `import type { ${name} } from '${file}';\n`);
  const used = reachable(root, parts);
  const declared = [...parts].filter(([name]) => used.has(name)).sort(([a], [b]) => (a < b ? -1 : 1));
  const blocks = repeatedBlocks(declared);
  const texts = declared.map(([name, part]) => declaration(name, part, blocks));
  const config = declaration('Config', root);
  const all = [config, ...blocks.map(blockText), ...texts, valueTypes(types), methodValues(language)];
  return `${HEADER}${imports.join('')}\n${all.join('\n')}`;
}

/** Writes the parts that are no objects, and that one place refers to, at that place. */
function withInlinedOnce({ root, parts }: SchemaParts): SchemaParts {
  const uses = new Map<string, number>();
  const count = (part: JsonSchema): JsonSchema => {
    const name = referredName(part);
    if (name !== undefined) uses.set(name, (uses.get(name) ?? 0) + 1);
    return part;
  };
  for (const part of [root, ...parts.values()]) mapSchema(part, count);
  const isInlined = (name: string | undefined): name is string =>
    name !== undefined &&
    uses.get(name) === 1 &&
    !parts.get(name)?.properties &&
    !ELSEWHERE.has(name) &&
    !EXPORTED.has(name);
  const inline = (part: JsonSchema): JsonSchema => {
    const name = referredName(part);
    if (!isInlined(name)) return part;
    const { $ref: _, ...own } = part;
    return { ...mapSchema(parts.get(name)!, inline), ...own };
  };
  const kept = [...parts].filter(([name]) => !isInlined(name));
  return {
    root: mapSchema(root, inline),
    parts: new Map(kept.map(([name, part]) => [name, mapSchema(part, inline)])),
  };
}

/** Members that the same declarations have, all of them. */
interface Block {
  readonly name: string;
  readonly members: readonly string[];
  readonly owners: readonly string[];
}

/** Lines that a block must save to be worth a name; one of a single member more. */
const WORTH_A_NAME = 8;
const WORTH_A_NAME_ALONE = 20;

/** The members that repeat, by the declarations that they repeat in. */
function repeatedBlocks(declared: readonly (readonly [string, JsonSchema])[]): readonly Block[] {
  const ownersOf = new Map<string, string[]>();
  for (const [owner, part] of declared) {
    if (!isObject(part)) continue;
    for (const member of memberTexts(part, ''))
      ownersOf.set(member, [...(ownersOf.get(member) ?? []), owner]);
  }
  const byOwners = new Map<string, string[]>();
  for (const [member, owners] of ownersOf) {
    byOwners.set(owners.join(), [...(byOwners.get(owners.join()) ?? []), member]);
  }
  const taken = new Set(declared.map(([name]) => name));
  const blocks: Block[] = [];
  for (const members of byOwners.values()) {
    const owners = ownersOf.get(members[0]!)!;
    const lines = members.join('\n').split('\n').length;
    const saved = (owners.length - 1) * lines - BLOCK_FRAME_LINES;
    if (saved < (members.length > 1 ? WORTH_A_NAME : WORTH_A_NAME_ALONE)) continue;
    blocks.push({ name: freeName(members[0]!, taken), members, owners });
  }
  return blocks;
}

/** Lines of a declaration besides its members: head, end, and the empty line after it. */
const BLOCK_FRAME_LINES = 3;

/** `WithTiebreaker` for a block that begins with `tiebreaker`. */
function freeName(member: string, taken: Set<string>): string {
  const first = /readonly '?(\w+)/u.exec(member)?.[1] ?? '';
  const stem = `With${first.charAt(0).toUpperCase()}${first.slice(1)}`;
  let name = stem;
  for (let number = 2; taken.has(name); number += 1) name = `${stem}${number}`;
  taken.add(name);
  return name;
}

function blockText({ name, members }: Block): string {
  return `interface ${name} {\n${members.join('\n')}\n}\n`;
}

/** An interface for the values of each type that makes its own, and all of them by the id of the type. */
function valueTypes(types: readonly TypeDefinition[]): string {
  const own = types.filter(({ output }) => output !== undefined);
  const nameOf = ({ id }: TypeDefinition) => `${id.charAt(0).toUpperCase()}${id.slice(1)}Value`;
  const values = own.map((type) => {
    const { properties, required } = z.toJSONSchema(z.object({ type: z.literal(type.id), ...type.output }));
    const part = { properties, required, type: 'object', description: type.summary } as JsonSchema;
    return declaration(nameOf(type), part);
  });
  const byId = own.map((type) => `  readonly ${type.id}: ${nameOf(type)};\n`);
  const map = `/** Values by the id of their type; types made of others give theirs. */\nexport interface ValuesByType {\n${byId.join('')}}\n`;
  return [...values, map].join('\n');
}

/** What methods give whatever the type of their field says. */
function methodValues({ methods }: Language): string {
  const rows = [...methods.values()].flatMap(({ id, yields }) => {
    const made = yields?.({} as never);
    return made === undefined ? [] : [`  readonly ${id}: '${made}';\n`];
  });
  return `/** What methods give whatever the type of their field says. */\nexport interface YieldsByMethod {\n${rows.join('')}}\n`;
}

/** The parts that types are written for: what only a rule refers to is not. */
function reachable(root: JsonSchema, parts: ReadonlyMap<string, JsonSchema>): ReadonlySet<string> {
  const seen = new Set<string>();
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    const name = referredName(part as JsonSchema);
    if (name !== undefined && !ELSEWHERE.has(name) && !seen.has(name)) {
      seen.add(name);
      visit(parts.get(name));
    }
    for (const inner of Object.values(part)) visit(inner);
  };
  visit(root);
  return seen;
}

function isObject(part: JsonSchema): boolean {
  return part.type === 'object' && part.properties !== undefined;
}

function exported(name: string): string {
  return EXPORTED.has(name) ? 'export ' : '';
}

function declaration(name: string, part: JsonSchema, blocks: readonly Block[] = []): string {
  const comment = docComment({ description: EXPORTED.get(name), ...part } as JsonSchema, '');
  if (isObject(part)) {
    const bases = blocks.filter(({ owners }) => owners.includes(name));
    const inherited = bases.flatMap(({ members }) => members);
    const own = memberTexts(part, '').filter((member) => !inherited.includes(member));
    const head = bases.length > 0 ? ` extends ${bases.map((base) => base.name).join(', ')}` : '';
    return `${comment}${exported(name)}interface ${name}${head} ${own.length > 0 ? `{\n${own.join('\n')}\n}` : '{}'}\n`;
  }
  return `${comment}${exported(name)}type ${name} = ${typeText(part, '')};\n`;
}

function typeText(part: JsonSchema, indent: string): string {
  const name = referredName(part);
  if (name !== undefined) return name;
  const alternatives = alternativesOf(part);
  if (alternatives) return unique(alternatives.map((each) => typeText(each, indent))).join(' | ');
  if (part.const !== undefined) return literal(part.const);
  if (part.enum) return (part.enum as unknown[]).map(literal).join(' | ');
  if (Array.isArray(part.type)) {
    return unique(part.type.map((type) => typeText({ ...part, type } as JsonSchema, indent))).join(' | ');
  }
  switch (part.type) {
    case 'object':
      return part.properties ? objectText(part, indent) : recordText(part, indent);
    case 'array':
      return `readonly ${grouped(typeText((part.items ?? {}) as JsonSchema, indent))}[]`;
    case 'integer':
      return 'number';
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return part.type;
    default:
      return 'unknown';
  }
}

function recordText({ additionalProperties }: JsonSchema, indent: string): string {
  const value =
    typeof additionalProperties === 'object'
      ? typeText(additionalProperties as JsonSchema, indent)
      : 'unknown';
  return `{ readonly [name: string]: ${value} }`;
}

function objectText(part: JsonSchema, indent: string): string {
  return `{\n${memberTexts(part, indent).join('\n')}\n${indent}}`;
}

function memberTexts({ properties = {}, required = [] }: JsonSchema, indent: string): readonly string[] {
  const inner = `${indent}  `;
  return Object.entries(properties).map(([name, value]) => {
    const part = value as JsonSchema;
    const isRequired = required.includes(name);
    const type = typeText(part, inner);
    const key = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : literal(name);
    return `${docComment(part, inner)}${inner}readonly ${key}${isRequired ? `: ${type}` : `?: ${type} | undefined`};`;
  });
}

/** The description and default of a part as a comment; nothing where it has none. */
function docComment({ description, default: value, deprecated }: JsonSchema, indent: string): string {
  const lines = [
    ...(description === undefined ? [] : [description]),
    ...(value === undefined ? [] : [`@defaultValue \`${JSON.stringify(value)}\``]),
    ...(deprecated === true ? ['@deprecated'] : []),
  ].map((line) => line.replaceAll('*/', '*\\/'));
  if (lines.length === 0) return '';
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`;
}

function literal(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

function grouped(text: string): string {
  return text.includes(' | ') || text.startsWith('readonly ') ? `(${text})` : text;
}
