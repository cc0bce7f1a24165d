/**
 * A process of `workers.ts` that extracts over and over: alone, or in as many workers as it is told. It does a round for
 * each message.
 *
 *   workers-road.ts COUNT
 */
import { readdirSync, readFileSync } from 'node:fs';
import { builtLibrary } from './built.js';
import { fixtureJobs, type Round } from './workers-jobs.js';

/** Extractions of a round: the fixtures with configs, this many times. */
const REPEATS = 10;
/** Calls at the same time: enough for no worker to wait for its next document. */
const AT_ONCE = 8;
/** Ticks of the system's clock in a second (POSIX `sysconf(_SC_CLK_TCK)` on Linux). */
const TICKS = 100;

/** Processor time of the processes that this one has started, in seconds. */
function timeOfChildren(): number {
  let ticks = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/u.test(name))) {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
        .replace(/^.*\) /su, '')
        .split(' ');
      if (Number(fields[1]) === process.pid) ticks += Number(fields[11]) + Number(fields[12]);
    } catch {
      // It has ended since.
    }
  }
  return ticks / TICKS;
}

const { createExtractor } = await builtLibrary();
const extractor = createExtractor({ workers: Number(process.argv[2]) });
const jobs = fixtureJobs();
const batch = Array.from({ length: REPEATS }, () => jobs).flat();

async function round(): Promise<Round> {
  const queue = batch[Symbol.iterator]();
  const work = async () => {
    for (const { bytes, config } of queue) await extractor.extract(bytes, config);
  };
  const before = timeOfChildren();
  const own = process.cpuUsage();
  const start = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(own);
  return { documents: batch.length, seconds, processor: (user + system) / 1e6 + timeOfChildren() - before };
}

process.on('message', async () => process.send?.(await round()));
process.on('disconnect', () => void extractor.close());
