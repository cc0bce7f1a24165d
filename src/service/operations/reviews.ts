/** Operations of reviews: tokens for reviewers, decisions, corrections. */
import * as z from 'zod';
import { DAY_MS } from '../../limits.js';
import { noteDeed } from '../audit.js';
import { shownTime } from '../context.js';
import { invalidRequest, serviceError } from '../errors.js';
import { principalOfCaller } from '../invoke.js';
import { type CallOptions, calledAs, defineOperation, jsonBody } from '../operation.js';
import { reviewed } from '../processing/review.js';
import { linkedExtraction, storedResult } from '../render.js';
import { tokenHash } from '../review-tokens.js';
import type { TokenRow } from '../rows.js';
import { rowId } from '../schemas/common.js';
import { extraction } from '../schemas/extractions.js';
import type { ReviewRequest, TokenRequest } from '../schemas/reviews.js';
import { reviewRequest, tokenRequest, tokenResponse } from '../schemas/reviews.js';
import { extractionById, extractionsById } from './lookups.js';

const tag = 'Reviews';

export const createToken = defineOperation({
  id: 'createReviewToken',
  as: calledAs('reviews.createToken', (body: TokenRequest, options?: CallOptions) => ({ body, options })),
  tag,
  summary: 'Makes a token with which a reviewer may read and review some extractions',
  method: 'POST',
  path: '/account/auth_tokens',
  access: { scope: 'review' },
  environments: 'rows',
  body: jsonBody(tokenRequest),
  response: tokenResponse,
  errors: ['not_found'],
  creates: true,
  isSecret: true,
  async run({ context, call, body }) {
    const { store, time, limits, newId } = context;
    const now = await time.now();
    const expires = body.expires === undefined ? now + limits.reviewTokenMs : Date.parse(body.expires);
    if (expires <= now || expires > now + limits.maxReviewTokenMs) {
      const days = limits.maxReviewTokenMs / DAY_MS;
      throw invalidRequest({ path: 'expires', message: `must be in the future, at most ${days} days away` });
    }
    const ids = [...new Set(body.grants.map(({ path }) => path.id))];
    const known = await extractionsById(context, call, ids);
    if (known.length < ids.length) throw serviceError('not_found');
    const secret = newId();
    const row: TokenRow = {
      id: newId(),
      account: call.account,
      hash: await tokenHash(secret),
      grants: body.grants.map(({ route, method, path }) => ({ route, method, extractionId: path.id })),
      created: now,
      expires,
      revoked: null,
      uses: [],
    };
    const shown = {
      token: `${row.id}:${secret}`,
      created: shownTime(now),
      expires: shownTime(expires),
      grants: body.grants,
      usage: [],
    };
    await store.transaction(async (tx) => {
      await store.insertToken(row, tx);
      await noteDeed(context, call, { action: 'token.created', subject: row.id, name: null }, tx);
    });
    return shown;
  },
});

/** A review token as it is shown after it was made: never its text. */
export interface ShownToken extends Omit<z.infer<typeof tokenResponse>, 'token'> {
  readonly id: string;
  readonly revoked?: string;
}

/** What a token grants, and the calls that were made with it, oldest first. */
export function shownToken({ id, created, expires, revoked, grants, uses }: TokenRow): ShownToken {
  return {
    id,
    created: shownTime(created),
    expires: shownTime(expires),
    ...(revoked !== null && { revoked: shownTime(revoked) }),
    // Grants are stored as their schema took them.
    grants: grants.map(({ extractionId, ...rest }) => ({
      ...rest,
      path: { id: extractionId },
    })) as ShownToken['grants'],
    usage: uses.map(({ at, extractionId, ...rest }) => ({
      at: shownTime(at),
      ...rest,
      path: { id: extractionId },
    })),
  };
}

export const reviewExtraction = defineOperation({
  id: 'reviewExtraction',
  as: calledAs('reviews.review', (id: string, body: ReviewRequest, options?: CallOptions) => ({
    params: { id },
    body,
    options,
  })),
  tag,
  summary: 'Approves or rejects an extraction, with corrections or without, or saves corrections',
  method: 'PUT',
  path: '/extractions/{id}',
  access: { scope: 'review', own: true },
  environments: 'rows',
  params: z.object({ id: rowId }),
  body: jsonBody(reviewRequest, { maxBytes: (limits) => limits.maxConfigBodyBytes }),
  response: extraction,
  errors: ['not_found', 'review_closed', 'stale_review', 'sync_timeout'],
  async run({ context, call, params, body }) {
    const row = await extractionById(context, call, params.id);
    const principal = principalOfCaller(call.caller);
    const actor = principal ? ({ type: 'key', name: principal.name } as const) : null;
    const done = await reviewed(context, row, body, actor, call.signal);
    const result = await context.store.getResult(row.id);
    return linkedExtraction(context, call.base, done, storedResult(result));
  },
});
