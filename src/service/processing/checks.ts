/** What callers write, checked where the extractor runs: behind the wall of its workers, and for as long as a caller waits. */
import { ConfigError, DocumentError } from '../../errors.js';
import type { CheckedText } from '../../extractor.js';
import { deadlineIn } from '../clock.js';
import type { ServiceContext } from '../context.js';
import { type RequestIssue, serviceError } from '../errors.js';
import { shownPath } from '../http/nul.js';

/** Part of the time of a request that a check may take by itself; the rest is for waiting until it has its turn. */
const OWN_SHARE = 0.5;

/** How long a check may take by itself, as the extractor takes it. */
export function checkLimits({ limits }: ServiceContext): { readonly milliseconds: number } {
  return { milliseconds: Math.ceil(limits.syncTimeoutMs * OWN_SHARE) };
}

/**
 * Works for a caller who waits.
 * @param work is given a signal that aborts when the time is over, or the caller has gone
 * @throws ServiceError `sync_timeout`; whatever the work throws
 */
export async function whileCallerWaits<Result>(
  { limits, clock }: ServiceContext,
  caller: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const deadline = deadlineIn(limits.syncTimeoutMs, clock, caller);
  try {
    return await work(deadline.signal);
  } catch (error) {
    const isLate = deadline.isOver() || (error instanceof DocumentError && error.code === 'timed_out');
    if (isLate) throw serviceError('sync_timeout', { n: limits.syncTimeoutMs / 1000 });
    throw error;
  } finally {
    deadline.release();
  }
}

/** All errors of a config or of validations; warnings do not count. @throws ServiceError `sync_timeout` */
export async function issuesOf(
  context: ServiceContext,
  given: CheckedText,
  caller: AbortSignal,
): Promise<readonly RequestIssue[]> {
  const found = await whileCallerWaits(context, caller, (signal) =>
    context.extractor.check(given, { limits: checkLimits(context), signal }),
  ).catch((error: unknown) => {
    if (error instanceof ConfigError) return error.issues;
    throw error;
  });
  return found
    .filter(({ severity }) => severity === 'error')
    .map(({ path, message, line, column }) => ({
      path: shownPath(path),
      message,
      ...(line !== undefined && { line }),
      ...(column !== undefined && { column }),
    }));
}

/** @throws ServiceError `config_invalid` with path, line and column of each error, `sync_timeout` */
export async function checkConfig(
  context: ServiceContext,
  config: string,
  caller: AbortSignal,
): Promise<void> {
  const issues = await issuesOf(context, { config }, caller);
  if (issues.length > 0) throw serviceError('config_invalid', undefined, { issues });
}
