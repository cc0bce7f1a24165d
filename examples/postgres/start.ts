/** Starts one server and two workers on one database, and ends them together. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';

const environment = {
  URL_SECRET: randomBytes(32).toString('base64url'),
  DATABASE_URL: 'postgres://postgres@127.0.0.1:5432/postgres',
  ANCHORLINE_SCHEMA: 'anchorline',
  ...process.env,
};

/** Runs a program of this folder as this one is run. */
function start(program: string): ChildProcess {
  const path = fileURLToPath(new URL(program, import.meta.url));
  return spawn(process.execPath, [...process.execArgv, path], { stdio: 'inherit', env: environment });
}

const children = [start('./server.ts'), start('./worker.ts'), start('./worker.ts')];
const end = () => {
  for (const child of children) child.kill('SIGTERM');
};
process.once('SIGTERM', end);
process.once('SIGINT', end);
