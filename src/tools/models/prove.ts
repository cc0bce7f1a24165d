/**
 * Fields by layout on trial: each is run on all samples and compared with what the model answered there. One that differs
 * anywhere is not believed, nor is the model there.
 */
import type { Config } from '../../language/config/config-types.js';
import type { Document } from '../../page/document/model.js';
import { type GivenTable, type GivenValue, givenTable, givenValue } from '../../run/extraction/answers.js';
import type { Left } from './left.js';
import type { Steadiness } from './steady.js';

/** Runs a config without a model. */
export type RunFields = (document: Document, config: Config) => Promise<Readonly<Record<string, unknown>>>;

/** What a field gave beside what the model answered, sample by sample. */
export interface Trial {
  /** Positions of the samples on which both gave the same. */
  readonly same: readonly number[];
  /** On which both gave something, and not the same. */
  readonly differs: readonly number[];
  /** On which the layout alone gave something. */
  readonly alone: readonly number[];
  /** On which the model alone did. */
  readonly left: readonly number[];
  /** What the layout gave. */
  readonly given: readonly unknown[];
}

/** Values of one field on all samples against those of the model; undefined where either has none. */
export function trialOf<T>(
  layout: readonly (T | undefined)[],
  model: readonly (T | undefined)[],
  isEqual: (a: T, b: T) => boolean,
): Trial {
  const positions = (holds: (a: T | undefined, b: T | undefined) => boolean) =>
    layout.flatMap((each, i) => (holds(each, model[i]) ? [i] : []));
  return {
    same: positions((a, b) => a !== undefined && b !== undefined && isEqual(a, b)),
    differs: positions((a, b) => a !== undefined && b !== undefined && !isEqual(a, b)),
    alone: positions((a, b) => a !== undefined && b === undefined),
    left: positions((a, b) => a === undefined && b !== undefined),
    given: layout,
  };
}

/** Samples on which a field and the model agree at least, where there are as many: one may be an accident. */
export const LEAST_SAME = 2;

/** Samples on which they agree at least, for one on which the layout alone gives something to be believed. */
const LEAST_BESIDE_ALONE = 3;

/**
 * Whether a field is proven: it differs nowhere, agrees on two samples and on one that it was not made on, and does not
 * take the place of a value that is not printed. What it alone finds on one sample of four or more counts where it gives
 * nothing when nothing is printed: then the model has overlooked it.
 */
export function isProven(
  { same, differs, alone }: Trial,
  heldOut: readonly number[],
  samples: number,
  steadiness: Steadiness = 'steady',
): boolean {
  if (differs.length > 0 || steadiness === 'unsteady') return false;
  const isOverlooked = alone.length === 1 && steadiness === 'quiet' && same.length >= LEAST_BESIDE_ALONE;
  if (alone.length > 0 && !isOverlooked) return false;
  const isHeld = heldOut.length === 0 || same.some((i) => heldOut.includes(i));
  return isHeld && same.length >= Math.min(LEAST_SAME, samples);
}

/** Runs fields on all samples at once. @returns by field, then by sample */
export async function runAll(
  fields: readonly { readonly field: object }[],
  documents: readonly Document[],
  run: RunFields,
): Promise<readonly (readonly unknown[])[]> {
  if (fields.length === 0) return [];
  const named = fields.map(({ field }, i) => ({ id: `f${i}`, ...field }));
  const outcomes: Readonly<Record<string, unknown>>[] = [];
  for (const document of documents) {
    outcomes.push(await run(document, { verbosity: 1, fields: named } as unknown as Config));
  }
  return fields.map((_, i) => outcomes.map((values) => values[`f${i}`]));
}

/** What one value gave on all samples. */
export function valuesIn(given: readonly unknown[]): readonly (GivenValue | undefined)[] {
  return given.map((each) => givenValue({ each }, 'each'));
}

/** What one table gave on all samples. */
export function tablesIn(given: readonly unknown[]): readonly (GivenTable | undefined)[] {
  return given.map((each) => givenTable({ each }, 'each'));
}

/** What layout and model gave on one sample, where they are not the same. */
export interface Disagreement {
  readonly sample: string;
  /** Of a cell: its column, and its row from 0. */
  readonly column?: string;
  readonly row?: number;
  readonly layout: unknown;
  readonly model: unknown;
}

/** What became of one field. */
export interface DistilledField {
  readonly id: string;
  /** What gives its values from now on. */
  readonly by: 'layout' | 'model' | 'neither';
  /** Samples on which layout and model agree. */
  readonly proven: readonly string[];
  /** Samples whose answer is not printed there, and was not taken. */
  readonly notPrinted: readonly string[];
  /** The columns of rows that the layout gives; the model is asked for the others. */
  readonly columns?: readonly string[];
  /** Not proven for documents where its value is not printed: there the field by layout may read what is beside it. */
  readonly takesOthers?: boolean;
  /** What the layout does not give, and why; of rows their columns. */
  readonly left: readonly Left[];
  /** Of the best field by layout, where it is not proven, and single cells of columns that are. */
  readonly disagreements: readonly Disagreement[];
}
