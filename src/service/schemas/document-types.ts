/** Requests and responses about document types. */
import * as z from 'zod';
import { closedObject } from '../../foundation/schema/grammar.js';
import { builtInRules } from '../../language/rules/language.js';
import { validationSchema } from '../../language/validate/schema.js';
import type { TypeRow } from '../rows.js';
import { named, resourceName, rowId, timestamp } from './common.js';

/** Characters of a description. */
const MAX_DESCRIPTION = 4_000;
const MAX_VALIDATIONS = 200;

const reviewCriteria = closedObject({
  all: z.boolean().optional(),
  coverage_threshold: z.number().min(0).max(100).optional().describe('0 to 1; above 1 read as percent'),
  validation_errors_threshold: z.int().min(0).optional(),
  validation_warnings_threshold: z.int().min(0).optional(),
  selected_validations: z.boolean().optional(),
});
export type ReviewCriteria = z.infer<typeof reviewCriteria>;

const reviewTriggers = z.union([
  z.array(z.union([reviewCriteria, z.enum(['all', 'selected_validations'])])),
  reviewCriteria,
]);

/** A validation as it is described; its condition is checked by the rule language. */
const validation = validationSchema(builtInRules).extend({
  condition: z.looseObject({}).describe('A rule on the finished document, an object with one operator'),
});

const description = z.string().max(MAX_DESCRIPTION);

const settings = {
  validations: z.array(validation).max(MAX_VALIDATIONS),
  fingerprint_mode: z.enum(['fallback_to_all', 'strict']),
  ocr_engine: z.string().min(1).max(100),
  ocr_level: z.literal([0, 2, 4, 5]),
  prevent_default_merge_lines: z.boolean(),
  review_triggers: reviewTriggers,
  verifyShare: z
    .number()
    .min(0)
    .max(1)
    .describe('Share of extractions after which a model is asked beside the layout; 0 without it'),
};

/** The settings of a document type, as they are stored: what is absent has its default. */
const typeSettings = closedObject({
  validations: settings.validations.optional(),
  fingerprint_mode: settings.fingerprint_mode.optional(),
  ocr_engine: settings.ocr_engine.optional(),
  ocr_level: settings.ocr_level.optional(),
  prevent_default_merge_lines: settings.prevent_default_merge_lines.optional(),
  review_triggers: settings.review_triggers.optional(),
  verifyShare: settings.verifyShare.optional(),
});
export type TypeSettings = z.infer<typeof typeSettings>;

/** Settings in a request: `null` takes one back to its default; the description may be given here, too. */
const givenSettings = closedObject({
  validations: settings.validations.nullish(),
  fingerprint_mode: settings.fingerprint_mode.nullish(),
  ocr_engine: settings.ocr_engine.nullish(),
  ocr_level: settings.ocr_level.nullish(),
  prevent_default_merge_lines: settings.prevent_default_merge_lines.nullish(),
  review_triggers: settings.review_triggers.nullish(),
  verifyShare: settings.verifyShare.nullish(),
  description: description.nullish(),
});
export type GivenSettings = z.infer<typeof givenSettings>;

export const newDocumentType = named(
  'NewDocumentType',
  closedObject({ name: resourceName, schema: givenSettings, description: description.nullish() }),
);
export type NewDocumentType = z.infer<typeof newDocumentType>;

export const documentTypeChange = named(
  'DocumentTypeChange',
  closedObject({
    name: resourceName.optional(),
    schema: givenSettings.optional().describe('Members given replace theirs as a whole'),
    description: description.nullish(),
  }),
);
export type DocumentTypeChange = z.infer<typeof documentTypeChange>;

export const documentType = named(
  'DocumentType',
  z.object({
    id: rowId,
    name: resourceName,
    created: timestamp,
    schema: typeSettings,
    description: description.optional(),
  }),
);
export type DocumentType = z.infer<typeof documentType>;
export const documentTypeList = z.array(documentType);

/** The settings that a row holds. */
export function settingsOf(row: Pick<TypeRow, 'schema'>): TypeSettings {
  return row.schema as TypeSettings;
}
