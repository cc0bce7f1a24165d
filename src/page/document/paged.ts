/** Files whose pages can be read one by one. */
import { IDENTITY } from './geometry.js';
import type { Document, DocumentFacts, Page } from './model.js';

/** Pages by their places, zero-based. */
export interface PageSpan {
  readonly from: number;
  /** The first that does not belong to it; without it, all to the end do. */
  readonly to?: number | undefined;
}

/** A page that was read, and what decides whether other pages may still change it. */
export interface ReadPage {
  readonly page: Page;
  /** Whether its text stays as it is, whatever the other pages of the file are like. */
  readonly isFinal: boolean;
}

/** A file that was opened. Whoever opened it closes it. */
export interface PagedFile extends DocumentFacts {
  /**
   * Reads a page, once.
   * @param index zero-based
   * @param next pages after it that will be read
   * @throws DocumentError as loading the file does
   */
  readPage(index: number, next?: number): Promise<ReadPage>;
  /** Reads what is not read yet; the document as it would have been loaded. @throws DocumentError as loading the file does */
  readAll(): Promise<Document>;
}

/** Takes the place of a page that was not read. */
export function unreadPage(index: number): Page {
  return { index, width: 0, height: 0, rotation: 0, transform: IDENTITY, lines: [] };
}
