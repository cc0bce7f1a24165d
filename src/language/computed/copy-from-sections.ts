/** `copy_from_sections`: one field of all sections of a group. */
// See docs/language/07-computed-rules-postprocessor.md#15-methods
// See docs/language/06-sections-and-field-kinds.md#62-copy_from_sections
import * as z from 'zod';
import type { FieldValue } from '../../foundation/schema/language.js';
import { defineComputed } from './definition.js';
import { passed, storedValue } from './output.js';
import { isSection, shapeOf } from './shapes.js';

export const copyFromSections = defineComputed({
  id: 'copy_from_sections',
  summary: 'Collects one field from all sections of a group',
  ignoresType: true,
  options: () => ({
    source_sections: z.string().describe('The group, which must come earlier'),
    source_field: z.string().describe('Field of its sections, even one whose output they suppress'),
  }),
  reads: ({ source_sections }) => [source_sections],
  compute({ options: { source_sections, source_field }, value, scope }) {
    const group = value(source_sections);
    if (shapeOf(group) !== 'group') return null;
    const collected = (group as FieldValue[]).map((section) =>
      section !== null && isSection(section)
        ? (storedValue(section, source_field, scope.run.hidden) ?? null)
        : null,
    );
    if (!collected.some((each) => Array.isArray(each))) return collected.some(passed) ? collected : null;
    const present = collected.filter(passed);
    scope.run.budget.reserve(present.reduce((sum, each) => sum + (Array.isArray(each) ? each.length : 1), 0));
    return present.flat();
  },
  examples: [
    {
      title: 'single values stay aligned with the sections',
      values: { crew: [{ name: { value: 'Ida', type: 'string' } }, { name: null }] },
      field: { method: { id: 'copy_from_sections', source_sections: 'crew', source_field: 'name' } },
      result: [{ value: 'Ida', type: 'string' }, null],
    },
    {
      title: 'groups inside the sections become one group',
      values: {
        orders: [
          { items: [{ sku: { value: 'A1', type: 'string' } }] },
          { items: null },
          { items: [{ sku: { value: 'B2', type: 'string' } }] },
        ],
      },
      field: { method: { id: 'copy_from_sections', source_sections: 'orders', source_field: 'items' } },
      result: [{ sku: { value: 'A1', type: 'string' } }, { sku: { value: 'B2', type: 'string' } }],
    },
  ],
});
