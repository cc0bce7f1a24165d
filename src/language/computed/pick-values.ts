/** `pickValues`: which of several fields hold a value, such as ticked boxes. */
// See docs/language/07-computed-rules-postprocessor.md#15-methods
import * as z from 'zod';
import { settled, withDefault } from '../../foundation/schema/defaults.js';
import type { FieldValue } from '../../foundation/schema/language.js';
import { withPlainSpaces } from '../../page/document/cleaning.js';
import { defineComputed } from './definition.js';
import { passed } from './output.js';
import { isField } from './shapes.js';
import { namedIds, sourceIdsSchema } from './sources.js';

const members = {
  source_ids: sourceIdsSchema.describe('Fields to look at'),
  match: withDefault(z.enum(['one', 'all']), 'all').describe(
    'All ids as an array, or the one id if there is exactly one',
  ),
  value: withDefault(z.union([z.null(), z.boolean(), z.string(), z.array(z.string())]), true).describe(
    'The value to look for, several of which any will do, or null for fields without a value',
  ),
};

export const pickValues = defineComputed({
  id: 'pickValues',
  summary: 'The ids of the fields that have a certain value',
  options: () => members,
  reads: ({ source_ids }) => namedIds(source_ids),
  compute({ options, sources, value, typed }) {
    const { source_ids, match, value: wanted } = settled(members, options);
    const picked = sources(source_ids).filter((id) => isPicked(value(id), wanted));
    const ids = picked.map(typed);
    if (match === 'all') return ids;
    return ids.length === 1 ? (ids[0] ?? null) : null;
  },
  examples: [
    {
      title: 'the boxes that are ticked',
      values: {
        sea: { value: true, type: 'boolean' },
        air: { value: false, type: 'boolean' },
        road: { value: true, type: 'boolean' },
      },
      field: { method: { id: 'pickValues', source_ids: ['sea', 'air', 'road'] } },
      result: [
        { value: 'sea', type: 'string' },
        { value: 'road', type: 'string' },
      ],
    },
    {
      title: 'exactly one',
      values: { yes: { value: 'X', type: 'string' }, no: null },
      field: {
        method: { id: 'pickValues', source_ids: { pattern: 'yes|no' }, match: 'one', value: ['X', 'x'] },
      },
      result: { value: 'yes', type: 'string' },
    },
    {
      title: 'an id without what distinguishes it from others',
      values: {
        'purchase.kind': { value: false, type: 'boolean' },
        'other.kind': { value: true, type: 'boolean' },
      },
      field: {
        type: { id: 'replace', pattern: '\\.kind$', replaceWith: '' },
        method: { id: 'pickValues', source_ids: ['purchase.kind', 'other.kind'], match: 'one' },
      },
      result: { source: 'other.kind', value: 'other', type: 'replaced_string' },
    },
  ],
});

type Wanted = null | boolean | string | readonly string[];

function isPicked(value: FieldValue, wanted: Wanted): boolean {
  if (wanted === null) return !passed(value);
  if (Array.isArray(value)) return (value as FieldValue[]).some((element) => equals(element, wanted));
  return equals(value, wanted);
}

function equals(value: FieldValue, wanted: Wanted): boolean {
  if (!isField(value)) return false;
  const found = alike(value.value);
  return [wanted].flat().some((one) => alike(one) === found);
}

/** Texts that differ in the kind of their spaces only count as equal. */
function alike(value: unknown): unknown {
  return typeof value === 'string' ? withPlainSpaces(value) : value;
}
