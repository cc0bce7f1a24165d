/**
 * How soon an abort ends each stage of an extraction: from the signal to the rejection, in this process and in a worker.
 * Each stage is aborted at several moments of its way. What ends after its abort in any way counts, with a result, too.
 *
 *   npm run build && npx tsx bench/aborts.ts [part of a stage's name…]
 */
import { readFileSync } from 'node:fs';
import { argv } from 'node:process';
import type { ExtractOptions, Extractor } from '../src/index.js';
import { onePage, packed } from '../test/hostile/pdf-file.js';
import { PROBE } from '../test/hostile/probe.js';
import { archive, docx, paragraph, xlsx } from '../test/support/office-parts.js';
import { builtLibrary } from './built.js';
import { longDocument } from './long-document.js';
import { table } from './table.js';

const { createExtractor } = await builtLibrary();

/** Something that takes seconds. */
interface Stage {
  readonly name: string;
  readonly document: Uint8Array;
  readonly config?: object;
  readonly options?: ExtractOptions;
}

/** Shares of a stage's time after which it is aborted. */
const MOMENTS = [0.2, 0.5, 0.8];
/** A stage is not waited for longer than this, in milliseconds. */
const LONGEST = 4_000;

const fixture = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../fixtures/documents/${name}`, import.meta.url)));
const text = (content: string) => new Uint8Array(Buffer.from(content));
const nothing = { fields: [] };
const field = (anchor: unknown, method: object, more: object = {}) => ({ id: 'a', anchor, method, ...more });
const sectionOfEachRow = (own: object) => ({
  id: 'all',
  type: 'sections',
  range: { anchor: 'row' },
  fields: [own],
});
const words = 'some words of a line, 12.34 and more\n';
const rule = (body: unknown) => ({
  fields: [{ id: 'a', method: { id: 'customComputation', jsonLogic: body } }],
});

const STAGES: readonly Stage[] = [
  { name: 'reading a PDF', document: fixture('portfolio.pdf'), config: PROBE },
  { name: 'reading a PDF of 300 pages', document: await longDocument(300), config: PROBE },
  { name: 'reading by OCR', document: fixture('scan-statement.pdf'), config: nothing },
  {
    name: 'reading text',
    document: text(words.repeat(200_000)),
    config: nothing,
    options: { filename: 'a.txt' },
  },
  {
    name: 'reading rows',
    document: text('one,two,three\n'.repeat(95_000)),
    config: nothing,
    options: { filename: 'a.csv' },
  },
  {
    name: 'reading a mail of HTML',
    document: text(`From: a@example.com\r\nContent-Type: text/html\r\n\r\n${'<p>text</p>'.repeat(90_000)}`),
    config: nothing,
    options: { filename: 'a.eml' },
  },
  { name: 'reading Word', document: docx(paragraph(words).repeat(60_000)), config: nothing },
  {
    name: 'reading a sheet',
    document: xlsx(`<sheetData>${'<row><c><v>1.5</v></c><c><v>2</v></c></row>'.repeat(140_000)}</sheetData>`),
    config: nothing,
  },
  {
    name: 'reading an OpenDocument sheet',
    document: archive({
      mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
      'content.xml': `<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet><table:table>${'<table:table-row><table:table-cell><text:p>a</text:p></table:table-cell></table:table-row>'.repeat(250_000)}</table:table></office:spreadsheet></office:body></office:document-content>`,
    }),
    config: nothing,
    options: { filename: 'a.ods' },
  },
  {
    name: 'anchors',
    document: text(words.repeat(30_000)),
    config: {
      fields: [field('words', { id: 'table', columns: [{ id: 'x', terms: ['x'] }] }, { type: 'table' })],
    },
    options: { filename: 'a.txt' },
  },
  {
    name: 'patterns',
    document: text(`${'a'.repeat(40)}!\n`.repeat(20_000)),
    config: { fields: [field({ match: { type: 'regex', pattern: '(a|aa)+$' } }, { id: 'passthrough' })] },
    options: { filename: 'a.txt' },
  },
  {
    name: 'sections',
    document: text(words.repeat(20_000)),
    config: {
      fields: [
        {
          id: 'all',
          type: 'sections',
          range: { anchor: 'words' },
          fields: [
            field('words', { id: 'row' }),
            { ...field('more', { id: 'label', position: 'left' }), id: 'b' },
          ],
        },
      ],
    },
    options: { filename: 'a.txt' },
  },
  {
    name: 'preprocessors',
    document: text(words.repeat(100_000)),
    config: {
      ...nothing,
      preprocessors: [{ type: 'nlp' }, { type: 'multicolumn' }, { type: 'splitLines', minSpaces: 1 }],
    },
    options: { filename: 'a.txt' },
  },
  {
    name: 'cutting lines',
    document: text(words.repeat(100_000)),
    config: { ...nothing, preprocessors: [{ type: 'splitLines', minSpaces: 1 }] },
    options: { filename: 'a.txt' },
  },
  {
    name: 'HTML of one table',
    document: text(
      `From: a@example.com\r\nContent-Type: text/html\r\n\r\n<table>${'<tr><td>a</td><td>b</td></tr>'.repeat(33_000)}</table>`,
    ),
    config: nothing,
    options: { filename: 'a.eml' },
  },
  {
    name: 'Word of one table',
    document: docx(
      `<w:tbl>${`<w:tr>${`<w:tc>${paragraph('cell')}</w:tc>`.repeat(10)}</w:tr>`.repeat(10_000)}</w:tbl>`,
    ),
    config: nothing,
  },
  {
    name: 'a sheet of wide rows',
    document: xlsx(`<sheetData>${`<row>${'<c><v>1.5</v></c>'.repeat(10_000)}</row>`.repeat(28)}</sheetData>`),
    config: nothing,
  },
  {
    name: 'a page of 10,000 lines',
    document: onePage(
      Array.from(
        { length: 10_000 },
        (_, i) =>
          `BT /F1 4 Tf ${5 + (i % 4) * 150} ${(785 - (i >> 2) * 0.3).toFixed(2)} Td (cell ${i}) Tj ET`,
      ).join('\n'),
    ),
    config: {
      fields: [field('cell', { id: 'table', columns: [{ id: 'x', terms: ['cell'] }] }, { type: 'table' })],
    },
  },
  {
    name: 'checks of sections',
    document: text('row one two 12.50\n'.repeat(20_000)),
    config: {
      fields: [sectionOfEachRow(field('row', { id: 'passthrough' }))],
    },
    options: {
      filename: 'a.txt',
      validations: Array.from({ length: 10 }, (_, i) => ({
        description: `check ${i}`,
        severity: 'error' as const,
        scope: ['all'],
        condition: { '==': [{ var: 'a.value' }, `text ${i}`] },
      })),
    },
  },
  {
    name: 'values joined',
    document: text('row one two 12.50\n'.repeat(30_000)),
    config: {
      fields: [
        field('row', { id: 'passthrough' }, { match: 'all' }),
        { id: 'b', method: { id: 'concat', source_ids: Array(200).fill('a') } },
      ],
    },
    options: { filename: 'a.txt' },
  },
  {
    name: 'a rule as postprocessor',
    document: text('row one two 12.50\n'.repeat(30_000)),
    config: {
      fields: [field('row', { id: 'passthrough' }, { match: 'all' })],
      postprocessor: {
        type: 'jsonLogic',
        rule: {
          map: [{ var: 'a' }, { map: [{ split: [{ var: 'value' }, ''] }, { cat: [{ var: '' }, '!'] }] }],
        },
      },
    },
    options: { filename: 'a.txt' },
  },
  ...(['currency', 'accountingCurrency', 'date', 'address', 'weight'] as const).map((type) => ({
    name: `a value of 9 MB: ${type}`,
    document: text(
      Array(45)
        .fill('1 $1,234.56 12/31/2020 at 123 Main St, Austin, TX 78701 12 kg '.repeat(3_200))
        .join('\f'),
    ),
    config: { fields: [{ ...field({ match: { type: 'first' } }, { id: 'documentRange' }), type }] },
    options: { filename: 'a.txt' },
  })),
  {
    name: 'ranges of 250,000 lines',
    document: text('row one two\n'.repeat(250_000)),
    config: {
      fields: [sectionOfEachRow(field('absent', { id: 'passthrough' }))],
    },
    options: { filename: 'a.txt' },
  },
  {
    name: 'matches in 250,000 lines',
    document: text('row one two\n'.repeat(250_000)),
    config: { fields: [field('row', { id: 'passthrough' }, { match: 'last', type: 'currency' })] },
    options: { filename: 'a.txt' },
  },
  {
    name: 'reading a mail of 200,000 rows',
    document: text(
      `From: a@example.com\r\n\r\n${'some words of a line, 12.34 and more\r\n'.repeat(200_000)}`,
    ),
    config: nothing,
    options: { filename: 'a.eml' },
  },
  {
    name: 'a drawing of large pictures',
    document: onePage('q 612 0 0 792 0 0 cm /I Do Q '.repeat(500), {
      resources: '/XObject << /I 20 0 R >>',
      objects: [
        [
          20,
          packed(
            new Uint8Array(7_700 * 7_700),
            '/Type /XObject /Subtype /Image /Width 7700 /Height 7700 /ColorSpace /DeviceGray /BitsPerComponent 8',
          ),
        ],
      ],
    }),
    config: PROBE,
  },
  {
    name: 'rules',
    document: text('a'),
    config: rule({
      length: {
        map: [
          { map: [{ split: ['x'.repeat(3_000), ''] }, 1] },
          { reduce: [{ split: ['y'.repeat(300), ''] }, { '+': [{ var: 'accumulator' }, 1] }, 0] },
        ],
      },
    }),
    options: { filename: 'a.txt' },
  },
];

interface Timed {
  readonly milliseconds: number;
  readonly end: string;
}

async function run(extractor: Extractor, stage: Stage, signal: AbortSignal): Promise<Timed> {
  const { document, config = nothing, options } = stage;
  const begun = performance.now();
  const end = await extractor.extract(document, config as never, undefined, { ...options, signal }).then(
    () => 'result',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );
  return { milliseconds: performance.now() - begun, end };
}

async function lateness(extractor: Extractor, stage: Stage): Promise<string[]> {
  await extractor.extract(text('a'), nothing as never, undefined, { filename: 'a.txt' });
  const whole = await run(extractor, stage, AbortSignal.timeout(LONGEST));
  const late: number[] = [];
  for (const share of MOMENTS) {
    await extractor.extract(text('a'), nothing as never, undefined, { filename: 'a.txt' });
    const aborter = new AbortController();
    const begun = performance.now();
    const due = share * whole.milliseconds;
    const timer = setTimeout(() => aborter.abort(), due);
    await run(extractor, stage, aborter.signal);
    clearTimeout(timer);
    // A stage that gives no turn ends before the timer that would abort it has come.
    const over = performance.now() - begun - due;
    if (over > 0) late.push(over);
  }
  const most = late.length === 0 ? '' : Math.max(...late).toFixed(0);
  return [`${whole.milliseconds.toFixed(0)} ms (${whole.end})`, `${late.length} of ${MOMENTS.length}`, most];
}

const own = createExtractor();
const walled = createExtractor({ workers: 1 });
const rows: string[][] = [];
const wanted = argv.slice(2);
for (const stage of STAGES.filter(
  ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
)) {
  rows.push([stage.name, ...(await lateness(own, stage)), ...(await lateness(walled, stage))]);
  console.error(rows.at(-1)!.join(' | '));
}
await own.close();
await walled.close();
console.log(
  table(['', 'whole', 'aborted', 'latest, ms', 'whole, in a worker', 'aborted', 'latest, ms'], rows),
);
