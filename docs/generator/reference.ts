/** Makes the reference from the definitions of the language. */
import type { z } from 'zod';
import {
  anchorComponentSchema,
  composable,
  fieldAnchorSchema,
  matcherSchema,
  stopMatchSchema,
} from '../../src/anchors/schema.js';
import { fingerprintSchema } from '../../src/classify/fingerprint.js';
import type { LineSketch } from '../../src/document/from-lines.js';
import type { FieldKind } from '../../src/fields/definition.js';
import { fieldKinds } from '../../src/fields/index.js';
import type { MethodDefinition, MethodExample } from '../../src/methods/definition.js';
import { commonMembers } from '../../src/methods/filters.js';
import { methods } from '../../src/methods/index.js';
import type { TypeDefinition, TypeExample } from '../../src/types/definition.js';
import { types } from '../../src/types/index.js';
import { configShape, grammar, named } from './grammar.js';
import { json, page, rows, verbatim } from './markdown.js';
import { type Linking, membersTable } from './members.js';
import { contentOf, definitionOf, typeText } from './type-text.js';

type Schema = z.core.$ZodType;

const NOTICE = '<!-- Generated from the source by `npm run docs`; edits here are lost. -->';

const methodList = methods as unknown as readonly MethodDefinition[];
const typeList = types as unknown as readonly TypeDefinition[];
const kindList = fieldKinds as unknown as readonly FieldKind[];

/** All pages of the reference: path inside its folder, and text. */
export function reference(): ReadonlyMap<string, string> {
  return new Map([
    ['index.md', indexPage()],
    ['config.md', configPage()],
    ['fields.md', fieldsPage()],
    ['anchors.md', anchorsPage()],
    ['matchers.md', matchersPage()],
    ['fingerprint.md', fingerprintPage()],
    ['methods.md', listPage('Methods', 'How a field captures text or a value.', 'methods', methodList)],
    ['method-options.md', commonPage()],
    [
      'types.md',
      listPage('Value types', 'What captured text must be, and what becomes of it.', 'types', typeList),
    ],
    ...methodList.map((method) => [`methods/${method.id}.md`, methodPage(method)] as const),
    ...typeList.map((type) => [`types/${type.id}.md`, typePage(type)] as const),
  ]);
}

/** Links from a page that lies some folders deep in the reference. */
function linking(depth: number): Linking {
  return { named, link: (part) => `[${part.name}](${'../'.repeat(depth)}${part.page})` };
}

function indexPage(): string {
  const ids = (folder: string, list: readonly { readonly id: string }[]) =>
    list.map(({ id }) => `[${id}](${folder}/${id}.md)`).join(', ');
  return page(
    NOTICE,
    '# Reference',
    [
      '- [Config](config.md): the whole of a config',
      '- [Fields](fields.md): the kinds of field',
      '- [Anchors](anchors.md): where a field looks',
      '- [Matchers](matchers.md): conditions on a line',
      '- [Fingerprint](fingerprint.md): whether a config fits a document',
      `- [Methods](methods.md): ${ids('methods', methodList)}`,
      '- [Options of every method](method-options.md)',
      `- [Value types](types.md): ${ids('types', typeList)}`,
    ].join('\n'),
  );
}

function configPage(): string {
  return page(
    NOTICE,
    '# Config',
    'JSON with comments and trailing commas.',
    membersTable(configShape, linking(0)),
  );
}

function fieldsPage(): string {
  const sections = kindList.flatMap((kind) => [
    `## ${kind.id}`,
    sentence(kind.summary),
    membersTable(shapeOf(kind.schema(grammar, kind.places[0] ?? 'fields')), linking(0)),
  ]);
  return page(NOTICE, '# Fields', 'The kinds of field, told apart by their members.', ...sections);
}

function anchorsPage(): string {
  return page(
    NOTICE,
    '# Anchors',
    'An anchor is a text, a [matcher](matchers.md), an array of matchers, or one of the objects below.',
    ...objectSections(objectsOf(fieldAnchorSchema).filter((object) => !isTagged(object))),
  );
}

function matchersPage(): string {
  const seen = new Map<object, Schema>();
  for (const schema of [matcherSchema, anchorComponentSchema, stopMatchSchema]) objectsOf(schema, seen);
  return page(
    NOTICE,
    '# Matchers',
    'A matcher is a condition on one line. In an array, each matcher is looked for below the line of the one before.',
    `A condition, inside any, all and not, is one of: ${objectsOf(composable).map(titleOf).join(', ')}; without \`reverse\`.`,
    `An anchor match is: ${formsText(anchorComponentSchema)}.`,
    `A stop match is: ${formsText(stopMatchSchema)}.`,
    ...objectSections([...seen.values()].filter(isTagged)),
  );
}

function fingerprintPage(): string {
  return page(
    NOTICE,
    '# Fingerprint',
    'Tests that tell whether a config fits a document.',
    membersTable(shapeOf(fingerprintSchema), linking(0)),
  );
}

function listPage(
  title: string,
  intro: string,
  folder: string,
  list: readonly { readonly id: string; readonly summary: string }[],
): string {
  const body = list.map(({ id, summary }) => [`[${id}](${folder}/${id}.md)`, sentence(summary)]);
  const more =
    folder === 'methods' ? 'Every method takes the [common options](method-options.md) besides its own.' : '';
  return page(NOTICE, `# ${title}`, intro, more, rows(['Id', 'Summary'], body));
}

function commonPage(): string {
  return page(
    NOTICE,
    '# Options of every method',
    'Members that every [method](methods.md) accepts besides its own.',
    membersTable(commonMembers(grammar), linking(0)),
  );
}

function methodPage(method: MethodDefinition): string {
  const anchor =
    method.anchor === 'required'
      ? 'The field needs an [anchor](../anchors.md).'
      : 'The [anchor](../anchors.md) may be left out.';
  const tiebreaker =
    method.defaultTiebreaker === undefined
      ? ''
      : `Its default tiebreaker is \`${JSON.stringify(method.defaultTiebreaker)}\`.`;
  return page(
    NOTICE,
    `# ${method.id}`,
    sentence(method.summary),
    [anchor, tiebreaker].filter((text) => text !== '').join(' '),
    '## Options',
    membersTable(method.options(grammar), linking(1)),
    'Besides these, the [options of every method](../method-options.md).',
    ...(method.examples.length > 0 ? ['## Examples', ...method.examples.flatMap(methodExample)] : []),
  );
}

function methodExample({ title, lines, field, result }: MethodExample): string[] {
  return [`### ${sentenceCase(title)}`, linesTable(lines), json(field), 'gives', json(result)];
}

function linesTable(lines: readonly LineSketch[]): string {
  const optional = (['width', 'height', 'page'] as const).filter((key) =>
    lines.some((line) => line[key] !== undefined),
  );
  const body = lines.map((line) => [
    verbatim(line.text),
    String(line.left),
    String(line.top),
    ...optional.map((key) => String(line[key] ?? '')),
  ]);
  return rows(['Line', 'Left', 'Top', ...optional.map(sentenceCase)], body);
}

function typePage(type: TypeDefinition): string {
  const plain = type.plain ? `\`"${type.id}"\` or ` : '';
  return page(
    NOTICE,
    `# ${type.id}`,
    sentence(type.summary),
    `Written as ${plain}\`{"id": "${type.id}", …}\` with the members below.`,
    '## Members',
    membersTable(type.options(grammar), linking(1)),
    ...(type.examples.length > 0
      ? ['## Examples', ...type.examples.flatMap((one) => typeExample(type, one))]
      : []),
  );
}

function typeExample({ id }: TypeDefinition, { title, options, lines, result }: TypeExample): string[] {
  return [
    `### ${sentenceCase(title)}`,
    lines.map((line) => `- ${verbatim(line)}`).join('\n'),
    options ? json({ type: { id, ...options } }) : json({ type: id }),
    'gives',
    json(result),
  ];
}

/** The forms that a part of the grammar may take, in words. */
function formsText(schema: Schema): string {
  const others = new Map(named);
  others.delete(definitionOf(schema));
  return typeText(schema, others, linking(0).link);
}

/** A section for each kind of object that a part of the grammar may be, in arrays too. */
function objectSections(objects: readonly Schema[]): string[] {
  return objects.flatMap((object) => [`## ${titleOf(object)}`, membersTable(shapeOf(object), linking(0))]);
}

/** All objects below unions and arrays, each once. */
function objectsOf(schema: Schema, seen = new Map<object, Schema>()): Schema[] {
  const bare = contentOf(schema);
  const { shape, options = [], element } = definitionOf(bare);
  if (shape) seen.set(definitionOf(bare), bare);
  for (const inner of element ? [element] : options) objectsOf(inner, seen);
  return [...seen.values()];
}

/** The tags that an object is told apart by, or its required members. */
function titleOf(object: Schema): string {
  const { type, ...members } = shapeOf(object);
  if (type) {
    const { values = [], entries = {} } = definitionOf(type);
    return [...values, ...Object.values(entries)].join(', ');
  }
  const required = Object.keys(members).filter((name) => members[name]?._zod.optin !== 'optional');
  return `Object with ${required.join(', ')}`;
}

function isTagged(object: Schema): boolean {
  return shapeOf(object)['type'] !== undefined;
}

function shapeOf(schema: Schema): Readonly<Record<string, Schema>> {
  return definitionOf(contentOf(schema)).shape ?? {};
}

function sentence(text: string): string {
  return /[.!?]$/u.test(text) ? text : `${text}.`;
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
