/** A service whose settings are in the environment, with all that it stands on. */
// See docs/guides/operating.md#settings
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { directoryBlobs } from './blobs/directory.js';
import { postgresBlobs } from './blobs/postgres.js';
import { type Logger, loggerFrom } from './logging.js';
import { memoryKeys } from './memory-keys.js';
import { missingPackage } from './missing-package.js';
import { toNodeListener } from './node.js';
import { postgresTokenBucket } from './postgres-rate-limit.js';
import { postgresQueue } from './queues/postgres.js';
import { tokenBucket } from './rate-limit.js';
import { createService, type Service, type ServiceOptions } from './service.js';
import { type Environ, type Settings, settingsFromEnv } from './settings.js';
import { storeKeys } from './store-keys.js';
import { postgresStore } from './stores/postgres.js';
import { openTelemetry } from './telemetry.js';
import type { WorkerOptions } from './worker.js';

/** A service as an environment has it. */
export interface EnvService {
  readonly service: Service;
  /** For `service.worker`. */
  readonly worker: WorkerOptions;
  /** Where a server should listen. */
  readonly port: number;
  /** The public origin, for `toNodeListener`. */
  readonly origin?: string;
  /** Where its metrics are, for a port 0; absent where they are nowhere. */
  readonly metricsPort?: number;
  /** Closes the service, and then lets go of the database. */
  close(): Promise<void>;
}

const DEFAULT_PORT = 3_000;

/**
 * Makes a service of the settings in an environment. With `DATABASE_URL` its tables are made or brought up to date, by
 * the package `pg`; without it all is in memory.
 * @param environ `process.env`
 * @param options what no variable says, such as `llm` and hooks; they count before the environment
 * @throws RangeError that names the variable which is wrong, or missing
 *
 * @example
 * const { service, port, close } = await serviceFromEnv(process.env);
 * const server = createServer(toNodeListener(service)).listen(port);
 * process.once('SIGTERM', () => server.close(close));
 */
export async function serviceFromEnv(
  environ: Environ,
  options: Partial<Omit<ServiceOptions, 'keys' | 'store' | 'queue'>> = {},
): Promise<EnvService> {
  const settings = settingsFromEnv(environ);
  const { blobs, isTraced, concurrency, logLevel = 'warn', port = DEFAULT_PORT } = settings;
  const log = options.log ?? loggerFrom(logLevel);
  const given: Omit<ServiceOptions, 'keys'> = {
    log,
    ...(isTraced && { telemetry: await openTelemetry() }),
    ...settings.options,
    ...(blobs !== undefined && { blobs: directoryBlobs(blobs) }),
    ...options,
  };
  const needsSecret = settings.databaseUrl !== undefined || given.secrets !== undefined;
  if (needsSecret && !given.secrets?.urls.length) {
    throw new RangeError('The setting URL_SECRET is missing: all processes need the same one.');
  }
  const opened =
    settings.databaseUrl === undefined ? inMemory(settings, given) : await inDatabase(settings, given, log);
  const origin = given.baseUrl && new URL(given.baseUrl).origin;
  const metrics =
    settings.metricsPort === undefined ? undefined : await serveMetrics(opened, settings.metricsPort);
  return {
    service: opened.service,
    worker: concurrency === undefined ? {} : { concurrency },
    port,
    ...(origin !== undefined && { origin }),
    ...(metrics && { metricsPort: (metrics.address() as AddressInfo).port }),
    async close() {
      await opened.close();
      metrics?.close();
    },
  };
}

/** Answers `GET /metrics` at a port. @throws Error where it is taken */
async function serveMetrics(
  { service, close }: Pick<EnvService, 'service' | 'close'>,
  port: number,
): Promise<Server> {
  const handle = async ({ method, url }: Request) =>
    method === 'GET' && new URL(url).pathname === '/metrics'
      ? new Response(await service.metrics(), { headers: { 'content-type': 'text/plain; version=0.0.4' } })
      : new Response(null, { status: 404 });
  const server = createServer(toNodeListener({ handle })).listen(port);
  await once(server, 'listening').catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return server;
}

function inMemory(
  { rate }: Settings,
  given: Omit<ServiceOptions, 'keys'>,
): Pick<EnvService, 'service' | 'close'> {
  const service = createService({
    ...(rate && { rateLimit: tokenBucket(rate) }),
    ...given,
    keys: memoryKeys(),
  });
  return { service, close: () => service.close() };
}

async function inDatabase(
  { databaseUrl: connectionString, schema, sessions, rate }: Settings,
  given: Omit<ServiceOptions, 'keys'>,
  log: Logger,
): Promise<Pick<EnvService, 'service' | 'close'>> {
  const { default: pg } = await import('pg').catch(missingPackage('pg', 'DATABASE_URL'));
  const client = new pg.Pool({ connectionString, ...(sessions !== undefined && { max: sessions }) });
  // A session that the server ends is replaced; without a listener it would end the process.
  client.on('error', (error) => log.log('warn', 'a session of the database ended', { error }));
  const of = schema === undefined ? {} : { schema };
  const store = postgresStore({ client, ...of });
  const queue = postgresQueue({ store });
  const blobs = postgresBlobs(client, of);
  const limiter = rate && postgresTokenBucket({ client, ...of, ...rate });
  try {
    for (const each of [store, blobs, limiter]) await each?.migrate();
    const shared = { blobs, ...(limiter && { rateLimit: limiter }) };
    const service = createService({ ...shared, ...given, keys: storeKeys(store), store, queue });
    const close = async () => {
      await service.close();
      await queue.close();
      await client.end();
    };
    return { service, close };
  } catch (error) {
    await client.end();
    throw error;
  }
}
