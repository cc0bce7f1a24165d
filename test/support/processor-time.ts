import { readFileSync } from 'node:fs';

/**
 * The processor time that this process has used, in milliseconds. A bound on work is held against it and not against
 * the clock: on a busy machine the clock goes on while the work waits.
 */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** A tick of the system's count of processor time, in milliseconds: Linux counts a hundred a second. */
const TICK = 10;

/** Places of the time as a program and in the system, behind the name of the program in the system's line on it. */
const USER = 11;
const SYSTEM = 12;

/** The same of another process; undefined where the system does not say, or the process is gone. */
export function processorTimeOf(pid: number): number | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /su, '')
      .split(' ');
    return (Number(fields[USER]) + Number(fields[SYSTEM])) * TICK;
  } catch {
    return undefined;
  }
}
