/** `anchorDefinition`: names an anchor that later fields refer to (chapter 1, 3.6). */
import { z } from 'zod';
import { fieldAnchorSchema } from '../anchors/schema.js';
import { closedObject } from '../grammar.js';
import type { FieldKind } from './definition.js';
import { resolveAnchor } from './resolve-anchor.js';
import { placeOf } from './run.js';

const schema = closedObject({
  type: z.literal('anchorDefinition'),
  name: z.string().min(1).describe('Name that `ref` refers to'),
  anchor: fieldAnchorSchema.describe('The anchor'),
});
export type AnchorDefinitionField = z.infer<typeof schema>;

export const anchorDefinition: FieldKind<AnchorDefinitionField> = {
  id: 'anchorDefinition',
  summary: 'An anchor with a name, for fields that share it',
  places: ['fields'],
  methodIds: () => [],
  schema: () => schema,
  matches: (field) => 'type' in field && field.type === 'anchorDefinition',
  async execute(field, scope, path) {
    const anchor = resolveAnchor(field.anchor, scope.anchors);
    if ('missing' in anchor) {
      scope.run.error({ type: 'configuration', message: anchor.missing, ...placeOf(scope, path, undefined) });
      return;
    }
    scope.anchors.set(field.name, anchor);
  },
};
