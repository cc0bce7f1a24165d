/** How an extraction ends, and what is written with that. */
// See docs/language/09-service.md#962-transitions

import { orderedJson } from '../../foundation/objects/members.js';
import { type Change, commit, type ServiceContext, shownTime } from '../context.js';
import type {
  CoverageKey,
  ExtractionIssue,
  ExtractionRow,
  Outcome,
  OutcomeSummary,
  WithoutLease,
} from '../extraction-rows.js';
import { COVERAGE_BUCKETS } from '../extraction-rows.js';
import { inStage } from '../metrics.js';
import { observeEvents } from '../observe.js';
import { pushJob, verifyJobOf } from '../queue.js';
import { type StoredResult, shownExtraction } from '../render.js';
import type { EventName } from '../rows.js';
import type { Extraction } from '../schemas/extractions.js';

/** A document that counts in the statistics: its config, and its coverage from 0 to 1. */
export interface Counted extends Omit<CoverageKey, 'account' | 'environment'> {
  readonly coverage: number;
}

/** The end of an attempt: what is stored, and what is counted. */
export interface Ending {
  readonly outcome: Omit<Outcome, 'result'>;
  readonly result: StoredResult | null;
  readonly counted: readonly Counted[];
  /** Whether a model is asked beside the layout, in the background. */
  readonly isVerified?: boolean;
}

const NOTHING: OutcomeSummary = {
  errors: [],
  configuration: null,
  configurationVersion: null,
  coverage: null,
  pageCount: null,
  charged: 0,
  validations: null,
  validationSummary: null,
  documents: null,
};

/** A failure. @param pageCount where the document could be loaded */
export function failure(errors: readonly ExtractionIssue[], pageCount: number | null = null): Ending {
  return {
    outcome: {
      status: 'FAILED',
      summary: { ...NOTHING, errors, pageCount },
      reviewStatuses: [],
      configIds: [],
    },
    result: null,
    counted: [],
  };
}

/** A success. */
export function success(
  summary: Partial<OutcomeSummary>,
  rest: Omit<Ending, 'outcome'> &
    Pick<Outcome, 'reviewStatuses' | 'configIds'> &
    Partial<Pick<Outcome, 'typeIds'>>,
): Ending {
  const { result, counted, isVerified = false, reviewStatuses, configIds, typeIds } = rest;
  return {
    outcome: {
      status: 'COMPLETE',
      summary: { ...NOTHING, ...summary },
      reviewStatuses,
      configIds,
      ...(typeIds && { typeIds }),
    },
    result,
    counted,
    isVerified,
  };
}

/**
 * Ends an extraction: result, event, delivery and counters in one transaction, or nothing of it.
 * @param also what else belongs into the transaction
 * @returns the extraction as it is now; null when it was somebody else's to end
 */
export async function finish(
  context: ServiceContext,
  row: ExtractionRow,
  by: { readonly token: string } | WithoutLease,
  ending: Ending,
  also: (change: Change) => Promise<unknown> = async () => undefined,
): Promise<ExtractionRow | null> {
  const { store } = context;
  const { result } = ending;
  const outcome: Outcome = { ...ending.outcome, result: result && orderedJson(result) };
  const end = async (change: Change) => {
    if (!(await store.finish(row.id, by, outcome, change.tx))) return null;
    const done = await store.getExtraction(null, row.id, change.tx);
    if (!done) return null;
    const name = outcome.status === 'COMPLETE' ? 'extraction.complete' : 'extraction.failed';
    await tell(context, change, done, result ?? undefined, name);
    if (ending.isVerified) change.jobs.push(verifyJobOf(row.id, row.account));
    await also(change);
    const day = shownTime(row.created).slice(0, 'YYYY-MM-DD'.length);
    // Counters are shared: they come last, so that others of the config wait for no more than the end of this.
    for (const { coverage, ...key } of ending.counted) {
      const counter = { ...key, account: row.account, environment: row.request.environment };
      await store.addCoverage(day, counter, coverageBucket(coverage), change.tx);
    }
    return done;
  };
  return inStage(context, 'store', () => commit(context, end));
}

/** Writes the event of a change, and its push where one is wanted, into the transaction of the change. */
export async function tell(
  context: ServiceContext,
  change: Change,
  row: ExtractionRow,
  result: StoredResult | undefined,
  name: EventName,
): Promise<void> {
  const extraction = shownExtraction(row, result, context.portfolioNames);
  const { webhook } = row.request;
  const id = `evt_${context.newId()}`;
  const isPushed = webhook !== undefined && row.origin !== 'sync';
  const sequence = await context.store.insertEvent(
    {
      id,
      account: row.account,
      extractionId: row.id,
      name,
      created: change.at,
      body: isPushed ? pushBody(context, row.account, extraction) : null,
      push: isPushed ? { deliveryId: context.newId(), url: webhook.url } : null,
    },
    change.tx,
  );
  if (isPushed) change.jobs.push(pushJob(row.id));
  const event = { id, name, account: row.account, sequence, extraction };
  change.afterwards.push(
    () => observeEvents(context.telemetry)(event),
    () => context.hooks.onEvent?.(event),
  );
}

/**
 * What is pushed: the extraction with its account and the payload of its webhook; what is too large goes without its
 * data.
 */
function pushBody({ limits }: ServiceContext, account: string, extraction: Extraction): string {
  const payload = extraction.webhook?.payload;
  const pushed = { ...extraction, account, ...(payload !== undefined && { payload }) };
  const text = orderedJson(pushed);
  if (new TextEncoder().encode(text).byteLength <= limits.maxResponseBytes) return text;
  const { parsed_document: _dropped, postprocessorOutput: _also, documents, ...rest } = pushed;
  const shortened = documents?.map(({ output: _output, ...document }) => document);
  return orderedJson({ ...rest, ...(shortened && { documents: shortened }), truncated: true });
}

const PERCENT = 100;

/** The bucket of a coverage from 0 to 1: tenths up to 90 percent, then [90,95), [95,100) and 100. */
export function coverageBucket(coverage: number): number {
  // A share such as 0.95 times 100 may be a hair less than 95.
  const percent = Math.round(coverage * PERCENT * 1e9) / 1e9;
  if (percent >= PERCENT) return COVERAGE_BUCKETS - 1;
  if (percent >= 95) return COVERAGE_BUCKETS - 2;
  return Math.max(0, Math.min(Math.floor(percent / 10), COVERAGE_BUCKETS - 3));
}
