/** Reading the sections of a Word document: page size, margins, headers and footers. */
import { attributeOf, type XmlAttributes } from '../office/xml-reader.js';
import type { Block, PageKind, PageSetup, Section } from './model.js';
import { elementValue, inches, isOn } from './properties.js';

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

/** US Letter with margins of an inch, where the file describes no page. */
const LETTER: PageSetup = {
  width: 8.5,
  height: 11,
  margins: { left: 1, right: 1, top: 1, bottom: 1, header: 0.5, footer: 0.5 },
};
/** Least width and height of the text of a page; smaller ones hold no words. */
const LEAST_TEXT = 1;
const LEAST_PAGE = 2;

/** A page setup with what `pgSz` or `pgMar` says; one that leaves no room for text keeps its margins at 0. */
function readPageSetup(setup: PageSetup, name: string, attributes: XmlAttributes): PageSetup {
  const length = (attribute: string, otherwise: number) =>
    Math.abs(inches(attributeOf(attributes, attribute)) ?? otherwise);
  if (name === 'pgSz') {
    const width = Math.max(LEAST_PAGE, length('w', setup.width));
    const height = Math.max(LEAST_PAGE, length('h', setup.height));
    return withRoom({ ...setup, width, height });
  }
  const { margins } = setup;
  return withRoom({
    ...setup,
    margins: {
      left: length('left', margins.left),
      right: length('right', margins.right),
      top: length('top', margins.top),
      bottom: length('bottom', margins.bottom),
      header: length('header', margins.header),
      footer: length('footer', margins.footer),
    },
  });
}

function withRoom(setup: PageSetup): PageSetup {
  const { width, height, margins } = setup;
  const narrow = width - margins.left - margins.right < LEAST_TEXT;
  const low = height - margins.top - margins.bottom < LEAST_TEXT;
  if (!narrow && !low) return setup;
  return {
    width,
    height,
    margins: {
      ...margins,
      ...(narrow && { left: 0, right: 0 }),
      ...(low && { top: 0, bottom: 0, header: 0, footer: 0 }),
    },
  };
}
