/**
 * What a run of `anchorline extract` reports beside the result: how much was found, what went wrong, why values are
 * null.
 */

import type { FieldValue } from '../../extend/index.js';
import { orderedEntries } from '../../foundation/objects/members.js';
import type { ExtractionResult } from '../../index.js';
import { entryText } from '../../language/validate/validate.js';
import { FINGERPRINT_NOT_PASSED } from '../../run/classify/best-fit.js';
import { isPortfolioResult } from './extract-chosen.js';
import type { Printed } from './formats.js';
import { fieldsOf, foundText } from './found-text.js';
import { counted, printable } from './streams.js';

/** Problems of a result that the summary prints one by one; the others are counted. */
const PROBLEMS_SHOWN = 10;
const LIST = new Intl.ListFormat('en');

/** The results of single documents in what is printed. */
export function outputsOf(result: Printed): readonly Output[] {
  return isPortfolioResult(result) ? result.documents.map(({ output }) => output) : [result];
}

/** What may be wrong with a result. */
type Problems = Pick<ExtractionResult, 'errors' | 'warnings' | 'validations'>;

/** Errors, warnings and failed validations of the whole, and of the documents in it. */
export function problemsOf(result: Printed): Problems {
  if (!isPortfolioResult(result)) return result;
  const all = [result, ...result.documents.map(({ output }) => output)];
  return {
    errors: all.flatMap(({ errors }) => errors),
    warnings: all.flatMap(({ warnings }) => warnings),
    validations: result.documents.flatMap(({ output }) => output.validations ?? []),
  };
}

/** A line for each document that was read with a config whose fingerprint does not pass. */
export function doubtfulChoices(document: string, result: Printed): string[] {
  const { warnings } = problemsOf(result);
  return warnings
    .filter(({ code }) => code === FINGERPRINT_NOT_PASSED)
    .map(({ code, message }) => printable(`${document}: warning: ${message} (${code})`));
}

/** What a single document gave, with its null values and what it asked a model. */
type Output = Pick<ExtractionResult, 'errors' | 'trace'> & {
  readonly parsed_document?: ExtractionResult['parsed_document'] | null;
};

/** How many fields have a value: for whoever looks on, and for everybody when there is none. */
export function fieldCount(document: string, result: Printed, watched: boolean): string[] {
  const found = fieldsOf(outputsOf(result).map(({ parsed_document: fields }) => fields));
  const isNone = found !== undefined && found.fields > 0 && found.present === 0;
  if (!watched && !isNone) return [];
  return [`${printable(document)}: ${foundText(found, result.coverage)}`];
}

/**
 * Errors, warnings and failed validations of a result: a line of counts, then one line each; nothing where there are
 * none.
 */
export function summary(document: string, { errors, warnings, validations = [] }: Problems): string[] {
  const failed = validations.filter(({ severity }) => severity !== 'skipped');
  const problems = [
    ...errors.map(
      ({ type, field_id, field_ids, message }) =>
        `error: ${origin(field_id ?? field_ids?.join(', '), type)}: ${firstLine(message)}`,
    ),
    ...failed.map((entry) => `${entry.severity}: validation: ${entryText(entry)}`),
    ...warnings.map(({ code, field_id, message }) => `warning: ${origin(field_id, code)}: ${message}`),
  ];
  if (problems.length === 0) return [];
  const counts = [
    ...(errors.length > 0 ? [counted(errors.length, 'error')] : []),
    ...(warnings.length > 0 ? [counted(warnings.length, 'warning')] : []),
    ...(failed.length > 0 ? [counted(failed.length, 'failed validation')] : []),
  ];
  const hidden = problems.length - PROBLEMS_SHOWN;
  return [
    `${printable(document)}: ${LIST.format(counts)} in the result`,
    ...problems.slice(0, PROBLEMS_SHOWN).map((problem) => `  ${printable(problem)}`),
    ...(hidden > 0 ? [`  and ${hidden} more`] : []),
  ];
}

/** Messages of missing recordings show a whole prompt. */
function firstLine(message: string): string {
  return message.split('\n', 1)[0] ?? '';
}

function origin(fieldId: string | undefined, kind: string): string {
  return fieldId === undefined ? kind : `${fieldId} (${kind})`;
}

/** Characters of the text behind a value that its line shows. */
const SOURCE_SHOWN = 60;

/** One line for every traced field with a value: its id, the text that it was read from, and on which page and where in the config. */
export function valueSources({ parsed_document, trace = {} }: Output): string[] {
  return orderedEntries(trace).flatMap(([id, traces]) => {
    const last = traces.findLast(({ skipped }) => !skipped);
    const [line] = last?.lines ?? [];
    if (isMissing(valueIn(parsed_document, id)) || !last || !line) return [];
    const text = last.lines.map((each) => each.text).join(' / ');
    const shown = text.length > SOURCE_SHOWN ? `${text.slice(0, SOURCE_SHOWN)}…` : text;
    return [printable(`${id} is from ${JSON.stringify(shown)} on page ${line.page + 1} (${last.path})`)];
  });
}

/** A result without what its fields did, which is most of it. */
export function withoutTrace(result: Printed): Printed {
  if (!isPortfolioResult(result)) return untraced(result);
  return {
    ...result,
    documents: result.documents.map((each) => ({ ...each, output: untraced(each.output) })),
  };
}

function untraced<Traced extends Pick<ExtractionResult, 'trace'>>({ trace: _trace, ...rest }: Traced) {
  return rest;
}

function valueIn(output: Output['parsed_document'], id: string): FieldValue | undefined {
  return output && Object.hasOwn(output, id) ? output[id] : undefined;
}

/** One line for every traced field without a value: its id, the last reason and where the field is. */
export function nullReasons({ parsed_document, trace = {} }: Output): string[] {
  return orderedEntries(trace).flatMap(([id, traces]) => {
    const last = traces.at(-1);
    if (!isMissing(valueIn(parsed_document, id)) || last?.reason === undefined) return [];
    return [printable(`${id} is null: ${last.reason} (${last.path})`)];
  });
}

function isMissing(value: FieldValue | undefined): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}
