/**
 * Fields by layout for single values on trial: those that `suggest` proposes for what a model answered, on all samples, and
 * on copies where values are not printed.
 */
import type { Config } from '../../language/config/config-types.js';
import { builtInLanguage } from '../../language/config/schema.js';
import { type GivenValue, isSame } from '../../run/extraction/answers.js';
import type { AskedValue } from '../../run/extraction/asked-fields.js';
import { suggestFields } from '../suggest/suggest.js';
import type { WantedValue } from '../suggest/wanted.js';
import { type Answered, answerOf } from './answered.js';
import { jointRegions } from './joint-regions.js';
import { isProven, LEAST_SAME, type RunFields, runAll, type Trial, trialOf, valuesIn } from './prove.js';
import { type AskModel, type Dispute, secondLook } from './second-look.js';
import { type Steadiness, steadinessOf } from './steady.js';

/** Proposals for each value that are tried on all samples. */
const PROPOSALS = 12;

/** A field by layout with its trial. */
export interface Tried {
  readonly field: object;
  readonly trial: Trial;
  readonly steadiness?: Steadiness;
}

/**
 * Whether another field, which agrees as often, gives something where this one finds nothing: then one of the two is right
 * elsewhere by accident, as a region below a table is on all samples whose tables have as many rows.
 */
function isContested({ same, left }: Trial, all: readonly Tried[]): boolean {
  return all.some(
    ({ trial }) => trial.same.length >= same.length && left.some((i) => trial.given[i] !== undefined),
  );
}

/** Fields that give nothing where nothing is printed come first. */
function rankOf({ steadiness }: Tried): number {
  return steadiness === 'quiet' ? 1 : 0;
}

/** The best of the fields of one value that are proven; undefined where none is. */
export function bestOf(
  all: readonly Tried[],
  heldOut: readonly number[],
  samples: number,
): Tried | undefined {
  return all
    .filter(
      ({ trial, steadiness }) => isProven(trial, heldOut, samples, steadiness) && !isContested(trial, all),
    )
    .toSorted((a, b) => rankOf(b) - rankOf(a) || b.trial.same.length - a.trial.same.length)[0];
}

/** The field of one value that agrees with the model most. */
export function nearestOf<T extends Tried>(all: readonly T[]): T | undefined {
  return all.toSorted(byNearness)[0];
}

function byNearness({ trial: a }: Tried, { trial: b }: Tried): number {
  return b.same.length - a.same.length || a.differs.length - b.differs.length;
}

/**
 * Fields by layout for single values on trial. Where the nearest one of a value agrees with the model on some samples and
 * not on others, the model is asked about these once more: it errs now and then, a wrong field wherever values differ.
 */
export async function triedAnswers(
  asked: readonly AskedValue[],
  samples: readonly Answered[],
  heldOut: readonly number[],
  { fields: _, ...base }: Config,
  run: RunFields,
  ask: AskModel,
): Promise<ReadonlyMap<string, readonly Tried[]>> {
  const first = await triedValues(asked, samples, samples.length - heldOut.length, run);
  const disputes = samples.map((): Dispute[] => []);
  for (const { asked: value, fields, model } of first) {
    const given = fields.map((each) => ({ ...each, trial: trialOf(each.given, model, isSame) }));
    const isSettled = given.some(
      ({ trial, steadiness }) =>
        trial.alone.length + trial.left.length === 0 && isProven(trial, heldOut, samples.length, steadiness),
    );
    if (isSettled) continue;
    const nearest = nearestOf(given);
    if (!nearest || nearest.trial.same.length < LEAST_SAME) continue;
    for (const i of [...nearest.trial.differs, ...nearest.trial.alone])
      disputes[i]!.push({ asked: value, layout: nearest.trial.given[i] as GivenValue });
  }
  const second: ReadonlyMap<string, GivenValue>[] = [];
  for (const [i, { document }] of samples.entries())
    second.push(await secondLook(document, disputes[i]!, base, ask));
  return new Map(
    first.map(({ asked: { id }, fields, model }) => {
      const now = model.map((answer, i) => second[i]!.get(id) ?? answer);
      const own = fields.map((each) => ({ ...each, trial: trialOf(each.given, now, isSame) }));
      return [id, own] as const;
    }),
  );
}

/** A value, the fields that may give it with what they gave on all samples, and what the model answered there. */
export interface TriedValue {
  readonly asked: AskedValue;
  readonly fields: readonly {
    readonly field: object;
    readonly given: readonly (GivenValue | undefined)[];
    readonly steadiness: Steadiness;
  }[];
  readonly model: readonly (GivenValue | undefined)[];
}

/**
 * Fields for values that are asked for, on all samples.
 * @param madeOn how many of the samples, from the first on, fields are made on
 * @param limit proposals for each value
 * @param areBlocks whether the samples are blocks, for which regions are made that all of them need
 */
export async function triedValues(
  asked: readonly AskedValue[],
  samples: readonly Pick<Answered, 'document' | 'values'>[],
  madeOn: number,
  run: RunFields,
  limit = PROPOSALS,
  areBlocks = false,
): Promise<readonly TriedValue[]> {
  const all = asked.map((value) => {
    const model = samples.map(({ values }) => answerOf(value, values) as GivenValue | undefined);
    return { asked: value, model };
  });
  const known = all.filter(({ model }) => model.slice(0, madeOn).some((answer) => answer !== undefined));
  const wanted = known.map(({ asked: { id, type }, model }): WantedValue => {
    const name = typeof type === 'string' ? type : (type as { id?: string } | undefined)?.id;
    return { id, type: name ?? 'string', values: model.slice(0, madeOn).map(wantedText) };
  });
  const suggestions = await suggestFields(
    samples.slice(0, madeOn).map(({ document }) => document),
    wanted,
    {
      language: builtInLanguage(),
      limit,
      extract: async (document, config) => ({ parsed_document: (await run(document, config)) as never }),
    },
  );
  const candidates = suggestions.flatMap(({ proposals }, at) => {
    const { type } = known[at]!.asked;
    return proposals.map(({ field }) => ({
      at,
      field: type === undefined || typeof type === 'string' ? field : { ...field, type },
    }));
  });
  const documents = samples.map(({ document }) => document);
  const withGiven = async <T extends { readonly field: object }>(own: readonly T[]) => {
    const given = await runAll(own, documents, run);
    return own.map((each, i) => ({ ...each, given: valuesIn(given[i]!) }));
  };
  const proposed = await withGiven(candidates);
  const joint = known.flatMap(({ model }, at) => {
    const own = areBlocks ? proposed.filter((each) => each.at === at) : [];
    return jointRegions(own, documents, model).map((field) => ({ at, field }));
  });
  const fields = [...proposed, ...(await withGiven(joint))];
  const steadiness = await steadinessOf(
    fields.map((each) => ({ ...each, model: known[each.at]!.model })),
    documents.slice(0, madeOn),
    run,
  );
  const tried = fields.map((each, i) => ({ ...each, steadiness: steadiness[i]! }));
  return known.map((each, at) => ({ ...each, fields: tried.filter((own) => own.at === at) }));
}

function wantedText(answer: GivenValue | undefined): string | number | boolean | undefined {
  const value = answer?.value;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : undefined;
}
