/** `getFileMetadata`: facts about the file. */
// See docs/language/07-computed-rules-postprocessor.md#15-methods
import { z } from 'zod';
import { settled, withDefault } from '../defaults.js';
import { fileFacts } from '../rules/engine.js';
import { defineComputed } from './definition.js';

const members = {
  type: withDefault(z.enum(['filename', 'contentType']), 'filename').describe(
    'The name without its extension, or the media type',
  ),
};

export const getFileMetadata = defineComputed({
  id: 'getFileMetadata',
  summary: 'The name or the media type of the file',
  ignoresType: true,
  options: () => members,
  reads: () => [],
  compute({ options, scope }) {
    const { type } = settled(members, options);
    const value = fileFacts(scope.run.document)[type];
    return value === null ? null : { value, type: 'string' };
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
