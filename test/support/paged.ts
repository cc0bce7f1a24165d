/** Documents of lines as if they were files whose pages are read when they are wanted. */
import type { Document } from '../../src/document/model.js';
import type { PagedDocument } from '../../src/document/paged.js';

/**
 * A document none of whose pages is read yet.
 * @param unsure pages of which only the whole document tells what stands on them
 * @returns the document, and the pages that were read one by one, in that order, and whether all were
 */
export function pagedOf(document: Document, unsure: readonly number[] = []) {
  const read: number[] = [];
  const state = { isWhole: false };
  const { pages, errors: _errors, ...facts } = document;
  const paged: PagedDocument = {
    ...facts,
    async page(index) {
      if (read.includes(index)) throw new Error(`page ${index} is read twice`);
      read.push(index);
      return unsure.includes(index) ? undefined : pages[index];
    },
    async whole() {
      state.isWhole = true;
      return document;
    },
  };
  return { paged, read, state };
}
