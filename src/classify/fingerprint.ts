/** The grammar of fingerprints: tests that tell whether a config fits a document. */
import { z } from 'zod';
import { anchorMatchSchema } from '../anchors/schema.js';
import { withDefault } from '../defaults.js';
import { closedObject } from '../grammar.js';

const fingerprintMatch = closedObject({
  page: z
    .enum(['first', 'last', 'every', 'any'])
    .describe('Pages of the document that must contain the match'),
  match: z
    .union([z.array(anchorMatchSchema).min(1), anchorMatchSchema])
    .describe('What must be found there; of an array, every element, in any order'),
  offset: withDefault(z.int(), 0).describe('Pages between the match and the first or last page'),
});

export const fingerprintSchema = closedObject({
  tests: z
    .array(z.union([anchorMatchSchema, fingerprintMatch]))
    .describe('Texts that documents of this kind contain'),
});
export type Fingerprint = z.infer<typeof fingerprintSchema>;
