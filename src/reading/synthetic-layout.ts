/** Lines of files that say nothing of places: text, mails, Word documents. */
import { roundCoordinate } from '../page/document/geometry.js';
import { makeLine } from '../page/document/line.js';
import { DocumentMemory, endOf } from '../page/document/memory.js';
import type { Document, DocumentWarning, FileMetadata, Line, Page, Segment } from '../page/document/model.js';

/** A piece of horizontal text and its place; lengths in inches. */
interface PlacedText {
  readonly rawText: string;
  /** Zero-based page. */
  readonly page: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  /** Font size; the bottom edge is the baseline. */
  readonly size: number;
  readonly segments: readonly Segment[];
}

/** The line of a piece of text. Its height is the rounded size, however its edges round. */
export function placedLine(placed: PlacedText): Line {
  const { rawText, page, left, right, segments } = placed;
  const size = roundCoordinate(placed.size);
  const bottom = roundCoordinate(placed.top + placed.size);
  const top = bottom - size;
  return makeLine({
    rawText,
    page,
    boundingPolygon: [
      { x: left, y: top },
      { x: right, y: top },
      { x: right, y: bottom },
      { x: left, y: bottom },
    ],
    angle: 0,
    source: 'text',
    runs: [
      {
        start: 0,
        end: rawText.length,
        left,
        right,
        baseline: bottom,
        size,
      },
    ],
    segments,
  });
}

/** What is known of a document besides its pages. */
interface DocumentParts {
  readonly contentType: string;
  readonly pages: readonly Page[];
  readonly filename?: string | undefined;
  readonly metadata?: FileMetadata | undefined;
  readonly warnings?: readonly DocumentWarning[];
}

/** A document that holds nothing but its pages, so that there is nothing to close. */
export function documentOfPages({
  contentType,
  pages,
  filename,
  metadata,
  warnings = [],
}: DocumentParts): Document {
  return {
    contentType,
    ...(filename === undefined ? {} : { filename }),
    pages,
    pageCount: pages.length,
    ...(metadata === undefined ? {} : { metadata }),
    warnings,
    ...endOf(new DocumentMemory()),
  };
}
