/** The TypeScript types of configs, made from the grammar: plain types, quick to check, with the words of the grammar. */
import { z } from 'zod';
import type { Language } from '../../src/config/schema.js';
import { alternativesOf, type JsonSchema, referredName, schemaParts } from '../../src/config/schema-parts.js';
import type { TypeDefinition } from '../../src/types/definition.js';

/** Parts whose types stand elsewhere: a rule is any JSON value, which its operators check. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map([['Rule', '../language.js']]);

const HEADER = `/**
 * Configs as authors write them. Made from the grammar by \`npm run types\`; do not edit. \`test/config/config-types.test.ts\`
 * keeps it equal to the grammar.
 */
`;

/**
 * The file with the types of a language's configs, and of the values that its types and methods give.
 * @param types the value types of the language
 */
export function configTypes(language: Language, types: readonly TypeDefinition[]): string {
  const { root, parts } = schemaParts(language);
  const imports = [...ELSEWHERE].map(([name, file]) => `import type { ${name} } from '${file}';\n`);
  const used = reachable(root, parts);
  const declared = [...parts].filter(([name]) => used.has(name)).sort(([a], [b]) => (a < b ? -1 : 1));
  const texts = declared.map(([name, part]) => declaration(name, part));
  const config = declaration('Config', { ...root, description: 'A config' });
  return `${HEADER}${imports.join('')}\n${[config, ...texts, valueTypes(types), methodValues(language)].join('\n')}`;
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

function declaration(name: string, part: JsonSchema): string {
  const comment = docComment(part, '');
  if (part.type === 'object' && part.properties) {
    return `${comment}export interface ${name} ${objectText(part, '')}\n`;
  }
  return `${comment}export type ${name} = ${typeText(part, '')};\n`;
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

function objectText({ properties = {}, required = [] }: JsonSchema, indent: string): string {
  const inner = `${indent}  `;
  const members = Object.entries(properties).map(([name, value]) => {
    const part = value as JsonSchema;
    const isRequired = required.includes(name);
    const type = typeText(part, inner);
    const key = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : literal(name);
    return `${docComment(part, inner)}${inner}readonly ${key}${isRequired ? `: ${type}` : `?: ${type} | undefined`};`;
  });
  return `{\n${members.join('\n')}\n${indent}}`;
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
