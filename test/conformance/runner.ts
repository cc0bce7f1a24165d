/** Runs cases through the built library, in processes of its own, a few at a time. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Extractor } from '../../src/index.js';
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
const LIBRARY = join(ROOT, 'dist/index.js');

/** Why the built library cannot be used, if so: it is not there, or older than the source. */
export function buildProblem(): string | undefined {
  if (!existsSync(LIBRARY)) return 'the project is not built; run "npm run build" first';
  const built = statSync(LIBRARY).mtimeMs;
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
  const start = async () => {
    const { createExtractor } = (await import(
      pathToFileURL(LIBRARY).href
    )) as typeof import('../../src/index.js');
    const extractor = createExtractor({ workers: PARALLEL, limits: { milliseconds: CASE_TIMEOUT } });
    const work = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        next.settle(await runOne(extractor, next.job));
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, work));
    await extractor.close();
  };
  return { outcomes, start: () => void start() };
}

async function runOne(extractor: Extractor, { document, config }: Job): Promise<Outcome> {
  try {
    const options = { filename: basename(document) };
    const bytes = new Uint8Array(readFileSync(document));
    const result = await extractor.extract(bytes, readFileSync(config, 'utf8'), undefined, options);
    // What is compared is what callers get as JSON.
    return { values: JSON.parse(JSON.stringify(result.parsed_document)) };
  } catch (error) {
    return { failure: String(error).slice(0, MESSAGE_LENGTH) };
  }
}
