/** Requests and responses about webhooks and what became of their deliveries. */
import * as z from 'zod';
import { closedObject } from '../../foundation/schema/grammar.js';
import type { EventName } from '../rows.js';
import { anyJson, named, rowId, timestamp } from './common.js';

/** Longest address of a webhook or document, in characters. */
const MAX_ADDRESS = 2_048;
export const address = z.string().min(1).max(MAX_ADDRESS);

export const webhookSchema = named(
  'Webhook',
  closedObject({
    url: address.describe('Where results are pushed to, signed with the secrets of the account'),
    payload: anyJson
      .optional()
      .describe('Any JSON that comes back with each push, as do the extraction and its account'),
  }),
);
export type Webhook = z.infer<typeof webhookSchema>;

const EVENT_NAMES = [
  'extraction.complete',
  'extraction.failed',
  'extraction.retried',
  'extraction.review_changed',
] as const satisfies readonly EventName[];

export const deliverySchema = named(
  'WebhookDelivery',
  z.object({
    id: z.string(),
    extraction_id: rowId,
    event: z.enum(EVENT_NAMES),
    sequence: z.int().min(1),
    url: z.string(),
    state: z.enum(['pending', 'delivered', 'dead']),
    next_attempt_at: timestamp.nullable(),
    attempts: z.array(
      z.object({
        at: timestamp,
        status: z.int().optional(),
        error: z.string().optional(),
        duration_ms: z.number(),
        response: z.string().optional(),
      }),
    ),
  }),
);
export type WebhookDelivery = z.infer<typeof deliverySchema>;
export const deliveryList = z.object({ webhook_deliveries: z.array(deliverySchema) });
