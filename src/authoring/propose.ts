/** Proposals of fields by an extractor. */
import type { Config } from '../config/config-types.js';
import { builtInLanguage } from '../config/schema.js';
import type { Document } from '../document/model.js';
import type { Extractor } from '../extractor.js';
import { suggestTables } from '../suggest/by-table.js';
import { guessValues, simpleOnly } from '../suggest/guess.js';
import { type Suggestion, suggestFields } from '../suggest/suggest.js';
import type { WantedValue } from '../suggest/wanted.js';

/** How fields are proposed. */
export interface ProposeOptions {
  /** Runs the fields; one without workers, that read the documents. */
  readonly extractor: Pick<Extractor, 'extract'>;
  /** Proposals for each value; default 3. */
  readonly limit?: number | undefined;
}

/**
 * Proposes fields for values on documents of one layout, best first. Every proposed field was run and gives exactly the
 * value on a document where it is known.
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
  { extractor, limit }: ProposeOptions,
): Promise<readonly Suggestion[]> {
  const options = {
    language: builtInLanguage(),
    ...(limit !== undefined && { limit: Math.max(1, limit) }),
    // A second look at scans would change nothing: what is proposed was found at the first.
    extract: (document: Document, config: Config) =>
      extractor.extract(document, config, undefined, { secondLook: false }),
  };
  if (wanted) return suggestFields(documents, wanted, options);
  const [first] = documents;
  if (!first) return [];
  const guesses = await guessValues(first, options.language.types);
  const simple = simpleOnly(await suggestFields(documents, guesses.wanted, options));
  return [...simple, ...(await suggestTables(first, guesses.tables, options))];
}
