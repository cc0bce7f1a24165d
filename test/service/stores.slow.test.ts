/** Every store and queue keeps its contract: in memory, in PGlite, and on a PostgreSQL server where one answers. */
import { afterAll, describe } from 'vitest';
import { serverPool } from '../support/postgres.js';
import { memoryBackend, pgliteBackend, schemaBackend } from './contracts/backends.js';
import { testQueue } from './contracts/queue-contract.js';
import { storeContract } from './contracts/store-contract.js';

const pool = await serverPool();
const backends = {
  memory: memoryBackend(),
  PGlite: await pgliteBackend(),
  ...(pool ? { PostgreSQL: await schemaBackend(pool, () => pool.end()) } : {}),
};

describe.each(Object.entries(backends))('%s', (_name, backend) => {
  afterAll(() => backend.close());
  storeContract(() => backend.open());
  describe('queue', () => testQueue(() => backend.open()));
});

describe.skipIf(pool)('PostgreSQL', () => {
  describe.skip('no server answers', () => {});
});
