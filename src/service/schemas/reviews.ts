/** Requests and responses about reviews and the tokens for them. */
import * as z from 'zod';
import { closedObject } from '../../foundation/schema/grammar.js';
import { anyJson, named, rowId, timestamp } from './common.js';

const MAX_GRANTS = 100;
const MAX_COMMENT = 2_000;
const MAX_REVIEWER = 200;

/** A grant as callers write it. */
const givenGrant = z.union([
  closedObject({
    route: z.literal('/documents/{id}'),
    method: z.enum(['GET', 'PUT']),
    path: closedObject({ id: rowId }),
  }),
  closedObject({
    route: z.literal('/extractions/{id}'),
    method: z.literal('PUT'),
    path: closedObject({ id: rowId }),
  }),
]);

export const tokenRequest = named(
  'TokenRequest',
  closedObject({
    grants: z.array(givenGrant).min(1).max(MAX_GRANTS),
    expires: z.iso.datetime({ offset: true }).optional().describe('At most 30 days away; default 7 days'),
  }),
);
export type TokenRequest = z.infer<typeof tokenRequest>;

/** A call that was made with a token. */
const tokenUse = z.object({
  at: timestamp,
  route: z.string(),
  method: z.string(),
  path: z.object({ id: rowId }),
});

export const tokenResponse = named(
  'Token',
  z.object({
    token: z.string(),
    created: timestamp,
    expires: timestamp,
    grants: z.array(givenGrant),
    usage: z.array(tokenUse),
  }),
);

export const reviewRequest = named(
  'Review',
  closedObject({
    reviewStatus: z.enum(['APPROVED', 'REJECTED']).optional().describe('Absent saves the edits only'),
    fields: z
      .record(z.string(), anyJson)
      .optional()
      .describe('New values of top-level fields; plain values replace only `value`'),
    document: z.int().min(0).optional().describe('Position in `documents`, for portfolios'),
    version: z.int().min(0).optional().describe('The review_version that was read last'),
    comment: z.string().max(MAX_COMMENT).optional(),
    reviewer: z.string().max(MAX_REVIEWER).optional(),
  }),
);
export type ReviewRequest = z.infer<typeof reviewRequest>;
