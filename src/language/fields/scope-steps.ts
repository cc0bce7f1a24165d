/** The steps of a scope, in their order: for the document, each section and each row alike. */
// See docs/language/06-sections-and-field-kinds.md#73-order
import * as z from 'zod';
import type { PathStep } from '../../errors.js';
import type { FieldGrammar, FieldOutput } from '../../foundation/schema/language.js';
import type { SearchScope } from '../anchors/scope.js';
import { valuesOf } from '../computed/output.js';
import { type FieldScope, methodIdOf } from './definition.js';
import { type ExtractionRun, runFields } from './runner.js';
import type { SectionPlace } from './trace.js';

/** Members of a config and of a section that hold fields, in the order in which they run. */
export function scopeMembers(grammar: FieldGrammar) {
  return {
    fields: z.array(grammar.fieldIn.fields).describe('What to extract, in order'),
    computed_fields: z
      .array(grammar.fieldIn.computed_fields)
      .optional()
      .describe('What to compute from the fields; run after them, those that suppress output last'),
    sections: z.array(grammar.fieldIn.sections).optional().describe('Sections; run after all fields'),
  };
}

/** What a scope runs: the arrays of a config, of a section, of a row. */
interface ScopeMembers {
  readonly fields?: readonly object[] | undefined;
  readonly computed_fields?: readonly object[] | undefined;
  readonly sections?: readonly object[] | undefined;
}

/**
 * Runs all that a scope holds: its fields, its computed fields, those of its computed fields that suppress
 * output, and its sections; each array in order.
 * @param path of the object that has these members
 */
export async function runScope(
  members: ScopeMembers,
  scope: FieldScope,
  path: readonly PathStep[],
): Promise<void> {
  await runFields(members.fields ?? [], scope, [...path, 'fields']);
  await runComputedFields(members.computed_fields ?? [], scope, [...path, 'computed_fields']);
  await runFields(members.sections ?? [], scope, [...path, 'sections']);
}

/** Runs computed fields in order, those that suppress output after all others. @param path of the array */
export async function runComputedFields(
  fields: readonly object[],
  scope: FieldScope,
  path: readonly PathStep[],
): Promise<void> {
  await runFields(fields, scope, path, (field) => !suppresses(field));
  await runFields(fields, scope, path, suppresses);
}

function suppresses(field: object): boolean {
  return methodIdOf(field) === 'suppressOutput';
}

/**
 * The scope of a section or of a row, inside another.
 * @param inner `place` of it in a group, which rows of tables have not; `output` that it holds already
 */
export function innerScope(
  parent: FieldScope,
  inner: { readonly scope?: SearchScope; readonly place?: SectionPlace; readonly output?: FieldOutput },
): FieldScope {
  const { scope = parent.scope, place, output } = inner;
  return {
    run: place ? runInside(parent.run, place) : parent.run,
    scope,
    ...valuesOf(output),
    anchors: new Map(parent.anchors),
    groups: place ? [...parent.groups, place.group] : parent.groups,
    parent,
  };
}

/** The run, with traces marked with the section that they are from. */
function runInside(run: ExtractionRun, place: SectionPlace): ExtractionRun {
  const { trace } = run;
  if (!trace) return run;
  return {
    ...run,
    trace: (id, entry) => trace(id, { ...entry, section: [place, ...(entry.section ?? [])] }),
  };
}

/** The scope of the whole document around a scope. */
export function documentScope(scope: FieldScope): FieldScope {
  let outermost = scope;
  while (outermost.parent) outermost = outermost.parent;
  return outermost;
}
