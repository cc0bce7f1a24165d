/** `anchorDefinition`: names an anchor that later fields refer to. */
// See docs/language/01-document-anchors-fields.md#36-anchordefinition
import * as z from 'zod';
import { closedObject } from '../../foundation/schema/grammar.js';
import { fieldAnchorSchema } from '../anchors/schema.js';
import type { FieldKind } from './definition.js';
import { resolveAnchor } from './resolve-anchor.js';
import { placeOf } from './runner.js';

/** A named anchor of a config. */
export const anchorDefinitionSchema = closedObject({
  type: z.literal('anchorDefinition'),
  name: z.string().min(1).describe('Name that `ref` refers to'),
  anchor: fieldAnchorSchema.describe('The anchor'),
});
export type AnchorDefinitionField = z.infer<typeof anchorDefinitionSchema>;

export const anchorDefinition: FieldKind<AnchorDefinitionField> = {
  id: 'anchorDefinition',
  summary: 'An anchor with a name, for fields that share it',
  places: ['fields'],
  methodIds: () => [],
  definesAnchor: true,
  schema: () => anchorDefinitionSchema,
  matches: (field) => 'type' in field && field.type === 'anchorDefinition',
  examples: [
    {
      title: 'one anchor for two fields',
      document: [
        { text: 'Name', left: 1, top: 1 },
        { text: 'Buyer', left: 1, top: 2 },
        { text: 'Name', left: 1, top: 2.3 },
        { text: 'Ana Brandt', left: 2, top: 2.3 },
        { text: 'Ulm', left: 1, top: 2.5 },
      ],
      field: {
        type: 'anchorDefinition',
        name: 'buyer',
        anchor: {
          match: [
            { type: 'equals', text: 'buyer' },
            { type: 'equals', text: 'name' },
          ],
        },
      },
      after: [
        { id: 'name', anchor: { ref: 'buyer' }, method: { id: 'row' } },
        { id: 'town', anchor: { ref: 'buyer' }, method: { id: 'label', position: 'below' } },
      ],
      result: {
        name: { type: 'string', value: 'Ana Brandt' },
        town: { type: 'string', value: 'Ulm' },
      },
    },
  ],
  async execute(field, scope, path) {
    const anchor = resolveAnchor(field.anchor, scope.anchors);
    if ('missing' in anchor) {
      scope.run.error({ type: 'configuration', message: anchor.missing, ...placeOf(scope, path, undefined) });
      return;
    }
    scope.anchors.set(field.name, anchor);
  },
};
