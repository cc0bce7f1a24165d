/** A second question about answers that the layout does not confirm: a model that erred once seldom does so twice. */
import type { Config } from '../../language/config/config-types.js';
import type { Document } from '../../page/document/model.js';
import { type GivenValue, givenValue, isPrinted, isSame } from '../../run/extraction/answers.js';
import type { AskedValue } from '../../run/extraction/asked-fields.js';
import { queryGroups } from './config-from-schema.js';

/** A value in dispute: what a field by layout gave on one sample, where the model gave another or none. */
export interface Dispute {
  readonly asked: AskedValue;
  readonly layout: GivenValue;
}

/** Asks the model with a config. */
export type AskModel = (document: Document, config: Config) => Promise<Readonly<Record<string, unknown>>>;

/**
 * Asks the model again about what is in dispute on one document, and nothing else; it is not told what the layout says.
 * @returns by id, the answers that now are what the layout gives. Where the model stays with its answer, or gives a third
 * one, neither is believed
 */
export async function secondLook(
  document: Document,
  disputes: readonly Dispute[],
  base: Omit<Config, 'fields'>,
  ask: AskModel,
): Promise<ReadonlyMap<string, GivenValue>> {
  if (disputes.length === 0) return new Map();
  const queries = disputes.map(({ asked: { id, description, type } }) => ({
    id,
    description,
    ...(type !== undefined && { type }),
  }));
  const values = await ask(document, { ...base, fields: queryGroups(queries) } as unknown as Config);
  return new Map(
    disputes.flatMap(({ asked: { id }, layout }) => {
      const answer = givenValue(values, id);
      return answer && isPrinted(answer) && isSame(answer, layout) ? [[id, answer] as const] : [];
    }),
  );
}
