/** The small parts of a workbook: list of sheets, shared strings, number formats. */

import type { Interrupt } from '../../foundation/async/interrupt.js';
import { type Limits, limitError } from '../../limits.js';
import { cleanText } from '../../page/document/cleaning.js';
import { attributeOf, readXml } from '../office/xml-reader.js';
import type { Archive } from '../office/zip-guard.js';

interface PartOptions extends Interrupt {
  readonly limits: Limits;
}

/** A sheet as the workbook lists it. */
interface SheetEntry {
  readonly name: string;
  /** Id of the relationship that leads to its part. */
  readonly relationship: string;
}

interface Workbook {
  /** In workbook order. */
  readonly sheets: readonly SheetEntry[];
  /** Whether days count from 1904. */
  readonly date1904: boolean;
}

/** Reads the list of sheets. */
export async function readWorkbook(archive: Archive, part: string, options: PartOptions): Promise<Workbook> {
  const sheets: SheetEntry[] = [];
  let date1904 = false;
  const open = (name: string, attributes: Readonly<Record<string, string>>) => {
    if (name === 'workbookPr') date1904 = isTrue(attributes['date1904']);
    if (name !== 'sheet') return;
    if (sheets.length === options.limits.pages) throw limitError('pages', options.limits);
    sheets.push({
      name: attributes['name'] ?? '',
      relationship: attributeOf(attributes, 'id', 'r') ?? '',
    });
  };
  await readXml(archive, part, { open }, options);
  return { sheets, date1904 };
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true' || value === 'on';
}

/**
 * Reads the strings that cells point to. Each is cleaned once, because thousands of cells may share it.
 * @throws DocumentError `too_large` for more strings than cells are allowed
 */
export async function readSharedStrings(
  archive: Archive,
  part: string | undefined,
  options: PartOptions,
): Promise<readonly string[]> {
  if (part === undefined) return [];
  const strings: string[] = [];
  const reader = createStringReader();
  await readXml(
    archive,
    part,
    {
      open: (name) => {
        reader.open(name);
      },
      text: reader.text,
      close: (name) => {
        reader.close(name);
        if (name !== 'si') return;
        if (strings.length === options.limits.cells) throw limitError('cells', options.limits);
        strings.push(cleanText(reader.take()));
      },
    },
    options,
  );
  return strings;
}

/** Gathers the text of a string element: its runs joined, without the hints to pronounce it. */
interface StringReader {
  open(name: string): void;
  text(text: string): void;
  close(name: string): void;
  /** The text so far; the next one begins empty. */
  take(): string;
}

export function createStringReader(): StringReader {
  let gathered = '';
  let inText = false;
  let inHint = false;
  return {
    open(name) {
      if (name === 't') inText = true;
      else if (name === 'rPh') inHint = true;
    },
    text(text) {
      if (inText && !inHint) gathered += text;
    },
    close(name) {
      if (name === 't') inText = false;
      else if (name === 'rPh') inHint = false;
    },
    take() {
      const text = unescapeCharacters(gathered);
      gathered = '';
      return text;
    },
  };
}

/** Characters that XML cannot hold are written `_x000D_`, and an underscore before an x `_x005F_`. */
export function unescapeCharacters(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/**
 * Reads the number format of each cell style: a format code, or the number of a built-in one.
 */
export async function readNumberFormats(
  archive: Archive,
  part: string | undefined,
  options: PartOptions,
): Promise<readonly (number | string)[]> {
  if (part === undefined) return [];
  const codes = new Map<number, string>();
  const ids: number[] = [];
  let inCellFormats = false;
  await readXml(
    archive,
    part,
    {
      open: (name, attributes) => {
        if (name === 'cellXfs') inCellFormats = true;
        else if (name === 'numFmt') codes.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '');
        else if (name === 'xf' && inCellFormats) ids.push(Number(attributes['numFmtId'] ?? 0));
      },
      close: (name) => {
        if (name === 'cellXfs') inCellFormats = false;
      },
    },
    options,
  );
  return ids.map((id) => codes.get(id) ?? id);
}
