/** Rules of fields: what they see, and where their notes go. */
// See docs/language/07-computed-rules-postprocessor.md#15-methods
// See docs/language/07-computed-rules-postprocessor.md#27-errors-and-log
import { formatPath, type PathStep } from '../../errors.js';
import { orderedEntries, setMember } from '../../foundation/objects/members.js';
import { memo } from '../../foundation/objects/memo.js';
import { type FieldOutput, ORIGIN_MEMBERS, type Rule } from '../../foundation/schema/language.js';
import { evaluate, fileFacts, type RuleEnvironment, type RuleOutcome } from '../rules/engine.js';
import type { RuleLanguage } from '../rules/language.js';
import type { Value } from '../rules/value.js';
import type { FieldScope } from './definition.js';
import type { ExtractionIssue, ExtractionRun } from './runner.js';

/** A rule of a config, and where it is. */
interface PlacedRule {
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
 * wrong become entries of `errors`. Time and aborts are looked at between its operators.
 * @throws DocumentError `aborted`, `timed_out`
 */
export function runRule(
  { rule, path, fieldId, bare = false }: PlacedRule,
  scope: FieldScope,
): { readonly value: Value; readonly failed: boolean } {
  const { run } = scope;
  const shown = (output: FieldOutput) => (bare && run.verbosity > 0 ? bareOutput(output) : output);
  const environment = {
    data: shown(scope.output),
    parents: parentsOf(scope).map(shown),
    ...ruleSources(run),
  };
  const place = fieldId === undefined ? {} : { field_id: fieldId };
  const tools = { rules: run.language.rules, error: run.error };
  return evaluateRule({ rule, path, place }, environment, tools);
}

/** What a run knows beside the values. */
export interface RuleFacts
  extends Pick<ExtractionRun, 'extraData' | 'now' | 'random' | 'patternTime' | 'checkpoint'> {
  readonly document: Parameters<typeof fileFacts>[0];
}

/** What rules see beside the values: extra data, the file, clock and chance. */
export function ruleSources(run: RuleFacts): Omit<RuleEnvironment, 'data' | 'parents'> {
  const { extraData, now, random, patternTime, checkpoint } = run;
  return { extraData, metadata: fileFacts(run.document), now, random, patternTime, checkpoint };
}

/** What rules run by, and where their notes go. */
export interface RuleTools {
  readonly rules: Pick<RuleLanguage, 'compile'>;
  error(issue: ExtractionIssue): void;
}

/** A rule, its path, and what each entry says of its place besides. */
interface RuleInPlace {
  readonly rule: Rule;
  readonly path: readonly PathStep[];
  readonly place: Pick<ExtractionIssue, 'field_id' | 'context'>;
}

/** Runs a rule of a config in any environment; its log and its problems become entries of `errors`, in order. */
export function evaluateRule(
  { rule, path, place }: RuleInPlace,
  environment: RuleEnvironment,
  { rules, error: enter }: RuleTools,
): RuleOutcome {
  const outcome = evaluate(rules.compile(rule), environment);
  for (const { message, result } of outcome.log) enter({ type: 'log', message, result, ...place });
  for (const { code, message, path: inner } of outcome.errors) {
    enter({ type: 'configuration', code, message, ...place, path: formatPath([...path, ...inner]) });
  }
  return outcome;
}

/** What the scopes around a scope hold, nearest first. */
function parentsOf({ parent }: FieldScope): readonly FieldOutput[] {
  const outputs: FieldOutput[] = [];
  for (let scope = parent; scope; scope = scope.parent) outputs.push(scope.output);
  return outputs;
}

const NOT_BARE: ReadonlySet<string> = new Set(ORIGIN_MEMBERS);

/** An output as verbosity 0 shows it. */
export function bareOutput(output: FieldOutput): FieldOutput {
  const copy: FieldOutput = {};
  for (const [id, value] of orderedEntries(output)) {
    setMember(copy, id, bareValue(value) as FieldOutput[string]);
  }
  return copy;
}

function bareValue(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? bareCopy(value) : value;
}

/** A value as verbosity 0 shows it. Values do not change once they are stored, so each is copied once. */
const bareCopy = memo((value: object): object =>
  Array.isArray(value) ? value.map(bareValue) : bareObject(value),
);

/** Only values and tables carry such members: in a section they would be ids of fields. */
function bareObject(value: object): object {
  const hasOrigin = ('type' in value && 'value' in value) || 'columns' in value || 'images' in value;
  const copy: Record<string, unknown> = {};
  for (const [name, member] of orderedEntries(value as Record<string, unknown>)) {
    if (!hasOrigin || !NOT_BARE.has(name)) setMember(copy, name, bareValue(member));
  }
  return copy;
}
