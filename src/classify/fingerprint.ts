/** The grammar of fingerprints: tests that tell whether a config fits a document (chapter 9, 9.2). */
import { z } from 'zod';
import { anchorMatchSchema } from '../anchors/schema.js';
import { closedObject } from '../grammar.js';

const fingerprintMatch = closedObject({
  page: z.enum(['first', 'last', 'every', 'any']).describe('Pages of the document that must hold the match'),
  match: z
    .union([z.array(anchorMatchSchema).min(1), anchorMatchSchema])
    .describe('What must be found there; of an array every element, in any order'),
  offset: z
    .int()
    .optional()
    .describe('Pages by which the first or last page lies away from the match; default 0'),
});

export const fingerprintSchema = closedObject({
  tests: z
    .array(z.union([anchorMatchSchema, fingerprintMatch]))
    .describe('Texts that documents of this kind hold'),
});
export type Fingerprint = z.infer<typeof fingerprintSchema>;
