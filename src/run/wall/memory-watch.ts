/**
 * The watch of a process' memory, in a thread of its own: it goes on while native code keeps the process busy, and
 * sees what no limit on a heap counts.
 */
import { Worker } from 'node:worker_threads';
import { KIBIBYTE, MEBIBYTE } from '../../limits.js';
import { MEMORY_ARGUMENT } from './guarded-process.js';

/** Between two looks at the memory, in milliseconds: filling a gigabyte takes some 300. */
const LOOK_EVERY = 25;

/** Share of its memory that a process may have kept after a call, before it is replaced by a fresh one. */
const WORN = 0.5;

/** Bytes that this process may use; undefined where it was started without a limit. */
export function memoryLimit(): number | undefined {
  const argument = process.argv.find((each) => each.startsWith(MEMORY_ARGUMENT));
  return argument === undefined ? undefined : Number(argument.slice(MEMORY_ARGUMENT.length)) * MEBIBYTE;
}

/**
 * Whether this process has kept so much of its memory that the next call would have too little. What it had at most costs
 * little to ask; what it has now is read from a file of the system.
 */
export function isMemoryWorn(): boolean {
  const bytes = memoryLimit();
  if (bytes === undefined || process.resourceUsage().maxRSS * KIBIBYTE <= bytes * WORN) return false;
  return process.memoryUsage.rss() > bytes * WORN;
}

/**
 * What the thread runs. It loads nothing, so that it costs no more than a thread. A process that is busy does not hear
 * that nobody is there any more; its parent is then another.
 */
const WATCH = `
const { workerData } = require('node:worker_threads');
const parent = process.ppid;
setInterval(() => {
  if (process.memoryUsage.rss() > workerData.bytes || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, workerData.every);
`;

/** Kills this process when its memory passes its limit, or when the process that started it is gone. */
export function watchMemory(): void {
  const bytes = memoryLimit();
  if (bytes === undefined) return;
  new Worker(WATCH, { eval: true, execArgv: [], workerData: { bytes, every: LOOK_EVERY } }).unref();
}
