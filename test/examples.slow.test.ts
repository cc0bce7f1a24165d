/** The programs in `examples/`, started as their users start them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import PgBoss from 'pg-boss';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { loopback, says } from './llm/loopback.js';
import { newSchema, SERVER_URL, serverPool } from './support/postgres.js';

/** Programs start slowly where many do. */
const MILLISECONDS = 120_000;

const INVOICE = fileURLToPath(new URL('../fixtures/documents/invoice.pdf', import.meta.url));
const database = await serverPool();
afterAll(() => database?.end());

const started: ChildProcess[] = [];
const undone: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map(end));
  for (const undo of undone.splice(0).reverse()) await undo();
});

/** A running example, and the lines that it prints. */
interface Example {
  readonly child: ChildProcess;
  /** The first line that a pattern matches. Rejects when the program ends before. */
  line(pattern: RegExp): Promise<RegExpMatchArray>;
}

function start(program: string, args: readonly string[] = [], env: Record<string, string> = {}): Example {
  const path = fileURLToPath(new URL(`../examples/${program}`, import.meta.url));
  // The database of the tests, which their runner names, is none of an example that asks for none.
  const { DATABASE_URL: _, ...own } = process.env;
  const child = spawn(process.execPath, ['--import', 'tsx', path, ...args], {
    env: { ...own, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  let output = '';
  const waiting = new Set<() => void>();
  const hear = (text: Buffer) => {
    output += text.toString();
    for (const look of waiting) look();
  };
  child.stdout?.on('data', hear);
  child.stderr?.on('data', hear);
  return {
    child,
    line: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = output.match(pattern);
          if (match) resolve(match);
        };
        waiting.add(look);
        child.once('exit', (code) => reject(new Error(`${program} ended with ${code}: ${output}`)));
        look();
      }),
  };
}

async function end(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  return ended;
}

/** Uploads the invoice as the README of the examples says, and reads the result. */
async function extractInvoice(base: string, key: string): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const asked = await fetch(`${base}/generate_upload_url/invoice`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ content_type: 'application/pdf' }),
  });
  expect(asked.status).toBe(200);
  const { id, upload_url } = (await asked.json()) as { id: string; upload_url: string };
  const put = await fetch(upload_url, {
    method: 'PUT',
    headers: { 'content-type': 'application/pdf' },
    body: new Uint8Array(await readFile(INVOICE)),
  });
  expect(put.status).toBe(200);
  for (;;) {
    const read = await fetch(`${base}/documents/${id}`, { headers });
    const extraction = (await read.json()) as Record<string, unknown>;
    if (extraction['status'] === 'COMPLETE' || extraction['status'] === 'FAILED') return extraction;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const SERVING = /(http:\/\/localhost:\d+\/v0) with the key (\S+)/u;
const COMPLETE = {
  status: 'COMPLETE',
  configuration: 'joinery',
  parsed_document: { invoice_number: { value: 'FJ-20418' } },
};

/** A schema of the test's own, dropped afterwards. */
function ownSchema(): string {
  const schema = newSchema();
  undone.push(async () => {
    await database?.query(`drop schema if exists ${schema} cascade`);
  });
  return schema;
}

describe('the examples', { timeout: MILLISECONDS }, () => {
  it.each(['hono-server.ts', 'node-server.ts'])('the examples: %s serves a client', async (program) => {
    const { child, line } = start(program);
    const [, base = '', key = ''] = await line(SERVING);
    expect(await extractInvoice(base, key)).toMatchObject(COMPLETE);
    expect(await end(child)).toBe(0);
  });

  it.skipIf(database === null)('postgres/start.ts serves with two workers', async () => {
    const schema = ownSchema();
    const { child, line } = start('postgres/start.ts', [], {
      DATABASE_URL: SERVER_URL,
      ANCHORLINE_SCHEMA: schema,
    });
    const [, base = '', key = ''] = await line(SERVING);
    const results = await Promise.all(Array.from({ length: 4 }, () => extractInvoice(base, key)));
    for (const result of results) expect(result).toMatchObject(COMPLETE);
    expect(await end(child)).toBe(0);
  });

  it.skipIf(database === null)('queue-worker.ts writes what documents say', async () => {
    const schema = ownSchema();
    const folder = await mkdtemp(join(tmpdir(), 'anchorline-'));
    undone.push(() => rm(folder, { recursive: true }));
    const file = join(folder, 'invoice.pdf');
    await copyFile(INVOICE, file);
    const { child, line } = start('queue-worker.ts', [], { DATABASE_URL: SERVER_URL, BOSS_SCHEMA: schema });
    await line(/waiting for documents/u);
    const boss = new PgBoss({ connectionString: SERVER_URL, schema, supervise: false, schedule: false });
    await boss.start();
    await boss.send('documents', { file });
    await line(/done: /u);
    await boss.stop({ graceful: false });
    const { parsed_document } = JSON.parse(await readFile(`${file}.json`, 'utf8')) as Record<string, unknown>;
    expect(parsed_document).toMatchObject(COMPLETE.parsed_document);
    expect(await end(child)).toBe(0);
  });

  it('ai-sdk-model.ts asks a model', async () => {
    const model = await loopback();
    undone.push(() => model.close());
    const answer = { answer: 'Fernhill Joinery LLC', signal: 'confident' };
    model.replies = [says(JSON.stringify({ q1: answer }))];
    const { line } = start('ai-sdk-model.ts', [INVOICE], { MODEL_URL: model.url });
    const [, printed = '{}'] = await line(/^(\{[\s\S]*\n\})$/mu);
    const { parsed_document, errors, usage } = JSON.parse(printed) as Record<string, unknown>;
    expect(errors).toEqual([]);
    expect(parsed_document).toMatchObject({ seller: { value: expect.any(String) } });
    expect(usage).toMatchObject({ calls: expect.any(Number) });
  });
});
