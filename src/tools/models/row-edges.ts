/** The captions above and below some rows: where a table field may begin, and where it may end. */
import { englishWords } from '../../foundation/text/english-words.js';
import type { Line } from '../../page/document/model.js';
import { type AnchorForm, Captions } from '../suggest/captions.js';
import { PageIndex } from '../suggest/page-index.js';
import type { RowGrid } from './row-grids.js';
import { type RowSample, textsOfRows } from './row-sample.js';

/** Captions that are tried above and below rows, the nearest first. */
const ANCHORS = 8;
const STOPS = 4;
/** Inches that a line may reach into the rows below it. */
const TOUCHING = 0.03;
/** What speaks against a caption for each one that is nearer. */
const FARTHER = 0.3;

/** Where a table may begin and end, best first. */
export interface RowEdges {
  readonly anchors: readonly AnchorForm[];
  /** Texts of lines below the rows. */
  readonly stops: readonly string[];
}

/** The captions around the rows of a sample that the others have, too. */
export async function rowEdges(
  { document, rows }: RowSample,
  { first, last }: RowGrid,
  others: readonly RowSample[],
): Promise<RowEdges> {
  const index = new PageIndex(document);
  const captions = new Captions(index, rows ? textsOfRows(rows) : [], await englishWords());
  const elsewhere = others.map((other) => new PageIndex(other.document));
  const isShared = (caption: string) => elsewhere.every((each) => each.holding(caption).length > 0);
  const shared = (lines: readonly Line[]) =>
    lines.flatMap((line) => {
      const caption = captions.captionOf(line);
      return caption !== undefined && isShared(caption) ? [{ line, caption }] : [];
    });
  const above = index.on(first.page).filter(({ bottom }) => bottom <= first.top + TOUCHING);
  const anchors = shared(above.toSorted((a, b) => b.bottom - a.bottom))
    .slice(0, ANCHORS)
    .flatMap(({ line, caption }, i) =>
      captions.formsFor(line, caption).map((form) => ({ ...form, cost: form.cost + i * FARTHER })),
    );
  const isInRows = (at: number) => {
    const { page, top } = index.lines[at]!;
    const isBelow = page > first.page || (page === first.page && top >= first.top - TOUCHING);
    return isBelow && (page < last.page || (page === last.page && top < last.bottom - TOUCHING));
  };
  const below = index.on(last.page).filter(({ top }) => top >= last.bottom - TOUCHING);
  const stops = shared(below.toSorted((a, b) => a.top - b.top))
    .map(({ caption }) => caption)
    .filter((caption) => !index.holding(caption).some(isInRows));
  return {
    anchors: anchors.toSorted((a, b) => a.cost - b.cost).slice(0, ANCHORS),
    stops: [...new Set(stops)].slice(0, STOPS),
  };
}
