import { formatPath } from '../../../src/errors.js';
import { type Document, type ExtractOptions, extract, validateConfig } from '../../../src/index.js';
import { DEFAULT_LIMITS } from '../../../src/limits.js';
import type { LineSketch } from '../../../src/page/document/sketch.js';
import { documentFromLines } from '../../../src/reading/from-lines.js';
import { type Sheet, sheetPages } from '../../../src/reading/sheet/sheet-layout.js';
import { documentOfPages } from '../../../src/reading/synthetic-layout.js';

/** A line by its place, in few characters: text, left, top. */
export function at(text: string, left: number, top: number, more: Partial<LineSketch> = {}): LineSketch {
  return { text, left, top, ...more };
}

/** Lines of one column, by text and top. */
export function column(rows: Readonly<Record<string, number>>): LineSketch[] {
  return Object.entries(rows).map(([text, top]) => at(text, 1, top));
}

/** All that is in the scope, as one text. */
export const EVERYTHING = {
  id: 'all',
  anchor: { type: 'first' },
  method: { id: 'documentRange', includeAnchor: true },
};

/** A field that finds the rest of the line after a label. */
export function labelled(id: string, label: string, type?: string): object {
  return {
    id,
    anchor: label,
    method: { id: 'label', position: 'right' },
    ...(type !== undefined && { type }),
  };
}

/** Runs a config over lines or a document. */
export async function run(
  source: readonly LineSketch[] | Document,
  config: object,
  options: ExtractOptions & { extraData?: Record<string, string> } = {},
) {
  const { extraData, ...rest } = options;
  const document = 'pages' in source ? source : documentFromLines(source);
  const result = await extract(document, JSON.stringify(config), extraData, rest);
  return { ...result, values: plain(result.parsed_document) as Record<string, unknown> };
}

/** Results with typed values as their values, to compare with ease. */
export function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(plain);
  if ('type' in value && 'value' in value) return value.value;
  return Object.fromEntries(Object.entries(value).map(([id, member]) => [id, plain(member)]));
}

/** What is wrong or doubtful in a config, as `path: message`. */
export function problems(config: object): string[] {
  return validateConfig(config).map(({ path, message }) => `${formatPath(path)}: ${message}`);
}

/** A spreadsheet; null represents an empty cell. */
export function spreadsheet(...sheets: readonly (readonly (string | null)[])[][]): Document {
  const laidOut = sheets.map(
    (rows, i): Sheet => ({
      name: `Sheet${i + 1}`,
      cells: rows.flatMap((cells, row) =>
        cells.flatMap((text, position) => (text === null ? [] : [{ row, column: position, text }])),
      ),
    }),
  );
  const pages = [...sheetPages(laidOut, DEFAULT_LIMITS)].filter((page) => page !== undefined);
  return documentOfPages({ contentType: 'text/csv', pages });
}
