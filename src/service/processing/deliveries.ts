/** Pushing events to the addresses of callers. */

import { setMaxListeners } from 'node:events';
import { parsedUrl } from '../../foundation/text/url.js';
import { reportError, type ServiceContext } from '../context.js';
import { inStage } from '../metrics.js';
import { pushJob } from '../queue.js';
import type { DeliveryClaim, Receiver } from '../rows.js';
import { type Attempt, deliver } from '../webhooks/deliver.js';
import { afterAttempt } from '../webhooks/retry-plan.js';
import { checkWebhookSecrets } from '../webhooks/signature.js';

/** Pushes under way at once, in all and to one host for one account. */
const MOST_PUSHES = 32;
const MOST_PER_RECEIVER = 4;
/** How long a push is held, in times that a receiver may take: one that is under way is not made twice. */
const LEASE_FACTOR = 4;

/** Pushes that a process makes at the moment. */
export class Deliveries {
  readonly #context: ServiceContext;
  /** Whose pushes are under way, an entry each. */
  readonly #active = new Set<Receiver>();
  readonly #running = new Set<Promise<void>>();
  #starting: Promise<unknown> = Promise.resolve();

  constructor(context: ServiceContext) {
    this.#context = context;
  }

  /**
   * Starts all pushes that are due, as many as may run at once. Calls take turns: two at a time would each count the
   * pushes of an account without those that the other is about to start.
   * @returns how many were started
   */
  start(signal: AbortSignal): Promise<number> {
    const started = this.#starting.then(() => this.#startDue(signal));
    this.#starting = started.catch(() => undefined);
    return started;
  }

  async #startDue(signal: AbortSignal): Promise<number> {
    // Each push under way listens to it; Node would warn of a leak from eleven on.
    setMaxListeners(0, signal);
    let started = 0;
    while (this.#running.size < MOST_PUSHES && !signal.aborted) {
      const { store, limits } = this.#context;
      const leaseMs = LEASE_FACTOR * limits.pushMs;
      const claim = await store.claimDelivery({ leaseMs, ...this.#busy() });
      if (!claim) break;
      started += 1;
      this.#run(claim, signal);
    }
    return started;
  }

  /**
   * Who has enough under way. An account gets another place only while more are free than it has: so it may have half of
   * them, and however many receivers it names, the next account finds one.
   */
  #busy(): { exceptAccounts: string[]; exceptReceivers: Receiver[] } {
    const active = [...this.#active];
    const free = MOST_PUSHES - active.length;
    const count = (of: (each: Receiver) => boolean) => active.filter(of).length;
    const accounts = [...new Set(active.map(({ account }) => account))];
    const isSame = (a: Receiver) => (b: Receiver) => a.account === b.account && a.host === b.host;
    return {
      exceptAccounts: accounts.filter((account) => count((each) => each.account === account) >= free),
      exceptReceivers: active.filter(
        (each, i) => active.findIndex(isSame(each)) === i && count(isSame(each)) >= MOST_PER_RECEIVER,
      ),
    };
  }

  /** Ends when one of the pushes under way has ended; at once when there is none. */
  async one(): Promise<void> {
    // A race without runners never ends.
    if (this.#running.size > 0) await Promise.race(this.#running);
  }

  /** Ends when no push is under way. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  get count(): number {
    return this.#running.size;
  }

  #run(claim: DeliveryClaim, signal: AbortSignal): void {
    const { account, url } = claim.row;
    const receiver = { account, host: hostOf(url) };
    this.#active.add(receiver);
    const push = pushOnce(this.#context, claim, signal)
      .catch((error: unknown) => reportError(this.#context, error, 'deliver'))
      .finally(() => {
        this.#running.delete(push);
        this.#active.delete(receiver);
      });
    this.#running.add(push);
  }
}

function hostOf(url: string): string {
  return parsedUrl(url)?.host ?? '';
}

/** Makes one attempt and writes down how it went; the next one gets a job. */
async function pushOnce(context: ServiceContext, claim: DeliveryClaim, signal: AbortSignal): Promise<void> {
  const { row, token } = claim;
  const { store, queue, random } = context;
  const clock = await context.time.clock();
  const secrets = await secretsOf(context, row.account);
  const made: Attempt = secrets
    ? await inStage(context, 'push', () => sent({ ...context, clock }, claim, secrets, signal))
    : { at: clock.now(), durationMs: 0, error: 'The push could not be signed' };
  const { retryAfterMs, ...attempt } = made;
  const attempts = row.attempts.length - row.seriesStart + 1;
  const share = (random(1)[0] ?? 0) / 256;
  const next = afterAttempt(attempts, made, share);
  if (!(await store.recordAttempt(row.id, token, attempt, next))) return;
  context.telemetry.measure('pushes', 1, { state: next.state });
  const runAt = next.state === 'pending' ? clock.now() + next.delayMs : clock.now();
  // Where it ended, the next push of the same extraction may begin.
  await queue.enqueue([pushJob(row.extractionId, runAt)]);
}

/** The secrets of an account; null where the host has none to give, of which it hears. */
async function secretsOf(context: ServiceContext, account: string): Promise<readonly string[] | null> {
  try {
    const secrets = await context.secrets.webhooks(account);
    checkWebhookSecrets(secrets);
    return secrets;
  } catch (error) {
    reportError(context, error, 'webhook secrets');
    return null;
  }
}

function sent(
  { fetch, policy, clock, limits, telemetry }: ServiceContext,
  { row, body, traceparent: cause }: DeliveryClaim,
  secrets: readonly string[],
  signal: AbortSignal,
): Promise<Attempt> {
  const facts = { 'extraction.id': row.extractionId, 'delivery.id': row.id };
  return telemetry.span(
    'push',
    facts,
    ({ traceparent }) => {
      const push = {
        id: row.eventId,
        event: row.event,
        sequence: row.sequence,
        url: row.url,
        body,
        traceparent,
      };
      return deliver(push, { fetch, policy, clock, signal, secrets, maxMs: limits.pushMs });
    },
    cause,
  );
}
