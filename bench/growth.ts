/**
 * Shows that time grows in step with the size of a config and of a document, and what memory long PDFs take.
 *
 *   npm run build && npm run bench:growth -- [--pages 10,100,1000,5000]
 *
 * PDFs are measured in a fresh process each, in time of the processor.
 */
import { parseArgs } from 'node:util';
import type { Config, LineSketch } from '../src/index.js';
import { builtLibrary } from './built.js';
import { extractionCost } from './child.js';
import { LONG_CONFIG, longDocument } from './long-document.js';
import { medianTime } from './measure.js';
import { table } from './table.js';

const RUNS = 3;
const FACTORS = [1, 2, 4];
const FIELDS = 5000;
const SECTIONS = 1000;
const LINES_PER_PAGE = 50;

/** Limits of a document of many pages, which the default ones would refuse or stop. */
const LONG_LIMITS = { pages: 10_000, lines: 2_000_000, milliseconds: 3_600_000 };

const { values: flags } = parseArgs({ options: { pages: { type: 'string', default: '10,100,1000,5000' } } });

const { documentFromLines, extract, parseConfig } = await builtLibrary();

/** Lines one below the other, as many pages as they need. */
function stacked(texts: readonly string[]): LineSketch[] {
  return texts.map((text, i) => ({
    text,
    left: 1,
    top: 0.5 + (i % LINES_PER_PAGE) * 0.2,
    page: Math.floor(i / LINES_PER_PAGE),
  }));
}

/** A config of labelled fields, a tenth of them computed, over a page of labels. */
function manyFields(count: number) {
  const lines = stacked(Array.from({ length: LINES_PER_PAGE }, (_, i) => `Label ${i}: value ${i}`));
  const fields = Array.from({ length: count }, (_, i) =>
    i % 10 === 9
      ? { id: `field ${i}`, method: { id: 'concat', source_ids: [`field ${i - 1}`, `field ${i - 2}`] } }
      : {
          id: `field ${i}`,
          anchor: `label ${i % LINES_PER_PAGE}:`,
          method: { id: 'label', position: 'right' },
        },
  );
  return { document: documentFromLines(lines), config: parseConfig(JSON.stringify({ fields })) };
}

/** A document of claims of three lines, each a section with two fields. */
function manySections(count: number) {
  const lines = stacked(
    Array.from({ length: count }, (_, i) => [`Claim ${i}`, `Paid: ${i}`, 'Open: no']).flat(),
  );
  const field = (id: string) => ({ id, anchor: `${id}:`, method: { id: 'label', position: 'right' } });
  const config = {
    fields: [
      {
        id: 'claims',
        type: 'sections',
        range: { anchor: { match: { type: 'startsWith', text: 'claim' } } },
        fields: [field('paid'), field('open')],
      },
    ],
  };
  return { document: documentFromLines(lines), config: parseConfig(JSON.stringify(config)) };
}

async function row(name: string, base: number, make: (count: number) => Subject): Promise<string[]> {
  const times: number[] = [];
  for (const factor of FACTORS) {
    const { document, config } = make(base * factor);
    times.push(await medianTime(RUNS, () => extract(document, config)));
  }
  return [`${base} ${name}`, ...times.map((time) => `${time.toFixed(0)} ms`)];
}

interface Subject {
  readonly document: ReturnType<typeof documentFromLines>;
  readonly config: Config;
}

const rows = [await row('fields', FIELDS, manyFields), await row('sections', SECTIONS, manySections)];
console.log(table(['size', ...FACTORS.map((factor) => `${factor} x`)], rows));

const pdfs: string[][] = [];
for (const pages of flags.pages.split(',').map(Number)) {
  const cost = extractionCost(await longDocument(pages), LONG_CONFIG, { limits: LONG_LIMITS });
  const perPage = (1000 * cost.cpuSeconds) / pages;
  pdfs.push([
    String(pages),
    cost.cpuSeconds.toFixed(2),
    perPage.toFixed(2),
    cost.seconds.toFixed(2),
    cost.megabytes.toFixed(0),
  ]);
}
console.log(`\n${table(['pages of a PDF', 'CPU s', 'CPU ms a page', 's', 'peak RSS MB'], pdfs)}`);
