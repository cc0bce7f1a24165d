/**
 * The document as every later stage sees it: pages of lines, in inches. All of it is immutable;
 * a preprocessor makes new pages and shares the lines it did not change.
 */
import type { Box, Point, Polygon, Transform } from './geometry.js';
import type { HiddenReason } from './hidden-text.js';
import type { PageGraphics } from './page-graphics.js';

/** A word of a line. */
export interface Word {
  readonly text: string;
  readonly boundingPolygon: Polygon;
  /** 0 to 1, only where an OCR engine gave one. */
  readonly confidence?: number;
}

/**
 * Which horizontal stretch of its line a range of characters covers. `start` and `end` count UTF-16
 * units of the line's text as it was when the line was made (`rawText`).
 */
export interface Segment {
  readonly start: number;
  readonly end: number;
  /** Inches along the baseline, as x for horizontal text. */
  readonly left: number;
  readonly right: number;
  /** 0 to 1, only where an OCR engine gave one for the word. */
  readonly confidence?: number;
  /** Why it cannot be seen, by how the file paints it. */
  readonly hidden?: HiddenReason;
}

/**
 * A maximal run of glyphs of one font size and baseline. Runs are what lines are merged from; they keep
 * the sizes and baselines that superscripts are recognised by.
 */
export interface GlyphRun {
  /** Range of the run's text in the line's `rawText`. */
  readonly start: number;
  readonly end: number;
  readonly left: number;
  readonly right: number;
  /** y of the baseline in inches; for rotated text in the frame of the line. */
  readonly baseline: number;
  /** Effective font size in inches. */
  readonly size: number;
}

/** A place where the built-in merger glued two overlapping lines; `minXGapThreshold` undoes it. */
export interface OverlapJoin {
  /** Index in `rawText` where the right part begins. */
  readonly at: number;
  /** Overlap of the two parts in inches. */
  readonly overlap: number;
}

/** One rectangle of text. A visual row of a page usually holds several. */
export interface Line extends Box {
  /** Cleaned text, repeated spaces collapsed, trimmed, never empty. */
  readonly text: string;
  /** The text before repeated spaces were collapsed; positions in segments, runs and joins count in it. */
  readonly rawText: string;
  /** Zero-based index of the page in the original file. */
  readonly page: number;
  readonly boundingPolygon: Polygon;
  /** Mean length of the two side edges in inches; the font size for text of the file itself. */
  readonly lineHeight: number;
  /** Reading direction in degrees, clockwise, in (-180, 180]; 0 for horizontal text. */
  readonly angle: number;
  /** Ordinal of the reading block on its page; 0 unless a preprocessor numbered them, or OCR the pages of an open book. */
  readonly flow: number;
  /** 0 to 1, only for text read by OCR. */
  readonly confidence?: number;
  readonly source: 'text' | 'ocr' | 'cell';
  /** The cell of the spreadsheet that the line shows, or a part of it; only for spreadsheets. */
  readonly cell?: ShownCell;
  readonly runs: readonly GlyphRun[];
  readonly segments: readonly Segment[];
  readonly overlapJoins: readonly OverlapJoin[];
  /** Words with their boxes, made when first asked for. */
  readonly words: readonly Word[];
}

/** First and last row and column of a cell, inclusive. */
export interface CellPlace {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** A table as the file itself divides it: boundaries of columns and rows in inches, ascending, and its cells. */
export interface GivenTable {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  /** Places that no cell covers are outside the table. */
  readonly cells: readonly CellPlace[];
}

/** A page with its lines in document order. */
export interface Page {
  /** Zero-based index in the original file. */
  readonly index: number;
  /** Inches, after rotation. */
  readonly width: number;
  readonly height: number;
  /** Clockwise turn that was applied to the page of the file, in degrees. */
  readonly rotation: 0 | 90 | 180 | 270;
  /** From the page as the file displays it to this page. */
  readonly transform: Transform;
  readonly lines: readonly Line[];
  /** Paths, images, form widgets and pixels, each made when first asked for; absent for spreadsheets and text. */
  readonly graphics?: PageGraphics;
  /** How readable the page's own text is; decides about OCR. Absent where lines were not made from glyphs. */
  readonly textQuality?: TextQuality;
  /** Height in inches within which tops count as one row; set by the sort preprocessor. */
  readonly rowTolerance?: number;
  /** Set where the file says nothing of pages, so that sizes and positions are this library's own layout. */
  readonly synthetic?: true;
  /** Tables as the file gives them; only for Word files that have tables with merged cells. */
  readonly tables?: readonly GivenTable[];
  /** Which rows of which sheet the page shows; only for spreadsheets. */
  readonly sheet?: SheetRows;
  /** Set when it was read by OCR; what was read whole is not read again. */
  readonly ocr?: PageReading;
}

/** How a page was read by OCR. */
// See docs/language/01-document-anchors-fields.md#111-ocr
export interface PageReading {
  /** Id of the engine. */
  readonly engine: string;
  /** Whether all of the page was read, or its images alone, beside its own text. */
  readonly part: 'page' | 'images';
  /** Words that were read. */
  readonly words: number;
  /** Mean over the words, 0 to 1; only where the engine gave one. */
  readonly confidence?: number;
}

/** A cell by its place in its sheet, both zero-based. */
interface SheetCellPlace {
  readonly row: number;
  readonly column: number;
}

/** The cell that a line shows. */
// See docs/language/06-sections-and-field-kinds.md#82-reading-the-sheet
export interface ShownCell extends SheetCellPlace {
  /** The number that the cell holds, where its line shows all of it; dates, which sheets hold as numbers, have none. */
  readonly number?: number;
  /** The day that the cell holds, `2026-11-04`, where its line shows all of it. */
  readonly date?: string;
}

/** The place of a page in its spreadsheet. */
// See docs/language/01-document-anchors-fields.md#110-file-types
interface SheetRows {
  /** Zero-based, in workbook order, hidden sheets included. */
  readonly index: number;
  readonly name: string;
  /** Zero-based row of the sheet at the top of the page. */
  readonly firstRow: number;
  /** Formulas in these rows whose value the file does not keep, by row, then by column. */
  readonly unvalued?: readonly FormulaCell[];
}

/** A cell with a formula. */
export interface FormulaCell extends SheetCellPlace {
  /** Without the equals sign, cut where it is long; empty where the file has it elsewhere. */
  readonly formula: string;
}

/** Counts of the visible glyphs of a page. */
export interface TextQuality {
  readonly visible: number;
  /** Glyphs whose text neither the font nor a replacement text of the file gives. */
  // See docs/language/01-document-anchors-fields.md#14-text-cleaning
  readonly unresolved: number;
}

/** What kind of file a document was. */
export interface FileMetadata {
  readonly info?: Readonly<Record<string, unknown>>;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly error?: string;
}

/** What is known of a document beside its pages. */
export interface DocumentFacts {
  readonly contentType: string;
  /** SHA-256 of the bytes that it was read from, in hexadecimal digits; absent where it was made of lines. */
  readonly digest?: string;
  readonly filename?: string;
  /** Pages of the original file; preprocessors do not change it. */
  readonly pageCount: number;
  readonly metadata?: FileMetadata;
  /** Things that did not keep the document from being read. */
  readonly warnings: readonly DocumentWarning[];
  /** Whether `close` was called. */
  isClosed(): boolean;
  /** Frees what the engine and the pages hold; the document cannot be used afterwards. Closing twice is fine. */
  close(): Promise<void>;
}

/** A loaded document. Load once, extract many times, then `close`. */
export interface Document extends DocumentFacts {
  readonly pages: readonly Page[];
  /** Things that cost some of its text. */
  readonly errors?: readonly DocumentIssue[];
}

export interface DocumentWarning {
  readonly code: string;
  readonly message: string;
  readonly page?: number;
}

/** Text that is missing because a page without any of its own could not be read. */
// See docs/language/01-document-anchors-fields.md#111-ocr
export interface DocumentIssue {
  readonly type: 'ocr';
  readonly code: string;
  readonly message: string;
  readonly page: number;
}

/** A page and a rectangle on it, as results print it. */
export interface Region {
  readonly page: number;
  readonly boundingPolygon: readonly Point[];
}
