/** The service as each of the processes has it: rows, jobs, keys and documents in one database. */
import {
  createService,
  postgresBlobs,
  postgresQueue,
  postgresStore,
  type Service,
  storeKeys,
} from 'anchorline/service';
import pg from 'pg';

/** Where clients reach the server: links begin with it. Without it they would begin with what a client's `Host` says. */
export const origin = process.env['ORIGIN'];

/** The service, and how to let go of the database. */
export interface Opened {
  readonly service: Service;
  close(): Promise<void>;
}

/**
 * Opens the service on the database that `DATABASE_URL` names, in the schema that `ANCHORLINE_SCHEMA` names. All
 * processes need the same secrets: links that one signs are verified by another.
 */
export async function openService(): Promise<Opened> {
  const { DATABASE_URL: connectionString, ANCHORLINE_SCHEMA: schema, URL_SECRET: secret } = process.env;
  if (!connectionString || !secret) throw new Error('DATABASE_URL and URL_SECRET must be set');
  const pool = new pg.Pool({ connectionString });
  // A session that the server ends is replaced; without a listener it would end the process.
  pool.on('error', (error) => console.error(`database: ${error.message}`));
  const store = postgresStore({ client: pool, ...(schema !== undefined && { schema }) });
  await store.migrate();
  const blobs = postgresBlobs(pool, { ...(schema !== undefined && { schema }) });
  await blobs.migrate();
  const queue = postgresQueue({ store });
  const service = createService({
    store,
    queue,
    blobs,
    keys: storeKeys(store),
    secrets: { urls: [secret] },
    ...(origin && { baseUrl: origin }),
  });
  return {
    service,
    async close() {
      await service.close();
      await queue.close();
      await store.close();
      await pool.end();
    },
  };
}
