import { expect, test } from 'vitest';
import { checkStructure } from '../../../../src/reading/pdf/objects/structure-bounds.js';
import { makePdf } from '../../../support/make-pdf.js';

const references = (entries: string) =>
  Buffer.from(`%PDF-1.7\n7 0 obj\n<< /Type /XRef /Root 1 0 R ${entries} >>\nstream\n\nendstream\nendobj\n`);

const tree = (kids: string, node: string) =>
  Buffer.from(
    `%PDF-1.7\n2 0 obj\n<< /Type /Pages /Kids [${kids}] /Count 2 >>\nendobj\n3 0 obj\n<< ${node} >>\nendobj\n`,
  );

/** A form whose first field has so many below it, one in the other. */
const chain = (levels: number, named: 'parents' | 'children') => {
  const fields = Array.from({ length: levels }, (_, i) => {
    const entry = named === 'parents' ? `/Parent ${9 + i} 0 R` : `/Kids [${11 + i} 0 R]`;
    return `${10 + i} 0 obj\n<< /T (n) ${entry} >>\nendobj\n`;
  });
  return Buffer.from(`%PDF-1.7\n1 0 obj\n<< /AcroForm << /Fields [10 0 R] >> >>\nendobj\n${fields.join('')}`);
};

test.each([
  ['two billion entries', references('/Size 2000000000 /W [1 2 1] /Index [0 2000000000]'), 'too_large'],
  ['entries in many stretches', references(`/W [0 0 0] /Index [${'0 900000 '.repeat(4)}]`), 'too_large'],
  ['a size alone', references('/W[1 2 1]/Size 2000000'), 'too_large'],
  ['numbers of gigabytes', references('/Size 10 /W [1 2000000000 1] /Index [0 10]'), 'too_large'],
  ['a row of megabytes', Buffer.from(`%PDF-1.7\n${'1'.repeat(4_000_001)}`), 'too_large'],
  [
    'a row of megabytes behind others',
    Buffer.from(`${'1'.repeat(3_000_000)}\n${'1'.repeat(4_000_001)}`),
    'too_large',
  ],
  [
    'a fax of endless rows',
    Buffer.from('%PDF-1.7\n7 0 obj\n<< /DecodeParms << /K -1 /Columns 65536 >> >>\nendobj\n'),
    'too_large',
  ],
  ['a chain of parents', chain(1_100, 'parents'), 'too_large'],
  ['a chain of children', chain(1_100, 'children'), 'too_large'],
  ['a list twice', tree('3 0 R 3 0 R', '/Type /Pages /Kids [4 0 R] /Count 1'), 'invalid_document'],
  ['a list in itself', tree('2 0 R 2 0 R', '/Type /Page'), 'invalid_document'],
])('%s would cost too much', (_, bytes, code) => {
  expect(() => checkStructure(bytes)).toThrow(expect.objectContaining({ code }));
});

test.each([
  ['a sound file', makePdf({ content: '' })],
  ['entries of many objects that are gone', references('/Size 900000 /W [1 2 1]')],
  ['a page twice', tree('3 0 R 3 0 R', '/Type /Page')],
  ['rows as long as they may be', Buffer.from(`%PDF-1.7\n${`${'1'.repeat(4_000_000)}\n`.repeat(3)}`)],
  ['parents as many as there may be', chain(990, 'parents')],
  [
    'parents in a circle',
    Buffer.concat([chain(900, 'parents'), Buffer.from('9 0 obj\n<< /Parent 909 0 R >>\nendobj\n')]),
  ],
  [
    'a fax of the longest rows',
    Buffer.from('%PDF-1.7\n7 0 obj\n<< /DecodeParms << /Columns 65535 >> >>\nendobj\n'),
  ],
  ['lists once each', tree('3 0 R 4 0 R', '/Type /Pages /Kids [5 0 R] /Count 1')],
  ['a field whose widget is there twice', tree('3 0 R 3 0 R', '/FT /Tx /Kids [4 0 R]')],
])('%s costs little enough', (_, bytes) => {
  expect(() => checkStructure(bytes)).not.toThrow();
});
