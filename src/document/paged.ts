/** Documents whose pages are read when they are wanted. */
import type { Document, DocumentFacts, Page } from './model.js';

/** A page that was read, and what tells whether other pages may still change it. */
export interface ReadPage {
  readonly page: Page;
  /** Whether its text stays as it is, whatever the other pages of the file are like. */
  readonly isFinal: boolean;
  /** The most that raster images can cover of it, in square inches; undefined where nothing is known. */
  readonly imageArea?: number | undefined;
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

/** A document of which no page need be read before it is wanted. Whoever opened it closes it. */
export interface PagedDocument extends DocumentFacts {
  /**
   * Reads a page, once.
   * @param index zero-based
   * @param first whether it is the first that is wanted
   * @param next pages after it that are wanted
   * @returns undefined where only all pages tell what stands on it
   * @throws DocumentError as loading the file does
   */
  page(index: number, first: boolean, next?: number): Promise<Page | undefined>;
  /** The document as it would have been loaded. Pages that `page` gave stand in it as they were. */
  whole(): Promise<Document>;
}

/** Whether nothing of a document need have been read yet. */
export function isPaged(document: Document | PagedDocument): document is PagedDocument {
  return 'whole' in document;
}
