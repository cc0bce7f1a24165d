/** Operations on deliveries of webhooks. */
import * as z from 'zod';
import { commit, shownTime } from '../context.js';
import { serviceError } from '../errors.js';
import { type CallOptions, calledAs, defineOperation } from '../operation.js';
import { pushJob } from '../queue.js';
import type { DeliveryRow } from '../rows.js';
import { rowId } from '../schemas/common.js';
import { deliveryList, deliverySchema, type WebhookDelivery } from '../schemas/webhooks.js';
import { extractionById } from './lookups.js';

const tag = 'Webhooks';
const params = z.object({ id: rowId });

export const listDeliveries = defineOperation({
  id: 'listWebhookDeliveries',
  as: calledAs('webhooks.deliveries', (id: string, options?: CallOptions) => ({ params: { id }, options })),
  tag,
  summary: 'What became of the pushes of an extraction',
  method: 'GET',
  path: '/extractions/{id}/webhook_deliveries',
  access: { scope: 'read' },
  environments: 'rows',
  params,
  response: deliveryList,
  errors: ['not_found'],
  async run({ context, call, params: { id } }) {
    const row = await extractionById(context, call, id);
    return { webhook_deliveries: (await context.store.listDeliveries(row.id)).map(shownDelivery) };
  },
});

export const redeliver = defineOperation({
  id: 'redeliverWebhook',
  as: calledAs('webhooks.redeliver', (id: string, options?: CallOptions) => ({ params: { id }, options })),
  tag,
  summary: 'Sends a push again, with the same webhook-id',
  method: 'POST',
  path: '/webhook_deliveries/{id}/redeliver',
  access: { scope: 'review' },
  environments: 'rows',
  params,
  response: deliverySchema,
  errors: ['not_found'],
  async run({ context, call, params: { id } }) {
    const { store } = context;
    const known = await store.getDelivery(call.account, id);
    if (!known) throw serviceError('not_found');
    await extractionById(context, call, known.extractionId);
    return commit(context, async ({ tx, jobs }) => {
      const outcome = await store.redeliver(call.account, id, tx);
      const row = await store.getDelivery(call.account, id, tx);
      if (outcome === null || outcome === 'gone' || !row) throw serviceError('not_found');
      jobs.push(pushJob(row.extractionId));
      return shownDelivery(row);
    });
  },
});

function shownDelivery(row: DeliveryRow): WebhookDelivery {
  return {
    id: row.id,
    extraction_id: row.extractionId,
    event: row.event,
    sequence: row.sequence,
    url: row.url,
    state: row.state,
    next_attempt_at: row.nextAttemptAt === null ? null : shownTime(row.nextAttemptAt),
    attempts: row.attempts.map(({ at, status, error, durationMs, response }) => ({
      at: shownTime(at),
      ...(status !== undefined && { status }),
      ...(error !== undefined && { error }),
      duration_ms: durationMs,
      ...(response !== undefined && { response }),
    })),
  };
}
