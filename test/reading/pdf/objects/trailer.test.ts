import { expect, it } from 'vitest';
import { FileObjects } from '../../../../src/reading/pdf/objects/file-objects.js';
import { catalogNumber, trailerOf } from '../../../../src/reading/pdf/objects/trailer.js';
import { makePdf } from '../../../support/make-pdf.js';

const file = (text: string) => new FileObjects(Buffer.from(text, 'latin1'));

/** A file with an older revision, whose newest trailer is at an offset. */
function revised(trailer: string): string {
  const older = 'trailer << /Root 1 0 R >>\n';
  return `${older}${trailer}\nstartxref\n${older.length}\n%%EOF`;
}

it.each([
  ['of a table', 'xref\n0 1\n0000000000 65535 f\ntrailer << /Root 5 0 R >>', 5],
  ['of a stream', '9 0 obj << /Type /XRef /Root 5 0 R >> stream', 5],
  ['is not what stands elsewhere', '<< /Root 5 0 R >>', undefined],
])('the newest trailer is found: %s', (_, trailer, root) => {
  expect(trailerOf(file(revised(trailer)))?.get('Root')).toEqual(root && { number: root });
});

it('the newest trailer is none where the file does not lead to one', () => {
  expect(trailerOf(file('trailer << /Root 1 0 R >>'))).toBeUndefined();
  expect(trailerOf(file('startxref\n99999\n%%EOF'))).toBeUndefined();
  expect(trailerOf(file(''))).toBeUndefined();
});

it('the catalogue is that of the newest trailer, else the one that all of the file names', () => {
  expect(catalogNumber(new FileObjects(makePdf({ content: '' })))).toBe(1);
  expect(catalogNumber(file(revised('9 0 obj << /Root 5 0 R >>')))).toBe(5);
  expect(catalogNumber(file('/Root 3 0 R /Root 3 0 R'))).toBe(3);
  expect(catalogNumber(file('/Root 3 0 R /Root 4 0 R'))).toBeUndefined();
});
