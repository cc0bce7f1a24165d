/** Checks a finished document against validations. */
// See docs/language/07-computed-rules-postprocessor.md#5-validations

import { formatPath } from '../../errors.js';
import { settled } from '../../foundation/schema/defaults.js';
import type { FieldOutput, FieldValue } from '../../foundation/schema/language.js';
import { passed } from '../computed/output.js';
import { isSection, shapeOf } from '../computed/shapes.js';
import { evaluateRule, type RuleTools } from '../fields/rules.js';
import type { RuleEnvironment } from '../rules/engine.js';
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
interface ValidationTools extends RuleTools {
  readonly sources: Omit<RuleEnvironment, 'data' | 'parents'>;
}

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
  return entriesOf([...checks(validations, document, tools)]);
}

/**
 * The same, other work having its turn between checks.
 * @throws what `turn` throws
 */
export async function runValidationsInTurns(
  validations: readonly CheckedValidation[],
  document: FieldOutput,
  tools: ValidationTools & { readonly turn: () => Promise<void> },
): Promise<readonly ValidationEntry[]> {
  const made: Check[] = [];
  for (const check of checks(validations, document, tools)) {
    await tools.turn();
    made.push(check);
  }
  return entriesOf(made);
}

/** What a check gave: nothing when it passes. */
type Check = ValidationEntry | undefined;

/** The checks one after the other, each made when it is asked for. */
function* checks(
  validations: readonly CheckedValidation[],
  document: FieldOutput,
  tools: ValidationTools,
): Generator<Check> {
  for (const [position, validation] of validations.entries()) {
    for (const instance of instancesOf(document, validation.scope ?? [])) {
      yield check(validation, position, instance, tools);
    }
  }
}

function entriesOf(made: readonly Check[]): readonly ValidationEntry[] {
  const entries = made.filter((entry) => entry !== undefined);
  const isSkipped = ({ severity }: ValidationEntry) => severity === 'skipped';
  return [...entries.filter((entry) => !isSkipped(entry)), ...entries.filter(isSkipped)];
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

function check(
  validation: CheckedValidation,
  position: number,
  instance: Instance,
  { sources, ...tools }: ValidationTools,
): Check {
  const { description, severity, scope = [], fields = [], condition } = settled(severityMember, validation);
  const shown = scope.length > 0 ? { scope: instance.place } : {};
  const missing = fields.filter((field) => !isPresent(field, instance));
  if (missing.length > 0) {
    const message = `Missing prerequisites: ${missing.map(unescaped).join(', ')}`;
    return { description, severity: 'skipped', message, ...shown };
  }
  const { data, parents } = instance;
  const path = ['schema', 'validations', position, 'condition'];
  const placed = { rule: condition, path, place: { context: 'validation' as const } };
  const { value, failed, errors } = evaluateRule(placed, { ...sources, data, parents }, tools);
  if (failed) {
    const message = `Condition error: ${errors.at(-1)?.message ?? 'the rule failed'}`;
    return { description, severity, message, ...shown };
  }
  return isTruthy(value) ? undefined : { description, severity, ...shown };
}
