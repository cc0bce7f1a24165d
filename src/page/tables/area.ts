/**
 * The table in an area that holds one. Of 20,449 values and cells of 137 documents thresholds a fifth smaller change
 * 132 of 2, a quarter larger 374 of 6.
 */
import { type Box, isCentreIn, overlapX, overlapY, unionBox } from '../document/geometry.js';
import { wordsPart } from '../document/line-edits.js';
import type { Line, Page } from '../document/model.js';
import type { Ruling } from '../drawn/rulings.js';
import { walledStructure } from './lattice.js';
import type { Rules } from './rules.js';
import { type Structure, structureOf } from './structure.js';
import type { RecognisedTable, TableSource } from './walls/model.js';
import { latticeTables, pageRulings } from './walls/recognise.js';
import { type TextRow, textRow, textRows } from './words.js';

/** Share of an area's words that a table with walls must hold to be the table that is there. */
const MOST_WORDS = 0.9;
/** How far beyond an area the lines around it may be drawn, in inches. */
const AROUND = 0.1;

/** Walls that differ by less are those of one column, in inches. */
const SAME_WALL = 0.04;

/** What is known of a page. */
export interface PageEvidence {
  readonly page: Page;
  readonly rulings: readonly Ruling[];
  /** Its tables with walls, with all text of the page. */
  readonly walled: readonly RecognisedTable[];
}

/** Words of a page from which it is searched no further: no page of print has a tenth of it. */
const MOST_PAGE_WORDS = 50_000;

/**
 * What is known of some lines of a page.
 * @returns undefined where there are too many words
 */
export async function evidenceOf(page: Page, lines: readonly Line[]): Promise<PageEvidence | undefined> {
  if (lines.reduce((sum, { words }) => sum + words.length, 0) > MOST_PAGE_WORDS) return undefined;
  return {
    page: lines === page.lines ? page : { ...page, lines },
    rulings: await pageRulings(page),
    walled: await latticeTables(page, lines),
  };
}

/** A table in an area. */
export interface AreaTable {
  readonly structure: Structure;
  readonly source: TableSource;
}

/** The table that is in an area; undefined where there is no text. */
export function tableIn(area: Box, evidence: PageEvidence): AreaTable | undefined {
  return tableOf(rowsIn(evidence.page.lines, area), area, evidence);
}

/** The table that some rows of an area make. */
export function tableOf(
  rows: readonly TextRow[],
  area: Box,
  { rulings, walled }: PageEvidence,
): AreaTable | undefined {
  const words = rows.reduce((sum, row) => sum + row.words.length, 0);
  if (words === 0) return undefined;
  const near = walled.filter(({ bounds }) => overlapX(bounds, area) > 0 && overlapY(bounds, area) > 0);
  for (const table of [...stacked(near), ...near]) {
    const inside = clipped(table, area);
    const held = inside.rows
      .flat()
      .reduce((sum, cell) => sum + (cell?.lines.reduce((all, line) => all + line.words.length, 0) ?? 0), 0);
    // What is between walls that stand below each other is no less a row of the table.
    const least = near.includes(table) ? MOST_WORDS * words : words;
    const structure = held >= least ? walledStructure(inside, walled) : undefined;
    if (structure) return { structure, source: table.source };
  }
  return { structure: structureOf(rows, rulesIn(area, rulings)), source: 'alignment' };
}

/** Tables in walls, with those one below the other that have the same columns as one: totals in a box of their own. */
function stacked(tables: readonly RecognisedTable[]): readonly RecognisedTable[] {
  const found: RecognisedTable[] = [];
  for (const table of tables) {
    const at = found.findIndex((above) => hasColumnsOf(above, table));
    if (at < 0) found.push(table);
    else {
      const above = found[at]!;
      found[at] = {
        ...above,
        bounds: unionBox(above.bounds, table.bounds),
        ys: [...above.ys, ...table.ys.slice(1)],
        rows: [...above.rows, ...table.rows],
      };
    }
  }
  return found;
}

function hasColumnsOf({ xs, bounds }: RecognisedTable, below: RecognisedTable): boolean {
  return (
    xs.length === below.xs.length &&
    bounds.bottom <= below.bounds.top &&
    xs.every((x, i) => Math.abs(x - below.xs[i]!) <= SAME_WALL)
  );
}

/** The rows of text in an area, of the words that have their middle there. */
function rowsIn(lines: readonly Line[], area: Box): readonly TextRow[] {
  const near = lines.filter(
    ({ left, top, right, bottom }) =>
      top < area.bottom && bottom > area.top && left < area.right && right > area.left,
  );
  return textRows(near).flatMap(({ words }) => {
    const own = words.filter((word) => isCentreIn(area, word));
    return own.length > 0 ? [textRow(own)] : [];
  });
}

/** The lines drawn in an area. */
export function rulesIn(area: Box, rulings: readonly Ruling[]): Rules {
  const near = rulings.filter(({ orientation, at, from, to }) =>
    orientation === 'horizontal'
      ? at > area.top - AROUND && at < area.bottom + AROUND && to > area.left && from < area.right
      : at > area.left - AROUND && at < area.right + AROUND && to > area.top && from < area.bottom,
  );
  return {
    horizontal: near.filter(({ orientation }) => orientation === 'horizontal'),
    vertical: near.filter(({ orientation }) => orientation === 'vertical'),
  };
}

/** A table with those of its words alone that are in an area. */
function clipped(table: RecognisedTable, area: Box): RecognisedTable {
  const { left, top, right, bottom } = table.bounds;
  if (left >= area.left && right <= area.right && top >= area.top && bottom <= area.bottom) return table;
  return {
    ...table,
    rows: table.rows.map((row) =>
      row.map((cell) => {
        if (!cell) return cell;
        const lines = cell.lines.flatMap((line) => wordsIn(line, area) ?? []);
        return { ...cell, lines, text: lines.map(({ text }) => text).join(' ') };
      }),
    ),
  };
}

/** The part of a line whose words are in an area. */
function wordsIn(line: Line, area: Box): Line | undefined {
  const isIn = line.words.map(({ boundingPolygon: [a, , c] }) =>
    isCentreIn(area, { left: a.x, top: a.y, right: c.x, bottom: c.y }),
  );
  if (isIn.every(Boolean)) return line;
  const first = isIn.indexOf(true);
  return first < 0 ? undefined : wordsPart(line, first, isIn.lastIndexOf(true));
}
