/** Operations about the service itself. */
import { z } from 'zod';
import { serviceError, UNAVAILABLE_RETRY_SECONDS } from '../errors.js';
import { openApi } from '../openapi.js';
import { type AnyOperation, defineOperation } from '../operation.js';
import { named } from '../schemas/common.js';

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
    try {
      await context.store.ping();
    } catch (error) {
      throw serviceError('unavailable', undefined, {
        cause: error,
        retryAfterSeconds: UNAVAILABLE_RETRY_SECONDS,
      });
    }
    return { status: 'ok' as const };
  },
});

/** The operation that describes all, itself included. */
export function describing(operations: readonly AnyOperation[], version: string): AnyOperation {
  const all: AnyOperation[] = [...operations];
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
      const base = context.baseUrl ?? context.basePath;
      return openApi(all, { version, base }) as { openapi: string; [member: string]: unknown };
    },
  });
  all.push(describe);
  return describe;
}
