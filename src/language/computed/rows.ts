/** Values as rows: what zip, table_to_section and addComputedFields share. */
// See docs/language/07-computed-rules-postprocessor.md#15-methods

import { orderedEntries, setMember } from '../../foundation/objects/members.js';
import type { FieldOutput, FieldValue } from '../../foundation/schema/language.js';
import type { ValueBudget } from './budget.js';
import { isSection, isTable, rowCount, shapeOf, type TableObject, tableSections } from './shapes.js';

/** The rows of one source. */
interface Source {
  readonly rows: readonly FieldOutput[];
  /** Its only member, when it is an array of single values. */
  readonly member: string | undefined;
}

/**
 * Merges sources row by row; null when none has rows.
 * @throws BudgetError
 */
// See docs/language/07-computed-rules-postprocessor.md#15-methods
export function zipped(
  sources: readonly { readonly id: string; readonly value: FieldValue }[],
  budget: ValueBudget,
): FieldValue {
  const several = sources.find(({ value }) => shapeOf(value) === 'tables');
  if (several) {
    const tables = several.value as (TableObject | null)[];
    return tables.map((table) => zipped([{ id: several.id, value: table }], budget));
  }
  const withRows = sources
    .map(({ id, value }) => sourceOf(id, value, budget))
    .filter(({ rows }) => rows.length > 0);
  if (withRows.length === 0) return null;
  const length = withRows.reduce((most, { rows }) => Math.max(most, rows.length), 0);
  const padded = withRows.every(({ member }) => member !== undefined);
  budget.reserve(length * withRows.length);
  return Array.from({ length }, (_, i) => merged(withRows, i, padded));
}

/** The rows of a table as sections. @throws BudgetError */
export function budgetedRows(table: TableObject, budget: ValueBudget): FieldOutput[] {
  budget.reserve(rowCount(table) * (table.columns.length + 1));
  return tableSections(table);
}

/** The sections of a group as new rows with the same members. */
export function groupRows(group: readonly FieldValue[]): FieldOutput[] {
  return group.map((section) => (section !== null && isSection(section) ? added({}, section) : {}));
}

function sourceOf(id: string, value: FieldValue, budget: ValueBudget): Source {
  if (isTable(value)) return { rows: budgetedRows(value, budget), member: undefined };
  switch (shapeOf(value)) {
    case 'none':
      return { rows: [], member: undefined };
    case 'group':
      return { rows: groupRows(value as FieldValue[]), member: undefined };
    case 'fields':
    case 'groups':
      return { rows: (value as FieldValue[]).map((element) => rowOf(id, element)), member: id };
    default:
      return { rows: [rowOf(id, value)], member: undefined };
  }
}

function rowOf(id: string, value: FieldValue): FieldOutput {
  const row: FieldOutput = {};
  setMember(row, id, value);
  return row;
}

/** A row with the members of another one. */
function added(row: FieldOutput, more: FieldOutput): FieldOutput {
  for (const [id, value] of orderedEntries(more)) setMember(row, id, value);
  return row;
}

/** Row i of all sources: a later source's value wins, the earlier place is kept. */
function merged(sources: readonly Source[], i: number, padded: boolean): FieldOutput {
  const row: FieldOutput = {};
  for (const { rows, member } of sources) {
    const own = rows[i];
    if (own) added(row, own);
    else if (padded && member !== undefined) setMember<FieldValue>(row, member, null);
  }
  return row;
}
