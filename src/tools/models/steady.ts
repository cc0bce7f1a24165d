/** Fields by layout on samples whose values are partly not printed: whether they then read what is printed for another. */
import type { Document } from '../../page/document/model.js';
import { type GivenValue, isSame } from '../../run/extraction/answers.js';
import { withoutValues } from './blanks.js';
import { type RunFields, runAll, valuesIn } from './prove.js';

/**
 * `unsteady`: it reads another value where one beside it is not printed, as "the second in the column" does. `steady`: that
 * does not move it, but it reads something where its own is not printed, or no sample can tell. `quiet`: there it gives nothing.
 */
export type Steadiness = 'unsteady' | 'steady' | 'quiet';

/** A field of a value, with what it and the model gave on all samples. */
export interface SteadyField {
  /** Position of its value among those that are asked for. */
  readonly at: number;
  readonly field: object;
  readonly given: readonly (GivenValue | undefined)[];
  readonly model: readonly (GivenValue | undefined)[];
}

/** Samples that are tried; another one only for fields that agree with the model on none of them. */
const SAMPLES = 2;
/** By which digits of a value's position copies are made: neighbours, and neighbours of neighbours, are gone in turns. */
const DIGITS = [1, 2];

/** What becomes of each field on copies of samples on which half of the values are not printed. */
export async function steadinessOf(
  fields: readonly SteadyField[],
  documents: readonly Document[],
  run: RunFields,
): Promise<readonly Steadiness[]> {
  const isUnsteady = new Set<number>();
  const isLoud = new Set<number>();
  const isTried = new Set<number>();
  for (const [i, document] of documents.entries()) {
    const agreed = fields.map(({ given, model }) => {
      const [own, other] = [given[i], model[i]];
      return own && other && isSame(own, other) ? own : undefined;
    });
    if (i >= SAMPLES && !agreed.some((value, k) => value && !isTried.has(k))) continue;
    for (const [k, value] of agreed.entries()) if (value) isTried.add(k);
    for (const digit of DIGITS) {
      for (const half of [0, digit]) {
        const isGone = (at: number) => (at & digit) === half;
        const gone = agreed.flatMap((value, k) => (value && isGone(fields[k]!.at) ? [value] : []));
        const copy = withoutValues(document, gone);
        const given = await runAll(fields, [copy], run);
        for (const [k, { at }] of fields.entries()) {
          const value = agreed[k];
          const [now] = valuesIn(given[k]!);
          if (!value || !now) continue;
          if (isGone(at)) isLoud.add(k);
          else if (!isSame(now, value)) isUnsteady.add(k);
        }
      }
    }
  }
  const isQuiet = (k: number) => isTried.has(k) && !isLoud.has(k);
  return fields.map((_, k) => (isUnsteady.has(k) ? 'unsteady' : isQuiet(k) ? 'quiet' : 'steady'));
}
