import { describe, expect, test } from 'vitest';
import { applyTransform, turnAboutMiddle } from '../../../../src/page/document/geometry.js';
import { transformLine } from '../../../../src/page/document/line-edits.js';
import type { Page } from '../../../../src/page/document/model.js';
import type { LineSketch } from '../../../../src/page/document/sketch.js';
import { latticeTables, seenWalls } from '../../../../src/page/tables/walls/recognise.js';
import { drawnDocument } from '../../../support/drawn.js';
import { gridRulings, painted } from '../../../support/grids.js';
import type { Pen } from '../../../support/paths.js';

const XS = [1, 3, 5];
const YS = [1.3, 1.7, 2.1, 2.5];
const LINES: LineSketch[] = YS.slice(0, 3).flatMap((y, row) => [
  { text: `left ${row}`, left: 1.2, top: y + 0.1 },
  { text: `right ${row}`, left: 3.2, top: y + 0.1 },
]);
const TEXTS = [0, 1, 2].map((row) => [`left ${row}`, `right ${row}`]);

/** The painted lines of the grid. */
const strokes = (pen: Pen = {}, rulings = gridRulings(XS, YS)) => painted(rulings, pen);

function texts(tables: Awaited<ReturnType<typeof latticeTables>>) {
  return tables.map(({ rows }) => rows.map((row) => row.map((cell) => cell?.text ?? null)));
}

describe('latticeTables', () => {
  test('latticeTables finds tables by painted lines', async () => {
    const { page, calls } = drawnDocument({ lines: LINES, paths: strokes() });
    const [table] = await latticeTables(page, page.lines);
    expect(table).toMatchObject({ source: 'vector', bounds: { left: 1, right: 5, top: 1.3, bottom: 2.5 } });
    expect(texts([table!])).toEqual([TEXTS]);
    await latticeTables(page, page.lines, { columnCount: 2 });
    expect(calls).toEqual(['paths']);
  });

  test('white lines and wide strokes are none', async () => {
    for (const paint of [{ luminance: 1 }, { alpha: 0.05 }, { width: 0.2 }]) {
      const { page } = drawnDocument({ lines: LINES, paths: strokes(paint) });
      expect(await latticeTables(page, page.lines)).toEqual([]);
    }
  });

  test('lines in a picture; a page without one is never drawn', async () => {
    const picture = { left: 0.5, right: 6, top: 1, bottom: 3 };
    const scanned = drawnDocument({ lines: LINES, pictured: strokes(), images: [picture] });
    const tables = await latticeTables(scanned.page, scanned.page.lines);
    expect(tables).toMatchObject([{ source: 'raster' }]);
    expect(texts(tables)).toEqual([TEXTS]);
    const plain = drawnDocument({ lines: LINES, pictured: strokes() });
    expect(await latticeTables(plain.page, plain.page.lines)).toEqual([]);
    expect(plain.calls).not.toContain('raster');
  });

  test('a picture without text shows no table: the page is not drawn for it', async () => {
    const logo = { left: 1, right: 4, top: 6, bottom: 8 };
    const { page, calls } = drawnDocument({ lines: LINES, pictured: strokes(), images: [logo] });
    expect(await latticeTables(page, page.lines)).toEqual([]);
    expect(calls).not.toContain('raster');
    const wide = drawnDocument({ lines: LINES, pictured: strokes(), images: [{ ...logo, top: 2.2 }] });
    expect(await latticeTables(wide.page, wide.page.lines)).toHaveLength(1);
  });

  test('a missing wall of a heading in a picture is put back where the words leave it free', async () => {
    const full = gridRulings(XS, YS);
    const open = full.map((ruling) =>
      ruling.orientation === 'vertical' && ruling.at === 3 ? { ...ruling, from: 1.7 } : ruling,
    );
    const picture = { left: 0.5, right: 6, top: 1, bottom: 3 };
    const { page } = drawnDocument({ lines: LINES, pictured: strokes({}, open), images: [picture] });
    expect(texts(await latticeTables(page, page.lines))).toEqual([TEXTS]);
    const centred = [{ text: 'heading of both', left: 2.5, top: 1.4 }, ...LINES.slice(2)];
    const spanned = drawnDocument({ lines: centred, pictured: strokes({}, open), images: [picture] });
    expect(texts(await latticeTables(spanned.page, spanned.page.lines))[0]![0]).toEqual([
      'heading of both',
      null,
    ]);
  });

  test('a picture that was scanned askew', async () => {
    const skew = 0.7;
    const straight = drawnDocument({ lines: LINES }).page;
    const turn = turnAboutMiddle(straight, skew);
    const turned = strokes({ width: 0.025 }).map((path) => ({
      ...path,
      subpaths: path.subpaths.map((subpath) => ({
        ...subpath,
        points: subpath.points.map((point) => applyTransform(turn, point)),
      })),
    }));
    const picture = { left: 0.5, right: 8, top: 0.5, bottom: 10 };
    const { page } = drawnDocument({ pictured: turned, images: [picture] });
    const scanned: Page = { ...page, lines: straight.lines.map((line) => transformLine(line, turn)) };
    expect(texts(await latticeTables(scanned, scanned.lines))).toEqual([TEXTS]);
    // Walls are shown where they are on the page, not where they would be on one that lies straight.
    const { tables } = await seenWalls(scanned);
    const [left, right] = tables[0]!.grid[0]!;
    const corner = applyTransform(turn, { x: XS[0]!, y: YS[0]! });
    expect(Math.hypot(left.x - corner.x, left.y - corner.y)).toBeLessThan(0.05);
    expect(Math.abs(right.y - left.y)).toBeGreaterThan(0.03);
  });
});

describe('seenWalls', () => {
  test('the rulings of a page and the grids that they form', async () => {
    const { page } = drawnDocument({ lines: LINES, paths: strokes() });
    const { rulings, tables } = await seenWalls(page);
    expect(rulings).toHaveLength(XS.length + YS.length);
    expect(tables).toMatchObject([{ source: 'vector' }]);
    expect(tables[0]!.grid).toContainEqual([
      { x: 1, y: 1.3 },
      { x: 5, y: 1.3 },
    ]);
    expect(tables[0]!.grid).toContainEqual([
      { x: 3, y: 1.3 },
      { x: 3, y: 2.5 },
    ]);
  });

  test('a page without anything drawn has none', async () => {
    expect(await seenWalls(drawnDocument({ lines: LINES }).page)).toEqual({ rulings: [], tables: [] });
  });
});
