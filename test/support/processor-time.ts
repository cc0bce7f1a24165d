/**
 * The processor time that this process has used, in milliseconds. A bound on work is held against it and not against
 * the clock: on a busy machine the clock goes on while the work waits.
 */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
