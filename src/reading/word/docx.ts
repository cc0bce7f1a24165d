/**
 * Word documents (DOCX). The file says what its text is, not where it is, so the pages are this library's
 * own layout, and are marked `synthetic`: page size, margins, indents, tab stops, column widths and font sizes
 * as the file gives them (else US Letter with margins of an inch), widths of characters estimated. The parts
 * are read by this library itself, because converters to HTML drop what a layout needs: tabs, page breaks,
 * headers and footers, widths, sizes. Nothing outside the file is read; pictures and embedded files stay packed.
 */

import type { Interrupt } from '../../foundation/async/interrupt.js';
import type { Document } from '../../page/document/model.js';
import { type OfficePackage, openPackage, relatedPart } from '../office/office-package.js';
import { readXml } from '../office/xml-reader.js';
import type { ReaderOptions } from '../options.js';
import { documentOfPages } from '../synthetic-layout.js';
import { type BodyContext, readBody } from './body-reader.js';
import { notRead, readChunks } from './chunks.js';
import type { Block, Section } from './model.js';
import { readNumbering } from './numbering.js';
import { layOutPages } from './pages.js';
import { isOn } from './properties.js';
import { createSectionReader } from './sections.js';
import { readStyles } from './styles.js';

/**
 * Reads a Word document. Footnotes and endnotes follow the text.
 * @throws DocumentError `invalid_document`, `password_required`, `too_large`, `too_many_pages`, `timed_out`,
 *   `aborted`
 */
export async function loadDocx(
  bytes: Uint8Array,
  options: ReaderOptions,
  contentType: string,
): Promise<Document> {
  return loadNested(bytes, options, contentType, 0);
}

/** Word documents in each other that are read; real ones hold one. */
const MOST_NESTED = 3;

/** Reads a Word document. @param depth how many others it is in */
async function loadNested(
  bytes: Uint8Array,
  options: ReaderOptions,
  contentType: string,
  depth: number,
): Promise<Document> {
  const file = await openPackage(bytes, 'word/document.xml', options);
  const { archive } = file;
  const nested = async (part: Uint8Array) => {
    const { pages, close } = await loadNested(part, options, contentType, depth + 1);
    await close();
    return pages.flatMap(({ lines }) => lines.map(({ text }) => text));
  };
  const chunks = await readChunks(file, options, depth < MOST_NESTED ? nested : undefined);
  const context: BodyContext = {
    ...options,
    archive,
    styles: await readStyles(archive, relatedPart(file, 'styles'), options),
    numbering: await readNumbering(archive, relatedPart(file, 'numbering'), options),
    chunks: chunks.rows,
  };
  const body = await readBody(file.main, context);
  const notes = [
    ...(await readNotes(file, 'footnotes', context)),
    ...(await readNotes(file, 'endnotes', context)),
  ];
  const pages = await layOutPages(
    {
      sections: withRest(body.sections, [...body.rest, ...notes]),
      parts: await readMargins(file, body.sections, context),
      evenPages: await hasEvenPages(file, options),
    },
    options,
  );
  const warnings = [...chunks.warnings, ...(body.hasOutside ? [notRead()] : [])];
  return documentOfPages({ contentType, filename: options.filename, pages, warnings });
}

/** The sections with the blocks after them put into the last one; a body without any is one section. */
function withRest(sections: readonly Section[], rest: readonly Block[]): readonly Section[] {
  const last = sections.at(-1) ?? createSectionReader().finish([]);
  return [...sections.slice(0, -1), { ...last, blocks: [...last.blocks, ...rest] }];
}

async function readNotes(file: OfficePackage, type: string, context: BodyContext): Promise<readonly Block[]> {
  const part = relatedPart(file, type);
  if (part === undefined) return [];
  const { rest } = await readBody(part, context);
  return rest.filter((block) => block.kind === 'table' || block.inlines.some(({ kind }) => kind === 'text'));
}

/** The headers and footers that the sections name, each read once. */
async function readMargins(
  { archive, related }: OfficePackage,
  sections: readonly Section[],
  context: BodyContext,
): Promise<ReadonlyMap<string, readonly Block[]>> {
  const ids = new Set(sections.flatMap(({ headers, footers }) => [...headers.values(), ...footers.values()]));
  const parts = new Map<string, readonly Block[]>();
  for (const { id, type, target } of related) {
    if (!ids.has(id) || (type !== 'header' && type !== 'footer') || !archive.has(target)) continue;
    parts.set(id, (await readBody(target, context)).rest);
  }
  return parts;
}

async function hasEvenPages(file: OfficePackage, interrupt: Interrupt): Promise<boolean> {
  const part = relatedPart(file, 'settings');
  let found = false;
  if (part === undefined) return found;
  const open = (name: string, attributes: Readonly<Record<string, string>>) => {
    if (name === 'evenAndOddHeaders') found = isOn(attributes);
  };
  await readXml(file.archive, part, { open }, interrupt);
  return found;
}
