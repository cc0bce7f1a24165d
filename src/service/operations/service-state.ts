/** Operations about the service itself. */
import * as z from 'zod';
import { isDoneWithin } from '../clock.js';
import type { ServiceContext } from '../context.js';
import { serviceError, UNAVAILABLE_RETRY_SECONDS } from '../errors.js';
import { openApi } from '../openapi.js';
import { type AnyOperation, defineOperation, JsonText } from '../operation.js';
import { JOB_KINDS } from '../queue.js';
import { named } from '../schemas/common.js';
import { StoreError } from '../store-error.js';

const tag = 'Service';

export const health = defineOperation({
  id: 'health',
  tag,
  summary: 'Whether the service can work',
  method: 'GET',
  path: '/health',
  access: { open: 'public' },
  environments: 'none',
  response: named('Health', z.object({ status: z.literal('ok') })),
  run: ({ context }) => okIf(context, { database: context.store.checkWritable() }),
});

export const ready = defineOperation({
  id: 'ready',
  tag,
  summary: 'Whether the service does its work: rows can be written, bytes read, and workers take jobs',
  method: 'GET',
  path: '/ready',
  access: { open: 'public' },
  environments: 'none',
  response: named('Readiness', z.object({ status: z.literal('ok') })),
  run: ({ context }) =>
    okIf(context, {
      database: context.store.checkWritable(),
      blobs: context.blobs.size(NO_BLOB),
      workers: isWorkedOn(context),
    }),
});

/** A blob that nobody has: the storage only has to say so. */
const NO_BLOB = 'anchorline/ready/none';

/** What is wrong where a check fails; it says nothing of what lies behind. */
const FAILURES = {
  database: 'rows cannot be written',
  blobs: 'documents cannot be read',
  workers: 'jobs wait for longer than a lease, and no worker holds any',
};
type Check = keyof typeof FAILURES;

/** @throws StoreError where jobs wait for longer than a lease that are not paused, and nobody holds any */
async function isWorkedOn({ queue, pauses, limits }: ServiceContext): Promise<void> {
  const kinds = await pauses.running(JOB_KINDS);
  const sizes = await queue.size();
  const isIdle = kinds.every((kind) => sizes[kind].leased === 0);
  if (!isIdle || kinds.every((kind) => sizes[kind].oldestMs <= limits.leaseMs)) return;
  throw new StoreError('unavailable', 'No worker takes jobs');
}

/** @throws ServiceError `unavailable` that names the checks which fail, or say nothing in time */
async function okIf(
  { clock, limits }: ServiceContext,
  checks: Partial<Record<Check, Promise<unknown>>>,
): Promise<{ status: 'ok' }> {
  const failed = await Promise.all(
    Object.entries(checks).map(async ([path, check]) => {
      const isGood = await isDoneWithin(clock, limits.healthMs, check).catch(() => false);
      return isGood ? [] : [{ path, message: FAILURES[path as Check] }];
    }),
  );
  const issues = failed.flat();
  if (issues.length === 0) return { status: 'ok' };
  throw serviceError('unavailable', undefined, { issues, retryAfterSeconds: UNAVAILABLE_RETRY_SECONDS });
}

/** The operation that describes all, itself included. */
export function describing(operations: readonly AnyOperation[], version: string): AnyOperation {
  const all: AnyOperation[] = [...operations];
  let description: JsonText | undefined;
  const describe = defineOperation({
    id: 'describe',
    tag,
    summary: 'This description',
    method: 'GET',
    path: '/openapi.json',
    access: { open: 'public' },
    environments: 'none',
    response: z.custom<JsonText>().meta({ type: 'object' }),
    async run({ context }) {
      // It is the same for every request of a service, and open to everybody.
      description ??= new JsonText(
        JSON.stringify(openApi(all, { version, base: context.baseUrl ?? context.basePath })),
      );
      return description;
    },
  });
  all.push(describe);
  return describe;
}
