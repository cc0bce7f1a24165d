/** Runs rules. A run cannot hang, exhaust the memory or change its data. */
// See docs/language/07-computed-rules-postprocessor.md#2-rule-language
import type { ExtraData } from '../../foundation/objects/extra-data.js';
import { PatternTime } from '../../foundation/text/pattern-guard.js';
import type { CompiledRule } from './compile.js';
import { dataFrame, nameFrame, type RuleFrame } from './frames.js';
import { type LogEntry, RuleError, type RuleProblem, RuleRun, type Sources } from './run.js';
import type { Value } from './value.js';

/** What rules know of the file, under the name `metadata`; null where it is not known. */
interface RuleMetadata {
  /** Without its last extension. */
  readonly filename: string | null;
  readonly contentType: string | null;
  readonly pageCount: number | null;
}

/** What is known of the file: the name goes without its last extension. */
// See docs/language/07-computed-rules-postprocessor.md#15-methods
export function fileFacts(file: {
  readonly filename?: string | undefined;
  readonly contentType?: string | undefined;
  readonly pageCount?: number | undefined;
}): RuleMetadata {
  const { filename, contentType, pageCount } = file;
  return {
    filename: filename?.replace(/(?<=.)\.[^.]*$/u, '') ?? null,
    contentType: contentType ?? null,
    pageCount: pageCount ?? null,
  };
}

/** What a rule sees. */
export interface RuleEnvironment extends Sources {
  /** The context: a document, a section, a row. Plain JSON without cycles. */
  readonly data: unknown;
  /** The contexts around it, nearest first. */
  readonly parents?: readonly unknown[];
  readonly extraData?: ExtraData | undefined;
  readonly metadata?: RuleMetadata | undefined;
  /** Time for patterns, shared with the rest of the run; default as in `DEFAULT_LIMITS`. */
  readonly patternTime?: PatternTime | undefined;
}

/** What a run gave. */
export interface RuleOutcome {
  /** A copy that shares nothing with the data; null when the run failed. */
  readonly value: Value;
  /** Entries of the `log` operator in the order of evaluation. */
  readonly log: readonly LogEntry[];
  /** What went wrong, in the order of evaluation. Only the last entry of a failed run ended it. */
  readonly errors: readonly RuleProblem[];
  readonly failed: boolean;
}

const UNKNOWN_FILE: RuleMetadata = { filename: null, contentType: null, pageCount: null };

/**
 * Runs a rule on data. Operations that the values do not allow, runs that need too much, and operators that fail
 * end the run and are reported in `errors`.
 * @throws what `checkpoint` of the environment throws
 */
export function evaluate(rule: CompiledRule, environment: RuleEnvironment): RuleOutcome {
  const run = new RuleRun(environment, environment.patternTime ?? new PatternTime());
  try {
    const value = run.output(rule.expression.evaluate(run, scopeOf(environment)));
    return { value, log: run.log, errors: run.problems, failed: false };
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    return { value: null, log: run.log, errors: [...run.problems, explain(error)], failed: true };
  }
}

function scopeOf({
  data,
  parents = [],
  extraData = {},
  metadata = UNKNOWN_FILE,
}: RuleEnvironment): RuleFrame {
  const globals = nameFrame({ extra_data: extraData, metadata: { ...metadata } }, undefined);
  const outer = parents.reduceRight<RuleFrame>((frame, parent) => dataFrame(json(parent), frame), globals);
  return dataFrame(json(data), outer);
}

/** The engine reads own members only and copies what leaves it, so that it holds for any value. */
function json(value: unknown): Value {
  return (value ?? null) as Value;
}

function explain({ code, message, place }: RuleError): RuleProblem {
  return { code, message: place ? `${place.operator}: ${message}` : message, path: place?.path ?? [] };
}
