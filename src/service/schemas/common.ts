/** What schemas of requests and responses share. */
import * as z from 'zod';
import { EXTRA_DATA_BYTES } from '../../foundation/objects/extra-data.js';
import { ENVIRONMENTS } from '../api-keys.js';
import { ACCEPTED_CONTENT_TYPES } from '../content-types.js';

/** Schemas that the OpenAPI description names; the same schema is in every operation that uses it. */
export const components = z.registry<{ readonly id: string; readonly description?: string }>();

/** The schema under a name of the OpenAPI description. */
export function named<Schema extends z.ZodType>(id: string, schema: Schema): Schema {
  components.add(schema, { id });
  return schema;
}

/** Name of a document type, configuration or golden. */
export const resourceName = z
  .string()
  .min(3)
  .max(128)
  .regex(/^[a-z0-9_]+$/u, { error: 'must consist of a to z, 0 to 9 and _' });

/** Id of a row, a version 4 UUID. */
export const rowId = z.uuidv4({ error: 'must be a version 4 UUID' }).toLowerCase();

/** A moment, ISO 8601 in UTC with milliseconds. */
export const timestamp = z.iso.datetime({ precision: 3 }).describe('ISO 8601, UTC, milliseconds');

/** One of some words, in upper or lower case. */
export function caseless<const Words extends readonly [string, ...string[]]>(words: Words) {
  return z
    .string()
    .toLowerCase()
    .pipe(z.enum(words))
    .meta({ enum: [...words] });
}

export const environment = z.enum(ENVIRONMENTS);
export const givenEnvironment = caseless(ENVIRONMENTS).describe('Which published versions run');

/** Whether documents that fit no fingerprint are refused. */
export const givenStrict = caseless(['true', 'false']).describe(
  'true refuses a document where no fingerprint passes, false does not; default what the document type says. Nothing in development, where all configurations run, and where a configuration is named',
);

/** A list of words between commas, blanks around them trimmed; at least one. */
export const commaList = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine((parts) => parts.every((part) => part !== ''), { error: 'must be words between commas' });

/** A comma list of which every element fits a schema. */
export function commaListOf<Item extends z.ZodType<unknown, string>>(item: Item) {
  return commaList.pipe(z.array(item));
}

/** A whole number in a query. */
export function wholeNumber(minimum: number) {
  return z
    .string()
    .regex(/^\d{1,15}$/u, { error: 'must be a whole number' })
    .transform(Number)
    .pipe(z.int().min(minimum));
}

/** A share from 0 to 1 in a query. */
export const share = z
  .string()
  .regex(/^(?:\d+(?:\.\d*)?|\.\d+)$/u, { error: 'must be a number from 0 to 1' })
  .transform(Number)
  .pipe(z.number().min(0).max(1));

/** A value of JSON whose shape is somebody else's; what comes from a request is JSON anyway. */
export const anyJson = z.unknown();

/**
 * Flat plain values; `null` counts as absent. Its own rules are checked by the operation, which distinguishes them from
 * those of the request.
 */
export const extraData = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
  .describe(`Flat plain values, at most ${EXTRA_DATA_BYTES} bytes as JSON; echoed in responses and webhooks`);

/** What extra data may be in a request, before it is checked. */
export const givenExtraData = z.unknown().meta({
  type: ['object', 'null'],
  additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
  description: `Flat plain values, at most ${EXTRA_DATA_BYTES} bytes as JSON`,
});

const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f]/u;

/** Name of a file. */
export const documentName = z
  .string()
  .min(1)
  .max(255)
  .refine((name) => !CONTROL_CHARACTERS.test(name), { error: 'must hold no control characters' });

export const documentContentType = z
  .enum(ACCEPTED_CONTENT_TYPES)
  .describe('Media type of the document; required for CSV');

export const issueSchema = z.object({
  path: z.string(),
  message: z.string(),
  line: z.int().min(1).optional(),
  column: z.int().min(1).optional(),
});
