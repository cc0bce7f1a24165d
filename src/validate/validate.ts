/** Checks a finished document against validations. */
// See docs/language/07-computed-rules-postprocessor.md#5-validations

import { passed } from '../computed/output.js';
import { isSection, shapeOf } from '../computed/shapes.js';
import { settled } from '../defaults.js';
import { formatPath } from '../errors.js';
import { evaluateRule, evaluateRuleInTurns, type RuleInPlace, type RuleTools } from '../fields/rules.js';
import type { FieldOutput, FieldValue } from '../language.js';
import type { RuleEnvironment, RuleOutcome } from '../rules/engine.js';
import { dataFrame, parsePath, type RuleFrame, resolve } from '../rules/frames.js';
import { isTruthy, type Value } from '../rules/value.js';
import type { ValidationCounts } from './coverage.js';
import { type CheckedValidation, type Severity, severityMember } from './schema.js';

/** A check that failed or was skipped. */
export interface ValidationEntry {
  readonly description: string;
  readonly severity: Severity;
  /** Why it was skipped, or why its condition could not be evaluated. */
  readonly message?: string;
  /** The section that it was made for: ids of groups and positions in them, from the outside in. */
  readonly scope?: readonly (readonly [group: string, index: number])[];
}

/** What checks need beside the document. */
export interface ValidationTools extends RuleTools {
  readonly sources: Omit<RuleEnvironment, 'data' | 'parents'>;
}

/** A condition to be evaluated. */
interface Condition {
  readonly placed: RuleInPlace;
  readonly environment: RuleEnvironment;
}

/** The conditions one after the other; takes what each gave. */
type Checks<T> = Generator<Condition, T, RuleOutcome>;

/** One document or section that a check is made for. */
interface Instance {
  readonly data: FieldOutput;
  /** Nearest first. */
  readonly parents: readonly FieldOutput[];
  readonly place: readonly (readonly [group: string, index: number])[];
}

/** The checks that failed, in order, and after them those that were skipped. Checks that pass leave nothing. */
export function runValidations(
  validations: readonly CheckedValidation[],
  document: FieldOutput,
  tools: ValidationTools,
): readonly ValidationEntry[] {
  const checks = checksOf(validations, document, tools);
  let next = checks.next();
  while (!next.done) next = checks.next(evaluateRule(next.value.placed, next.value.environment, tools));
  return next.value;
}

/**
 * The same, other work having its turn between checks and while one takes long.
 * @throws what `turn` throws
 */
export async function runValidationsInTurns(
  validations: readonly CheckedValidation[],
  document: FieldOutput,
  tools: ValidationTools & { readonly turn: () => Promise<void> },
): Promise<readonly ValidationEntry[]> {
  const checks = checksOf(validations, document, tools);
  let next = checks.next();
  while (!next.done) {
    await tools.turn();
    const { placed, environment } = next.value;
    next = checks.next(await evaluateRuleInTurns(placed, environment, tools, tools.turn));
  }
  return next.value;
}

function* checksOf(
  validations: readonly CheckedValidation[],
  document: FieldOutput,
  { sources }: ValidationTools,
): Checks<readonly ValidationEntry[]> {
  const failed: ValidationEntry[] = [];
  const skipped: ValidationEntry[] = [];
  for (const [position, validation] of validations.entries()) {
    const { description, severity, scope, fields = [] } = settled(severityMember, validation);
    for (const instance of instancesOf(document, scope ?? [])) {
      const shown = scope && scope.length > 0 ? { scope: instance.place } : {};
      const missing = fields.filter((field) => !isPresent(field, instance));
      if (missing.length > 0) {
        const message = `Missing prerequisites: ${missing.map(unescaped).join(', ')}`;
        skipped.push({ description, severity: 'skipped', message, ...shown });
        continue;
      }
      const failure = yield* check(validation, position, instance, sources);
      if (failure) failed.push({ description, severity, ...failure, ...shown });
    }
  }
  return [...failed, ...skipped];
}

/** What failed in words, and where: `lines[2]: Amounts are positive`. */
export function entryText({ description, message, scope = [] }: ValidationEntry): string {
  const place = scope.length === 0 ? '' : `${formatPath(scope.flat())}: `;
  return message === undefined ? `${place}${description}` : `${place}${description}: ${message}`;
}

/** How many entries have which severity. */
export function countValidations(entries: readonly ValidationEntry[]): ValidationCounts {
  const count = (severity: Severity) => entries.filter((entry) => entry.severity === severity).length;
  return { errors: count('error'), warnings: count('warning'), skipped: count('skipped') };
}

/** Every section of the first group, in each of them every section of the second, and so on. */
function instancesOf(document: FieldOutput, scope: readonly string[]): readonly Instance[] {
  let instances: readonly Instance[] = [{ data: document, parents: [], place: [] }];
  for (const group of scope) {
    instances = instances.flatMap(({ data, parents, place }) => {
      const value = Object.hasOwn(data, group) ? (data[group] ?? null) : null;
      if (shapeOf(value) !== 'group') return [];
      return (value as FieldValue[]).flatMap((section, index): Instance[] =>
        section !== null && isSection(section)
          ? [{ data: section, parents: [data, ...parents], place: [...place, [group, index]] }]
          : [],
      );
    });
  }
  return instances;
}

/** A prerequisite is an id of the instance, else a path. */
function isPresent(field: string, { data, parents }: Instance): boolean {
  if (Object.hasOwn(data, field)) return passed(data[field]);
  const outer = parents.reduceRight<RuleFrame | undefined>(
    (frame, parent) => dataFrame(parent as Value, frame),
    undefined,
  );
  return passed(resolve(parsePath(field), dataFrame(data as Value, outer)) as FieldValue | undefined);
}

function unescaped(field: string): string {
  return field.replace(/\\([./\\])/gu, '$1');
}

/** Undefined when the condition holds. */
function* check(
  { condition }: CheckedValidation,
  position: number,
  { data, parents }: Instance,
  sources: ValidationTools['sources'],
): Checks<{ readonly message?: string } | undefined> {
  const path = ['schema', 'validations', position, 'condition'];
  const placed = { rule: condition, path, place: { context: 'validation' as const } };
  const { value, failed, errors } = yield { placed, environment: { ...sources, data, parents } };
  if (failed) return { message: `Condition error: ${errors.at(-1)?.message ?? 'the rule failed'}` };
  return isTruthy(value) ? undefined : {};
}
