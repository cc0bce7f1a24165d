/** Finding the type of a document, at once or in a worker. */

import { ClassificationError, ConfigError } from '../../errors.js';
import type { DocumentType } from '../../run/classify/document-type.js';
import type { ServiceContext } from '../context.js';
import { ServiceError, serviceError } from '../errors.js';
import type { LeasedJob } from '../queue.js';
import type { ReceivedDocument } from '../received-document.js';
import type { ClassificationOutcome, TypeRow } from '../rows.js';
import type { Classification } from '../schemas/classification.js';
import { visibleType } from './candidates.js';
import { issuesOf, whileCallerWaits } from './checks.js';
import { documentBytes, retryDelay, type Working } from './extraction-job.js';
import { failureOf, INTERRUPTED, isServiceErrorCode } from './failures.js';
import { LeaseLost, underLease } from './lease.js';

/**
 * The type of a document among some.
 * @throws ServiceError `no_matching_type`, `llm_unavailable`, `sync_timeout`, and what is wrong with the document
 */
export async function classifyBytes(
  context: ServiceContext,
  types: readonly TypeRow[],
  { bytes, contentType }: Pick<ReceivedDocument, 'bytes' | 'contentType'>,
  signal: AbortSignal,
): Promise<Classification> {
  const { extractor, classification, llm } = context;
  if (types.length === 0) throw serviceError('no_matching_type');
  try {
    return await whileCallerWaits(context, signal, async (waiting) => {
      const known = await Promise.all(types.map((row) => typeWithConfigs(context, row)));
      const among = (candidates: readonly DocumentType[]) =>
        extractor.classify(bytes, candidates, undefined, {
          contentType,
          classifyBy: classification.type,
          ...(llm && { llm }),
          signal: waiting,
        });
      const found = await among(known).catch(async (error: unknown) => {
        if (!(error instanceof ConfigError)) throw error;
        return among(await Promise.all(known.map((type) => withReadableConfigs(context, type, waiting))));
      });
      const { id, name } = types.find((row) => row.name === found.document_type.name)!;
      return {
        document_type: { id, name, score: 1 },
        reference_documents: [],
        classification_summary: [],
        method: found.method,
      };
    });
  } catch (error) {
    throw asServiceError(error);
  }
}

/** A type with its production configs; one without any is recognised by its name and description. */
async function typeWithConfigs(context: ServiceContext, row: TypeRow): Promise<DocumentType> {
  try {
    return (await visibleType(context, row, 'production')).type;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'no_published_config') throw error;
    const { id, name, description } = row;
    return { id, name, ...(description !== null && { description }), configs: [] };
  }
}

/** A type without its configs where this extractor cannot read one of them any more. */
async function withReadableConfigs(
  context: ServiceContext,
  type: DocumentType,
  signal: AbortSignal,
): Promise<DocumentType> {
  for (const { config } of type.configs) {
    // Configs of types are texts here, see `candidates.ts`.
    const issues = await issuesOf(context, { config: config as string }, signal);
    if (issues.length > 0) return { ...type, configs: [] };
  }
  return type;
}

/** An error of the extractor as callers who wait for the answer see it. */
export function asServiceError(error: unknown): unknown {
  if (error instanceof ServiceError) return error;
  if (error instanceof ClassificationError) {
    return new ServiceError(error.code, error.message, { cause: error });
  }
  const { issue } = failureOf(error);
  const { code, message } = issue;
  return isServiceErrorCode(code) && code !== 'internal'
    ? new ServiceError(code, message, { cause: error })
    : error;
}

/** One attempt at a classification by a worker. */
export async function classificationJob(
  context: ServiceContext,
  job: LeasedJob,
  working: Working,
): Promise<void> {
  const { store, queue, limits, clock } = context;
  const { leaseMs, maxAttempts } = limits;
  const claim = await store.claimClassification(job.key, { leaseMs, worker: working.worker, maxAttempts });
  if (!claim) {
    const row = await store.getClassification(null, job.key);
    const by = { because: 'interrupted', maxAttempts } as const;
    const isOver = !row || row.phase === 'done' || (await store.finishClassification(job.key, by, LOST));
    const left = row?.lease ? row.lease.until - (await context.time.now()) : 0;
    if (isOver) await queue.done(job);
    else await queue.retry(job, { delayMs: Math.max(1000, left), error: 'held by another worker' });
    return;
  }
  const { row, token } = claim;
  const renew = () => store.renewClassification(row.id, token, leaseMs);
  try {
    const result = await underLease({ leaseMs, clock, signal: working.signal, renew }, async (signal) => {
      const all = await store.listTypes(row.account);
      const types = row.typeIds ? all.filter(({ id }) => row.typeIds?.includes(id)) : all;
      const { contentType } = row.document;
      return classifyBytes(context, types, { bytes: await documentBytes(context, row), contentType }, signal);
    });
    await store.finishClassification(row.id, { token }, { ok: true, result: JSON.stringify(result) });
    await queue.done(job);
  } catch (error) {
    if (error instanceof LeaseLost) return void (await queue.done(job));
    if (working.signal.aborted) {
      await store.releaseClassification(row.id, token, { refund: true });
      await queue.retry(job, { delayMs: 0, error: 'the worker stopped' });
      return;
    }
    if (await working.outages.confirms(error)) {
      const delayMs = working.outages.left;
      await store.releaseClassification(row.id, token, { refund: true, delayMs });
      await queue.retry(job, { delayMs, error: 'an outage' });
      return;
    }
    const failed = failureOf(error);
    if (failed.isTransient && claim.attempt < maxAttempts) {
      const delayMs = retryDelay(context, claim.attempt, failed);
      await store.releaseClassification(row.id, token, { refund: false, delayMs });
      await queue.retry(job, { delayMs, error: failed.issue.code ?? 'unexpected' });
      return;
    }
    await store.finishClassification(row.id, { token }, outcomeOf(error, failed.issue.message));
    await queue.done(job);
  }
}

/** What is answered for a classification whose workers were lost. */
export const LOST: ClassificationOutcome = {
  ok: false,
  status: 500,
  code: 'internal',
  message: INTERRUPTED.message,
};

function outcomeOf(error: unknown, message: string): ClassificationOutcome {
  return error instanceof ServiceError
    ? { ok: false, status: error.status, code: error.code, message: error.message }
    : { ok: false, status: 500, code: 'internal', message };
}
