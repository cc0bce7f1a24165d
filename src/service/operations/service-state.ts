/** Operations about the service itself. */
import { z } from 'zod';
import type { ServiceClock } from '../clock.js';
import { serviceError, UNAVAILABLE_RETRY_SECONDS } from '../errors.js';
import { openApi } from '../openapi.js';
import { type AnyOperation, defineOperation } from '../operation.js';
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
  async run({ context }) {
    const { store, clock, limits } = context;
    const answered = new AbortController();
    try {
      await Promise.race([store.ping(), silence(limits.healthMs, clock, answered.signal)]);
    } catch (error) {
      throw serviceError('unavailable', undefined, {
        cause: error,
        retryAfterSeconds: UNAVAILABLE_RETRY_SECONDS,
      });
    } finally {
      answered.abort();
    }
    return { status: 'ok' as const };
  },
});

/** Fails when the database has been silent for that long. Never fails once the signal says that it has answered. */
async function silence(milliseconds: number, clock: ServiceClock, answered: AbortSignal): Promise<void> {
  try {
    await clock.sleep(milliseconds, answered);
  } catch {
    return;
  }
  throw new StoreError('unavailable', `The database has said nothing for ${milliseconds} ms`);
}

/** The operation that describes all, itself included. */
export function describing(operations: readonly AnyOperation[], version: string): AnyOperation {
  const all: AnyOperation[] = [...operations];
  let description: ReturnType<typeof openApi> | undefined;
  const describe = defineOperation({
    id: 'describe',
    tag,
    summary: 'This description',
    method: 'GET',
    path: '/openapi.json',
    access: { open: 'public' },
    environments: 'none',
    response: z.looseObject({ openapi: z.string() }),
    async run({ context }) {
      // It is the same for every request of a service.
      description ??= openApi(all, { version, base: context.baseUrl ?? context.basePath });
      return description;
    },
  });
  all.push(describe);
  return describe;
}
