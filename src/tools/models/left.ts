/** Why values, and columns of rows, are left to the model. */
import { isProven } from './prove.js';
import type { Tried } from './prove-values.js';

/** Each reason as a report says it; what comes nearer to a proof is later. */
export const LEFT = {
  unanswered: 'the model found nothing that is printed',
  noRows: 'no table holds what the model found, and no caption begins each of its rows',
  single: 'no sample has two rows, which would show how one follows the other',
  unproposed: 'no field by layout gives what the model found',
  few: 'layout and model agree on too few samples, or on none that is held out',
  rows: 'layout and model find different numbers of rows',
  differs: 'layout and model differ',
  heldOut: 'layout and model differ on a sample that is held out',
  alone: 'the layout reads something where the model found nothing',
  misses: 'the layout finds nothing in a cell for which the model found something',
  cut: 'cells are cut, or hold more than their own text',
  alike: 'its cells do not tell one row from the other',
  moves: 'the layout reads something else where a value is not printed',
  otherRows: 'the layout reads other rows where one of them is not printed',
  contested: 'two ways to read it agree equally often, and differ elsewhere',
} as const;

/** Why something is left to the model, as a key of its words. */
export type LeftReason = keyof typeof LEFT;

/** What the layout does not give, and why: a value, or a column of rows. */
export interface Left {
  readonly column?: string;
  readonly because: LeftReason;
}

/** Why the field of a value that agrees with the model most is not proven; `unproposed` without a field. */
export function whyLeft(
  nearest: Pick<Tried, 'trial' | 'steadiness'> | undefined,
  heldOut: readonly number[],
  samples: number,
): LeftReason {
  if (!nearest) return 'unproposed';
  const { trial, steadiness } = nearest;
  const { differs, alone } = trial;
  if (differs.length > 0) return differs.every((i) => heldOut.includes(i)) ? 'heldOut' : 'differs';
  if (steadiness === 'unsteady') return 'moves';
  if (isProven(trial, heldOut, samples, steadiness)) return 'contested';
  return alone.length > 0 ? 'alone' : 'few';
}

/** Reasons by column: of several ways that were tried, that of the one which came nearest to a proof. */
export class LeftColumns {
  private readonly reasons = new Map<string, LeftReason>();

  note(ids: readonly string[], because: LeftReason): void {
    for (const id of ids) {
      const before = this.reasons.get(id);
      if (before === undefined || rank(before) < rank(because)) this.reasons.set(id, because);
    }
  }

  /** Those of some columns; one that nothing was tried for is in no rows. */
  of(ids: readonly string[]): readonly Left[] {
    return ids.map((column) => ({ column, because: this.reasons.get(column) ?? 'noRows' }));
  }
}

function rank(reason: LeftReason): number {
  return Object.keys(LEFT).indexOf(reason);
}
