/** A service with a schema of its own on a PostgreSQL server, its client, and a receiver of its pushes. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { makeKey, type ServiceLimits } from '../../../src/service/index.js';
import { newSchema } from '../../support/postgres.js';
import { SECRETS } from '../harness.js';
import { openService, type Setup } from './setup.js';

/** A push as it came. */
export interface ReceivedPush {
  /** `webhook-id`. */
  readonly id: string;
  readonly extractionId: string;
  readonly headers: Headers;
  readonly body: string;
  /** When it came, milliseconds since 1970. */
  readonly at: number;
}

/** Answers a push. */
export type Answering = (push: ReceivedPush, response: ServerResponse) => unknown;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

/** How many rows there are of each kind, and what is wrong with them. */
export interface Tally {
  readonly complete: number;
  readonly failed: number;
  /** Extractions that somebody holds. */
  readonly held: number;
  readonly results: number;
  readonly events: number;
  readonly counted: number;
  readonly delivered: number;
  readonly jobs: number;
  /** Times that an extraction was begun, all together. */
  readonly attempts: number;
}

export interface SiteOptions {
  /** URL of `service/index.js`; default the source. */
  readonly library?: string;
  readonly databaseUrl: string;
  readonly limits?: Partial<ServiceLimits>;
  readonly concurrency?: number;
  readonly paceMs?: number;
  /** The way of the service to the database, where that is another than the test's. */
  readonly serviceDatabaseUrl?: string;
  readonly directory?: string | undefined;
  readonly fullFile?: string | undefined;
  readonly engine?: Setup['engine'];
}

/** The source of the library. */
const SOURCE = new URL('../../../src/service/index.ts', import.meta.url).href;

export async function openSite(options: SiteOptions) {
  const { library = SOURCE, databaseUrl, limits = {}, concurrency = 2, paceMs = 0 } = options;
  const schema = newSchema();
  const setup: Setup = {
    library,
    databaseUrl: options.serviceDatabaseUrl ?? databaseUrl,
    schema,
    limits,
    urlSecrets: SECRETS.urls,
    webhookSecrets: SECRETS.webhooks(),
    concurrency,
    paceMs,
    directory: options.directory,
    fullFile: options.fullFile,
    engine: options.engine,
  };
  const admin = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  const web = await openService(setup);
  await web.migrate();
  const { key, row } = await makeKey({ account: 'acme', name: 'client', scopes: ['*'] }, Date.now());
  await web.keys.insert(row);
  const receiver = await openReceiver();

  const call = async (
    method: string,
    path: string,
    body?: unknown,
    given: { readonly headers?: Record<string, string>; readonly raw?: Uint8Array<ArrayBuffer> } = {},
  ): Promise<Answer> => {
    const isJson = body !== undefined;
    const headers = {
      ...(!given.raw && { authorization: `Bearer ${key}` }),
      ...(isJson && { 'content-type': 'application/json' }),
      ...given.headers,
    };
    const payload = given.raw ?? (isJson ? JSON.stringify(body) : undefined);
    const url = path.startsWith('http') ? path : `http://service.test/v0${path}`;
    const response = await web.service.handle(
      new Request(url, { method, headers, ...(payload !== undefined && { body: payload }) }),
    );
    const text = await response.text();
    const shown = response.headers.get('content-type')?.startsWith('application/json')
      ? JSON.parse(text)
      : {};
    return { status: response.status, headers: response.headers, body: shown };
  };
  const expected = async (asked: Promise<Answer>): Promise<Answer['body']> => {
    const { status, body } = await asked;
    if (status !== 200) throw new Error(`the service answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };

  return {
    setup,
    web,
    receiver,
    call,
    /** Makes a document type with one published config. */
    async makeType(name: string, configuration: object): Promise<void> {
      const type = await expected(call('POST', '/document_types', { name, schema: {} }));
      const config = { name: 'only', configuration, publish_as: 'production' };
      await expected(call('POST', `/document_types/${type['id']}/configurations`, config));
    },
    /** Asks for an extraction with a push, and uploads its document. @returns its id */
    async upload(type: string, bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<string> {
      const body = { content_type: contentType, webhook: { url: receiver.url } };
      const made = await expected(call('POST', `/generate_upload_url/${type}`, body));
      const put = { raw: bytes, headers: { 'content-type': contentType } };
      await expected(call('PUT', String(made['upload_url']), undefined, put));
      return String(made['id']);
    },
    /** Asks for an extraction, with a push, of what is at an address. @returns its id */
    async extractFrom(type: string, documentUrl: string): Promise<string> {
      const body = { document_url: documentUrl, webhook: { url: receiver.url } };
      return String((await expected(call('POST', `/extract_from_url/${type}`, body)))['id']);
    },
    /** Rows of the database. */
    async rows<Row>(text: string): Promise<Row[]> {
      return (await admin.query(text.replaceAll('al_', `${schema}.al_`))).rows as Row[];
    },
    /** What is in the database. */
    async tally(): Promise<Tally> {
      const { rows } = await admin.query(TALLY.replaceAll('al_', `${schema}.al_`));
      return rows[0];
    },
    async close(): Promise<void> {
      await web.close();
      await receiver.close();
      await admin.query(`drop schema ${schema} cascade`);
      await admin.end();
    },
  };
}

export type Site = Awaited<ReturnType<typeof openSite>>;

const TALLY = `select
    (select count(*)::int from al_extractions where status = 'COMPLETE') as complete,
    (select count(*)::int from al_extractions where status = 'FAILED') as failed,
    (select count(*)::int from al_extractions where lease_token is not null) as held,
    (select count(*)::int from al_results) as results,
    (select count(*)::int from al_events) as events,
    (select coalesce(sum(n), 0)::int from al_coverage_days, unnest(histogram) n) as counted,
    (select count(*)::int from al_deliveries where state = 'delivered') as delivered,
    (select count(*)::int from al_jobs) as jobs,
    (select coalesce(sum(attempts), 0)::int from al_extractions) as attempts`;

/** A server on loopback for pushes, which keeps them all and answers 200 unless it is told otherwise. */
async function openReceiver() {
  const pushes: ReceivedPush[] = [];
  let answer: Answering = (_push, response) => response.end();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
    const id = headers.get('webhook-id') ?? '';
    const push = { id, extractionId: String(JSON.parse(body).id), headers, body, at: Date.now() };
    pushes.push(push);
    await answer(push, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    pushes,
    /** Answers pushes from now on in this way. */
    answerWith(answering: Answering): void {
      answer = answering;
    },
    async close(): Promise<void> {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
