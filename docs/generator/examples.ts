/** What examples show of a document. */

import type { FieldExample } from '../../src/language/fields/definition.js';
import type { LineSketch, PathSketch } from '../../src/page/document/sketch.js';
import { rows, sentenceCase, verbatim } from './markdown.js';

/** A table of lines; places in inches, zero-based pages, angles in degrees. */
export function linesTable(lines: readonly LineSketch[]): string {
  const optional = (['width', 'height', 'page', 'angle'] as const).filter((key) =>
    lines.some((line) => line[key] !== undefined),
  );
  const body = lines.map((line) => [
    verbatim(line.text),
    String(line.left),
    String(line.top),
    ...optional.map((key) => String(line[key] ?? '')),
  ]);
  return rows(['Line', 'Left', 'Top', ...optional.map(sentenceCase)], body);
}

/** A note of what is drawn on the pages, with its corners in inches; empty when nothing is. */
export function drawnNote(paths: readonly PathSketch[] = []): string {
  if (paths.length === 0) return '';
  const items = paths.map(({ points, closed, page }) => {
    const corners = points.flatMap((x, i) => (i % 2 === 0 ? [`(${x}, ${points[i + 1] ?? 0})`] : []));
    const place = page === undefined ? '' : `, on page ${page}`;
    return `- ${closed ? 'outline' : 'line'} ${corners.join(' – ')}${place}`;
  });
  return ['Drawn on the page, from the left and from the top in inches:', '', ...items].join('\n');
}

/** The fields of an example, in the order of its config. */
export function fieldsOf({ before = [], field, within, after = [] }: FieldExample): readonly unknown[] {
  return [...before, within === undefined ? field : { ...within, fields: [field] }, ...after];
}
