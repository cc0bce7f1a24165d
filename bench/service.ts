/**
 * The service under load on a PostgreSQL server: with documents that are extracted, with the tables of a service that
 * has run for long, or with the spreadsheet of a large batch; and, without a server, with large bodies of uploads.
 *
 *   npm run build && npm run bench:service -- [--extractions N] [--seed N]
 *   npm run build && npm run bench:service -- --rows [--finished N] [--waiting N] [--seconds N] [--clients N]
 *   npm run build && npm run bench:service -- --spreadsheet xlsx|csv [--results N] [--bytes N]
 *   npm run build && npm run bench:service -- --uploads [--mebibytes N]
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { serverPool } from '../test/support/postgres.js';
import { measureExtractions } from './service/extractions.js';
import { measureRows } from './service/rows.js';
import { measureSpreadsheets } from './service/spreadsheets.js';
import { measureUploads } from './service/uploads.js';

const { values: flags } = parseArgs({
  options: {
    extractions: { type: 'string', default: '500' },
    seed: { type: 'string', default: '10' },
    rows: { type: 'boolean', default: false },
    finished: { type: 'string', default: '1000000' },
    waiting: { type: 'string', default: '200000' },
    seconds: { type: 'string', default: '20' },
    clients: { type: 'string', default: '1' },
    spreadsheet: { type: 'string' },
    results: { type: 'string', default: '5000' },
    bytes: { type: 'string', default: '100000' },
    uploads: { type: 'boolean', default: false },
    mebibytes: { type: 'string', default: '90' },
  },
});

if (flags.uploads) {
  await measureUploads({ mebibytes: Number(flags.mebibytes) });
  process.exit(0);
}
const server = await serverPool();
if (!server) throw new Error('the service is measured on a PostgreSQL server; set DATABASE_URL');
const { rows: versions } = await server.query('show server_version');
await server.end();
const machine = `Node ${process.version}, PostgreSQL ${versions[0].server_version}, ${cpus().length} x ${
  cpus()[0]?.model.trim() ?? 'unknown'
}`;

if (flags.rows) {
  const [finished, waiting, seconds, clients] = [
    flags.finished,
    flags.waiting,
    flags.seconds,
    flags.clients,
  ].map(Number);
  console.log(`${finished} finished extractions, ${waiting} that wait; ${machine}`);
  await measureRows({ finished: finished!, waiting: waiting!, seconds: seconds!, clients: clients! });
} else if (flags.spreadsheet) {
  const [results, bytes] = [flags.results, flags.bytes].map(Number);
  console.log(`${results} results of ${bytes} bytes; ${machine}`);
  const format = flags.spreadsheet === 'csv' ? 'csv' : 'xlsx';
  await measureSpreadsheets({ results: results!, bytes: bytes!, format });
} else {
  console.log(`${flags.extractions} invoices of one page; ${machine}`);
  await measureExtractions({ extractions: Number(flags.extractions), seed: Number(flags.seed) });
}
