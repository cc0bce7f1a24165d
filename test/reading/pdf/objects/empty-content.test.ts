import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { emptinessOf } from '../../../../src/reading/pdf/objects/empty-content.js';
import { FileObjects } from '../../../../src/reading/pdf/objects/file-objects.js';
import { makePdf, stream } from '../../../support/make-pdf.js';

/** Why the page is empty whose contents are the object 10. */
function emptiness(extra: readonly string[], seal: 'none' | 'sealed' = 'none') {
  const file = Buffer.from(makePdf({ content: '' }, extra)).toString('latin1');
  const bytes = Buffer.from(file.replace('/Contents 4 0 R ', '/Contents 10 0 R'), 'latin1');
  return emptinessOf(new FileObjects(bytes, seal), 3);
}

const FLATE = '/Filter /FlateDecode';
const packed = stream(deflateSync(Buffer.from('q Q')).toString('latin1'), FLATE);
/** Compressed data that went through a text editor, and such that is broken further on. */
const lost = stream('x\u00ef\u00bf\u00bd\u00ef\u00bf\u00bd', FLATE);
const broken = stream(deflateSync(Buffer.from('q Q')).toString('latin1').replace(/.{4}$/su, 'xxxx'), FLATE);
const other = stream('<7120>', '/Filter /ASCIIHexDecode');

it.each([
  ['without bytes', [stream('')], 'nothing there'],
  ['of bytes that say nothing', [stream('q Q')], 'nothing there'],
  ['of packed data', [packed], 'nothing there'],
  ['of no streams', ['[]'], 'nothing there'],
  ['of data that cannot be unpacked', [lost], 'damaged'],
  ['of several such', ['[11 0 R 11 0 R]', lost], 'damaged'],
  ['of such and others', ['[11 0 R 12 0 R]', lost, packed], undefined],
  ['of data that may be unpacked in part', [broken], undefined],
  ['packed in another way', [other], undefined],
  ['that is missing', [], undefined],
])('a page on which nothing was found is judged by its content %s', (_, extra, expected) => {
  expect(emptiness(extra)).toBe(expected);
});

it('a page on which nothing was found in an encrypted file is sure to be empty only where data is not packed', () => {
  expect(emptiness([stream('q Q')], 'sealed')).toBe('nothing there');
  expect(emptiness([packed], 'sealed')).toBeUndefined();
  expect(emptiness([lost], 'sealed')).toBeUndefined();
});

it('a page on which nothing was found is one that the file has', () => {
  expect(emptinessOf(new FileObjects(makePdf({ content: '' })), 2)).toBeUndefined();
  expect(emptinessOf(new FileObjects(makePdf({ content: '' })), 99)).toBeUndefined();
});
