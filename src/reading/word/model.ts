/** The content of a Word document as far as text and its places need it. Lengths are inches. */

/** A stretch of text of one size. */
export interface TextInline {
  readonly kind: 'text';
  readonly text: string;
  /** Font size. */
  readonly size: number;
  /** A placeholder for the number of the page, or of pages, when it is in a header or footer. */
  readonly field?: 'page' | 'pages';
}

/**
 * A tab, a line break or a page break. A rendered break is where the program that saved the file began a page
 * when it last laid it out.
 */
export interface BreakInline {
  readonly kind: 'tab' | 'line' | 'page' | 'rendered-page';
}

export type Inline = TextInline | BreakInline;

export interface TabStop {
  /** From the left edge of the text. */
  readonly position: number;
  readonly alignment: 'left' | 'center' | 'right' | 'clear';
}

/** What is said of a paragraph's layout; each member may be said by its style or by itself. */
export interface ParagraphLayout {
  alignment?: 'left' | 'center' | 'right';
  left?: number;
  right?: number;
  /** Of the first line relative to `left`; negative for a hanging one. */
  firstLine?: number;
  before?: number;
  after?: number;
  /** Pitch of its lines: a multiple of their own, or inches at least or exactly. */
  pitch?: { readonly rule: 'multiple' | 'atLeast' | 'exact'; readonly value: number };
  pageBreakBefore?: boolean;
  tabs?: readonly TabStop[];
  /** Id and level of the list that the paragraph belongs to. */
  list?: string;
  level?: number;
}

/** What is said of the characters of a run. */
export interface RunLayout {
  size?: number;
  hidden?: boolean;
}

export interface Paragraph {
  readonly kind: 'paragraph';
  readonly inlines: readonly Inline[];
  readonly layout: ParagraphLayout;
  /** Size of a line without text. */
  readonly size: number;
  /** Number or sign of the list item. */
  readonly marker?: string;
}

export interface TableCell {
  /** Columns of the grid that it covers. */
  readonly span: number;
  /** It goes on with the cell above it, and has no text of its own. */
  readonly isContinued: boolean;
  readonly blocks: readonly Block[];
}

/** Columns of a table's grid; Word allows 63. */
export const MAX_COLUMNS = 1000;

export interface TableRow {
  /** Columns of the grid left out before the first cell. */
  readonly skipped: number;
  readonly cells: readonly TableCell[];
}

export interface Table {
  readonly kind: 'table';
  /** Widths of the columns of the grid; empty where the file does not say. */
  readonly columns: readonly number[];
  readonly indent: number;
  readonly rows: readonly TableRow[];
}

export type Block = Paragraph | Table;

/** Which pages a header or footer is for. */
export type PageKind = 'default' | 'first' | 'even';

export interface PageSetup {
  readonly width: number;
  readonly height: number;
  readonly margins: {
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
    /** From the page's upper edge to the header, and from the footer to its lower edge. */
    readonly header: number;
    readonly footer: number;
  };
}

/** A part of the body with its own page setup. */
export interface Section {
  readonly blocks: readonly Block[];
  readonly setup: PageSetup;
  /** Whether it goes on where the section before ended. */
  readonly continuous: boolean;
  /** Whether its first page has its own header and footer. */
  readonly titlePage: boolean;
  /** Ids of the relationships that lead to the headers and footers; those not given are as before. */
  readonly headers: ReadonlyMap<PageKind, string>;
  readonly footers: ReadonlyMap<PageKind, string>;
}
