/** Faults of the file around its objects. */
import type { Attack } from '../attack.js';
import { plain } from '../pdf-file.js';
import { changed, edited, pdf } from './parts.js';

/** Cross-references as a stream, of which a part is said wrong. */
function referenceStream(entries: string, rows: readonly number[] = [0, 0, 0, 1, 0, 9]): string {
  const data = Buffer.from(rows).toString('latin1');
  return [
    '%PDF-1.7',
    '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj',
    '2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj',
    '3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >> endobj',
    `7 0 obj << /Type /XRef /Root 1 0 R ${entries} /Length ${rows.length} >> stream\n${data}\nendstream endobj`,
    'startxref\n187\n%%EOF',
  ].join('\n');
}

/** An object stream that holds the page, of which a part is said wrong. */
function objectStream(entries: string, data = '3 0 << /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>') {
  return changed({ 3: 'null', 20: plain(data, `/Type /ObjStm ${entries}`) });
}

export const files: readonly Attack[] = [
  pdf(
    'no cross-references',
    edited((file) => file.slice(0, file.indexOf('xref'))),
  ),
  pdf(
    'no trailer',
    edited((file) => file.replace(/trailer[\s\S]*/u, '')),
  ),
  pdf(
    'a trailer without a root',
    edited((file) => file.replace('/Root 1 0 R', '')),
  ),
  pdf(
    'a root that is a page',
    edited((file) => file.replace('/Root 1 0 R', '/Root 3 0 R')),
  ),
  pdf(
    'a root that is not there',
    edited((file) => file.replace('/Root 1 0 R', '/Root 99 0 R')),
  ),
  pdf(
    'startxref beyond the end',
    edited((file) => file.replace(/startxref\n\d+/u, 'startxref\n999999999')),
  ),
  pdf(
    'a negative startxref',
    edited((file) => file.replace(/startxref\n\d+/u, 'startxref\n-1')),
  ),
  pdf(
    'startxref of a hundred digits',
    edited((file) => file.replace(/startxref\n\d+/u, `startxref\n${'9'.repeat(100)}`)),
  ),
  pdf(
    'every place in the cross-references moved',
    edited((file) => file.replace(/(\d{10}) 00000 n/gu, '0000000001 00000 n')),
  ),
  pdf(
    'every object at one place',
    edited((file) => file.replace(/(\d{10}) 00000 n/gu, '0000000009 00000 n')),
  ),
  pdf(
    'every object free',
    edited((file) => file.replace(/00000 n/gu, '00000 f')),
  ),
  pdf(
    'other generations',
    edited((file) => file.replace(/00000 n/gu, '65535 n')),
  ),
  pdf(
    'no endobj',
    edited((file) => file.replace(/endobj/gu, '')),
  ),
  pdf(
    'no endstream',
    edited((file) => file.replace(/endstream/gu, '')),
  ),
  pdf(
    'no obj',
    edited((file) => file.replace(/ obj/gu, '')),
  ),
  pdf(
    'all objects of one number',
    edited((file) => file.replace(/\d+ 0 obj/gu, '1 0 obj')),
  ),
  pdf(
    'no header',
    edited((file) => file.replace('%PDF-1.7', '')),
  ),
  pdf(
    'a header of version 99',
    edited((file) => file.replace('%PDF-1.7', '%PDF-99.9')),
  ),
  pdf(
    'a megabyte in front of the header',
    edited((file) => ' '.repeat(1_000_000) + file),
  ),
  pdf(
    'a header again and again',
    edited((file) => '%PDF-1.7\n'.repeat(10_000) + file),
  ),
  pdf(
    '%%EOF again and again',
    edited((file) => file + '%%EOF\n'.repeat(50_000)),
  ),
  pdf('only a header', () => '%PDF-1.7'),
  pdf('only startxref', () => '%PDF-1.7\nstartxref\n0\n%%EOF'),
  pdf(
    'the first half of a file',
    edited((file) => file.slice(0, file.length / 2)),
  ),
  pdf(
    'the second half of a file',
    edited((file) => `%PDF-1.7\n${file.slice(file.length / 2)}`),
  ),
  pdf(
    'two files in one',
    edited((file) => file + file),
  ),
  pdf(
    'a file of line ends',
    edited((file) => file.replace(/\n/gu, '\r')),
  ),
  pdf(
    'a file without line ends',
    edited((file) => file.replace(/\n/gu, ' ')),
  ),
  pdf(
    'a previous section that is this one',
    edited((file) => file.replace('/Root', `/Prev ${file.indexOf('xref')} /Root`)),
  ),
  pdf(
    'a previous section beyond the end',
    edited((file) => file.replace('/Root', '/Prev 99999999 /Root')),
  ),
  pdf(
    'a stream of references that is no stream',
    edited((file) => file.replace('/Root', '/XRefStm 9 /Root')),
  ),
  pdf(
    'a cross-reference table of 1e9 rows',
    edited((file) => file.replace(/xref\n0 \d+/u, 'xref\n0 1000000000')),
  ),
  pdf(
    'a cross-reference table that begins at -5',
    edited((file) => file.replace(/xref\n0 \d+/u, 'xref\n-5 6')),
  ),
  pdf(
    'sections of the cross-references that overlap',
    edited((file) => file.replace('trailer', `${'0 6\n'.repeat(1_000)}trailer`)),
  ),
  pdf(
    'a linearised file that is cut off',
    edited((file) =>
      file
        .replace(
          '%PDF-1.7\n',
          '%PDF-1.7\n9 0 obj << /Linearized 1 /L 99999 /H [10 20] /O 3 /E 500 /N 1 /T 90000 >> endobj\n',
        )
        .slice(0, 400),
    ),
  ),
  pdf(
    'a linearised file of odd numbers',
    edited((file) =>
      file.replace(
        '%PDF-1.7\n',
        '%PDF-1.7\n9 0 obj << /Linearized 1e9 /L -1 /H [1e9 -5] /O 1e9 /E -1 /N 1e9 /T -1 >> endobj\n',
      ),
    ),
  ),
  pdf('a stream of cross-references with rows of no width', () => referenceStream('/Size 3 /W [0 0 0]')),
  pdf('a stream of cross-references with negative widths', () => referenceStream('/Size 3 /W [-1 2 -1]')),
  pdf('a stream of cross-references of size -1', () => referenceStream('/Size -1 /W [1 1 1]')),
  pdf('a stream of cross-references with an odd index', () =>
    referenceStream('/Size 3 /W [1 1 1] /Index [5]'),
  ),
  pdf('a stream of cross-references with types of its own', () =>
    referenceStream('/Size 3 /W [1 1 1]', [9, 9, 9, 8, 8, 8, 7, 7, 7]),
  ),
  pdf('compressed objects in themselves', () =>
    referenceStream('/Size 3 /W [1 1 1]', [2, 1, 0, 2, 2, 0, 2, 0, 0]),
  ),
  pdf('a stream of cross-references whose predictor has 1e9 columns', () =>
    referenceStream(
      '/Size 3 /W [1 1 1] /Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 1000000000 >>',
    ),
  ),
  pdf('an object stream without a count', () => objectStream('/First 4')),
  pdf('an object stream of 1e9 objects', () => objectStream('/N 1000000000 /First 4')),
  pdf('an object stream of -1 objects', () => objectStream('/N -1 /First 4')),
  pdf('an object stream that begins behind its end', () => objectStream('/N 1 /First 99999')),
  pdf('an object stream of words', () => objectStream('/N 3 /First 4', 'not a number at all')),
  pdf('an object stream that extends itself', () => objectStream('/N 1 /First 4 /Extends 20 0 R')),
];
