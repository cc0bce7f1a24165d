/** Where a field looked and what it found, from its trace, as marks. */

import type { Bracket, FieldTrace, PrintedLine, TracedAnchor } from '../../../language/fields/trace.js';
import type { Box, Point } from '../../../page/document/geometry.js';
import type { Page } from '../../../page/document/model.js';
import type { LayerName } from './layers.js';
import { boxPath, type FieldMark, type Mark, pathOf } from './marks.js';

/** The least side of an area that can be seen, in inches. */
const LEAST_SIDE = 0.02;

/**
 * All marks of a trace.
 * @param pages as the fields saw them
 */
export function traceMarks(trace: FieldTrace, pages: readonly Page[]): readonly FieldMark[] {
  const { anchors, captured, lines, points, regions, sections = [], table } = trace;
  const widths = new Map(pages.map(({ index, width }) => [index, width]));
  return [
    ...sections
      .filter(({ display }) => display)
      .flatMap(({ brackets, external, used, index }) => [
        ...brackets.map((bracket) => sectionMark(bracket, widths, `section ${index}`, used)),
        ...external.map((bracket) => sectionMark(bracket, widths, `section ${index}, external range`, false)),
      ]),
    ...chunkMarks(trace, pages),
    ...(table ? tableMarks(table, regions) : []),
    ...regions.map(({ page, boundingPolygon }) => mark('regions', page, pathOf(boundingPolygon))),
    ...captured.map((piece) => lineMark('captured', piece, { faint: !piece.kept, title: piece.reason })),
    ...anchors.map(anchorMark),
    ...lines.map((line) => lineMark('values', line, {})),
    ...points.map(({ page, x, y }) => mark('points', page, pathOf([{ x, y }]))),
  ];
}

function mark(layer: LayerName, page: number, path: Mark['path'], more: Partial<Mark> = {}): FieldMark {
  return { layer, page, path, ...more };
}

function lineMark(
  layer: LayerName,
  { page, boundingPolygon }: Pick<PrintedLine, 'page' | 'boundingPolygon'>,
  { faint = false, title }: { readonly faint?: boolean; readonly title?: string | undefined },
): FieldMark {
  return mark(layer, page, pathOf(boundingPolygon), {
    ...(faint && { faint: true }),
    ...(title !== undefined && { title }),
  });
}

/** The characters that matched, where the line says where they are; else the whole line. */
function anchorMark(anchor: TracedAnchor): FieldMark {
  return lineMark('anchors', anchor, { faint: !anchor.used, title: anchor.reason });
}

function sectionMark(
  { page, top, bottom, left = 0, right }: Bracket,
  widths: ReadonlyMap<number, number>,
  title: string,
  used: boolean,
): FieldMark {
  const box: Box = { left, right: right ?? widths.get(page) ?? left, top, bottom };
  return mark('sections', page, boxPath(box), { title, ...(!used && { faint: true }) });
}

function tableMarks(
  { rows, columns }: NonNullable<FieldTrace['table']>,
  regions: FieldTrace['regions'],
): FieldMark[] {
  return rows.map(({ page, top, bottom, reason }) => {
    const own = columns.filter((column) => column.page === page);
    const edges = [
      ...own.flatMap(({ left, right }) => [left, right]),
      ...regions.filter((region) => region.page === page).flatMap(xsOf),
    ];
    const left = Math.min(...edges, Number.MAX_VALUE);
    const right = Math.max(...edges, -Number.MAX_VALUE);
    const box = edges.length > 0 ? { left, right, top, bottom } : { left: 0, right: LEAST_SIDE, top, bottom };
    return mark('rows', page, boxPath(box), reason === undefined ? {} : { faint: true, title: reason });
  });
}

function xsOf({ boundingPolygon }: { readonly boundingPolygon: readonly Point[] }): number[] {
  return boundingPolygon.map(({ x }) => x);
}

/** Chunks count in pages from the top of what the field sees, which is the document outside sections. */
function chunkMarks({ model, section }: FieldTrace, pages: readonly Page[]): FieldMark[] {
  if (!model || section) return [];
  return model.chunks.flatMap(({ start, end, score }) =>
    pages.flatMap((page, at) => {
      const top = Math.max(0, start - at) * page.height;
      const bottom = Math.min(1, end - at) * page.height;
      if (bottom - top < LEAST_SIDE) return [];
      const box: Box = { left: 0, right: page.width, top, bottom };
      return [mark('chunks', page.index, boxPath(box), { title: `score ${score}` })];
    }),
  );
}
