/** The operators of the language, in the order in which the reference lists them. */
import type { Operator } from './operator.js';
import { flatten, merge, slice } from './operators/arrays.js';
import {
  equal,
  greater,
  greaterOrEqual,
  less,
  lessOrEqual,
  notEqual,
  notSame,
  same,
} from './operators/comparison.js';
import {
  exists,
  get,
  isArrayOperator,
  keys,
  length,
  missing,
  missingSome,
  variable,
} from './operators/data.js';
import { dateShift, today } from './operators/dates.js';
import { log, random } from './operators/debugging.js';
import {
  all,
  every,
  filter,
  map,
  mapWithIndex,
  none,
  reduce,
  some,
  statefulMap,
} from './operators/iteration.js';
import { group, join, sortBy } from './operators/keyed.js';
import { and, choose, not, or, truth, xor } from './operators/logic.js';
import { match, replace } from './operators/matching.js';
import { add, divide, max, min, multiply, remainder, round, subtract } from './operators/numbers.js';
import {
  eachKey,
  letOperator,
  mapObject,
  mergeObjects,
  object,
  omitFields,
  pickFields,
  preserve,
} from './operators/objects.js';
import { cat, split, substr, toLower, toUpper, within } from './operators/text.js';

/** Operators by the group that the reference shows them in. */
export const operatorGroups = {
  'Data access': [variable, missing, missingSome, get, exists, keys, length, isArrayOperator],
  Logic: [choose, not, truth, and, or, xor],
  Comparison: [equal, notEqual, same, notSame, greater, greaterOrEqual, less, lessOrEqual],
  Numbers: [add, subtract, multiply, divide, remainder, max, min, round],
  Text: [cat, substr, within, split, toLower, toUpper, match, replace],
  Iteration: [map, filter, reduce, all, every, some, none, mapWithIndex, statefulMap],
  Arrays: [sortBy, group, join, slice, flatten, merge],
  Objects: [preserve, eachKey, object, mapObject, mergeObjects, pickFields, omitFields, letOperator],
  'Dates, chance, debugging': [dateShift, today, random, log],
} as const satisfies Readonly<Record<string, readonly Operator[]>>;

/** All operators. */
export const operators: readonly Operator[] = Object.values(operatorGroups).flat();
