/** Our reading of Word files against mammoth's, on its files and on those that the package docx writes. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import {
  Footer,
  Header,
  LevelFormat,
  Packer,
  PageBreak,
  Paragraph,
  Tab,
  Table,
  TableCell,
  TableRow,
  TextRun,
  Document as WordDocument,
} from 'docx';
import mammoth from 'mammoth';
import { expect, it } from 'vitest';
import { loadBytes } from '../../support/readers.js';
import { texts } from '../office-files.js';

const folder = join(
  dirname(createRequire(import.meta.url).resolve('mammoth/package.json')),
  'test/test-data',
);
const files = readdirSync(folder).filter((name) => name.endsWith('.docx'));

const theirWords = async (bytes: Buffer) =>
  (await mammoth.extractRawText({ buffer: bytes })).value.split(/\s+/u).filter(Boolean);
const ourWords = async (bytes: Uint8Array) =>
  texts(await loadBytes(bytes))
    .flat(2)
    .join(' ')
    .split(/\s+/u)
    .filter(Boolean);

it('the files of mammoth are there', () => {
  expect(files.length).toBeGreaterThan(10);
});

it.each(files)('the files of mammoth: %s: every word of its body, in order', async (name) => {
  const bytes = readFileSync(join(folder, name));
  const theirs = await theirWords(bytes);
  const ours = await ourWords(new Uint8Array(bytes));
  // Besides the body we read notes, markers of lists and text boxes, which mammoth leaves out of raw text.
  let next = 0;
  for (const word of ours) if (word === theirs[next]) next++;
  expect(theirs.slice(next)).toEqual([]);
});

const row = (...cells: string[]) =>
  new TableRow({
    children: cells.map(
      (text) => new TableCell({ width: { size: 400, type: 'dxa' }, children: [new Paragraph(text)] }),
    ),
  });

it('files of the package docx have every word of the body, and headers, footers, numbers and pages', async () => {
  const numbered = (text: string) => new Paragraph({ text, numbering: { reference: 'list', level: 0 } });
  const bytes = await Packer.toBuffer(
    new WordDocument({
      numbering: {
        config: [
          {
            reference: 'list',
            levels: [{ level: 0, format: LevelFormat.DECIMAL, text: '%1.', alignment: 'left' }],
          },
        ],
      },
      sections: [
        {
          headers: { default: new Header({ children: [new Paragraph('Letterhead')] }) },
          footers: { default: new Footer({ children: [new Paragraph('Imprint')] }) },
          children: [
            new Paragraph({
              children: [new TextRun({ text: 'Policy ', bold: true }), new TextRun('number 0.6271')],
            }),
            new Paragraph({
              children: [new TextRun('left'), new TextRun({ children: [new Tab(), 'right'] })],
            }),
            numbered('first'),
            numbered('second'),
            new Table({
              columnWidths: [400, 400, 400],
              rows: [row('0.6271', '1,234,567.89', 'Zusammensetzung'), row('a', 'b', 'c')],
            }),
            new Paragraph({ children: [new PageBreak(), new TextRun('last page')] }),
          ],
        },
      ],
    }),
  );
  const document = await loadBytes(new Uint8Array(bytes));
  expect(texts(document)).toEqual([
    [
      'Letterhead',
      'Policy number 0.6271',
      'left',
      'right',
      '1. first',
      '2. second',
      '0.6271',
      '1,234,567.89',
      'Zusammensetzung',
      'a',
      'b',
      'c',
      'Imprint',
    ],
    ['Letterhead', 'last page', 'Imprint'],
  ]);
  const ours = await ourWords(new Uint8Array(bytes));
  const inBody = ours.filter((word) => !['Letterhead', 'Imprint', '1.', '2.'].includes(word));
  expect(inBody).toEqual(await theirWords(bytes));
});
