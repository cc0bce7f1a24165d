/** What services do without packages that only some of them need. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { missingPackage } from '../../src/service/missing-package.js';
import { pushJob } from '../../src/service/queue.js';
import { bullQueue } from '../../src/service/queues/bullmq.js';
import type { BullModule } from '../../src/service/queues/clients.js';

const ENTRY = fileURLToPath(new URL('../../src/service/index.ts', import.meta.url));

test('a service is bundled where the packages that few need are not installed', {
  timeout: 120_000,
}, async () => {
  const bundling = (alias: Record<string, string>) =>
    build({
      entryPoints: [ENTRY],
      bundle: true,
      platform: 'node',
      format: 'esm',
      write: false,
      outdir: 'nowhere',
      logLevel: 'silent',
      loader: { '.node': 'empty' },
      alias,
    });
  const { errors } = await bundling({ pg: 'not-installed-pg', '@opentelemetry/api': 'not-installed-api' });
  expect(errors).toEqual([]);
  // The bundler does look: a package that is always needed is missed.
  await expect(bundling({ zod: 'not-installed-zod' })).rejects.toThrow('not-installed-zod');
});

test('a package that is missing is named with how to install it', async () => {
  const cause = new Error("Cannot find package 'pg'");
  await expect(Promise.reject(cause).catch(missingPackage('pg', 'DATABASE_URL'))).rejects.toThrow(
    expect.objectContaining({ message: 'DATABASE_URL needs the package "pg": npm install pg', cause }),
  );
});

/** BullMQ as it is where `ioredis` is not installed. */
function withoutClient(): BullModule {
  const message =
    "BullMQ could not load the optional 'ioredis' package. Install it with `npm install ioredis`, or provide a different Redis client instance.";
  const fail = () => Promise.reject(new Error(message));
  const on = () => undefined;
  class Queue {
    add = fail;
    getJobCounts = fail;
    getJobs = fail;
    on = on;
    close = async () => undefined;
  }
  class Worker {
    getNextJob = fail;
    startStalledCheckTimer = fail;
    on = on;
    close = async () => undefined;
  }
  return { Queue, Worker };
}

test('a queue on BullMQ without a client of Redis names the package, and is not taken for one that is away', async () => {
  const queue = bullQueue({ bullmq: withoutClient(), connection: { host: 'redis' } });
  await expect(queue.enqueue([pushJob('one')])).rejects.toMatchObject({
    code: 'misuse',
    message: expect.stringContaining('npm install ioredis'),
  });
  await queue.close();
});

test('BullMQ says that its client is missing in the words that the queue looks for', () => {
  const file = createRequire(import.meta.url)
    .resolve('bullmq')
    .replace(/index\.js$/u, 'classes/redis-connection.js');
  expect(readFileSync(file, 'utf8')).toContain("could not load the optional 'ioredis' package");
});
