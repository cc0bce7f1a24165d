/** Work that is stopped by the time, wherever it is. */
import vm from 'node:vm';

const sandbox: { work?: () => unknown } = {};
let guard: { script: vm.Script; context: vm.Context } | undefined;

/**
 * Runs work that cannot look at the time itself (a search by a pattern, a call into WebAssembly) and stops it after a time,
 * wherever it is: nothing behind that place runs, no `finally` either. It costs some 0.1 ms.
 * @throws an error for which `isTimeout` holds; else what the work throws
 */
export function runWithin<T>(milliseconds: number, work: () => T): T {
  guard ??= { script: new vm.Script('work()'), context: vm.createContext(sandbox) };
  sandbox.work = work;
  try {
    return guard.script.runInContext(guard.context, { timeout: Math.max(1, Math.ceil(milliseconds)) }) as T;
  } finally {
    delete sandbox.work;
  }
}

/**
 * Milliseconds of processor time that this thread has taken, or where Node does not know them (before 23.9) its process, whose
 * other threads count as well.
 */
export function ownMilliseconds(): number {
  const { threadCpuUsage = process.cpuUsage } = process as { threadCpuUsage?: typeof process.cpuUsage };
  const { user, system } = threadCpuUsage.call(process);
  return (user + system) / 1_000;
}

/** Whether work was stopped. The error comes from another realm, so it is no instance of this one's `Error`. */
export function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}
