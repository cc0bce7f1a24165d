/** A worker process whose extractor reads no document and always finds the same: `trivial-worker.ts SETUP`. */
import type { BestFitResult, Extractor } from '../../src/index.js';
import { openService, type Setup } from '../../test/service/processes/setup.js';
import { work } from '../../test/service/processes/work.js';

const FOUND = {
  parsed_document: { total: { type: 'currency', value: 12.5, unit: '$', source: '$12.50' } },
  configuration: 'only',
  configuration_fingerprint: null,
  validations: [],
  validation_summary: { fields: 1, fields_present: 1, errors: 0, warnings: 0, skipped: 0 },
  coverage: 1,
  page_count: 1,
  errors: [],
  warnings: [],
  classification_summary: [],
};

const setup: Setup = JSON.parse(process.argv[2]!);
const extractor = {
  extractBestFit: async () => FOUND as unknown as BestFitResult,
  close: async () => {},
} as unknown as Extractor;
work(await openService(setup, { extractor }), setup);
