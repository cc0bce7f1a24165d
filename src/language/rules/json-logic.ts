/**
 * What json-logic-js works out: the operators of the language whose meaning is that of JsonLogic.
 *
 * The others are ours, for these reasons. `var`, `missing`, `missing_some`: json-logic-js reads
 * inherited members, and knows neither escapes nor `../`. `if`, `and`, `or` and the iterators evaluate rules: in
 * frames, within budgets, and with operators that json-logic-js does not have. `merge` concatenates pairwise, in
 * time that grows with the square of the parts.
 */
// See docs/language/07-computed-rules-postprocessor.md#28-json-logic-js-what-it-gives-where-we-differ
import jsonLogic from 'json-logic-js';
import type { RuleRun } from './run.js';
import type { Value } from './value.js';

/** The operators that are called, each by its name, and what they give. */
interface Results {
  '==': boolean;
  '!=': boolean;
  '===': boolean;
  '!==': boolean;
  '>': boolean;
  '>=': boolean;
  '<': boolean;
  '<=': boolean;
  '!': boolean;
  '!!': boolean;
  in: boolean;
  cat: string;
  substr: string;
  '+': number;
  '*': number;
  '-': number;
  '/': number;
  '%': number;
  max: number;
  min: number;
}

/** An operator of the language that json-logic-js works out. */
type JsonLogicOperator = keyof Results;

/** Most operands of one call: they become arguments of a function, whose number is bounded by the stack. */
export const MOST_OPERANDS = 1_000;

/**
 * An operand takes json-logic-js 0.4 to 0.7 µs, an item that is visited takes 0.04: a run that is charged so
 * cannot last much longer by calculating than by visiting items.
 */
const WORK_PER_OPERAND = 10;

/** Operands are read from the data, so that values are never taken for rules, whatever they look like. */
const OPERANDS = Array.from({ length: MOST_OPERANDS }, (_, i) => ({ var: String(i) }));

/** Operators that turn texts into numbers, whatever their length; the others count what they read themselves. */
const READS_TEXTS: ReadonlySet<JsonLogicOperator> = new Set([
  ...(['==', '!=', '>', '>=', '<', '<='] as const),
  ...(['+', '*', '-', '/', '%', 'max', 'min'] as const),
]);

/**
 * What json-logic-js gives for an operator, by JavaScript's conversions.
 * @param operands evaluated ones, at most `MOST_OPERANDS`. Arrays and objects must not reach a conversion: they
 * may be too large to print, and have members called `toString`
 */
export function calculate<Name extends JsonLogicOperator>(
  name: Name,
  operands: readonly Value[],
  run: RuleRun,
): Results[Name] {
  run.work(operands.length * WORK_PER_OPERAND);
  if (READS_TEXTS.has(name)) run.readTexts(operands);
  const rule = { [name]: OPERANDS.slice(0, operands.length) };
  return jsonLogic.apply(rule, operands);
}

/** What json-logic-js gives for an operator of numbers that takes any number of operands. */
export function accumulate(
  name: JsonLogicOperator & ('+' | '*' | 'max' | 'min'),
  operands: readonly Value[],
  run: RuleRun,
): number {
  let result = calculate(name, operands.slice(0, MOST_OPERANDS), run);
  const step = MOST_OPERANDS - 1;
  for (let start = MOST_OPERANDS; start < operands.length; start += step) {
    result = calculate(name, [result, ...operands.slice(start, start + step)], run);
  }
  return result;
}
