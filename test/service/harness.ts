/** A service in memory with a clock that tests turn, and a client for it. */

import { createExtractor } from '../../src/extractor.js';
import { makeKey, type NewKey } from '../../src/service/api-keys.js';
import type { ServiceClock } from '../../src/service/clock.js';
import { memoryKeys } from '../../src/service/memory-keys.js';
import { createService, type Service, type ServiceOptions } from '../../src/service/service.js';

/** A clock that is still until it is turned; whoever sleeps wakes when it passes. */
export class TestClock implements ServiceClock {
  #now: number;
  #sleepers: { readonly at: number; wake(): void }[] = [];

  constructor(start = Date.UTC(2026, 0, 15, 12)) {
    this.#now = start;
  }

  now = (): number => this.#now;

  sleep = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const onAbort = () => {
        this.#sleepers = this.#sleepers.filter((each) => each !== sleeper);
        reject(signal?.reason);
      };
      const wake = () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      };
      const sleeper = { at: this.#now + milliseconds, wake };
      this.#sleepers.push(sleeper);
      signal?.addEventListener('abort', onAbort, { once: true });
    });

  turn(milliseconds: number): void {
    this.#now += milliseconds;
    const due = this.#sleepers.filter(({ at }) => at <= this.#now);
    this.#sleepers = this.#sleepers.filter(({ at }) => at > this.#now);
    for (const { wake } of due) wake();
  }
}

export const WEBHOOK_SECRET = `whsec_${Buffer.from('a secret for webhooks, 32 bytes.').toString('base64')}`;

export const SECRETS = {
  urls: ['a secret for addresses that is long enough'],
  webhooks: () => [WEBHOOK_SECRET],
};

/**
 * One extractor for all services of a test file: it keeps nothing of a document. The project `slow-walled` runs it with
 * workers, as services have it by default.
 */
export const extractor = createExtractor({ workers: Number(process.env['TEST_WORKERS'] ?? 0) });

export const ORIGIN = 'http://service.test';

export interface Answer<Body = Record<string, never>> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Body;
}

export interface RequestOptions {
  readonly body?: unknown;
  readonly raw?: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
  readonly headers?: Record<string, string>;
  readonly key?: string | null;
}

export interface Harness {
  readonly service: Service;
  readonly clock: TestClock;
  readonly key: string;
  readonly errors: unknown[];
  newKey(key: Partial<NewKey>): Promise<string>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of any shape.
  call(method: string, path: string, options?: RequestOptions): Promise<Answer<any>>;
}

/** A service with one key that may do everything. */
export async function harness(options: Partial<ServiceOptions> = {}): Promise<Harness> {
  const clock = (options.clock as TestClock | undefined) ?? new TestClock();
  const keys = memoryKeys();
  const errors: unknown[] = [];
  const service = createService({
    keys,
    extractor,
    clock,
    secrets: SECRETS,
    log: { log: () => undefined },
    hooks: { onError: (error) => errors.push(error) },
    ...options,
  });
  const newKey = async (given: Partial<NewKey>) => {
    const { key, row } = await makeKey(
      { account: 'acme', name: 'test', scopes: ['*'], ...given },
      clock.now(),
    );
    await keys.insert(row);
    return key;
  };
  const key = await newKey({});
  return {
    service,
    clock,
    key,
    errors,
    newKey,
    async call(method, path, { body, raw, headers = {}, key: given } = {}) {
      const used = given === undefined ? key : given;
      const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
      const request = new Request(path.startsWith('http') ? path : `${ORIGIN}/v0${path}`, {
        method,
        headers: {
          ...(used !== null && { authorization: `Bearer ${used}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(payload !== undefined && { body: payload, duplex: 'half' }),
      } as RequestInit);
      const response = await service.handle(request);
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
      return {
        status: response.status,
        headers: response.headers,
        text,
        body: isJson && text !== '' ? JSON.parse(text) : {},
      };
    },
  };
}

/**
 * Begins an upload whose body stays open after its first bytes.
 * @returns once these have been read: what it is answered with, and what ends the body
 */
export async function heldUpload(
  { service }: Pick<Harness, 'service'>,
  url: string,
  first: string,
): Promise<{ readonly answer: Promise<Response>; end(): void; breakOff(): void }> {
  let body: ReadableStream<Uint8Array> | undefined;
  let source: ReadableStreamDefaultController<Uint8Array> | undefined;
  const isRead = new Promise<void>((resolve) => {
    const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      source = controller;
      controller.enqueue(new TextEncoder().encode(first));
    };
    // What is asked for when nothing is left was not there to begin with.
    body = new ReadableStream({ start, pull: () => resolve() }, { highWaterMark: 1 });
  });
  const headers = { 'content-type': 'text/plain' };
  const request = new Request(url, { method: 'PUT', body: body!, headers, duplex: 'half' } as RequestInit);
  const answer = service.handle(request);
  await Promise.race([isRead, answer]);
  return { answer, end: () => source!.close(), breakOff: () => source!.error(new Error('gone')) };
}

/** A config that takes what is after `Total:` in a text document. */
export function totalConfig(options: { readonly fingerprint?: string; readonly id?: string } = {}): object {
  const { fingerprint, id = 'total' } = options;
  return {
    ...(fingerprint && { fingerprint: { tests: [{ page: 'first', match: fingerprint }] } }),
    fields: [
      {
        id,
        anchor: { match: { type: 'startsWith', text: 'Total:' } },
        method: { id: 'passthrough' },
        type: { id: 'custom', pattern: '(\\d+)', type: 'string' },
      },
    ],
  };
}

export const INVOICE = 'North Company\nInvoice 17\nTotal: 4200\n';
export const RECEIPT = 'South Company\nReceipt 3\nTotal: 99\n';

/** A document type with published configs. @returns its id */
export async function typeWith(
  { call }: Harness,
  name: string,
  configs: Readonly<Record<string, object>>,
  schema: object = {},
): Promise<string> {
  const type = await call('POST', '/document_types', { body: { name, schema } });
  for (const [config, configuration] of Object.entries(configs)) {
    const made = await call('POST', `/document_types/${type.body.id}/configurations`, {
      body: { name: config, configuration, publish_as: 'production' },
    });
    if (made.status !== 200) throw new Error(made.text);
  }
  return type.body.id;
}

/** Uploads a text document of a type and works until it is done. @returns the id of the extraction */
export async function uploaded(
  { call, service }: Harness,
  type: string,
  text: string,
  options: { readonly query?: string; readonly body?: object } = {},
): Promise<string> {
  const { query = '', body = {} } = options;
  const made = await call('POST', `/generate_upload_url/${type}${query}`, {
    body: { content_type: 'text/plain', ...body },
  });
  if (made.status !== 200) throw new Error(made.text);
  const put = await call('PUT', made.body.upload_url, {
    key: null,
    raw: text,
    headers: { 'content-type': 'text/plain' },
  });
  if (put.status !== 200) throw new Error(put.text);
  await service.runPending();
  return made.body.id;
}
