/** Rules of fields: what they see, and where their notes go (chapter 7, 1.5 and 2.7). */
import { formatPath, type PathStep } from '../errors.js';
import type { FieldOutput, FieldScope } from '../fields/definition.js';
import type { ExtractionIssue, Run } from '../fields/run.js';
import { type CompiledRule, compileRule, type Rule } from '../rules/compile.js';
import { evaluate, type RuleEnvironment, type RuleMetadata, type RuleOutcome } from '../rules/engine.js';
import type { Value } from '../rules/value.js';

/** A rule of a config, and where it stands. */
export interface PlacedRule {
  readonly rule: Rule;
  /** Config path of the rule. */
  readonly path: readonly PathStep[];
  /** Ids from the outermost section to the field, joined by a point. */
  readonly fieldId?: string | undefined;
  /** Whether the rule sees values without their lines, points, regions and confidences. */
  readonly bare?: boolean | undefined;
}

/**
 * Runs a rule on what a scope holds, with the scopes around it as its parents. What it logs and what goes
 * wrong become entries of `errors`.
 */
export function runRule(
  { rule, path, fieldId, bare = false }: PlacedRule,
  scope: FieldScope,
): { readonly value: Value; readonly failed: boolean } {
  const { run } = scope;
  const shown = (output: FieldOutput) => (bare && run.verbosity > 0 ? bareOutput(output) : output);
  const environment = {
    ...ruleSources(run),
    data: shown(scope.output),
    parents: parentsOf(scope).map(shown),
  };
  const place = fieldId === undefined ? {} : { field_id: fieldId };
  return evaluateRule({ rule, path, place }, environment, run.error);
}

/** What rules see beside the values: extra data, the file, clock and chance. */
export function ruleSources(run: Run): Omit<RuleEnvironment, 'data' | 'parents'> {
  const { extraData, now, random } = run;
  return { extraData, metadata: fileFacts(run.document), now, random };
}

/**
 * Runs a rule of a config in any environment; its log and its problems go to `enter`, in order.
 * @param placed the rule, its path, and what else each entry tells of its place
 */
export function evaluateRule(
  placed: {
    readonly rule: Rule;
    readonly path: readonly PathStep[];
    readonly place: Pick<ExtractionIssue, 'field_id' | 'context'>;
  },
  environment: RuleEnvironment,
  enter: (issue: ExtractionIssue) => void,
): RuleOutcome {
  const { rule, path, place } = placed;
  const outcome = evaluate(compiledRule(rule), environment);
  for (const { message, result } of outcome.log) enter({ type: 'log', message, result, ...place });
  for (const { code, message, path: inner } of outcome.errors) {
    enter({ type: 'configuration', code, message, ...place, path: formatPath([...path, ...inner]) });
  }
  return outcome;
}

const compiledRules = new WeakMap<object, CompiledRule>();

/** A rule made ready to run; the same object of a config is compiled once. */
function compiledRule(rule: Rule): CompiledRule {
  if (typeof rule !== 'object' || rule === null) return compileRule(rule);
  let compiled = compiledRules.get(rule);
  if (!compiled) {
    compiled = compileRule(rule);
    compiledRules.set(rule, compiled);
  }
  return compiled;
}

/** What the scopes around a scope hold, nearest first. */
function parentsOf({ parent }: FieldScope): readonly FieldOutput[] {
  const outputs: FieldOutput[] = [];
  for (let scope = parent; scope; scope = scope.parent) outputs.push(scope.output);
  return outputs;
}

/** What is known of the file: the name goes without its last extension (chapter 7, 1.5, getFileMetadata). */
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

/** Members that the verbosity adds to values (chapter 1, 6.2). */
const ORIGIN_MEMBERS: ReadonlySet<string> = new Set([
  'lines',
  'points',
  'regions',
  'anchorConfidence',
  'valueConfidence',
]);

const bareValues = new WeakMap<object, unknown>();

/** An output as verbosity 0 shows it. */
export function bareOutput(output: FieldOutput): FieldOutput {
  const copy: FieldOutput = Object.create(null);
  for (const [id, value] of Object.entries(output)) copy[id] = bareValue(value) as FieldOutput[string];
  return copy;
}

/** A value as verbosity 0 shows it. Values do not change once they are stored, so each is copied once. */
function bareValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  let bare = bareValues.get(value);
  if (bare === undefined) {
    bare = Array.isArray(value) ? value.map(bareValue) : bareObject(value);
    bareValues.set(value, bare);
  }
  return bare;
}

/** Only values and tables carry such members: in a section they would be ids of fields. */
function bareObject(value: object): object {
  const hasOrigin = ('type' in value && 'value' in value) || 'columns' in value || 'images' in value;
  const copy: Record<string, unknown> = Object.create(null);
  for (const [name, member] of Object.entries(value)) {
    if (!hasOrigin || !ORIGIN_MEMBERS.has(name)) copy[name] = bareValue(member);
  }
  return copy;
}
