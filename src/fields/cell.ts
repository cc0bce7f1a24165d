/** The `cell` field: the cell of a row under a heading (chapter 6, 8). */
import { z } from 'zod';
import { type Matcher, matcherSchema } from '../anchors/schema.js';
import { closedObject } from '../grammar.js';
import type { TypeReference } from '../types/definition.js';
import { runType } from '../types/select.js';
import { store } from '../values/store.js';
import { type FieldKind, methodIdOf } from './definition.js';
import { decorate } from './output.js';
import { placeOf } from './run.js';

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
      type: grammar.type.optional().describe('What the text must be; default string'),
      method: closedObject({
        id: z.literal('cell'),
        header: z.union([z.string().min(1), matcherSchema]).describe('The heading of the column'),
      }).describe('Which cell of the row'),
    }),
  matches: (field) => methodIdOf(field) === 'cell',
  /** The types of all cells were prepared before the first row. */
  async execute(field, scope, path) {
    const { run, output, row } = scope;
    const line = row?.cellUnder(field.method);
    if (!line) return store(output, field.id, null);
    const report = (message: string) =>
      run.error({
        type: 'configuration',
        code: 'regex_timeout',
        message,
        ...placeOf(scope, path, field.id),
      });
    const type = run.language.types.compile(field.type ?? 'string');
    const { value } = runType(type, [{ text: line.text, line }], undefined, report);
    const origin = { lines: [line], anchors: [], points: [], regions: [] };
    store(output, field.id, value === null ? null : decorate(value, origin, run.verbosity));
  },
};
