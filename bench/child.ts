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

/** What may be done with a document: text by LiteParse, lines, or the values of its config. */
export type WayOfReading = 'liteparse' | 'lines' | 'values';

/** What a document took by each way, pass by pass. */
export type CostsByWay = Readonly<Record<WayOfReading, readonly Cost[]>>;

/**
 * Reads documents in a process without a transpiler, whose hooks would answer each lazy import: pass after pass over all of them, by
 * each way in turn.
 * @param options.liteparse file of the module of LiteParse
 * @param options.flags of Node
 * @returns by document
 */
export function passesOver(
  samples: readonly Pick<Subject, 'bytes' | 'config'>[],
  options: {
    readonly ways: readonly WayOfReading[];
    readonly passes: number;
    readonly liteparse?: string | undefined;
    readonly flags?: readonly string[];
  },
): readonly CostsByWay[] {
  const { ways, passes, liteparse, flags = [] } = options;
  const script = `
    import { readFileSync } from 'node:fs';
    import { join } from 'node:path';
    import { pathToFileURL } from 'node:url';
    const { folder, count, ways, passes, liteparse } = JSON.parse(process.argv[1]);
    const { createExtractor } = await import(${JSON.stringify(builtModule('index.js'))});
    const extractor = createExtractor();
    const LiteParse = liteparse && (await import(pathToFileURL(liteparse).href)).LiteParse;
    const parser = LiteParse && new LiteParse({ ocrEnabled: false, numWorkers: 1, quiet: true });
    const readBy = {
      liteparse: ({ bytes }) => parser.parse(bytes),
      lines: ({ bytes }) => extractor.load(bytes, { ocrLevel: 0 }),
      values: ({ bytes, config }) => extractor.extract(bytes, config),
    };
    const samples = Array.from({ length: count }, (_, at) => ({
      bytes: new Uint8Array(readFileSync(join(folder, at + '.bytes'))),
      config: readFileSync(join(folder, at + '.config'), 'utf8'),
      took: Object.fromEntries(ways.map((way) => [way, []])),
    }));
    for (let pass = 0; pass < passes; pass++) {
      for (const { bytes, config, took } of samples) {
        const sample = { bytes, config: extractor.parseConfig(config) };
        for (const way of ways) {
          const used = process.cpuUsage();
          const start = performance.now();
          const result = await readBy[way](sample);
          const wall = performance.now() - start;
          const { user, system } = process.cpuUsage(used);
          took[way].push({ wall, cpu: (user + system) / 1000 });
          if (way === 'lines') await result.close();
        }
      }
    }
    console.log(JSON.stringify(samples.map(({ took }) => took)));
    await extractor.close();`;
  return inFolder((folder) => {
    for (const [at, { bytes, config }] of samples.entries()) {
      writeFileSync(join(folder, `${at}.bytes`), bytes);
      writeFileSync(join(folder, `${at}.config`), config);
    }
    const told = JSON.stringify({ folder, count: samples.length, ways, passes, liteparse });
    return JSON.parse(runNode(script, [told], flags));
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
