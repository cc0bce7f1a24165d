/** What an inspection report holds, as JSON for its page. The program of the page (`browser/`) knows nothing else. */
import type { FieldCount } from '../../../language/validate/coverage.js';
import type { Layer, LayerName, PageLayer } from './layers.js';
import type { FieldMark, Mark, Path } from './marks.js';

/** A line of a page. */
export interface LineData {
  readonly text: string;
  readonly path: Path;
  /** Height in inches, and direction in degrees where that is not 0. */
  readonly height: number;
  readonly angle?: number;
  /** 0 to 1, of text read by OCR. */
  readonly confidence?: number;
}

/** A page, before or after preprocessors. */
export interface PageData {
  /** Zero-based page of the original file. */
  readonly index: number;
  /** In inches. */
  readonly width: number;
  readonly height: number;
  /** Number of its picture; absent where nothing is drawn. */
  readonly picture?: number;
  /** Why its picture shows its lines alone, where it could not be drawn. */
  readonly undrawn?: string;
  readonly lines: readonly LineData[];
  readonly marks: Partial<Readonly<Record<Exclude<PageLayer, 'lines'>, readonly Mark[]>>>;
  /** Things worth knowing of the page, a sentence each: how it was read, how it was turned. */
  readonly notes: readonly string[];
}

/** A line that a field has to do with. */
export interface LineUse {
  readonly text: string;
  readonly page: number;
  readonly path: Path;
  /** Position among the lines of the page after preprocessors; absent where it is not one of them. */
  readonly line?: number;
  /** Why it was not used, or not kept. */
  readonly reason?: string;
  /** Whether it was used, or kept. */
  readonly used: boolean;
  /** Characters of the line that an anchor matched, the end exclusive. */
  readonly range?: readonly [number, number];
  /** How an anchor matched, where that is not as the config says. */
  readonly note?: string;
  /** 0 to 1, of text read by OCR. */
  readonly confidence?: number;
}

/** A row of a table. */
interface RowData {
  readonly page: number;
  readonly top: number;
  readonly cells: readonly (string | null)[];
  /** Why cells have no value, null where they have one; absent where all have. */
  readonly cellReasons?: readonly (string | null)[];
  readonly reason?: string;
}

/** What a language model was asked and answered. */
export interface ModelData {
  readonly chunks: readonly { readonly start: number; readonly end: number; readonly score: number }[];
  readonly omitted: number;
  readonly calls: readonly {
    readonly purpose: string;
    readonly model: string;
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly cached: boolean;
  }[];
  readonly answer?: string | null;
  readonly choice?: string | null;
  readonly signal?: string;
  /** How the answer was found on the pages; null when it was not. */
  readonly grounding?: { readonly stage: string; readonly score: number } | null;
  /** Cells of a list or table that were found on the pages, and those that were not. */
  readonly cells?: { readonly total: number; readonly located: number; readonly missing: readonly string[] };
}

/** One run of one field of the config. */
export interface RunData {
  /** Printed config path. */
  readonly path: string;
  readonly method: string;
  /** The field as JSON, as the config has it. */
  readonly config?: string;
  readonly reason?: string;
  readonly anchors: readonly LineUse[];
  readonly captured: readonly LineUse[];
  readonly lines: readonly LineUse[];
  readonly table?: { readonly columns: readonly string[]; readonly rows: readonly RowData[] };
  readonly model?: ModelData;
  readonly marks: readonly FieldMark[];
}

/** A field, or a section of one. */
export interface FieldNode {
  /** Id of the field; for a section its position. */
  readonly id: string;
  readonly kind: 'field' | 'section';
  /** The value without geometry, as the result has it; absent where there is none to show. */
  readonly value?: unknown;
  /** Whether there is a value. */
  readonly present: boolean;
  /** Set where the field ran, but the result says nothing of it: it was taken out, or its section was. */
  readonly hidden?: true;
  /** Why there is none, or why a section was left out. */
  readonly reason?: string;
  readonly runs: readonly RunData[];
  readonly children: readonly FieldNode[];
}

/** Something that went wrong, or is worth knowing. */
export interface Problem {
  readonly severity: 'error' | 'warning' | 'skipped';
  /** Type, code or `validation`. */
  readonly kind: string;
  readonly message: string;
  /** Ids from the outermost section to the field. */
  readonly field?: readonly string[];
  readonly page?: number;
  /** Printed config path. */
  readonly path?: string;
}

/** All of a report but its pictures. */
export interface ReportData {
  readonly document: { readonly name: string; readonly contentType: string; readonly pages: number };
  readonly config: string;
  readonly coverage: number;
  readonly found: FieldCount;
  /** Things worth knowing of the run: a name and what it says. */
  readonly facts: readonly (readonly [string, string])[];
  readonly problems: readonly Problem[];
  readonly fields: readonly FieldNode[];
  /** As the fields saw them. */
  readonly pages: readonly PageData[];
  /** As they were read; absent where no preprocessor changed them. */
  readonly before?: readonly PageData[];
  readonly preprocessors: readonly string[];
  /** The result without its trace, as JSON. */
  readonly result: string;
  readonly layers: Readonly<Record<LayerName, Layer>>;
  /** Number of the run of a watching command, which the open report compares with that of the file beside it. */
  readonly version?: number;
  /** Why the last run of a watching command gave nothing; the rest is of the run before. */
  readonly failure?: readonly string[];
}
