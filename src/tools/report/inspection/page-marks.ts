/** What there is to see on a page: its lines and words, and what is drawn on it. */

import { orElse } from '../../../foundation/async/interrupt.js';
import { boundingBox } from '../../../page/document/geometry.js';
import type { Line, Page } from '../../../page/document/model.js';
import { checkboxesOn } from '../../../page/drawn/checkboxes.js';
import { columnBlocks } from '../../../page/layout/columns.js';
import { tablesOn } from '../../../page/tables/find.js';
import type { FoundTable } from '../../../page/tables/model.js';
import { seenWalls } from '../../../page/tables/walls/recognise.js';
import type { PageLayer } from './layers.js';
import { boxPath, type Mark, pathOf } from './marks.js';

/**
 * The marks of some layers of a page. What cannot be worked out has no marks.
 * @throws DocumentError `timed_out`, `aborted`, `closed`
 */
export async function pageMarks(
  page: Page,
  layers: readonly PageLayer[],
): Promise<Readonly<Record<PageLayer, readonly Mark[]>>> {
  const wants = (layer: PageLayer) => layers.includes(layer);
  const needsWalls = wants('rulings') || wants('tables');
  const walls = needsWalls ? await orElse(() => seenWalls(page), undefined) : undefined;
  return {
    columns: wants('columns') ? columnMarks(page.lines) : [],
    tables: wants('tables') ? tableMarks(walls) : [],
    found: wants('found') ? foundMarks(await orElse(() => tablesOn(page), [])) : [],
    rulings: wants('rulings') ? (walls?.rulings ?? []).map(segmentMark) : [],
    boxes: wants('boxes') ? await orElse(() => boxMarks(page), []) : [],
    words: wants('words') ? page.lines.flatMap(wordMarks) : [],
    lines: wants('lines') ? page.lines.map(({ boundingPolygon }) => ({ path: pathOf(boundingPolygon) })) : [],
  };
}

function segmentMark(segment: Parameters<typeof pathOf>[0]): Mark {
  return { path: pathOf(segment), open: true };
}

function tableMarks(walls: Awaited<ReturnType<typeof seenWalls>> | undefined): Mark[] {
  return (walls?.tables ?? []).flatMap(({ grid }) => grid.map(segmentMark));
}

/** A table, and each of its cells, by where its text is. */
function foundMarks(tables: readonly FoundTable[]): Mark[] {
  return tables.flatMap(({ bounds, rowCount, columnCount, source, confidence, cells }) => [
    {
      path: boxPath(bounds),
      title: `${rowCount} rows, ${columnCount} columns, by ${source}, confidence ${confidence}`,
    },
    ...cells.map(({ bounds: own, row, column }) => ({
      path: boxPath(own),
      faint: true as const,
      title: `row ${row}, column ${column}`,
    })),
  ]);
}

async function boxMarks(page: Page): Promise<Mark[]> {
  const boxes = await checkboxesOn(page);
  return Promise.all(
    boxes.map(async (box): Promise<Mark> => {
      const isSelected = await box.isSelected();
      const title = isSelected ? 'ticked' : 'not ticked';
      return { path: boxPath(box.outer), title, ...(isSelected && { filled: true }) };
    }),
  );
}

/** Columns of text that are beside others; a page of one column has none. */
function columnMarks(lines: readonly Line[]): Mark[] {
  return columnBlocks(lines)
    .filter(({ kind }) => kind === 'column')
    .map((block) => ({
      path: boxPath(boundingBox(block.lines.flatMap(({ boundingPolygon }) => boundingPolygon))),
    }));
}

function wordMarks(line: Line): Mark[] {
  return line.words.map(({ boundingPolygon, confidence }) => ({
    path: pathOf(boundingPolygon),
    ...(confidence !== undefined && { title: `confidence ${confidence.toFixed(CONFIDENCE_DECIMALS)}` }),
  }));
}

const CONFIDENCE_DECIMALS = 2;
