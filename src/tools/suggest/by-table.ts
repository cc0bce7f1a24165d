/** Fields for whole tables, checked by running. */

import type { TypeReference } from '../../foundation/schema/language.js';
import type { Config } from '../../language/config/config-types.js';
import type { TypeRegistry } from '../../language/types/registry.js';
import type { Document } from '../../page/document/model.js';
import type { GuessedTable } from './guess.js';
import { folded } from './id-words.js';
import { freeId, idFrom } from './ids.js';
import { wholeValue } from './notations.js';
import type { CandidateField } from './place.js';
import type { Suggestion, SuggestOptions } from './suggest.js';
import type { TableColumn } from './tables.js';
import { printedCost, spaced, targetOf } from './wanted.js';

/** Anchors that are tried for one table. */
const ANCHORS = 3;
/** Wanted values in one column that make its whole table wanted. */
const SHARED = 2;

/** The fields of those tables of a document that give as many rows as were seen. */
export async function suggestTables(
  document: Document,
  tables: readonly GuessedTable[],
  { language, extract }: Pick<SuggestOptions, 'language' | 'extract'>,
): Promise<readonly Suggestion[]> {
  const tried = tables.flatMap((guess) =>
    guess.forms.slice(0, ANCHORS).map(({ anchor, match, cost }) => ({
      guess,
      cost,
      field: { anchor, ...(match && { match }), method: methodFor(guess, language.types) } as CandidateField,
    })),
  );
  if (tried.length === 0) return [];
  const fields = tried.map(({ field }, i) => ({ id: `t${i}`, ...field }));
  const { parsed_document } = await extract(document, { fields } as unknown as Config);
  return tables.flatMap((guess) => {
    const i = tried.findIndex(
      (each, at) => each.guess === guess && tableRowCount(parsed_document[`t${at}`]) === guess.table.rows,
    );
    const best = tried[i];
    if (!best) return [];
    const { page, left, top } = guess.table.headings[0]!;
    const counts = { exact: 1, plausible: 0, wrong: 0 };
    const { field, cost } = best;
    const headings = guess.table.columns.map(({ heading }) => heading).join(', ');
    return {
      wanted: { id: guess.id, values: [] },
      id: guess.id,
      places: 1,
      proposals: [{ field, cost, fit: 1, says: 1, relation: 'below', place: { page, left, top }, ...counts }],
      note: `${guess.table.rows} rows of ${headings}`,
    };
  });
}

function methodFor({ table, stop }: GuessedTable, types: TypeRegistry): CandidateField['method'] {
  const used = new Set<string>();
  const columns = table.columns.map((column) => {
    const id = freeId(idFrom(column.heading), used);
    used.add(id);
    const type = typeOf(column, types);
    return {
      id,
      minX: Math.floor(column.minX * 100) / 100,
      maxX: Math.ceil(column.maxX * 100) / 100,
      ...(type !== 'string' && { type }),
    };
  });
  return {
    id: 'textTable',
    columns,
    ...(table.isTall && { detectMultipleLinesPerRow: true }),
    ...(stop !== undefined && { stop }),
  };
}

/**
 * The type that reads all cells of a column: one of those of its first cell, or of the first that these do not read, which may
 * be printed with more: "(3.50)" below "2,150.00".
 */
function typeOf({ texts }: TableColumn, types: TypeRegistry): TypeReference {
  const reads = (text: string, reference: TypeReference) =>
    wholeValue(spaced(text), reference, types) !== undefined;
  const [first = ''] = texts;
  const [best] = typesOf(first, types);
  const odd = best === undefined ? undefined : texts.find((text) => !reads(text, best));
  return (
    [first, ...(odd === undefined ? [] : [odd])]
      .flatMap((text) => typesOf(text, types))
      .find((reference) => texts.every((text) => reads(text, reference))) ?? 'string'
  );
}

/** The types that are likelier than plain text, the likeliest first. */
function typesOf(text: string, types: TypeRegistry): TypeReference[] {
  const likely = targetOf(text, undefined, types)
    .types.map(({ reference, type, cost }) => ({ reference, type, cost: cost + printedCost(type, text) }))
    .toSorted((a, b) => a.cost - b.cost);
  const end = likely.findIndex(({ type }) => type === 'string');
  return likely.slice(0, end < 0 ? likely.length : end).map(({ reference }) => reference);
}

/** The tables in one column of which some texts are, at least two different ones. */
export function tablesHolding(
  tables: readonly GuessedTable[],
  texts: readonly string[],
): readonly GuessedTable[] {
  const wanted = new Set(texts.map(plain));
  return tables.filter(({ table }) =>
    table.columns.some(
      (column) => new Set(column.texts.map(plain).filter((text) => wanted.has(text))).size >= SHARED,
    ),
  );
}

/** A text as it is compared: amounts and numbers by what they are worth. */
function plain(text: string): string {
  const digits = text.replace(/[\s$€£,]/gu, '');
  return /^-?\d+(?:\.\d+)?$/u.test(digits) ? String(Number(digits)) : folded(text);
}

/** Rows of a table as results hold it; undefined where a value is no table. */
function tableRowCount(value: unknown): number | undefined {
  const columns = (value as { columns?: readonly { values?: readonly unknown[] }[] } | null | undefined)
    ?.columns;
  return columns?.[0]?.values?.length;
}
