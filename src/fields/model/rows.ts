/** Tables that models fill: typed cells in columns, rows that are dropped, and the lines behind each cell. */
// See docs/language/08-language-models.md#862-algorithm
import type { Line, Region } from '../../document/model.js';
import type { FieldValue, TypeReference } from '../../language.js';
import { locateRows } from '../../llm/grounding.js';
import type { FieldScope } from '../definition.js';
import { type AnswerPlaces, answerText, shownAnswer, typedAnswer } from './answers.js';

/** A column, as configs write those of lists and tables. */
export interface ModelColumn {
  readonly id: string;
  readonly description: string;
  readonly type?: TypeReference | undefined;
  readonly isRequired?: boolean | undefined;
}

/** Rows that came from one request, and where their cells may stand. */
export interface AnsweredRows {
  readonly rows: readonly (readonly (string | null)[])[];
  readonly places: AnswerPlaces;
  /** The parts of pages that the model saw. */
  readonly regions: readonly Region[];
  /** The lines of each cell, as far as they are known without a search. */
  readonly lines?: readonly (readonly (readonly Line[])[])[] | undefined;
}

/** A table, the lines behind its cells, and how many of those with text were found on the document. */
export interface FilledTable {
  readonly value: FieldValue;
  readonly lines: readonly Line[];
  readonly located: number;
  readonly cells: number;
}

/** Members of a table beside its columns. */
export interface TableExtras {
  readonly title?: object | undefined;
  readonly footer?: object | undefined;
}

/**
 * The table of answered rows: cells typed, rows without any cell and rows without a required cell left out.
 * Null without rows.
 */
export function filledTable(
  batches: readonly AnsweredRows[],
  columns: readonly ModelColumn[],
  scope: FieldScope,
  extras: TableExtras = {},
): FilledTable {
  const values: FieldValue[][] = columns.map(() => []);
  const behind = new Set<Line>();
  let located = 0;
  let cells = 0;
  for (const { rows, places, regions, lines: known } of batches) {
    const texts = rows.map((row) => columns.map((_, i) => answerText(row[i] ?? null)));
    const found = locateRows(texts, places.shown);
    for (const [r, row] of texts.entries()) {
      const typed = row.map((text, c) => {
        if (text === null) return null;
        const answer = typedAnswer(text, { type: columns[c]!.type }, scope);
        return 'reason' in answer ? null : answer.value;
      });
      const isEmpty = typed.every((value) => value === null);
      if (isEmpty || columns.some(({ isRequired }, c) => isRequired === true && typed[c] === null)) continue;
      for (const [c, value] of typed.entries()) {
        if (value === null || value === undefined) {
          values[c]!.push(null);
          continue;
        }
        const direct = known?.[r]?.[c] ?? [];
        const lines = direct.length > 0 ? direct : cellLines(row[c]!, found[r]?.[c]?.lines, places);
        cells++;
        if (lines.length > 0) located++;
        for (const line of lines) behind.add(line);
        values[c]!.push(shownAnswer(value, lines, regions, scope));
      }
    }
  }
  const isEmpty = (values[0]?.length ?? 0) === 0;
  return {
    value: isEmpty ? null : { columns: columns.map(({ id }, c) => ({ id, values: values[c] })), ...extras },
    lines: [...behind],
    located,
    cells,
  };
}

/** Lines behind a cell: near the rest of its row, else anywhere that the field sees. */
function cellLines(text: string, near: readonly number[] | undefined, places: AnswerPlaces): readonly Line[] {
  if (near) return near.map((position) => places.lines[position]!);
  return places.locate(text)?.lines ?? [];
}
