/** Requests and responses about the type of a document. */
import * as z from 'zod';
import { commaList, named, resourceName, rowId } from './common.js';

export const classifyQuery = z.object({
  document_types: commaList.optional().describe('Names of the types to choose from; default all'),
});

export const classification = named(
  'Classification',
  z.object({
    document_type: z.object({ id: rowId, name: resourceName, score: z.literal(1) }),
    reference_documents: z.array(z.never()).length(0),
    classification_summary: z.array(z.never()).length(0),
    method: z.enum(['fingerprints', 'llm', 'lexical']).describe('What decided'),
  }),
);
export type Classification = z.infer<typeof classification>;

export const startedClassification = named(
  'StartedClassification',
  z.object({ id: rowId, content_type: z.string(), download_link: z.string() }),
);
