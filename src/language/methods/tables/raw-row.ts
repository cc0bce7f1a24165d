/** Rows of a table as they were found. */
import type { Line } from '../../../page/document/model.js';

/** The text of a cell. */
export interface RawCell {
  readonly text: string;
  /** Lines of the document that the text is in. */
  readonly lines: readonly Line[];
  /** Lines that the output shows for the cell. */
  readonly shown: readonly Line[];
}

/** A row of a table before types and filters. */
export interface RawRow {
  readonly page: number;
  /** In inches. */
  readonly top: number;
  readonly bottom: number;
  /** Texts that show whether a row repeats the headings. */
  readonly key: readonly string[];
  /** One for each column of the config; undefined for an empty one. */
  readonly cells: readonly (RawCell | undefined)[];
  /** One cell fills all of several columns. */
  readonly isCaption?: boolean;
}
