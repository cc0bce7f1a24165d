/** The `cell` field: the cell of a row under a heading. */
// See docs/language/06-sections-and-field-kinds.md#8-cellrowsfield
import * as z from 'zod';
import { withDefault } from '../../foundation/schema/defaults.js';
import { closedObject } from '../../foundation/schema/grammar.js';
import { DEFAULT_TYPE, type TypeReference } from '../../foundation/schema/language.js';
import { placedGuard } from '../../foundation/text/pattern-guard.js';
import type { Matcher } from '../anchors/forms.js';
import { matcherSchema } from '../anchors/schema.js';
import { store } from '../computed/output.js';
import { runType } from '../types/select.js';
import { type FieldKind, methodIdOf } from './definition.js';
import { warnOfIgnoredSigns } from './doubts.js';
import { decorate } from './output.js';
import { placeOf } from './runner.js';

/** A cell field, as a config holds it; the type depends on the language. */
export interface CellField<Type = TypeReference> {
  id: string;
  type?: Type | undefined;
  method: { id: 'cell'; header: string | Matcher };
}

export const cell: FieldKind<CellField> = {
  id: 'cell',
  summary: 'The cell of a row of a spreadsheet, by the heading of its column',
  places: ['cellRows'],
  methodIds: () => ['cell'],
  schema: (grammar) =>
    closedObject({
      id: z.string().min(1).describe('Key of the value in the row'),
      type: withDefault(grammar.type, DEFAULT_TYPE).describe('Type of the value'),
      method: closedObject({
        id: z.literal('cell'),
        header: z.union([z.string().min(1), matcherSchema]).describe('The heading of the column'),
      }).describe('Which cell of the row'),
    }),
  matches: (field) => methodIdOf(field) === 'cell',
  examples: [
    {
      title: 'a heading that a matcher finds',
      document: 'Item,In store (pieces)\nnuts,12\n',
      within: { id: 'stock', type: 'cellRows', headerRow: 'item' },
      field: {
        id: 'amount',
        type: 'number',
        method: { id: 'cell', header: { type: 'startsWith', text: 'in store' } },
      },
      result: { stock: [{ amount: { source: '12', value: 12, type: 'number' } }] },
    },
  ],
  /** The types of all cells were prepared before the first row. */
  async execute(field, scope, path) {
    const { run, row } = scope;
    const line = row?.cellUnder(field.method);
    if (!line) return store(scope, field.id, null);
    const guard = placedGuard(run, () => placeOf(scope, path, field.id));
    const type = run.language.types.compile(field.type ?? DEFAULT_TYPE);
    const selection = runType(type, [{ text: line.text, line }], undefined, guard);
    const { value } = selection;
    if (value !== null && selection.ignoredSign)
      warnOfIgnoredSigns([selection.ignoredSign], run, () => placeOf(scope, path, field.id));
    const origin = { lines: [line], anchors: [], points: [], regions: [] };
    store(scope, field.id, value === null ? null : decorate(value, origin, run.verbosity));
  },
};
