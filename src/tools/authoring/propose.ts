/** Proposals of fields by an extractor. */

import type { Extractor } from '../../extractor.js';
import type { Config } from '../../language/config/config-types.js';
import { builtInLanguage } from '../../language/config/schema.js';
import type { Document } from '../../page/document/model.js';
import { type SectionsField, suggestBlocks } from '../suggest/by-section.js';
import { suggestTables, tablesHolding } from '../suggest/by-table.js';
import { guessTables, guessValues, simpleOnly } from '../suggest/guess.js';
import type { CandidateField } from '../suggest/place.js';
import { type Pointed, type PointedFields, suggestAt } from '../suggest/pointed.js';
import { type Suggestion, suggestFields } from '../suggest/suggest.js';
import type { WantedValue } from '../suggest/wanted.js';

/** How fields are proposed. */
export interface ProposeOptions {
  /** Runs the fields; one without workers, that read the documents. */
  readonly extractor: Pick<Extractor, 'extract'>;
  /** Proposals for each value; default 3. */
  readonly limit?: number | undefined;
  /** Gives up when aborted: the promise rejects with a `DocumentError` `aborted`. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Proposes fields for values on documents of one layout, best first. Every proposed field was run and gives exactly the
 * value on a document where it is known. Where several of the values are in one column of a table, a field for the whole
 * table comes last; where they are beside one caption of blocks that come again, sections do.
 * @param wanted undefined to take what has captions on the first document: values, boxes to tick, and whole tables
 *
 * @example
 * const document = await extractor.load(bytes);
 * const [total] = await proposeFields([document], [{ id: 'total', values: [2601] }], { extractor });
 * console.log(total.proposals[0]?.field);
 * @throws TypeError for a type that does not exist
 */
export async function proposeFields(
  documents: readonly Document[],
  wanted: readonly WantedValue[] | undefined,
  { extractor, limit, signal }: ProposeOptions,
): Promise<readonly Suggestion<CandidateField | SectionsField>[]> {
  const options = optionsOf(extractor, limit, signal);
  const [first] = documents;
  if (wanted) {
    const single = await suggestFields(documents, wanted, options);
    const texts = wanted.flatMap(({ values: [value] }) =>
      value === undefined || value === null ? [] : [String(value)],
    );
    if (!first || texts.length < 2) return single;
    const tables = tablesHolding(await guessTables(first, options.language.types), texts);
    const whole = await suggestTables(first, tables, options);
    return [...single, ...whole, ...(whole.length > 0 ? [] : await suggestBlocks(first, texts, options))];
  }
  if (!first) return [];
  const guesses = await guessValues(first, options.language.types);
  const simple = simpleOnly(await suggestFields(documents, guesses.wanted, options));
  return [...simple, ...(await suggestTables(first, guesses.tables, options))];
}

/** Proposes a field for each table with headings of a document, the largest first. */
export async function proposeTables(
  document: Document,
  { extractor, signal }: Pick<ProposeOptions, 'extractor' | 'signal'>,
): Promise<readonly Suggestion[]> {
  const options = optionsOf(extractor, undefined, signal);
  const tables = await guessTables(document, options.language.types);
  const size = ({ table }: (typeof tables)[number]) => table.rows * table.columns.length;
  return suggestTables(
    document,
    tables.toSorted((a, b) => size(b) - size(a)),
    options,
  );
}

/** Proposes fields for what an author points at on a page of one of the documents. */
export async function proposeAt(
  documents: readonly Document[],
  pointed: Pointed,
  { extractor, limit, signal }: ProposeOptions,
): Promise<PointedFields> {
  return suggestAt(documents, pointed, optionsOf(extractor, limit, signal));
}

function optionsOf(
  extractor: ProposeOptions['extractor'],
  limit: number | undefined,
  signal: AbortSignal | undefined,
) {
  return {
    language: builtInLanguage(),
    ...(limit !== undefined && { limit: Math.max(1, limit) }),
    extract: (document: Document, config: Config) =>
      extractor.extract(document, config, undefined, { signal }),
  };
}
