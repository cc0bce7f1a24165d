/** Reading the sections of a Word document: page size, margins, headers and footers. */
import { attributeOf, type XmlAttributes } from '../xml-reader.js';
import type { Block, PageKind, PageSetup, Section } from './model.js';
import { elementValue, isOn, LETTER, readPageSetup } from './properties.js';

/** Takes in the elements of one `sectPr`. */
export interface SectionReader {
  read(name: string, attributes: XmlAttributes): void;
  /** The section that these blocks make up. */
  finish(blocks: readonly Block[]): Section;
}

export function createSectionReader(): SectionReader {
  const headers = new Map<PageKind, string>();
  const footers = new Map<PageKind, string>();
  let setup: PageSetup = LETTER;
  let continuous = false;
  let titlePage = false;
  const reference = (parts: Map<PageKind, string>, attributes: XmlAttributes) => {
    const kind = attributeOf(attributes, 'type');
    const id = attributeOf(attributes, 'id', 'r');
    if (id !== undefined) parts.set(kind === 'first' || kind === 'even' ? kind : 'default', id);
  };
  return {
    read(name, attributes) {
      if (name === 'pgSz' || name === 'pgMar') setup = readPageSetup(setup, name, attributes);
      else if (name === 'type') continuous = elementValue(attributes) === 'continuous';
      else if (name === 'titlePg') titlePage = isOn(attributes);
      else if (name === 'headerReference') reference(headers, attributes);
      else if (name === 'footerReference') reference(footers, attributes);
    },
    finish: (blocks) => ({ blocks, setup, continuous, titlePage, headers, footers }),
  };
}
