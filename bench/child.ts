/** Measurements that need a process of their own: start-up time and peak memory. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtModule } from './built.js';
import type { Subject } from './corpus.js';
import { type Cost, median } from './measure.js';

const STARTS = 10;
const BYTES_OF_KIBIBYTE = 1024;

/** Milliseconds that `import` of the library takes in a fresh process: median of ten. */
export function importTime(): number {
  const script = `
    const start = performance.now();
    await import(${JSON.stringify(builtModule('index.js'))});
    console.log(performance.now() - start);`;
  return median(Array.from({ length: STARTS }, () => Number(runNode(script, []))));
}

/** What one extraction in a fresh process takes. */
export interface ExtractionCost {
  readonly seconds: number;
  /** Of the processor, all threads together; steadier on a machine that others use as well. */
  readonly cpuSeconds: number;
  /** Largest resident set of the process, in 10^6 bytes. */
  readonly megabytes: number;
}

/**
 * Time and peak memory of one extraction in a fresh process, start-up of Node included in the memory.
 * @param options of the extraction; JSON
 */
export function extractionCost(bytes: Uint8Array, config: string, options: object = {}): ExtractionCost {
  const script = `
    import { existsSync, readFileSync } from 'node:fs';
    const [document, config, options] = process.argv.slice(1);
    const { extract } = await import(${JSON.stringify(builtModule('index.js'))});
    const start = performance.now();
    const used = process.cpuUsage();
    const file = new Uint8Array(readFileSync(document));
    await extract(file, readFileSync(config, 'utf8'), undefined, JSON.parse(options));
    const milliseconds = performance.now() - start;
    const { user, system } = process.cpuUsage(used);
    const cpuMilliseconds = (user + system) / 1000;
    // The resource usage of a process begins with that of the one it was forked from; Linux also counts again.
    const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : '';
    const peak = /^VmHWM:\\s+(\\d+) kB/mu.exec(status)?.[1];
    const kibibytes = peak === undefined ? process.resourceUsage().maxRSS : Number(peak);
    console.log(JSON.stringify({ milliseconds, cpuMilliseconds, kibibytes }));`;
  return inFolder((folder) => {
    const document = join(folder, 'document.pdf');
    const configFile = join(folder, 'config.json');
    writeFileSync(document, bytes);
    writeFileSync(configFile, config);
    const answer = runNode(script, [document, configFile, JSON.stringify(options)]);
    const { milliseconds, cpuMilliseconds, kibibytes } = JSON.parse(answer);
    return {
      seconds: milliseconds / 1000,
      cpuSeconds: cpuMilliseconds / 1000,
      megabytes: (kibibytes * BYTES_OF_KIBIBYTE) / 1e6,
    };
  });
}

/**
 * What each of some documents takes in turn, in fresh processes.
 * @param runs how many processes
 * @param flags of Node
 * @returns by document, what it took in each process
 */
export function firstPasses(
  samples: readonly Pick<Subject, 'bytes' | 'config'>[],
  runs: number,
  flags: readonly string[],
): readonly (readonly Cost[])[] {
  const script = `
    import { readFileSync } from 'node:fs';
    import { join } from 'node:path';
    const [folder, count] = process.argv.slice(1);
    const { createExtractor } = await import(${JSON.stringify(builtModule('index.js'))});
    const extractor = createExtractor();
    const took = [];
    for (let at = 0; at < Number(count); at++) {
      const bytes = new Uint8Array(readFileSync(join(folder, at + '.bytes')));
      const config = extractor.parseConfig(readFileSync(join(folder, at + '.config'), 'utf8'));
      const used = process.cpuUsage();
      const start = performance.now();
      await extractor.extract(bytes, config);
      const wall = performance.now() - start;
      const { user, system } = process.cpuUsage(used);
      took.push({ wall, cpu: (user + system) / 1000 });
    }
    console.log(JSON.stringify(took));
    await extractor.close();`;
  return inFolder((folder) => {
    for (const [at, { bytes, config }] of samples.entries()) {
      writeFileSync(join(folder, `${at}.bytes`), bytes);
      writeFileSync(join(folder, `${at}.config`), config);
    }
    const passes = Array.from({ length: runs }, (): readonly Cost[] =>
      JSON.parse(runNode(script, [folder, String(samples.length)], flags)),
    );
    return samples.map((_, at) => passes.map((pass) => pass[at]!));
  });
}

/** Works in a folder of its own, which is gone afterwards. */
function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'anchorline-bench-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runNode(script: string, args: readonly string[], flags: readonly string[] = []): string {
  const argv = [...flags, '--input-type=module', '--eval', script, '--', ...args];
  const child = spawnSync(process.execPath, argv, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  if (child.status !== 0) throw new Error(`a measuring process failed: ${child.stderr}`);
  return child.stdout.trim();
}
