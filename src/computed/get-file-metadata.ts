/** `getFileMetadata`: facts about the file (chapter 7, 1.5). */
import { z } from 'zod';
import { fileFacts } from '../values/rules.js';
import { defineComputed } from './definition.js';

export const getFileMetadata = defineComputed({
  id: 'getFileMetadata',
  summary: 'The name or the content type of the file',
  ignoresType: true,
  options: () => ({
    type: z
      .enum(['filename', 'contentType'])
      .optional()
      .describe('The name without its extension, or the MIME type; default filename'),
  }),
  reads: () => [],
  compute({ options: { type = 'filename' }, scope }) {
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
