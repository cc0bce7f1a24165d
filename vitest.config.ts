import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { SlowFirst } from './test/support/slow-first.js';

const source = (file: string) => fileURLToPath(new URL(`src/${file}`, import.meta.url));

/**
 * Files whose worker is theirs alone: they replace modules, measure what a process takes, or run for minutes beside
 * processes of their own. All others share what their worker has loaded.
 */
const APART = [
  'test/conformance/conformance.test.ts',
  'test/pdf/pdfium/file.test.ts',
  'test/pdf/pdfium/library.test.ts',
  'test/service/processes.test.ts',
  'test/wall/**/*.test.ts',
  'test/workers/workers.test.ts',
];

const vitestConfig = defineConfig({
  // Code of the guides names the package as its users do.
  resolve: {
    alias: [
      { find: /^anchorline$/u, replacement: source('index.ts') },
      { find: /^anchorline\/pdfium$/u, replacement: source('pdf/pdfium/index.ts') },
      { find: /^anchorline\/(authoring|llm|ocr|report|service)$/u, replacement: source('$1/index.ts') },
    ],
  },
  test: {
    projects: [
      { extends: true, test: { name: 'apart', include: APART } },
      {
        extends: true,
        test: { name: 'shared', include: ['test/**/*.test.ts'], exclude: APART, isolate: false },
      },
    ],
    setupFiles: ['test/support/seed.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Some files wait for processes of their own most of the time, so there is one worker more than there are cores.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: SlowFirst },
  },
});

// biome-ignore lint/style/noDefaultExport: Vitest reads its configuration from the default export.
export default vitestConfig;
