/** The forms in which `anchorline extract` prints results: JSON, lines of JSON, tables for people and spreadsheets. */

import { orderedEntries } from '../../foundation/objects/members.js';
import type { BestFitResult, ExtractionResult, PortfolioResult } from '../../index.js';
import { shownValue } from '../authoring/show.js';
import { isPortfolioResult } from './extract-chosen.js';
import { counted, printable, printableJson } from './streams.js';

export const FORMATS = ['json', 'jsonl', 'table', 'csv', 'xlsx'] as const;

/** Name of a form. */
export type Format = (typeof FORMATS)[number];

/** What the command prints: one result, that of the config that fitted best, or those of several documents. */
export type Printed = ExtractionResult | BestFitResult | PortfolioResult;

/** A result and the document that it came from. */
export interface NamedResult {
  readonly document: string;
  readonly result: Printed;
}

/** What became of a document of several: its result, or why there is none. */
export type NamedOutcome = NamedResult | { readonly document: string; readonly error: string };

/** Whether results of many documents go into one file of this form. */
export function isSpreadsheet(format: Format): format is 'csv' | 'xlsx' {
  return format === 'csv' || format === 'xlsx';
}

/** One result in a form. */
export async function formatted(
  named: NamedResult,
  format: Format,
  pretty: boolean,
): Promise<string | Uint8Array> {
  switch (format) {
    case 'json':
      return `${printableJson(named.result, pretty)}\n`;
    case 'jsonl':
      return `${printableJson(named, false)}\n`;
    case 'table':
      return `${tables(named).join('\n')}\n`;
    case 'csv':
    case 'xlsx':
      return spreadsheetOf([named], format, false);
  }
}

/** Results as a spreadsheet, one row a document. @param documentColumns whether rows name their document and its error */
export async function spreadsheetOf(
  outcomes: readonly NamedOutcome[],
  format: 'csv' | 'xlsx',
  documentColumns: boolean,
): Promise<Uint8Array> {
  const { spreadsheet } = await import('../report/index.js');
  const extractions = outcomes.map((outcome) => {
    const named = { id: outcome.document };
    if ('error' in outcome) return { ...named, error: outcome.error };
    const { result } = outcome;
    return isPortfolioResult(result)
      ? { ...named, documents: result.documents }
      : { ...named, parsed_document: result.parsed_document };
  });
  return spreadsheet(
    extractions,
    format === 'xlsx' ? { format, cellFormats: true, documentColumns } : { format, documentColumns },
  );
}

/** The values of a result in two columns, those of each document in a file below each other. */
function tables({ result }: NamedResult): string[] {
  if (!isPortfolioResult(result)) return tableOf(result.parsed_document ?? {});
  return result.documents.flatMap(({ documentType, startPage, endPage, output }, i) => [
    ...(i > 0 ? [''] : []),
    printable(`${documentType}, pages ${startPage} to ${endPage}`),
    ...tableOf(output.parsed_document ?? {}),
  ]);
}

function tableOf(values: Readonly<Record<string, unknown>>): string[] {
  const rows = valueRows(values, '');
  const width = Math.max(0, ...rows.map(([id]) => id.length));
  return rows.map(([id, value]) => printable(`${id.padEnd(width)}  ${value}`));
}

interface TableColumn {
  readonly id: string;
  readonly values: readonly unknown[];
}

/** A row for each single value; tables and sections row by row. */
function valueRows(values: Readonly<Record<string, unknown>>, prefix: string): [string, string][] {
  return orderedEntries(values).flatMap(([id, value]) => rowsOfValue(value, prefix + id));
}

function rowsOfValue(value: unknown, path: string): [string, string][] {
  if (Array.isArray(value)) {
    if (value.length === 0) return [[path, 'none']];
    return value.flatMap((item, i) => rowsOfValue(item, `${path}[${i}]`));
  }
  if (typeof value !== 'object' || value === null) return [[path, shownValue(value)]];
  const { columns } = value as { readonly columns?: readonly TableColumn[] };
  if (Array.isArray(columns)) {
    const rows = Math.max(0, ...columns.map((column) => column.values.length));
    return [
      [path, `table of ${counted(rows, 'row')}`],
      ...Array.from({ length: rows }, (_, row) => cellsOf(columns, row, path)).flat(),
    ];
  }
  if ('value' in value || 'images' in value) return [[path, shownValue(value)]];
  return valueRows(value as Readonly<Record<string, unknown>>, `${path}.`);
}

function cellsOf(columns: readonly TableColumn[], row: number, path: string): [string, string][] {
  return columns
    .filter(({ values }) => row < values.length)
    .map(({ id, values }) => [`${path}[${row}].${id}`, shownValue(values[row])]);
}
