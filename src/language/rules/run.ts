/** One run of a rule: what it may use, what it has used, and what it reports. */
import type { PathStep } from '../../errors.js';
import { orderedEntries, setMember } from '../../foundation/objects/members.js';
import { kept } from '../../foundation/objects/memo.js';
import type { Pattern } from '../../foundation/text/pattern.js';
import type { PatternGuard, PatternIssue, PatternTime } from '../../foundation/text/pattern-guard.js';
import { printedLength } from '../../foundation/text/printed-length.js';
import type { Path } from './frames.js';
import { finite, isArray, isObject, type Value } from './value.js';

/** Operator evaluations in one run. */
// See docs/language/07-computed-rules-postprocessor.md#25-operators
export const MAX_STEPS = 1_000_000;

/**
 * Memory that a run may ask for, in cells of about 8 bytes: an array or object takes `CELLS_PER_CONTAINER`,
 * an item one, a member `CELLS_PER_MEMBER`, text one for `CHARACTERS_PER_CELL`. In the worst case, when all
 * of it is in use at once, some 300 MB.
 */
export const MAX_CELLS = 25_000_000;
const CELLS_PER_CONTAINER = 6;
const CELLS_PER_MEMBER = 4;
/** A character takes two bytes when any of its text lies outside of Latin-1. */
const CHARACTERS_PER_CELL = 4;

/** Size of the result and the log of a run, in cells. */
const MAX_OUTPUT_CELLS = 5_000_000;

/** Items compared or visited, and pieces of `CHARACTERS_PER_WORK` characters searched, in one run. */
const MAX_WORK = 50_000_000;
const CHARACTERS_PER_WORK = 16;

/** Reading a number takes so many times as long as searching a text. */
const READS_OF_A_NUMBER = 4;

/** Characters that are copied in the time of an item visited. */
const CHARACTERS_PER_COPY = 64;

/** Steps of a short search of a pattern that count as an item visited; few searches take all that they may. */
const PATTERN_STEPS_PER_WORK = 256;

/** Operators between looks at the time of the extraction: some milliseconds. */
const STEPS_A_LOOK = 1_024;

/** Levels of arrays and objects in a value that is copied, printed or flattened. */
export const MAX_VALUE_DEPTH = 1_000;

/** Time that all regular expressions of a run may take together, in times that they may take on one text. */
const PATTERN_TEXTS = 20;

/** Paths and patterns that a run keeps compiled. */
const MAX_COMPILED = 1_000;

/** Why a rule run ended: `budget` when it needed more than it may use, else `failed`. */
export type RuleErrorCode = 'rule_failed' | 'rule_budget';

/** Ends a rule run; never leaves the engine. The innermost operator that it passes names itself in it. */
export class RuleError extends Error {
  override readonly name = 'RuleError';
  readonly code: RuleErrorCode;
  place: { readonly operator: string; readonly path: readonly PathStep[] } | undefined;

  constructor(message: string, code: RuleErrorCode = 'rule_failed') {
    super(message);
    this.code = code;
  }
}

/** What the `log` operator noted. */
export interface LogEntry {
  readonly message: string;
  /** A copy of the value. */
  readonly result: Value;
}

/** What went wrong in a run. */
export interface RuleProblem {
  readonly code: RuleErrorCode | PatternIssue['code'];
  /** `<operator>: <text>`. */
  readonly message: string;
  /** Place of the operator, counted from the rule. */
  readonly path: readonly PathStep[];
}

/** Where the values of `today` and `random` come from, and what ends a run before its time. */
export interface Sources {
  /** The moment of the extraction. */
  readonly now: Date;
  /** Gives numbers from 0 (included) to 1 (excluded). */
  random(): number;
  /** Looked at between operators: what it throws ends the run and leaves the engine. */
  readonly checkpoint?: (() => void) | undefined;
}

/** Budgets and notes of one run. All counting throws RuleError `rule_budget` when a limit is passed. */
export class RuleRun {
  readonly sources: Sources;
  /** What the `log` operator noted, in order. */
  readonly log: LogEntry[] = [];
  /** What went wrong, in order. */
  readonly problems: RuleProblem[] = [];
  /** The operator whose arguments were read last. */
  place: readonly PathStep[] = [];
  /** Bounds patterns on each text and together; one that takes too long on a text does not end the run. */
  readonly patternGuard: PatternGuard;
  readonly #checkpoint: (() => void) | undefined;
  readonly #paths = new Map<string, Path>();
  readonly #patterns = new Map<string, Pattern>();
  #steps = 0;
  #cells = 0;
  /** Characters of texts that share their parts in memory: so many may be copied yet, each once. */
  #joined = 0;
  #output = 0;
  #work = 0;

  constructor({ now, random, checkpoint }: Sources, patternTime: PatternTime) {
    this.sources = { now, random };
    this.#checkpoint = checkpoint;
    const pool = PATTERN_TEXTS * patternTime.onText;
    let taken = 0;
    this.patternGuard = {
      get milliseconds() {
        return patternTime.milliseconds;
      },
      report: ({ code, message }) => {
        const operator = String(this.place.at(-1));
        this.problems.push({ code, message: `${operator}: ${message}`, path: this.place });
      },
      took: (milliseconds) => {
        patternTime.took(milliseconds);
        taken += milliseconds;
        if (taken > pool) throw overBudget(`the patterns of the rule took longer than ${pool} ms together`);
      },
      worked: (steps) => this.work(Math.floor(steps / PATTERN_STEPS_PER_WORK)),
    };
  }

  /** Counts the evaluation of an operator. */
  step(): void {
    this.#steps += 1;
    if (this.#steps > MAX_STEPS) throw overBudget(`more than ${MAX_STEPS} operators were evaluated`);
    if (this.#steps % STEPS_A_LOOK === 0) this.#checkpoint?.();
  }

  /** Counts items visited. */
  work(items: number): void {
    this.#work += items;
    if (this.#work > MAX_WORK) throw overBudget('the rule compares or visits too many values');
  }

  /** Counts characters searched or compared, of texts that become one piece in memory by that. */
  read(characters: number): void {
    this.work(1 + Math.floor(characters / CHARACTERS_PER_WORK));
    this.#unite(characters);
  }

  /** Counts the texts among operands that are turned into numbers, or compared as a whole. */
  readTexts(operands: readonly Value[]): void {
    for (const operand of operands) {
      let inner: Value = operand ?? null;
      // An array of one item is its item, when it becomes a number.
      while (isArray(inner) && inner.length === 1) {
        this.work(1);
        inner = inner[0] ?? null;
      }
      if (typeof inner !== 'string') continue;
      this.flatten(inner);
      this.work(Math.floor((inner.length * READS_OF_A_NUMBER) / CHARACTERS_PER_WORK));
    }
  }

  /** Counts a text of which a part is taken: one that was joined is copied into one piece first. */
  flatten(text: string): void {
    this.work(1 + Math.floor(text.length / CHARACTERS_PER_COPY));
    this.#unite(text.length);
  }

  /** Notes a text that was joined without a copy of its parts: it takes memory when it is read. */
  joins(text: string): void {
    this.#joined += text.length;
  }

  /**
   * Counts the memory of texts that are read, which they keep as long as they are kept. Nobody can see whether a text
   * is in one piece: as each becomes so once, all that are read take no more than all that were joined.
   */
  #unite(characters: number): void {
    if (this.#joined === 0) return;
    const copied = Math.min(characters, this.#joined);
    this.#joined -= copied;
    this.growText(copied);
  }

  /** A text as the name of a member, which is kept as one piece. */
  memberName(name: string | number): string {
    const text = String(name);
    this.read(text.length);
    this.growText(text.length);
    return text;
  }

  /** Counts items of arrays before they are added. */
  growItems(count: number): void {
    this.#cells += count;
    if (this.#cells > MAX_CELLS) throw overBudget('the rule builds too much data');
  }

  /** Counts an array before it is made. */
  growArray(items: number): void {
    this.growItems(CELLS_PER_CONTAINER + items);
  }

  /** Counts an object before it is made. */
  growObject(members: number): void {
    this.growItems(CELLS_PER_CONTAINER + members * CELLS_PER_MEMBER);
  }

  /** Counts characters of text before they are made. */
  growText(characters: number): void {
    this.growItems(1 + Math.floor(characters / CHARACTERS_PER_CELL));
  }

  /** The parsed form of a path, kept for the run. */
  path(text: string, parse: (text: string) => Path): Path {
    return kept(this.#paths, text, MAX_COMPILED, () => parse(text));
  }

  /** The compiled form of a pattern, kept for the run. */
  pattern(key: string, compile: () => Pattern): Pattern {
    return kept(this.#patterns, key, MAX_COMPILED, compile);
  }

  /** A deep copy for the outside, counted as output. Anything that is no JSON becomes null. */
  output(value: Value): Value {
    const budget = (cells: number) => {
      this.#output += cells;
      if (this.#output > MAX_OUTPUT_CELLS) throw overBudget('the result is too large');
    };
    return copy(value, budget, (text) => this.flatten(text), 0);
  }

  /** The JSON text of a value. */
  json(value: Value): string {
    const plain = copy(
      value,
      (cells) => this.growItems(cells),
      (text) => this.flatten(text),
      0,
    );
    return JSON.stringify(plain);
  }

  /** JavaScript's `String(value)`; null inside an array is empty, an object `[object Object]`. */
  text(value: Value): string {
    if (typeof value === 'string') return value;
    if (isArray(value)) return this.#join(value, 0);
    return isObject(value) ? '[object Object]' : String(value);
  }

  #join(items: readonly Value[], depth: number): string {
    if (depth > MAX_VALUE_DEPTH) throw tooDeep();
    this.growArray(items.length);
    const texts = items.map((item) => {
      if (item === null) return '';
      return isArray(item) ? this.#join(item, depth + 1) : this.text(item);
    });
    this.growText(texts.reduce((sum, text) => sum + text.length + 1, 0));
    return texts.join(',');
  }
}

/** The error about a value that nests too deep to be printed, copied or flattened. */
export function tooDeep(): RuleError {
  return new RuleError(`the value nests deeper than ${MAX_VALUE_DEPTH} levels`, 'rule_budget');
}

/** The error about a run that used up a budget. */
function overBudget(message: string): RuleError {
  return new RuleError(message, 'rule_budget');
}

/** Values may share parts, so a copy can be far larger than its source: it is counted part by part. */
function copy(
  value: unknown,
  budget: (cells: number) => void,
  reads: (text: string) => void,
  depth: number,
): Value {
  if (depth > MAX_VALUE_DEPTH) throw tooDeep();
  if (typeof value === 'string') {
    reads(value);
    budget(Math.floor(printedLength(value) / CHARACTERS_PER_CELL));
    return value;
  }
  if (typeof value === 'number') return finite(value);
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'object' || value === null) return null;
  if (Array.isArray(value)) {
    budget(CELLS_PER_CONTAINER + value.length);
    return value.map((item: unknown) => copy(item, budget, reads, depth + 1));
  }
  budget(CELLS_PER_CONTAINER);
  const made: Record<string, Value> = {};
  for (const [name, member] of orderedEntries(value as Record<string, unknown>)) {
    budget(CELLS_PER_MEMBER);
    setMember(made, name, copy(member, budget, reads, depth + 1));
  }
  return made;
}
