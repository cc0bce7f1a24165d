import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { SlowFirst } from './test/support/slow-first.js';

const source = (file: string) => fileURLToPath(new URL(`src/${file}`, import.meta.url));

/**
 * Folders whose tests start no processes and leave nothing behind: the files of one worker share what they have loaded,
 * which takes a third off their time.
 */
const PLAIN = [
  'anchors',
  'authoring',
  'classify',
  'computed',
  'config',
  'document',
  'fields',
  'graphics',
  'llm',
  'methods',
  'postprocess',
  'preprocessors',
  'readers',
  'rules',
  'suggest',
  'text',
  'types',
  'validate',
].map((folder) => `test/${folder}/**/*.test.ts`);

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
      { extends: true, test: { name: 'plain', include: PLAIN, isolate: false } },
      { extends: true, test: { name: 'others', include: ['test/**/*.test.ts'], exclude: PLAIN } },
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
