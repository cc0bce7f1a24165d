/** The lines that a search may see: the whole document, or one section of it. */
import type { Line, Page } from '../document/model.js';

export interface Scope {
  /** In document order. */
  readonly lines: readonly Line[];
  /** The pages of the document, by their index in the original file. */
  readonly pages: ReadonlyMap<number, Page>;
  /** The lines of a page that are in the scope, in document order. */
  linesOn(page: number): readonly Line[];
  /** The position of a line in `lines`, -1 when it is not in the scope. */
  indexOf(line: Line): number;
  /** Position of the first line of the section's own range; 0 outside sections. */
  readonly firstOwn: number;
  /** From the top to the bottom of the section's own range on a page, in inches; undefined outside sections. */
  extentOn(page: number): { readonly top: number; readonly bottom: number } | undefined;
  /** Told of things that did not end the search, such as a pattern that ran out of its time. */
  report(message: string): void;
}

/** What sets the scope of a section apart from that of the whole document. */
export interface SectionBounds {
  readonly firstOwn: number;
  extentOn: Scope['extentOn'];
}

const WHOLE_DOCUMENT: SectionBounds = { firstOwn: 0, extentOn: () => undefined };

/** The scope of some lines in document order. */
export function scopeOf(
  lines: readonly Line[],
  pages: readonly Page[],
  report: (message: string) => void,
  bounds: SectionBounds = WHOLE_DOCUMENT,
): Scope {
  const byPage = new Map<number, Line[]>();
  const positions = new Map<Line, number>();
  for (const [position, line] of lines.entries()) {
    positions.set(line, position);
    const onPage = byPage.get(line.page);
    if (onPage) onPage.push(line);
    else byPage.set(line.page, [line]);
  }
  return {
    lines,
    pages: new Map(pages.map((page) => [page.index, page])),
    linesOn: (page) => byPage.get(page) ?? [],
    indexOf: (line) => positions.get(line) ?? -1,
    firstOwn: bounds.firstOwn,
    extentOn: bounds.extentOn,
    report,
  };
}
