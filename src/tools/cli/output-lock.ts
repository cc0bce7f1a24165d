/** A lock on the file that a run of a folder writes: two runs at once would each write a line for every document. */
import { link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { failureLine, InputFailure } from './failure.js';
import { codeOf } from './input.js';
import { printable } from './streams.js';

/** What cannot be written where a folder is kept by somebody else; the file in it may still be ours to write. */
const NOT_OURS: readonly unknown[] = ['EACCES', 'EPERM', 'EROFS'];

/**
 * Locks a file against other runs, on this machine and on others that see its folder. The lock is a hidden file beside
 * it, which names its process: one whose process is gone counts for nothing.
 * @returns takes the lock away
 * @throws InputFailure another run writes to the file
 */
export async function lockOutput(output: string): Promise<() => Promise<void>> {
  const known = await stat(output).catch(() => undefined);
  if (known && !known.isFile()) return async () => undefined;
  const lock = join(dirname(output), `.${basename(output)}.lock`);
  const own = `${process.pid} ${hostname()}`;
  for (;;) {
    try {
      await writeFile(lock, own, { flag: 'wx' });
      return () => rm(lock, { force: true });
    } catch (error) {
      const code = codeOf(error);
      if (NOT_OURS.includes(code)) return async () => undefined;
      if (code !== 'EEXIST') throw error;
    }
    await refuseHeld(output, lock);
    await takeAway(lock);
  }
}

/** @throws InputFailure */
async function refuseHeld(output: string, lock: string): Promise<void> {
  const holder = await holderOf(lock);
  if (holder === undefined || holder.isGone) return;
  const { pid, host } = holder;
  throw new InputFailure([
    failureLine(
      output,
      `another run writes to it (process ${pid} on ${host}); name another file, or wait. If there is none, delete ${printable(lock)}`,
    ),
  ]);
}

/** Who holds a lock; undefined where it is gone. */
async function holderOf(lock: string): Promise<{ pid: number; host: string; isGone: boolean } | undefined> {
  const text = await readFile(lock, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const [pid = '', host = ''] = text.split(' ');
  return { pid: Number(pid), host, isGone: host === hostname() && !isAlive(Number(pid)) };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user is one, too.
    return codeOf(error) === 'EPERM';
  }
}

/** Takes away a lock whose holder is gone; one that somebody has made meanwhile is put back. */
async function takeAway(lock: string): Promise<void> {
  const aside = `${lock}.${process.pid}`;
  await rename(lock, aside).catch(() => undefined);
  const holder = await holderOf(aside);
  if (holder && !holder.isGone) await link(aside, lock).catch(() => undefined);
  await rm(aside, { force: true });
}
