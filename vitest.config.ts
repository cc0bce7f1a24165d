import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { SlowFirst } from './test/support/slow-first.js';

/** What `anchorline` and its entry points are: the sources, or the build, which is packed as it is. */
function entryPoints(folder: 'src' | 'dist') {
  const file = (name: string) =>
    fileURLToPath(new URL(`${folder}/${name}.${folder === 'src' ? 'ts' : 'js'}`, import.meta.url));
  return [
    { find: /^anchorline$/u, replacement: file('index') },
    { find: /^anchorline\/pdfium$/u, replacement: file('reading/pdf/pdfium/index') },
    { find: /^anchorline\/llm$/u, replacement: file('tools/models/index') },
    { find: /^anchorline\/ocr$/u, replacement: file('reading/ocr/index') },
    { find: /^anchorline\/(authoring|report)$/u, replacement: file('tools/$1/index') },
    { find: /^anchorline\/(extend|service)$/u, replacement: file('$1/index') },
  ];
}

/** Modules of the library import by this name what starts its processes: here from JavaScript, without tsx. */
const programs = {
  alias: [
    {
      find: /^(?:\.\.\/)+(?:foundation\/)?platform\/program\.js$/u,
      replacement: fileURLToPath(new URL('test/support/javascript-programs.ts', import.meta.url)),
    },
  ],
};

/** Files that take seconds: hostile documents, processes, workers, OCR, databases, the corpora. */
const SLOW = 'test/**/*.slow.test.ts';

/**
 * Slow files that get a worker of their own: they replace modules, measure what a process takes, or run for minutes
 * beside processes of their own. All others share what their worker has loaded.
 */
const APART = [
  'test/conformance/conformance.slow.test.ts',
  'test/service/processes.slow.test.ts',
  'test/run/wall/*.slow.test.ts',
  'test/run/workers/workers.slow.test.ts',
];

/**
 * What extraction gives, by way of the package's name: with TEST_BUILD=1 they run against the build, as users have it.
 * The conformance suite always does.
 */
const PUBLIC = ['test/goldens.slow.test.ts', 'test/scans.slow.test.ts'];

/** Suites of the service that run without workers, which is quicker, and once more with them. */
const WALLED = ['extractions', 'reviews', 'resources', 'deliveries', 'pushes-at-once', 'end-to-end'].map(
  (name) => `test/service/${name}.test.ts`,
);

/** Quick files that replace modules. */
const REPLACING = [
  'test/reading/pdf/pdfium/file.test.ts',
  'test/reading/pdf/pdfium/library.test.ts',
  'test/reading/pdf/pdfium/other-build.test.ts',
  'test/run/wall/*.test.ts',
];

const vitestConfig = defineConfig({
  // Code of the guides names the package as its users do.
  resolve: { alias: entryPoints('src') },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [SLOW, ...REPLACING],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'unit-replacing', include: REPLACING, exclude: [SLOW] } },
      {
        extends: true,
        resolve: programs,
        test: { name: 'slow', include: [SLOW], exclude: [...APART, ...PUBLIC], isolate: false },
      },
      {
        extends: true,
        resolve: { alias: entryPoints(process.env['TEST_BUILD'] === '1' ? 'dist' : 'src') },
        test: { name: 'slow-public', include: PUBLIC, isolate: false },
      },
      { extends: true, resolve: programs, test: { name: 'slow-apart', include: APART } },
      // The suites of the service once more, with the extractor that services have by default.
      {
        extends: true,
        resolve: programs,
        test: { name: 'slow-walled', include: WALLED, env: { TEST_WORKERS: '1' } },
      },
    ],
    setupFiles: ['test/support/seed.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Some files wait for processes of their own most of the time, so there is one worker more than there are cores.
    maxWorkers: availableParallelism() + 1,
    experimental: { fsModuleCache: true },
    sequence: { sequencer: SlowFirst },
  },
});

// biome-ignore lint/style/noDefaultExport: Vitest reads its configuration from the default export.
export default vitestConfig;
