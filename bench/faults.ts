/**
 * What a service on PostgreSQL loses when something under it dies or goes away: nothing, as this shows. Each scenario has
 * a schema of its own, two worker processes, and documents that are extracted and pushed; the fault begins while they are
 * at work.
 *
 *   npm run build && npm run faults -- [--documents N] [--only NAME] [--blobs folder|database]
 *
 * Blobs are in the database by default, but where a scenario is about their folder. The database is one of its own.
 *
 * The exit code is 1 where something was lost, doubled or failed, and 2 where no PostgreSQL answers (`DATABASE_URL`).
 */
import { once } from 'node:events';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startWorker, type WorkerProcess } from '../test/service/processes/fleet.js';
import { openSite, type Site, type SiteOptions } from '../test/service/processes/site.js';
import { Way } from '../test/service/processes/way.js';
import { newSchema, SERVER_URL, serverPool } from '../test/support/postgres.js';
import { builtModule } from './built.js';
import { bytes, config } from './service/invoices.js';
import { table } from './table.js';

/** How long a fault lasts that lasts: longer than a lease. */
const FAULT_MS = 10_000;
/** Leases and pushes are shorter than by default, so that a fault outlasts them; attempts are as by default. Machines may be busy. */
const LIMITS = { leaseMs: 5_000, pushMs: 3_000, syncTimeoutMs: 600_000 };
/** How long reading a stored document takes at least, so that the workers are at work when something happens. */
const PACE_MS = 150;
const POLL_MS = 50;
/** After so long without any change what is open counts as lost: the third attempt at a push comes after 5 minutes. */
const PATIENCE_MS = 420_000;
const HOUR_MS = 3_600_000;
const SECOND = 1_000;

/** What a scenario has to play with. */
interface Stage {
  readonly site: Site;
  readonly workers: WorkerProcess[];
  /** The way of the service to the database. */
  readonly way: Way;
  readonly directory: string;
  readonly fullFile: string;
}

interface Scenario {
  readonly name: string;
  readonly what: string;
  readonly options?: (stage: Pick<Stage, 'directory' | 'fullFile'>) => Partial<SiteOptions>;
  /** By how much the clocks of both workers are ahead, in ms. */
  readonly clocks?: readonly [number, number];
  /** Whether documents are fetched by the workers, which store them. */
  readonly isFetched?: true;
  /** Begins the fault and ends it. */
  readonly fault: (stage: Stage) => Promise<void>;
}

const SCENARIOS: readonly Scenario[] = [
  {
    name: 'workers',
    what: 'a worker killed (SIGKILL) five times, each replaced',
    async fault({ site, workers }) {
      for (let i = 0; i < 5; i += 1) {
        const place = i % workers.length;
        const killed = workers[place]!;
        workers[place] = startWorker(site.setup);
        await killed.kill();
        await pause(FAULT_MS / 5);
      }
    },
  },
  {
    name: 'sessions',
    what: 'all database sessions ended, ten times',
    async fault({ site }) {
      for (let i = 0; i < 10; i += 1) {
        await endSessions(site);
        await pause(FAULT_MS / 10);
      }
    },
  },
  {
    name: 'database',
    what: 'the database not reached for 10 s',
    async fault({ way }) {
      await way.cut();
      await pause(FAULT_MS);
      await way.open();
    },
  },
  {
    name: 'silence',
    what: 'the database silent for 10 s, connections open',
    async fault({ way }) {
      way.hold();
      await pause(FAULT_MS);
      way.flow();
    },
  },
  {
    name: 'blobs',
    what: 'the directory of blobs away for 10 s',
    options: ({ directory }) => ({ directory }),
    async fault({ directory }) {
      await rename(directory, `${directory}.away`);
      await pause(FAULT_MS);
      await rename(`${directory}.away`, directory);
    },
  },
  {
    name: 'read-only',
    what: 'the database read-only for 10 s, as after a failover',
    async fault({ site }) {
      await server.query(`alter database ${DATABASE} set default_transaction_read_only = on`);
      await endSessions(site);
      await pause(FAULT_MS);
      // Sessions that were made meanwhile stay as they are.
      await server.query(`alter database ${DATABASE} reset default_transaction_read_only`);
    },
  },
  {
    name: 'disk',
    what: 'no room for blobs for 10 s (ENOSPC), documents fetched',
    options: ({ directory, fullFile }) => ({ directory, fullFile }),
    isFetched: true,
    async fault({ fullFile }) {
      await writeFile(fullFile, '');
      await pause(FAULT_MS);
      await rm(fullFile);
    },
  },
  {
    name: 'receiver',
    what: 'the receiver of pushes answers nothing for 10 s',
    async fault({ site }) {
      site.receiver.answerWith(() => undefined);
      await pause(FAULT_MS);
      site.receiver.answerWith((_push, response) => response.end());
    },
  },
  {
    name: 'clocks',
    what: 'clocks of workers 2 h fast and 2 h slow; one is killed',
    clocks: [2 * HOUR_MS, -2 * HOUR_MS],
    async fault({ workers }) {
      await workers[0]!.kill();
    },
  },
];

/** Ends the sessions of the service. */
function endSessions(site: Site): Promise<unknown> {
  const { schema } = site.setup;
  return server.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [
    schema,
  ]);
}

interface Outcome {
  readonly lost: number;
  readonly doubled: number;
  readonly failed: number;
  /** Requests answered with 503, which the client made again. */
  readonly refused: number;
  /** Pushes that came again under the id that they had. */
  readonly pushedAgain: number;
  /** From the end of the fault to the next result, or push where that is later; undefined if there was nothing left. */
  readonly onAfterMs: number | undefined;
}

/** Plays a scenario. */
async function play(scenario: Scenario, documents: number): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'anchorline-faults-'));
  const [directory, fullFile] = [join(folder, 'blobs'), join(folder, 'full')];
  const target = new URL(databaseUrl);
  const way = new Way({ host: target.hostname, port: Number(target.port || 5432) });
  await way.open();
  target.host = `127.0.0.1:${way.port}`;
  const site = await openSite({
    library: builtModule('service/index.js'),
    databaseUrl: databaseUrl.href,
    serviceDatabaseUrl: target.href,
    limits: LIMITS,
    paceMs: PACE_MS,
    ...(flags.blobs === 'folder' && { directory }),
    ...scenario.options?.({ directory, fullFile }),
  });
  const files = createServer((_request, response) => response.end(bytes));
  files.listen(0, '127.0.0.1');
  await once(files, 'listening');
  const address = `http://127.0.0.1:${(files.address() as AddressInfo).port}/invoice.pdf`;
  const clocks = scenario.clocks ?? [0, 0];
  const workers = clocks.map((aheadMs) => startWorker({ ...site.setup, aheadMs }));
  try {
    await site.makeType('invoices', config);
    await Promise.all(workers.map(({ ready }) => ready));
    const ids = new Set<string>();
    let refused = 0;
    /** Sends a document as clients do: again where the answer is 503. */
    const send = async (): Promise<void> => {
      for (;;) {
        try {
          const id = scenario.isFetched
            ? await site.extractFrom('invoices', address)
            : await site.upload('invoices', bytes, 'application/pdf');
          ids.add(id);
          return;
        } catch (error) {
          if (!String(error).includes('503')) throw error;
          refused += 1;
          await pause(SECOND);
        }
      }
    };
    const sendAll = async (count: number) => {
      for (let i = 0; i < count; i += 1) await send();
    };
    const half = Math.ceil(documents / 2);
    await sendAll(half);
    while ((await site.tally()).complete < 2) await pause(POLL_MS);
    // The other half comes during the fault.
    const others = sendAll(documents - half);
    await scenario.fault({ site, workers, way, directory, fullFile });
    const over = Date.now();
    await others;
    await quiet(site, ids);
    return { refused, ...(await outcomeOf(site, ids, over)) };
  } finally {
    await Promise.all(workers.map((worker) => worker.kill()));
    await site.close();
    await way.cut();
    files.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** An extraction whose document the service has confirmed to have. */
interface Row {
  readonly id: string;
  readonly status: string;
  readonly phase: string;
  readonly attempts: number;
  readonly completed: Date | null;
  readonly results: number;
  readonly events: number;
  readonly delivered: number;
}

const ROWS = `select id, status, phase, attempts, completed,
    (select count(*)::int from al_results where extraction_id = e.id) as results,
    (select count(*)::int from al_events where extraction_id = e.id) as events,
    (select count(*)::int from al_deliveries where extraction_id = e.id and state = 'delivered') as delivered
  from al_extractions e`;

/** Those of the extractions that the client knows: others were made by requests whose answer was lost. */
async function rowsOf(site: Site, ids: ReadonlySet<string>): Promise<Row[]> {
  return (await site.rows<Row>(ROWS)).filter(({ id }) => ids.has(id));
}

const isOver = ({ phase, delivered }: Row) => phase === 'done' && delivered > 0;

/** Waits until nothing is left to do, or nothing changes any more. */
async function quiet(site: Site, ids: ReadonlySet<string>): Promise<void> {
  let last = '';
  for (let since = Date.now(); Date.now() - since < PATIENCE_MS; await pause(POLL_MS)) {
    const rows = await rowsOf(site, ids);
    if (rows.length === ids.size && rows.every(isOver)) return;
    const now = JSON.stringify(rows);
    if (now !== last) since = Date.now();
    last = now;
  }
}

/** How it went. */
async function outcomeOf(
  site: Site,
  ids: ReadonlySet<string>,
  over: number,
): Promise<Omit<Outcome, 'refused'>> {
  const rows = await rowsOf(site, ids);
  const { complete, counted } = await site.tally();
  const { pushes } = site.receiver;
  const pushIds = (id: string) =>
    new Set(pushes.flatMap((push) => (push.extractionId === id ? [push.id] : [])));
  const whole = rows.filter((row) => {
    const hasResult = row.results === 1 || row.status === 'FAILED';
    return isOver(row) && hasResult && row.events > 0 && pushIds(row.id).size > 0;
  });
  const twice = rows.filter(({ id, events }) => events > 1 || pushIds(id).size > 1);
  if (whole.length < ids.size) console.error(rows.filter((row) => !whole.includes(row)));
  const times = [...rows.map((row) => row.completed?.getTime() ?? 0), ...pushes.map(({ at }) => at)];
  const after = times.filter((at) => at >= over);
  return {
    lost: ids.size - whole.length,
    doubled: twice.length + Math.max(0, counted - complete),
    failed: rows.filter(({ status }) => status === 'FAILED').length,
    pushedAgain: pushes.length - new Set(pushes.map(({ id }) => id)).size,
    onAfterMs: after.length > 0 ? Math.min(...after) - over : undefined,
  };
}

const { values: flags } = parseArgs({
  options: {
    documents: { type: 'string', default: '40' },
    only: { type: 'string' },
    blobs: { type: 'string', default: 'database' },
  },
});
const found = await serverPool();
if (!found) process.exit(2);
const server = found;
const DATABASE = newSchema();
const databaseUrl = new URL(SERVER_URL);
databaseUrl.pathname = DATABASE;
await server.query(`create database ${DATABASE}`);
const rows: string[][] = [];
let isWhole = true;
for (const scenario of SCENARIOS) {
  if (flags.only !== undefined && flags.only !== scenario.name) continue;
  const { lost, doubled, failed, refused, pushedAgain, onAfterMs } = await play(
    scenario,
    Number(flags.documents),
  );
  if (lost + doubled + failed > 0) isWhole = false;
  const onAfter = onAfterMs === undefined ? '' : `${(onAfterMs / SECOND).toFixed(1)} s`;
  rows.push([scenario.what, ...[lost, doubled, failed, refused, pushedAgain].map(String), onAfter]);
  console.error(rows.at(-1)!.join(', '));
}
console.log(
  table(
    [
      `${flags.documents} documents each, blobs: ${flags.blobs}`,
      'lost',
      'doubled',
      'FAILED',
      'answered 503',
      'pushed again',
      'went on after',
    ],
    rows,
  ),
);
await server.query(`drop database ${DATABASE} with (force)`);
await server.end();
process.exit(isWhole ? 0 : 1);
