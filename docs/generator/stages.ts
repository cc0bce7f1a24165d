/** Pages of what happens before and after fields capture text: pre- and postprocessors, computed methods, rules. */
import type { ComputedDefinition, ComputedExample } from '../../src/language/computed/definition.js';
import { computedMethods } from '../../src/language/computed/index.js';
import type {
  PostprocessExample,
  PostprocessorDefinition,
} from '../../src/language/postprocess/definition.js';
import { postprocessors } from '../../src/language/postprocess/index.js';
import { parameterSchema } from '../../src/language/postprocess/parameter.js';
import type {
  PreprocessorDefinition,
  PreprocessorExample,
} from '../../src/language/preprocessors/definition.js';
import { preprocessors } from '../../src/language/preprocessors/index.js';
import { operatorGroups } from '../../src/language/rules/index.js';
import type { Operator } from '../../src/language/rules/operator.js';
import { linesTable } from './examples.js';
import { grammar, postprocessorUnion } from './grammar.js';
import { json, NOTICE, page, rows, sentence, sentenceCase, verbatim } from './markdown.js';
import { membersTable } from './members.js';
import { linking, objectSections, objectsOf, shapeOf, titleOf } from './objects.js';

/** Lines of a document that an example may show without drowning what it is about. */
const MOST_LINES = 10;

const preprocessorList = preprocessors as unknown as readonly PreprocessorDefinition[];
const computedList = computedMethods as unknown as readonly ComputedDefinition[];
const postprocessorList = postprocessors as unknown as readonly PostprocessorDefinition[];
const groups: readonly (readonly [string, readonly Operator[]])[] = Object.entries(operatorGroups);

/** The page of preprocessors: a section for each, with its first example that is short. */
export function preprocessorsPage(): string {
  const sections = preprocessorList.flatMap(({ id, summary, options, examples }) => {
    const example = examples.find(({ lines }) => lines.length <= MOST_LINES);
    return [
      `## ${id}`,
      sentence(summary),
      membersTable(options(grammar), linking(0)),
      ...(example ? preprocessorExample(example) : []),
    ];
  });
  const intro =
    'Each is an entry of `preprocessors` of a [config](config.md), `{"type": …}` with the members below.';
  return page(
    NOTICE,
    '# Preprocessors',
    'What is done to the pages before fields run, in order.',
    intro,
    ...sections,
  );
}

function preprocessorExample({ title, lines, preprocessor, result }: PreprocessorExample): string[] {
  return [
    `Example: ${title}`,
    linesTable(lines),
    json(preprocessor),
    'gives these lines, page by page',
    json(result),
  ];
}

/** The page of computed methods. */
export function computedPage(): string {
  const sections = computedList.flatMap(({ id, summary, ignoresType, options, examples }) => [
    `## ${id}`,
    sentence(summary),
    ignoresType ? 'The type of the field has no effect.' : '',
    membersTable(options(grammar), linking(0)),
    ...examples.slice(0, 1).flatMap(computedExample),
  ]);
  const intro = 'Each is the `method` of a computed [field](fields.md), `{"id": …}` with the members below.';
  return page(
    NOTICE,
    '# Computed methods',
    'What is made of values that are there already.',
    intro,
    ...sections,
  );
}

function computedExample(example: ComputedExample): string[] {
  const { title, values, parent, extraData, filename, field, result, output } = example;
  const given = [
    ...(Object.keys(values).length > 0 ? ['The values', json(values)] : []),
    ...(parent ? ['The values of the scope around', json(parent)] : []),
    ...(extraData ? ['The extra data', json(extraData)] : []),
    ...(filename === undefined ? [] : [`A file of the name ${verbatim(filename)}`]),
  ];
  const left = (output ?? []).map(verbatim).join(', ');
  return [
    `Example: ${title}`,
    ...given,
    given.length > 0 ? 'with' : '',
    json(field),
    ...(result === undefined ? [`leaves ${left || 'nothing'} in the output.`] : ['gives', json(result)]),
  ];
}

/** The page of postprocessors, and of the parameters that one of them takes. */
export function postprocessorsPage(): string {
  const objects = objectsOf(postprocessorUnion);
  const sections = postprocessorList.flatMap(({ id, summary, examples }) => {
    const object = objects.find((candidate) => titleOf(candidate) === id);
    if (!object) throw new TypeError(`a config takes no postprocessor ${id}`);
    return [
      `## ${id}`,
      sentence(summary),
      membersTable(shapeOf(object), linking(0)),
      ...examples.flatMap(postprocessExample),
    ];
  });
  return page(
    NOTICE,
    '# Postprocessors',
    'What is made of the finished document: the `postprocessor` of a [config](config.md).',
    ...sections,
    '# Parameters',
    'A parameter describes one value, with those inside it. It is one of the objects below.',
    ...objectSections(objectsOf(parameterSchema)),
  );
}

function postprocessExample({ title, document, postprocessor, result }: PostprocessExample): string[] {
  return [
    `### ${sentenceCase(title)}`,
    'The document',
    json(document),
    'with',
    json(postprocessor),
    'gives',
    json(result),
  ];
}

/** The page of rules: the operators in their groups. */
export function rulesPage(): string {
  const sections = groups.flatMap(([title, operators]) => [
    `## ${title}`,
    rows(['Operator', 'Meaning', 'Argument'], operators.map(operatorRow)),
    rows(['Example', 'Data', 'Result'], operators.flatMap(operatorExample)),
  ]);
  return page(
    NOTICE,
    '# Rules',
    'A rule is a plain value, an array of rules, or an object with one operator and its argument: `{"operator": argument}`.',
    ...sections,
  );
}

/** The first example of an operator. */
function operatorExample({ examples }: Operator): string[][] {
  const inline = (value: unknown) => verbatim(JSON.stringify(value));
  return examples
    .slice(0, 1)
    .map(({ rule, data, result }) => [inline(rule), data === undefined ? '' : inline(data), inline(result)]);
}

function operatorRow({ names, summary, allowed }: Operator): string[] {
  return [names.map(verbatim).join(', '), sentence(summary), `Takes ${allowed}.`];
}
