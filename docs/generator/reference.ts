/** Makes the reference from the definitions of the language. */
import type * as z from 'zod';
import { horizontalRangeSchema } from '../../src/language/anchors/ranges.js';
import {
  anchorComponentSchema,
  composable,
  fieldAnchorSchema,
  matcherSchema,
  stopMatchSchema,
} from '../../src/language/anchors/schema.js';
import { fingerprintSchema } from '../../src/language/config/fingerprint.js';
import type { FieldExample, FieldKind } from '../../src/language/fields/definition.js';
import { fieldKinds } from '../../src/language/fields/index.js';
import { verticalRangeSchema } from '../../src/language/fields/vertical-ranges.js';
import type { MethodDefinition, MethodExample } from '../../src/language/methods/definition.js';
import { commonMembers } from '../../src/language/methods/filters.js';
import { methods } from '../../src/language/methods/index.js';
import type { TypeDefinition, TypeExample } from '../../src/language/types/definition.js';
import { types } from '../../src/language/types/index.js';
import { drawnNote, fieldsOf, linesTable } from './examples.js';
import { configShape, grammar, named } from './grammar.js';
import { json, NOTICE, page, rows, sentence, sentenceCase, verbatim } from './markdown.js';
import { membersTable } from './members.js';
import { isTagged, linking, objectSections, objectsOf, shapeOf, titleOf } from './objects.js';
import { examplesOf } from './page-examples.js';
import { computedPage, postprocessorsPage, preprocessorsPage, rulesPage } from './stages.js';
import { contentOf, definitionOf, typeText } from './type-text.js';

type Schema = z.core.$ZodType;

const methodList = methods as unknown as readonly MethodDefinition[];
const typeList = types as unknown as readonly TypeDefinition[];
const kindList = fieldKinds as unknown as readonly FieldKind[];

/** All pages of the reference: path inside its folder, and text. */
export function reference(): ReadonlyMap<string, string> {
  return new Map([
    ['index.md', indexPage()],
    ['config.md', configPage()],
    ['fields.md', fieldsPage()],
    ['ranges.md', rangesPage()],
    ['anchors.md', anchorsPage()],
    ['matchers.md', matchersPage()],
    ['fingerprint.md', fingerprintPage()],
    ['methods.md', listPage('Methods', 'How a field captures text or a value.', 'methods', methodList)],
    ['method-options.md', commonPage()],
    ['computed.md', computedPage()],
    ['rules.md', rulesPage()],
    ['preprocessors.md', preprocessorsPage()],
    ['postprocessors.md', postprocessorsPage()],
    [
      'types.md',
      listPage('Value types', 'What captured text must be, and what becomes of it.', 'types', typeList),
    ],
    ...methodList.map((method) => [`methods/${method.id}.md`, methodPage(method)] as const),
    ...typeList.map((type) => [`types/${type.id}.md`, typePage(type)] as const),
  ]);
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
      '- [Ranges](ranges.md): where sections begin and end',
      '- [Anchors](anchors.md): where a field looks',
      '- [Matchers](matchers.md): conditions on a line',
      '- [Fingerprint](fingerprint.md): whether a config fits a document',
      `- [Methods](methods.md): ${ids('methods', methodList)}`,
      '- [Options of every method](method-options.md)',
      `- [Value types](types.md): ${ids('types', typeList)}`,
      '- [Computed methods](computed.md): what is made of values that are there already',
      '- [Rules](rules.md): the operators of rules',
      '- [Preprocessors](preprocessors.md): what is done to the pages before fields run',
      '- [Postprocessors](postprocessors.md): what is made of the finished document',
    ].join('\n'),
  );
}

function configPage(): string {
  return page(
    NOTICE,
    '# Config',
    'JSON5, which is JSON with comments, trailing commas and more.',
    membersTable(configShape, linking(0)),
    ...examplesOf('config.md'),
  );
}

function fieldsPage(): string {
  const sections = kindList.flatMap((kind) => [
    `## ${kind.id}`,
    sentence(kind.summary),
    ...kindTables(kind),
    ...kind.examples.flatMap(fieldExample),
  ]);
  return page(NOTICE, '# Fields', 'The kinds of field, distinguished by their members.', ...sections);
}

/** The members of a kind; where its method is one of several that only it has, each in a table of its own. */
function kindTables(kind: FieldKind): string[] {
  const shape = shapeOf(kind.schema(grammar, kind.places[0] ?? 'fields'));
  const { method, ...others } = shape;
  const isOwn = method !== undefined && !named.has(definitionOf(contentOf(method)));
  const methodsOf = isOwn ? objectsOf(method) : [];
  if (methodsOf.length < 2) return [membersTable(shape, linking(0))];
  return [
    membersTable(others, linking(0)),
    ...methodsOf.flatMap((each) => {
      const { id, ...members } = shapeOf(each);
      const [value] = (id && definitionOf(id).values) ?? [];
      const intro = `\`"method": {"id": "${value}", …}\` with the members below.`;
      return [`### ${value}`, intro, membersTable(members, linking(0))];
    }),
  ];
}

function fieldExample(example: FieldExample): string[] {
  const { title, document, replies = [], result } = example;
  const fields = fieldsOf(example);
  return [
    `Example: ${title}`,
    typeof document === 'string' ? `\`\`\`csv\n${document}\`\`\`` : linesTable(document),
    json(fields.length === 1 ? fields[0] : fields),
    ...repliesOf(replies),
    replies.length === 0 ? 'gives' : 'and the output gets',
    json(result),
  ];
}

function repliesOf(replies: readonly object[]): string[] {
  if (replies.length === 0) return [];
  return replies.length === 1
    ? ['The model replies', json(replies[0])]
    : ['The model replies, one request after the other', json(replies)];
}

function rangesPage(): string {
  return page(
    NOTICE,
    '# Ranges',
    'A range says where the sections of a sections [field](fields.md) begin and end. `direction` distinguishes the two kinds.',
    '## Horizontal',
    membersTable(shapeOf(horizontalRangeSchema), linking(0)),
    '## Vertical',
    membersTable(shapeOf(verticalRangeSchema), linking(0)),
    ...examplesOf('ranges.md'),
  );
}

function anchorsPage(): string {
  return page(
    NOTICE,
    '# Anchors',
    'An anchor is a text, a [matcher](matchers.md), an array of matchers, or one of the objects below.',
    ...objectSections(objectsOf(fieldAnchorSchema).filter((object) => !isTagged(object))),
    ...examplesOf('anchors.md'),
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
    ...examplesOf('matchers.md'),
  );
}

function fingerprintPage(): string {
  return page(
    NOTICE,
    '# Fingerprint',
    'Tests that decide whether a config fits a document.',
    membersTable(shapeOf(fingerprintSchema), linking(0)),
    ...examplesOf('fingerprint.md'),
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
    ...examplesOf('method-options.md'),
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

function methodExample({ title, lines, paths, field, result }: MethodExample): string[] {
  const document = [linesTable(lines), drawnNote(paths)];
  return [`### ${sentenceCase(title)}`, ...document, json(field), 'gives', json(result)];
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
