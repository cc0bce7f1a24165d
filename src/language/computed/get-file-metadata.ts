/** `getFileMetadata`: facts about the file. */
// See docs/language/07-computed-rules-postprocessor.md#15-methods
import * as z from 'zod';
import { settled, withDefault } from '../../foundation/schema/defaults.js';
import { fileFacts } from '../rules/engine.js';
import { defineComputed } from './definition.js';

const members = {
  type: withDefault(z.enum(['filename', 'contentType', 'pageCount']), 'filename').describe(
    'The name without its extension, the media type, or the number of pages',
  ),
};

export const getFileMetadata = defineComputed({
  id: 'getFileMetadata',
  summary: 'The name, the media type or the number of pages of the file',
  ignoresType: true,
  options: () => members,
  reads: () => [],
  compute({ options, scope }) {
    const { type } = settled(members, options);
    const value = fileFacts(scope.run.document)[type];
    return value === null ? null : { value, type: typeof value === 'number' ? 'number' : 'string' };
  },
  examples: [
    {
      title: 'the name of the file',
      values: {},
      filename: 'claims.2025.pdf',
      field: { method: { id: 'getFileMetadata', type: 'filename' } },
      result: { value: 'claims.2025', type: 'string' },
    },
  ],
});
