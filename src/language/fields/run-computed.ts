/** Executes one computed field on a scope: sources in, a value out. */
// See docs/language/07-computed-rules-postprocessor.md#1-computed-fields

import type { PathStep } from '../../errors.js';
import type { FieldValue, TypeReference } from '../../foundation/schema/language.js';
import { type PatternIssue, placedGuard } from '../../foundation/text/pattern-guard.js';
import { BudgetError } from '../computed/budget.js';
import type { ComputedContext } from '../computed/definition.js';
import { store, visibleValue } from '../computed/output.js';
import { selectIds } from '../computed/sources.js';
import { toField } from '../rules/to-field.js';
import { typedNumber, typedText } from '../types/select.js';
import { conversionOf } from './conversion.js';
import type { FieldScope } from './definition.js';
import { warnOfIgnoredSigns } from './doubts.js';
import { runRule } from './rules.js';
import { placeOf } from './runner.js';
import { innerScope, runComputedFields } from './scope-steps.js';
import { plainTrace } from './trace.js';

/** A computed field as a parsed config holds it. */
export interface ComputedFieldConfig {
  readonly id: string;
  readonly method: { readonly id: string };
  readonly type?: TypeReference | undefined;
}

/**
 * Computes a field and keeps its value in the scope; what is too large is null, with an entry in `errors`.
 * @param path where the field is in the config
 */
export async function runComputed(
  field: ComputedFieldConfig,
  scope: FieldScope,
  path: readonly PathStep[],
): Promise<void> {
  const { run } = scope;
  const definition = run.language.computedMethod(field.method.id);
  const place = placeOf(scope, path, field.id);
  let reason: string | undefined;
  const report = (message: string, code?: string): void => {
    reason = message;
    run.error({ type: 'configuration', ...(code !== undefined && { code }), message, ...place });
  };
  const type = definition.ignoresType ? undefined : field.type;
  if (type !== undefined) await run.language.types.prepare([type]);
  let value: FieldValue | undefined;
  try {
    // The grammar has checked the options against the definition's own schema.
    value = await definition.compute(contextOf(field, scope, path, type, report) as never);
    if (value === undefined) return;
    run.budget.spend(value);
  } catch (error) {
    if (!(error instanceof BudgetError)) throw error;
    report(error.message, 'computed_budget');
    value = null;
  }
  store(scope, field.id, value);
  const why = value === null ? (reason ?? 'what it is computed from has no value') : undefined;
  run.trace?.(field.id, plainTrace(path, field.method.id, why));
}

function contextOf(
  field: ComputedFieldConfig,
  scope: FieldScope,
  path: readonly PathStep[],
  type: TypeReference | undefined,
  report: (message: string, code?: string) => void,
): ComputedContext<ComputedFieldConfig['method']> {
  const { output, run } = scope;
  const compiled = type === undefined ? undefined : run.language.types.compile(type);
  const error = ({ message, code }: PatternIssue) => report(message, code);
  const guard = placedGuard({ ...run, error }, () => placeOf(scope, path, field.id));
  const typed = (value: string | number): FieldValue => {
    if (typeof value === 'number') return typedNumber(value, compiled, guard).value;
    const selection = typedText(value, compiled, guard);
    if (selection.value !== null && selection.ignoredSign)
      warnOfIgnoredSigns([selection.ignoredSign], run, () => placeOf(scope, path, field.id));
    return selection.value;
  };
  return {
    options: field.method,
    scope,
    hasType: type !== undefined,
    value: (id) => visibleValue(output, id) ?? null,
    sources: (sources) => selectIds(sources, output, field.id, guard),
    typed,
    report,
    async rule(rule, member) {
      const placed = {
        rule,
        path: [...path, 'method', member],
        fieldId: [...scope.groups, field.id].join('.'),
      };
      const { value, failed } = runRule(placed, scope);
      if (failed) return null;
      const conversion = conversionOf(run, report, type === undefined ? undefined : typed);
      return toField(value, conversion) as FieldValue;
    },
    turn: () => run.turn(),
    runOn: (row, fields, member) =>
      runComputedFields(fields, innerScope(scope, { output: row }), [...path, 'method', member]),
  };
}
