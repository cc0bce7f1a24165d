import { expect, test } from 'vitest';
import { checkStructure } from '../../../../src/reading/pdf/objects/structure-bounds.js';
import { makePdf } from '../../../support/make-pdf.js';

const references = (entries: string) =>
  Buffer.from(`%PDF-1.7\n7 0 obj\n<< /Type /XRef /Root 1 0 R ${entries} >>\nstream\n\nendstream\nendobj\n`);

const tree = (kids: string, node: string) =>
  Buffer.from(
    `%PDF-1.7\n2 0 obj\n<< /Type /Pages /Kids [${kids}] /Count 2 >>\nendobj\n3 0 obj\n<< ${node} >>\nendobj\n`,
  );

test.each([
  ['two billion entries', references('/Size 2000000000 /W [1 2 1] /Index [0 2000000000]'), 'too_large'],
  ['entries in many stretches', references(`/W [0 0 0] /Index [${'0 900000 '.repeat(4)}]`), 'too_large'],
  ['a size alone', references('/W[1 2 1]/Size 2000000'), 'too_large'],
  ['numbers of gigabytes', references('/Size 10 /W [1 2000000000 1] /Index [0 10]'), 'too_large'],
  ['a list twice', tree('3 0 R 3 0 R', '/Type /Pages /Kids [4 0 R] /Count 1'), 'invalid_document'],
  ['a list in itself', tree('2 0 R 2 0 R', '/Type /Page'), 'invalid_document'],
])('%s would cost too much', (_, bytes, code) => {
  expect(() => checkStructure(bytes)).toThrow(expect.objectContaining({ code }));
});

test.each([
  ['a sound file', makePdf({ content: '' })],
  ['entries of many objects that are gone', references('/Size 900000 /W [1 2 1]')],
  ['a page twice', tree('3 0 R 3 0 R', '/Type /Page')],
  ['lists once each', tree('3 0 R 4 0 R', '/Type /Pages /Kids [5 0 R] /Count 1')],
  ['a field whose widget is there twice', tree('3 0 R 3 0 R', '/FT /Tx /Kids [4 0 R]')],
])('%s costs little enough', (_, bytes) => {
  expect(() => checkStructure(bytes)).not.toThrow();
});
