/** The values that an author wants, and the types that can give them. */
import type { TypeReference } from '../../foundation/schema/language.js';
import type { TypedValue } from '../../language/types/definition.js';
import type { TypeRegistry } from '../../language/types/registry.js';
import type { Area } from './area.js';
import { notationOf, notationsOn } from './notations.js';
import type { PageIndex } from './page-index.js';

/** A value as its author gives it. */
export interface WantedValue {
  /** Id of the field; without it, it is made from the caption of the value. */
  readonly id?: string | undefined;
  /**
   * The value on each document, in their order; null where it is not printed, undefined where it is not known. Texts may
   * be as printed ("March 4, 2024", "$1,200.00") or plain ("2024-03-04", "1200"). True and false are states of boxes to
   * tick, which the id names.
   */
  readonly values: readonly (string | number | boolean | null | undefined)[];
  /** Id of the value type; without it, the type follows the shape of the value. */
  readonly type?: string | undefined;
  /**
   * Where it is on one of the documents: in an area of a page, in inches. Only fields that read it there are proposed;
   * without it, the words of the id say which of several places is meant.
   */
  readonly at?: Area | undefined;
}

/** A type that can give a wanted value. */
export interface TypeTarget {
  /** Id of the type. */
  readonly type: string;
  /** The type as a config has it: its id, or an object with members. */
  readonly reference: TypeReference;
  /** How much less it is preferred than the best one for this shape. */
  readonly cost: number;
  isWanted(value: TypedValue): boolean;
}

/** All ways in which one wanted value may be printed and read. */
export interface Target {
  readonly text: string;
  /** Whether it is the state of a box to tick, or the word yes or no. */
  readonly isState?: boolean;
  /** Whether a box is ticked that has that state. */
  readonly isSelected?: boolean;
  readonly types: readonly TypeTarget[];
}

/** Types of amounts, by what is printed beside the digits. */
const NUMERIC = ['currency', 'percentage', 'number'] as const;
/** Types that are tried by themselves, in the order of preference. */
const TRIED = ['date', 'phoneNumber', ...NUMERIC] as const;
/** Longest run of digits that is an amount rather than an account or policy. */
const LONGEST_NUMBER = 9;
const LONG_NUMBER = new RegExp(`^\\d{${LONGEST_NUMBER + 1},}$`, 'u');
/** Digits in a row that are printed as an id rather than as an amount, whose thousands have a sign between them. */
const ID = /^\d{5,}$/u;
/** Cost of a type that its printed form does not ask for. */
const UNMARKED_COST = 1;
/** Cost of members that the value alone does not ask for, but its print does. */
const NOTATION_COST = 0.5;
/** Cost of plain text where the value looks like something else. */
const TEXT_COST = 3;

/** Types that a target may have must be prepared before they run. */
export async function prepareTypes(types: TypeRegistry, wanted: readonly WantedValue[]): Promise<void> {
  await types.prepare([
    'string',
    STATE,
    ...TRIED,
    ...wanted.flatMap(({ type }) => (type === undefined ? [] : [type])),
  ]);
}

/**
 * The types that can give a value, best first.
 * @param index the document, on which it may be printed in another notation; absent to look at the value alone
 * @throws TypeError for a type that does not exist
 */
export function targetOf(
  value: string | number | boolean,
  type: string | undefined,
  types: TypeRegistry,
  index?: PageIndex,
): Target {
  const text = spaced(String(value));
  if ((type ?? STATE) === STATE && /^(?:true|false)$/iu.test(text)) return stateTarget(text);
  if (type !== undefined && type !== 'string') {
    const isWanted = sameAs(value, type, types);
    const whole = typeof value === 'string' ? notationOf(asPrinted(text, type), type, types) : undefined;
    return {
      text,
      types: [
        { type, reference: whole?.reference ?? type, cost: 0, isWanted },
        ...otherNotations(whole?.value ?? value, [type], types, index),
      ],
    };
  }
  const asText: TypeTarget = {
    type: 'string',
    reference: 'string',
    cost: 0,
    isWanted: (found) => typeof found.value === 'string' && spaced(found.value) === text,
  };
  if (type === 'string') return { text, types: [asText] };
  if (typeof value === 'number') {
    const isWanted = (found: TypedValue) => found.value === value;
    const plain = NUMERIC.map((each) => ({ type: each, reference: each, cost: 0, isWanted }));
    const other = otherNotations(value, NUMERIC, types, index);
    return { text, types: [...plain, ...(value < 0 ? [{ ...IN_PARENTHESES, isWanted }] : []), ...other] };
  }
  const typed = TRIED.flatMap((each): TypeTarget[] => {
    const read = looksLikeId(text, each) ? undefined : notationOf(asPrinted(text, each), each, types);
    if (!read) return [];
    const isWanted = (found: TypedValue) => found.value === read.value;
    const own = { type: each, reference: read.reference, cost: 0, isWanted };
    return [own, ...otherNotations(read.value, [each], types, index)];
  });
  return { text, types: [...typed, { ...asText, cost: typed.length > 0 ? TEXT_COST : 0 }] };
}

/** The types with the members by which a document prints a value otherwise. */
function otherNotations(
  value: unknown,
  tried: readonly string[],
  types: TypeRegistry,
  index: PageIndex | undefined,
): readonly TypeTarget[] {
  if (!index || (typeof value !== 'string' && typeof value !== 'number')) return [];
  return tried.flatMap((type) =>
    notationsOn(index, value, type, types).map((reference) => ({
      type,
      reference,
      cost: NOTATION_COST,
      isWanted: (found: TypedValue) => found.value === value,
    })),
  );
}

/** The type of states. */
export const STATE = 'boolean';

function stateTarget(text: string): Target {
  const state = text.toLowerCase() === 'true';
  const isWanted = (found: TypedValue) => found.value === state;
  return {
    text,
    isState: true,
    isSelected: state,
    types: [{ type: STATE, reference: STATE, cost: 0, isWanted }],
  };
}

/** Negative amounts as books print them: (1,685.00). */
const IN_PARENTHESES = {
  type: 'currency',
  reference: { id: 'currency', accountingNegative: 'bothParentheses' },
  cost: 1,
} as const;

/** Types that would take the zeros off an id. */
const AMOUNTS: ReadonlySet<string> = new Set(['number', 'currency']);

/** Digits that name something: leading zeros and long runs are no amounts, and no digits alone are telephone numbers. */
function looksLikeId(text: string, type: string): boolean {
  if (type === 'phoneNumber') return /^\d+$/u.test(text);
  return AMOUNTS.has(type) && (/^0\d/u.test(text) || LONG_NUMBER.test(text));
}

/** Dates of results are those of ISO 8601, whose time no document prints. */
function asPrinted(text: string, type: string): string {
  return type === 'date' ? text.replace(/^(\d{4}-\d\d-\d\d)T00:00:00(?:\.0+)?Z$/u, '$1') : text;
}

function sameAs(value: string | number | boolean, type: string, types: TypeRegistry): TypeTarget['isWanted'] {
  if (typeof value !== 'string') return (found) => found.value === value;
  const text = spaced(value);
  const whole = notationOf(asPrinted(text, type), type, types)?.value;
  return (found) =>
    (whole !== undefined && found.value === whole) ||
    (typeof found.value === 'string' && spaced(found.value) === text) ||
    (found.source !== undefined && spaced(found.source) === text);
}

/** Text with single spaces, as results are compared. */
export function spaced(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

/**
 * How much a printed form speaks against a type: an amount without a sign is a plain number, one with a sign is not
 * one.
 * @param around the value with the characters beside it
 */
export function printedCost(type: string, around: string, source = around): number {
  const hasSign = /\p{Sc}/u.test(around);
  const isId =
    type !== 'date' && type !== 'string' && !hasSign && ID.test(source.trim())
      ? TEXT_COST + UNMARKED_COST
      : 0;
  return isId + signCost(type, around, hasSign);
}

function signCost(type: string, around: string, hasSign: boolean): number {
  if (type === 'currency') return hasSign ? 0 : UNMARKED_COST;
  if (type === 'percentage') return around.includes('%') ? 0 : 2 * UNMARKED_COST;
  if (type === 'number') return hasSign || around.includes('%') ? 2 * UNMARKED_COST : 0;
  return 0;
}
