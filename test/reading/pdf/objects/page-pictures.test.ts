import { expect, it } from 'vitest';
import { FileObjects } from '../../../../src/reading/pdf/objects/file-objects.js';
import { mayShowPictures } from '../../../../src/reading/pdf/objects/page-pictures.js';
import { makePdf, type PageParts, stream, type3Font } from '../../../support/make-pdf.js';

/** Number of the page's object in files that tests make. */
const PAGE = 3;

const IMAGE = stream(
  '\u0000',
  '/Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8',
);
const INLINE = 'q BI /W 4 /H 4 /IM true /BPC 1 ID xxxx EI Q';
const form = (content: string, entries = '') => stream(content, `/Subtype /Form /BBox [0 0 9 9] ${entries}`);
const NAMES_IMAGE = '/Resources << /XObject << /I0 10 0 R >> >>';

const shows = (parts: Partial<PageParts>, extra: readonly string[] = [], seal: 'none' | 'sealed' = 'none') =>
  mayShowPictures(new FileObjects(makePdf({ content: '', ...parts }, extra), seal), PAGE);

it.each<[string, Partial<PageParts>, string[]]>([
  ['that its resources name', { resources: '/XObject << /I0 10 0 R >>' }, [IMAGE]],
  ['in its content', { content: INLINE }, []],
  ['in the content of a form', { resources: '/XObject << /F0 10 0 R >>' }, [form(INLINE)]],
  [
    'of a form in a form',
    { resources: '/XObject << /F0 12 0 R >>' },
    [IMAGE, form('/I0 Do', NAMES_IMAGE), form('/F1 Do', '/Resources << /XObject << /F1 11 0 R >> >>')],
  ],
  ['in a pattern', { resources: '/Pattern << /P0 10 0 R >>' }, [stream(INLINE, '/PatternType 1')]],
  ['in a soft mask', { resources: '/ExtGState << /G0 << /SMask << /G 10 0 R >> >> >>' }, [form(INLINE)]],
  ['in a glyph', { fonts: '/F3 10 0 R' }, [type3Font('[1 0 0 1 0 0]', '[0 0 9 9]', 9, 11), stream(INLINE)]],
  [
    'in an annotation',
    { entries: '/Annots [11 0 R]' },
    [IMAGE, '<< /AP << /N 12 0 R >> >>', form('', NAMES_IMAGE)],
  ],
  [
    'in a state of an annotation',
    { entries: '/Annots [<< /AP << /N << /On 10 0 R >> >> >>]' },
    [form(INLINE)],
  ],
  [
    'in a stream that cannot be unpacked',
    { resources: '/XObject << /F0 10 0 R >>' },
    [form('x', '/Filter /LZWDecode')],
  ],
])('a page may show pictures %s', (_, parts, extra) => {
  expect(shows(parts, extra)).toBe(true);
});

it('a page may show pictures in forms in forms that go on for ever', () => {
  const nested = Array.from({ length: 5_000 }, (_, index) =>
    form('/F0 Do', `/Resources << /XObject << /F0 ${11 + index} 0 R >> >>`),
  );
  expect(shows({ resources: '/XObject << /F0 10 0 R >>' }, nested)).toBe(true);
});

it('a page may show pictures where its object is no page', () => {
  expect(mayShowPictures(new FileObjects(makePdf({ content: '' })), 5)).toBe(true);
});

it('a page may show pictures in content that is encrypted', () => {
  expect(shows({ content: 'BT ET' }, [], 'sealed')).toBe(true);
});

it.each<[string, Partial<PageParts>, string[]]>([
  ['with text and lines', { content: 'BT /F1 12 Tf (BI) Tj ET 0 0 9 9 re f' }, []],
  ['where another page has some', {}, [IMAGE]],
  [
    'with a form that shows itself',
    { resources: '/XObject << /F0 10 0 R >>' },
    [form('/F0 Do', '/Resources << /XObject << /F0 10 0 R >> >>')],
  ],
  ['with an object that is missing', { resources: '/XObject << /F0 99 0 R >>' }, []],
])('a page shows no pictures %s', (_, parts, extra) => {
  expect(shows(parts, extra)).toBe(false);
});
