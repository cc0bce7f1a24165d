/** Tables that models fill: typed cells in columns, rows that are dropped, and the lines behind each cell. */
// See docs/language/08-language-models.md#862-algorithm

import type { FieldValue, TypeReference } from '../../../foundation/schema/language.js';
import type { Located } from '../../../llm/grounding.js';
import { locateRows } from '../../../llm/row-places.js';
import type { Line, Region } from '../../../page/document/model.js';
import type { FieldScope } from '../definition.js';
import { type AnswerPlaces, answerText, shownAnswer, typedAnswer } from './answers.js';
import type { TracedCell, TracedGrounding } from './trace.js';

/** A column, as configs write those of lists and tables. */
export interface ModelColumn {
  readonly id: string;
  readonly description: string;
  readonly type?: TypeReference | undefined;
  readonly isRequired?: boolean | undefined;
}

/** Rows that came from one request, and where their cells may be. */
export interface AnsweredRows {
  readonly rows: readonly (readonly (string | null)[])[];
  readonly places: AnswerPlaces;
  /** The parts of pages that the model saw. */
  readonly regions: readonly Region[];
  /** The place of each cell, as far as it is known without a search among all lines. */
  readonly known?: readonly (readonly (PlacedCell | undefined)[])[] | undefined;
}

/** Lines behind a cell, and how they were found. */
export interface PlacedCell {
  readonly lines: readonly Line[];
  readonly grounding: TracedGrounding;
}

/** A table, the lines behind its cells, and where each of those with a value was found. */
export interface FilledTable {
  readonly value: FieldValue;
  readonly lines: readonly Line[];
  readonly cells: readonly TracedCell[];
}

/** Members of a table beside its columns. */
interface TableExtras {
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
  const found = new FoundCells();
  for (const { rows, places, regions, known } of batches) {
    const texts = rows.map((row) => columns.map((_, i) => answerText(row[i] ?? null)));
    const near = locateRows(texts, places.shown);
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
        const answer = row[c]!;
        const place = known?.[r]?.[c] ?? placeOf(answer, near[r]?.[c], places);
        found.add({ row: values[c]!.length, column: columns[c]!.id, answer }, place);
        values[c]!.push(shownAnswer(value, place?.lines ?? [], regions, scope));
      }
    }
  }
  const isEmpty = (values[0]?.length ?? 0) === 0;
  return {
    value: isEmpty ? null : { columns: columns.map(({ id }, c) => ({ id, values: values[c] })), ...extras },
    lines: found.lines,
    cells: found.cells,
  };
}

/** Collects cells, and the lines behind all of them, each once. */
export class FoundCells {
  readonly cells: TracedCell[] = [];
  readonly #lines = new Map<Line, number>();

  get lines(): readonly Line[] {
    return [...this.#lines.keys()];
  }

  /** @param place undefined for a cell that is not on the document */
  add(cell: Pick<TracedCell, 'row' | 'column' | 'answer'>, place: PlacedCell | undefined): void {
    const { lines = [], grounding = null } = place ?? {};
    for (const line of lines) if (!this.#lines.has(line)) this.#lines.set(line, this.#lines.size);
    this.cells.push({ ...cell, grounding, lines: lines.map((line) => this.#lines.get(line)!) });
  }
}

/** Where a cell is found: near the rest of its row, else anywhere that the field sees. */
function placeOf(text: string, near: Located | undefined, places: AnswerPlaces): PlacedCell | undefined {
  if (near)
    return placed(
      near,
      near.lines.map((position) => places.lines[position]!),
    );
  const far = places.locate(text);
  return far && placed(far, far.lines);
}

/** A place with the lines that it means. */
export function placed(
  { stage, score }: Pick<Located, 'stage' | 'score'>,
  lines: readonly Line[],
): PlacedCell {
  return { lines, grounding: { stage, score } };
}
