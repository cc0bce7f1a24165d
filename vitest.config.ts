import { defineConfig } from 'vitest/config';

const vitestConfig = defineConfig({
  test: { include: ['test/**/*.test.ts'], setupFiles: ['test/support/seed.ts'], testTimeout: 30_000 },
});

// biome-ignore lint/style/noDefaultExport: Vitest reads its configuration from the default export.
export default vitestConfig;
