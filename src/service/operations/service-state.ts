/** Operations about the service itself. */
import * as z from 'zod';
import { isDoneWithin } from '../clock.js';
import type { ServiceContext } from '../context.js';
import { serviceError, UNAVAILABLE_RETRY_SECONDS } from '../errors.js';
import { openApi } from '../openapi.js';
import { type AnyOperation, defineOperation, JsonText } from '../operation.js';
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
  run: ({ context }) => okIf(context, context.store.checkWritable()),
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
    okIf(
      context,
      Promise.all([context.store.checkWritable(), context.blobs.size(NO_BLOB), isWorkedOn(context)]),
    ),
});

/** A blob that nobody has: the storage only has to say so. */
const NO_BLOB = 'anchorline/ready/none';

/** @throws StoreError where documents wait for longer than a lease, and nobody holds any */
async function isWorkedOn({ queue, limits }: ServiceContext): Promise<void> {
  const { fetch, process } = await queue.size();
  const isIdle = fetch.leased + process.leased === 0;
  const oldestMs = Math.max(fetch.oldestMs, process.oldestMs);
  if (isIdle && oldestMs > limits.leaseMs) throw new StoreError('unavailable', 'No worker takes jobs');
}

/** @throws ServiceError `unavailable` where a check fails, or says nothing in time */
async function okIf({ clock, limits }: ServiceContext, check: Promise<unknown>): Promise<{ status: 'ok' }> {
  const { healthMs } = limits;
  try {
    if (await isDoneWithin(clock, healthMs, check)) return { status: 'ok' };
    throw new StoreError('unavailable', `There was no answer for ${healthMs} ms`);
  } catch (error) {
    const retryAfterSeconds = UNAVAILABLE_RETRY_SECONDS;
    throw serviceError('unavailable', undefined, { cause: error, retryAfterSeconds });
  }
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
