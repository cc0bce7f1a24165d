/** Runs cases through the built command, each in a process of its own, a few at a time. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Job } from './corpus.js';

/** What a case gave: the values by field id, or why it did not run. */
export type Outcome = { readonly values: Readonly<Record<string, unknown>> } | { readonly failure: string };

/** Processes at a time. */
const PARALLEL = 2;
/** Milliseconds that a case may take. */
export const CASE_TIMEOUT = 300_000;
/** Characters of a failure's message that are kept. */
const MESSAGE_LENGTH = 500;

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const COMMAND = join(ROOT, 'dist/cli/main.js');

/** Why the built command cannot be used, if so: it is not there, or older than the source. */
export function buildProblem(): string | undefined {
  if (!existsSync(COMMAND)) return 'the project is not built; run "npm run build" first';
  const built = statSync(COMMAND).mtimeMs;
  const newer = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).find(
    (file) => file.endsWith('.ts') && statSync(join(ROOT, 'src', file)).mtimeMs > built,
  );
  return newer === undefined ? undefined : `src/${newer} is newer than the build; run "npm run build" first`;
}

/** Outcomes that will come once `start` is called; none of the promises rejects. */
export interface Runs<Key extends Job> {
  readonly outcomes: ReadonlyMap<Key, Promise<Outcome>>;
  readonly start: () => void;
}

/** Plans to run jobs in their order, a few at a time. */
export function planRuns<Key extends Job>(jobs: readonly Key[]): Runs<Key> {
  const outcomes = new Map<Key, Promise<Outcome>>();
  const queue = jobs.map((job) => {
    let settle: (outcome: Outcome) => void = () => undefined;
    const outcome = new Promise<Outcome>((resolve) => {
      settle = resolve;
    });
    outcomes.set(job, outcome);
    return { job, settle };
  });
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) next.settle(await runOne(next.job));
  };
  return { outcomes, start: () => void Promise.all(Array.from({ length: PARALLEL }, work)) };
}

function runOne({ document, config }: Job): Promise<Outcome> {
  const child = spawn(
    process.execPath,
    [COMMAND, 'extract', document, '--config', config, '--workers', '0'],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), CASE_TIMEOUT);
    const end = (outcome: Outcome) => {
      clearTimeout(timer);
      resolve(outcome);
    };
    child.on('error', (error) => end({ failure: error.message }));
    child.on('close', () => end(outcomeOf(child, stdout, stderr)));
  });
}

function outcomeOf({ exitCode, signalCode }: ChildProcess, stdout: string, stderr: string): Outcome {
  if (signalCode === 'SIGKILL') return { failure: `stopped after ${CASE_TIMEOUT / 1000} seconds` };
  if (exitCode !== 0) return { failure: stderr.trim().slice(0, MESSAGE_LENGTH) || `exit code ${exitCode}` };
  try {
    const result: { readonly parsed_document?: Readonly<Record<string, unknown>> } = JSON.parse(stdout);
    return result.parsed_document
      ? { values: result.parsed_document }
      : { failure: 'no parsed_document in the result' };
  } catch (error) {
    return { failure: `the output is not JSON: ${String(error)}` };
  }
}
