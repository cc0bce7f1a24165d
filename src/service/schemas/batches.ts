/** Requests and responses about batches of documents. */
import * as z from 'zod';
import { closedObject } from '../../foundation/schema/grammar.js';
import {
  documentContentType,
  documentName,
  givenEnvironment,
  givenExtraData,
  givenStrict,
  named,
  rowId,
  timestamp,
} from './common.js';
import { SEGMENTATIONS } from './extractions.js';
import { webhookSchema } from './webhooks.js';

const MAX_DESCRIPTION = 4_000;
const description = z.string().max(MAX_DESCRIPTION);

export const batchQuery = z.object({
  environment: givenEnvironment.optional(),
  strict: givenStrict.optional(),
});

export const newBatch = named(
  'NewBatch',
  closedObject({
    documentNames: z.array(documentName).min(1),
    contentTypes: z.array(documentContentType).optional(),
    description: description.optional(),
    docType: z.string().optional(),
    portfolioDocTypes: z.array(z.string()).min(1).optional(),
    segmentDocumentsWith: z.enum(SEGMENTATIONS).optional(),
    configuration: z.string().optional(),
    webhook: webhookSchema.nullish(),
    extra_data: givenExtraData.optional(),
  }).superRefine((batch, context) => {
    const problem = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if ((batch.docType === undefined) === (batch.portfolioDocTypes === undefined)) {
      problem('docType', 'one of docType and portfolioDocTypes is required, and only one');
    }
    if (batch.contentTypes && batch.contentTypes.length !== batch.documentNames.length) {
      problem('contentTypes', 'must have as many items as documentNames');
    }
    if (batch.configuration !== undefined && batch.portfolioDocTypes) {
      problem('configuration', 'is not allowed with portfolioDocTypes');
    }
    if (batch.segmentDocumentsWith !== undefined && !batch.portfolioDocTypes) {
      problem('segmentDocumentsWith', 'is allowed with portfolioDocTypes only');
    }
  }),
);
export type NewBatch = z.infer<typeof newBatch>;

export const batchChange = named('BatchChange', closedObject({ description }));
export type BatchChange = z.infer<typeof batchChange>;

export const batch = named(
  'Batch',
  z.object({
    id: rowId,
    description: z.string().optional(),
    extraction_ids: z.array(rowId),
    created: timestamp,
    waiting: z.int(),
    processing: z.int(),
    complete: z.int(),
    failed: z.int(),
  }),
);
export type Batch = z.infer<typeof batch>;

export const batchId = rowId;
export const uploadAddresses = z.array(z.string().nullable());
