/** From what a model answered to values of fields: filters, types, the lines behind an answer, verbosity. */
// See docs/language/08-language-models.md#8412-from-answer-to-value

import { DEFAULT_TYPE, type FieldValue, type TypeReference } from '../../../foundation/schema/language.js';
import { type GroundingIndex, indexLines, type Located, type ValueReader } from '../../../llm/grounding.js';
import { renderLines } from '../../../llm/render.js';
import { makeLine } from '../../../page/document/line.js';
import type { Line, Region } from '../../../page/document/model.js';
import { type CommonOptions, filterPieces } from '../../methods/filters.js';
import type { CompiledType } from '../../types/definition.js';
import { runType, typedText } from '../../types/select.js';
import type { FieldScope } from '../definition.js';
import { decorate } from '../output.js';

/** Answers that say that there is none; others, such as "none" or "N/A", are values that prompts ask for. */
const NO_ANSWERS: ReadonlySet<string> = new Set(['', 'null', 'undefined']);
const NOT_KNOWN = /i don['\u2019]t know/iu;

/** An answer as text; null when it says that there is none. */
export function answerText(answer: string | null): string | null {
  if (answer === null) return null;
  const text = answer.trim();
  return NO_ANSWERS.has(text.toLowerCase()) || NOT_KNOWN.test(text) ? null : text;
}

/** The form of answer that a model is asked for by a type; undefined for text. */
export function promptHintOf(type: TypeReference | undefined, { run }: FieldScope): string | undefined {
  return type === undefined ? undefined : run.language.types.compile(type).promptHint;
}

/** A typed answer, or why it is not one. */
type TypedAnswer = { readonly value: object; readonly text: string } | { readonly reason: string };

interface AnswerType {
  readonly type: TypeReference | undefined;
  /** Filters that act on the answer as on captured lines; only of fields with a single question. */
  readonly filters?: CommonOptions | undefined;
}

/** Reads an answer with the type of its field. */
export function typedAnswer(text: string, { type, filters }: AnswerType, scope: FieldScope): TypedAnswer {
  const { types } = scope.run.language;
  const compiled = type === undefined ? undefined : types.compile(type);
  const guard = scope.scope.patternGuard;
  const isText = compiled === undefined || compiled.id === DEFAULT_TYPE;
  const separator =
    isText && filters?.whitespaceFilter === 'all' && filters.tiebreaker === undefined ? '' : '\n';
  const kept = filters === undefined ? text : filtered(text, filters, separator, scope);
  if (kept === null) return { reason: `all of the answer was dropped by its filters: ${quoted(text)}` };
  const { tiebreaker } = filters ?? {};
  const selection =
    tiebreaker === undefined
      ? typedText(kept, compiled, guard)
      : runType(compiled ?? types.compile('string'), pseudoLines(kept), tiebreaker, guard);
  if (selection.value === null) return { reason: `the model answered ${quoted(text)}: ${selection.reason}` };
  return { value: selection.value, text: kept };
}

function pseudoLines(text: string) {
  return text.split('\n').map((line) => ({ text: line }));
}

/**
 * Filters act on the rows of an answer as on lines that a method captured; null when nothing is left.
 * @param separator between the rows that are left
 */
function filtered(text: string, filters: CommonOptions, separator: string, scope: FieldScope): string | null {
  const { lineFilters, typeFilters, wordFilters, whitespaceFilter } = filters;
  if (!lineFilters && !typeFilters && !wordFilters && !whitespaceFilter) return text;
  const { types } = scope.run.language;
  const pieces = text.split('\n').map((row, i) => ({ text: row, line: rowLine(row, i) }));
  const { pieces: left } = filterPieces(
    pieces,
    { lineFilters, typeFilters, wordFilters, whitespaceFilter } as CommonOptions,
    undefined,
    (typeFilters ?? []).map((type) => types.compile(type)),
    scope.scope.patternGuard,
  );
  const kept = left
    .map((piece) => piece.text)
    .join(separator)
    .trim();
  return kept === '' ? null : kept;
}

/** A row of an answer as a line without a place. */
function rowLine(text: string, row: number): Line {
  const corner = (x: number, y: number) => ({ x, y: row + y });
  return makeLine({
    rawText: text,
    page: 0,
    boundingPolygon: [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)],
    source: 'text',
  });
}

/** Longest text that a reason quotes, in characters. */
const QUOTED = 60;

function quoted(text: string): string {
  return JSON.stringify(text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text);
}

/** A value with what the verbosity adds: the lines behind it, none when they were not found. */
// See docs/language/08-language-models.md#815-verbosity-and-trace
export function shownAnswer(
  value: object,
  lines: readonly Line[],
  regions: readonly Region[],
  scope: FieldScope,
): FieldValue {
  return decorate(value, { lines, anchors: [], points: [], regions }, scope.run.verbosity);
}

/** Lines of a document that answers are looked for in: those that a model saw, then all that the field sees. */
// See docs/language/08-language-models.md#8414-where-an-answer-is-printed
export interface AnswerPlaces {
  /**
   * Lines behind an answer, and how they were found; undefined when they were not. Of several places the one that
   * words of the question surround.
   */
  locate(text: string, question?: string): FoundAnswer | undefined;
  /** The index of the lines that the model saw, for the cells of rows. */
  readonly shown: GroundingIndex;
  readonly lines: readonly Line[];
}

interface FoundAnswer extends Omit<Located, 'lines'> {
  readonly lines: readonly Line[];
}

/** @param rows positions in `lines` of the lines of each row that the model saw */
export function answerPlaces(
  lines: readonly Line[],
  rows: readonly (readonly number[])[],
  scope: FieldScope,
): AnswerPlaces {
  const values = valueReader(scope);
  const shown = indexLines(
    lines.map(({ text }) => text),
    { rows, values },
  );
  let all: GroundingIndex | undefined;
  const everything = scope.scope.lines;
  return {
    shown,
    lines,
    locate(text, question) {
      const near = shown.locate(text, question);
      if (near) return { ...near, lines: near.lines.map((i) => lines[i]!) };
      all ??= indexLines(
        everything.map((line) => line.text),
        { rows: printedRows(everything), values },
      );
      const far = all.locate(text, question);
      return far && { ...far, lines: far.lines.map((i) => everything[i]!) };
    },
  };
}

/** Positions of the lines of each row that lines are printed in. */
function printedRows(lines: readonly Line[]): readonly (readonly number[])[] {
  return renderLines(lines, { pageHinting: false }).flatMap((row) =>
    row.lines.length > 0 ? [row.lines] : [],
  );
}

/** Types whose values are the same in many forms. */
const COMPARED_TYPES = ['number', 'currency', 'date', 'percentage'] as const;

/** Loads the types of answers, and those that they are searched by. */
export function prepareAnswers(
  asked: readonly { readonly type?: TypeReference | undefined }[],
  { run }: FieldScope,
): Promise<void> {
  return run.language.types.prepare([...asked.map(({ type }) => type ?? 'string'), ...COMPARED_TYPES]);
}

/** Reads numbers, amounts and dates, so that answers are found that a model wrote in another form. */
function valueReader({ run, scope }: FieldScope): ValueReader {
  let types: readonly CompiledType[] | undefined;
  const { milliseconds } = scope.patternGuard;
  const guard = { milliseconds, report: () => undefined };
  const read = (text: string, isWhole: boolean): readonly string[] => {
    types ??= COMPARED_TYPES.map((id) => run.language.types.compile(id));
    if (!/\d/u.test(text)) return [];
    return types.flatMap(({ id, candidates }) =>
      candidates([{ text }], guard)
        .filter(({ value }) => !isWhole || value.source === text)
        .map(({ value }) => `${id}:${String(value.value)}`),
    );
  };
  return {
    whole: (text) => read(text.trim(), true),
    within: (text) => read(text, false),
  };
}
