/**
 * Bodies of uploads: by how much the peak of memory of a process that takes them grows, one at a time and ten at once.
 * They are sent by another process, to blobs in a directory.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { builtModule } from '../built.js';
import { table } from '../table.js';
import { config } from './invoices.js';

const MEBIBYTE = 1024 * 1024;
const CHUNK_BYTES = MEBIBYTE;

/** How a body of each kind begins; the rest is text. */
const STARTS = { text: 'Total: 1\n', PDF: '%PDF-1.7\n' } as const;
type Kind = keyof typeof STARTS;
const TYPES = { text: 'text/plain', PDF: 'application/pdf' } as const;

/** What a sender is asked to send. */
export interface Sending {
  readonly urls: readonly string[];
  readonly contentType: string;
  readonly start: string;
  readonly mebibytes: number;
}

/** Sends bodies, all at once. @returns the statuses of the answers, 0 where the connection broke */
export async function send({ urls, contentType, start, mebibytes }: Sending): Promise<readonly number[]> {
  const chunk = Buffer.alloc(CHUNK_BYTES, 'a line of text that is as good as any other\n');
  function* body() {
    yield Buffer.from(start);
    for (let i = 0; i < mebibytes; i += 1) yield chunk;
  }
  return Promise.all(
    urls.map(
      (url) =>
        new Promise<number>((resolve) => {
          const sent = request(
            url,
            { method: 'PUT', headers: { 'content-type': contentType } },
            (response) => {
              response.resume();
              resolve(response.statusCode ?? 0);
            },
          );
          // An answer may come before the body is sent, and then the connection ends.
          pipeline(Readable.from(body()), sent).catch(() => resolve(0));
        }),
    ),
  );
}

/** Measures and prints. */
export async function measureUploads({ mebibytes }: { readonly mebibytes: number }): Promise<void> {
  const {
    createService,
    directoryBlobs,
    memoryKeys,
    toNodeListener,
  }: typeof import('../../src/service/index.js') = await import(builtModule('service/index.js'));
  const directory = await mkdtemp(join(tmpdir(), 'anchorline-uploads-'));
  const blobs = directoryBlobs(directory);
  const service = createService({ keys: memoryKeys(), blobs, workers: 0, log: { log: () => undefined } });
  const server = createServer(toNodeListener(service)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v0/`;
  const type = await service.documentTypes.create({ name: 'invoices', schema: {} });
  await service.configurations.create(type.id, {
    name: 'north',
    configuration: JSON.stringify(config),
    publish_as: 'production',
  });
  const sender = fork(new URL('./upload-sender.ts', import.meta.url));
  const rows: string[][] = [];
  try {
    /** The peak of resident memory while a number of bodies come, in bytes, and the statuses. */
    const take = async (kind: Kind, count: number, size: number) => {
      const made = await Promise.all(
        Array.from({ length: count }, () =>
          service.extractions.generateUploadUrl('invoices', { content_type: TYPES[kind] }),
        ),
      );
      const urls = made.map(({ upload_url: url = '' }) => base + url.slice(url.indexOf('uploads/')));
      let peak = process.memoryUsage.rss();
      const watch = setInterval(() => {
        peak = Math.max(peak, process.memoryUsage.rss());
      }, 5);
      const sending: Sending = { urls, contentType: TYPES[kind], start: STARTS[kind], mebibytes: size };
      sender.send(sending);
      const [statuses] = (await once(sender, 'message')) as [readonly number[]];
      clearInterval(watch);
      return { peak, statuses };
    };
    for (const kind of ['PDF', 'text'] as const) {
      await take(kind, 2, 4);
      for (const count of [1, 10]) {
        const before = process.memoryUsage.rss();
        const { peak, statuses } = await take(kind, count, mebibytes);
        const taken = statuses.filter((status) => status === 200).length;
        rows.push([kind, String(count), String(taken), `${Math.round((peak - before) / MEBIBYTE)} MiB`]);
      }
    }
  } finally {
    sender.kill();
    server.close();
    await service.close();
    await rm(directory, { recursive: true, force: true });
  }
  console.log(table([`bodies of ${mebibytes} MiB`, 'at once', 'taken', 'memory grows by'], rows));
}
