/** The trace of one run of a field, as the report shows it. */

import type { FieldTrace, PrintedLine, TracedAnchor, TracedPiece } from '../../../language/fields/trace.js';
import type { Page } from '../../../page/document/model.js';
import { configAt } from './config-at.js';
import type { LinePlaces } from './line-places.js';
import { pathOf } from './marks.js';
import type { LineUse, ModelData, RunData } from './payload.js';
import { traceMarks } from './trace-marks.js';

/** What the runs of a report have in common. */
export interface Inspected {
  readonly config: object;
  /** As the fields saw them. */
  readonly pages: readonly Page[];
  readonly places: LinePlaces;
}

/** A run with everything that the report shows of it. */
export function runData(trace: FieldTrace, inspected: Inspected): RunData {
  const { path, method, reason, anchors, captured, lines, table, model } = trace;
  const { config, pages, places } = inspected;
  const own = configAt(config, path);
  const use = (line: PrintedLine, used: boolean, why?: string) => lineUse(line, places, used, why);
  return {
    path,
    method,
    ...(own !== undefined && { config: JSON.stringify(own, undefined, 2) }),
    ...(reason !== undefined && { reason }),
    anchors: anchors.map((anchor: TracedAnchor) => ({
      ...use(anchor, anchor.used, anchor.reason),
      range: anchor.range,
      ...(anchor.note !== undefined && { note: anchor.note }),
    })),
    captured: captured.map((piece: TracedPiece) => use(piece, piece.kept, piece.reason)),
    lines: lines.map((line) => use(line, true)),
    ...(table && {
      table: {
        columns: columnIds(own, table.columns),
        rows: table.rows.map(({ page, top, cells, cellReasons, reason: why }) => ({
          page,
          top,
          cells,
          ...(cellReasons && { cellReasons }),
          ...(why !== undefined && { reason: why }),
        })),
      },
    }),
    ...(model && { model: modelData(model) }),
    marks: traceMarks(trace, pages),
  };
}

/** Ids of the columns of a table, in the order of the config; those that were found where the config does not say. */
function columnIds(own: unknown, found: readonly { readonly id: string }[]): string[] {
  const method: unknown = memberOf(own, 'method');
  const columns: unknown = memberOf(method, 'columns');
  if (!Array.isArray(columns)) return [...new Set(found.map(({ id }) => id))];
  return columns.map((column, i) => {
    const id: unknown = memberOf(column, 'id');
    return typeof id === 'string' ? id : String(i);
  });
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}

function lineUse(
  printed: PrintedLine,
  places: LinePlaces,
  used: boolean,
  reason: string | undefined,
): LineUse {
  const { text, page, boundingPolygon, confidence } = printed;
  const line = places.of(printed);
  return {
    text,
    page,
    path: pathOf(boundingPolygon),
    ...(line !== undefined && { line }),
    used,
    ...(reason !== undefined && { reason }),
    ...(confidence !== undefined && { confidence }),
  };
}

function modelData(model: NonNullable<FieldTrace['model']>): ModelData {
  const { chunks, omitted = [], calls, answer, choice, signal, grounding, cells } = model;
  return {
    chunks,
    omitted: omitted.length,
    calls: calls.map(({ purpose, provider, model: name, inputTokens, outputTokens, cached = false }) => ({
      purpose,
      model: name ?? provider,
      inputTokens,
      outputTokens,
      cached,
    })),
    ...(answer !== undefined && { answer }),
    ...(choice !== undefined && { choice }),
    ...(signal !== undefined && { signal }),
    ...(grounding !== undefined && {
      grounding: grounding && { stage: grounding.stage, score: grounding.score },
    }),
    ...(cells && {
      cells: {
        total: cells.total,
        located: cells.located,
        missing: cells.answers
          .filter((cell) => cell.grounding === null)
          .map(({ row, column, answer: text }) => `${column}[${row}]: ${text}`),
      },
    }),
  };
}
