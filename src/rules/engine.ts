/** Runs rules (chapter 7, section 2). A run cannot hang, exhaust the memory or change its data. */
import type { ExtraData } from '../extra-data.js';
import type { CompiledRule } from './compile.js';
import { type LogEntry, RuleError, type RuleProblem, Run, type Sources } from './run.js';
import { dataFrame, type Frame, nameFrame } from './scope.js';
import type { Value } from './value.js';

/** What rules know of the file, under the name `metadata`; null where it is not known. */
export interface RuleMetadata {
  /** Without its last extension. */
  readonly filename: string | null;
  readonly contentType: string | null;
  readonly pageCount: number | null;
}

/** What a rule sees. */
export interface RuleEnvironment extends Sources {
  /** The context: a document, a section, a row. Plain JSON without cycles. */
  readonly data: unknown;
  /** The contexts around it, nearest first. */
  readonly parents?: readonly unknown[];
  readonly extraData?: ExtraData | undefined;
  readonly metadata?: RuleMetadata | undefined;
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
 * Runs a rule on data. Operations that the values do not allow, and runs that need too much, end the run
 * and are told in `errors`; only what the random source itself throws is passed on.
 */
export function evaluate(rule: CompiledRule, environment: RuleEnvironment): RuleOutcome {
  const run = new Run(environment);
  try {
    const value = run.output(rule.expression.evaluate(run, scopeOf(environment)));
    return { value, log: run.log, errors: run.problems, failed: false };
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    return { value: null, log: run.log, errors: [...run.problems, explain(error)], failed: true };
  }
}

function scopeOf({ data, parents = [], extraData = {}, metadata = UNKNOWN_FILE }: RuleEnvironment): Frame {
  const globals = nameFrame({ extra_data: extraData, metadata: { ...metadata } }, undefined);
  const outer = parents.reduceRight<Frame>((frame, parent) => dataFrame(json(parent), frame), globals);
  return dataFrame(json(data), outer);
}

/** The engine reads own members only and copies what leaves it, so that it holds for any value. */
function json(value: unknown): Value {
  return (value ?? null) as Value;
}

function explain({ code, message, place }: RuleError): RuleProblem {
  return { code, message: place ? `${place.operator}: ${message}` : message, path: place?.path ?? [] };
}
