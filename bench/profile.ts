/** CPU profiles summed up by room and by function. */
import type { Profiler } from 'node:inspector';
import { fileURLToPath } from 'node:url';

export type CpuProfile = Profiler.Profile;

/** Milliseconds in which the processor was in something itself, not in what it called. */
export interface SelfTimes {
  readonly rooms: ReadonlyMap<string, number>;
  readonly functions: ReadonlyMap<string, number>;
}

const MICROSECONDS = 1000;
const PACKAGE = /node_modules\/((?:@[^/]+\/)?[^/]+)\//u;
/** Waiting, and the profiler itself. */
const LEFT_OUT: ReadonlySet<string> = new Set(['(idle)', 'dispatch']);

/** @param sources folder of the sources, with a slash at the end */
export function selfTimes(profiles: readonly CpuProfile[], sources: string): SelfTimes {
  const rooms = new Map<string, number>();
  const functions = new Map<string, number>();
  for (const { nodes, samples = [], timeDeltas = [] } of profiles) {
    const byId = new Map(nodes.map((node) => [node.id, node.callFrame]));
    for (const [position, id] of samples.entries()) {
      const { functionName, url, lineNumber } = byId.get(id)!;
      if (LEFT_OUT.has(functionName) && url === '') continue;
      const file = fileOf(url, sources);
      const milliseconds = (timeDeltas[position] ?? 0) / MICROSECONDS;
      add(rooms, roomOf(file, functionName), milliseconds);
      add(functions, `${functionName || 'anonymous'} ${file}:${lineNumber + 1}`, milliseconds);
    }
  }
  return { rooms, functions };
}

function add(times: Map<string, number>, name: string, milliseconds: number): void {
  times.set(name, (times.get(name) ?? 0) + milliseconds);
}

/** Path in the sources, name of a package, or what the engine calls it. */
function fileOf(url: string, sources: string): string {
  if (!url.startsWith('file:')) return url;
  const path = fileURLToPath(url);
  if (path.startsWith(sources)) return path.slice(sources.length);
  return PACKAGE.exec(path)?.[1] ?? path;
}

/** The folder of a file; what runs outside files goes by its function, as `(garbage collector)`. */
function roomOf(file: string, functionName: string): string {
  if (file === '') return functionName.startsWith('(') ? functionName : 'built-in functions';
  const end = file.startsWith('@') ? -1 : file.lastIndexOf('/');
  return end < 0 ? file : file.slice(0, end);
}
