/** Operations about the service itself. */
import * as z from 'zod';
import { isDoneWithin } from '../clock.js';
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
  async run({ context }) {
    const { store, clock, limits } = context;
    const { healthMs } = limits;
    try {
      if (await isDoneWithin(clock, healthMs, store.checkWritable())) return { status: 'ok' as const };
      throw new StoreError('unavailable', `The database has said nothing for ${healthMs} ms`);
    } catch (error) {
      throw serviceError('unavailable', undefined, {
        cause: error,
        retryAfterSeconds: UNAVAILABLE_RETRY_SECONDS,
      });
    }
  },
});

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
