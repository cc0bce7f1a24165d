/** Finds lines that traces print among the lines of the pages. */

import type { PrintedLine } from '../../../language/fields/trace.js';
import type { Page } from '../../../page/document/model.js';
import { type Path, pathOf } from './marks.js';

/** Positions of lines on their pages. */
export class LinePlaces {
  readonly #positions = new Map<string, number>();

  /** @param pages as the fields saw them */
  constructor(pages: readonly Page[]) {
    for (const page of pages) {
      for (const [position, line] of page.lines.entries()) {
        this.#positions.set(keyOf(page.index, pathOf(line.boundingPolygon)), position);
      }
    }
  }

  /** Position among the lines of its page; undefined for a line that is made up, as of a cell. */
  of({ page, boundingPolygon }: Pick<PrintedLine, 'page' | 'boundingPolygon'>): number | undefined {
    return this.#positions.get(keyOf(page, pathOf(boundingPolygon)));
  }
}

function keyOf(page: number, path: Path): string {
  return `${page} ${path.join(' ')}`;
}
