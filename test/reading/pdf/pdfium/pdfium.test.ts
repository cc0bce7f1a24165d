/** What PDFium must be made to tell, and what pdf.js is asked of in its place. */
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { PdfFile } from '../../../../src/reading/pdf/engine.js';
import { givePdfium, run, takePdfium } from '../../../../src/reading/pdf/pdfium/library.js';
import { pdfium, preparePdfium } from '../../../../src/reading/pdf/pdfium/pdfium.js';
import { pdfjs } from '../../../../src/reading/pdf/pdfjs/pdfjs.js';
import { makePdf, type PageParts, stream } from '../../../support/make-pdf.js';

const files: PdfFile[] = [];
afterEach(async () => {
  await Promise.all(files.splice(0).map((file) => file.close()));
});

async function contentOf(parts: PageParts, extra: readonly string[] = [], engine = pdfium()) {
  const file = await engine.open(makePdf(parts, extra), {});
  files.push(file);
  return (await file.page(0)).content();
}

const plain = ({ glyphs }: Awaited<ReturnType<typeof contentOf>>) =>
  glyphs.map(({ text, x, y, advance, style: { size, angle, operation, invisible } }) => ({
    text,
    at: [x, y, advance, size, angle].map((length) => Math.round(length * 1e4)),
    operation,
    invisible,
  }));

describe('text as pdf.js reads it', () => {
  it.each([
    ['spaces at ends and in rows', 'BT /F1 12 Tf 72 720 Td (  a   b  ) Tj (c ) Tj ( ) Tj ET'],
    ['spacing and shifts', 'BT /F1 12 Tf 2 Tc 3 Tw 72 720 Td [(a b) -500 (c) 200 (d)] TJ ET'],
    ['scaled and raised text', 'BT /F1 12 Tf 50 Tz 4 Ts 72 720 Td (ab) Tj ET'],
    ['turned text', 'BT /F1 12 Tf 0.8 0.6 -0.6 0.8 72 620 Tm (abc) Tj ET'],
    ['slanted text', 'BT /F1 12 Tf 1 0 0.3 1 72 620 Tm (abc) Tj ET'],
    ['text in the middle of a turn', 'q 0 1 -1 0 300 300 cm BT /F1 12 Tf (abc) Tj ET Q'],
    ['invisible text', 'BT /F1 12 Tf 3 Tr 72 720 Td (abc) Tj ET'],
    ['text printed twice', 'BT /F1 12 Tf 72 720 Td (ab) Tj ET BT /F1 12 Tf 72.3 720 Td (ab) Tj ET'],
    ['text outside the page', 'BT /F1 12 Tf -300 720 Td (ab) Tj ET'],
    ['a Type 3 font', 'BT /F2 12 Tf 72 720 Td (AA) Tj ET'],
  ])('text is as pdf.js reads it: %s', async (_, content) => {
    expect(plain(await contentOf({ content }))).toEqual(plain(await contentOf({ content }, [], pdfjs())));
  });
});

/** A composite font with widths and texts of its own: 1 is a wide A, 2 a narrow B, 3 a space, and what the file leaves out is 777 wide. */
const composite = [
  '<< /Type /Font /Subtype /Type0 /BaseFont /K /Encoding /Identity-H /DescendantFonts [11 0 R] /ToUnicode 12 0 R >>',
  '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /K /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) ' +
    '/Supplement 0 >> /DW 777 /W [1 [901 123] 3 3 222] /FontDescriptor 13 0 R >>',
  stream(
    '1 begincodespacerange <0000> <ffff> endcodespacerange 4 beginbfchar <0001> <0041> <0002> <0042> <0003> <0020> <0004> <0043> endbfchar',
  ),
  '<< /Type /FontDescriptor /FontName /K /Flags 96 /ItalicAngle -12 /Ascent 700 /Descent -200 /CapHeight 700 /StemV 80 /FontBBox [0 -200 900 900] >>',
];

describe('fonts as pdf.js reads them', () => {
  it.each([
    ['widths that a composite font lists', '<0001000200040001>'],
    ['spaces that PDFium does not list', '<00030003000100030003000200030003>'],
  ])('fonts are as pdf.js reads them: %s', async (_, text) => {
    const parts = { content: `BT /F3 12 Tf 72 720 Td ${text} Tj ET`, fonts: '/F3 10 0 R' };
    const read = plain(await contentOf(parts, composite));
    expect(read).toEqual(plain(await contentOf(parts, composite, pdfjs())));
    expect(read.length).toBe(text.length / 4 - 0.5);
  });

  it('more codes of a font than fit in a line of a sample', async () => {
    const codes = Array.from({ length: 300 }, (_, index) => (index + 1).toString(16).padStart(4, '0'));
    const map =
      '1 begincodespacerange <0000> <ffff> endcodespacerange 1 beginbfrange <0001> <0200> <0100> endbfrange';
    const font = [composite[0]!.replace('12 0 R', '14 0 R'), ...composite.slice(1), stream(map)];
    const parts = { content: `BT /F3 1 Tf 72 720 Td <${codes.join('')}> Tj ET`, fonts: '/F3 10 0 R' };
    const read = plain(await contentOf(parts, font));
    expect(read.map(({ text }) => text).slice(-2)).toEqual(['\u022a', '\u022b']);
    const other = plain(await contentOf(parts, font, pdfjs()));
    expect(read.map(({ text }) => text)).toEqual(other.map(({ text }) => text));
    // PDFium adds advances in 32 bits.
    for (const [index, { at }] of read.entries())
      expect(Math.abs(at[0]! - other[index]!.at[0]!)).toBeLessThan(2);
  });

  it('widths that a simple font gives, of the codes that it shows and no others', async () => {
    const font =
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Oblique /FirstChar 65 /LastChar 67 /Widths [100 900 -50] >>';
    const parts = { content: 'BT /F3 12 Tf 72 720 Td (ABAB) Tj ET', fonts: '/F3 10 0 R' };
    const advances = (await contentOf(parts, [font])).glyphs.map(({ advance }) => advance * 72);
    expect(advances).toEqual([1.2, 10.8, 1.2, 10.8].map((points) => expect.closeTo(points, 4)));
  });
});

describe('a code that PDFium does not list where it is shown', () => {
  const shown = 'BT /F3 12 Tf 72 700 Td (3) Tj ET';
  // PDFium lists the text that marked content gives in place of its codes.
  const parts = {
    content: `BT /F1 12 Tf 72 720 Td (3) Tj ET /Span << /ActualText (z) >> BDC ${shown} EMC`,
    fonts: '/F3 10 0 R',
  };
  const font = (more: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman ${more} >>`;

  it('a code that PDFium does not list where it is shown has the text that the map of its font gives', async () => {
    const extra = [font('/ToUnicode 11 0 R'), stream('1 beginbfchar <33> <0042> endbfchar')];
    const own = await contentOf(parts, extra);
    expect(own.glyphs.map(({ text, mapped }) => [text, mapped])).toEqual([
      ['3', true],
      ['B', true],
    ]);
    // pdf.js calls fonts otherwise.
    expect(own.glyphs.map(({ style }) => style.font)).toEqual(['0', '1']);
    expect(plain(own)).toEqual(plain(await contentOf(parts, extra, pdfjs())));
  });

  it('a code that PDFium does not list where it is shown has that of its encoding where the map says that it has none', async () => {
    const extra = [font('/ToUnicode 11 0 R'), stream('1 beginbfchar <33> <0000> endbfchar')];
    const own = await contentOf(parts, extra);
    expect(own.glyphs.map(({ text }) => text)).toEqual(['3', '3']);
  });

  it('a code that PDFium does not list where it is shown has the text that PDFium lists it with where another covers it', async () => {
    // The same code at the same place: PDFium lists it once, and the second font not at all.
    const covered = { ...parts, content: `BT /F1 12 Tf 72 700 Td (3) Tj ET ${shown}` };
    const extra = [font('/ToUnicode 11 0 R'), stream('1 beginbfchar <33> <0042> endbfchar')];
    const own = await contentOf(covered, extra);
    expect(own.glyphs.map(({ text }) => text)).toEqual(['3', 'B']);
    expect(plain(own)).toEqual(plain(await contentOf(covered, extra, pdfjs())));
  });

  it('a code that PDFium does not list where it is shown is that of the standard where its font has neither a map nor an encoding', async () => {
    const own = await contentOf(parts, [font('')]);
    expect(own.glyphs.map(({ text }) => text)).toEqual(['3', '3']);
    expect(plain(own)).toEqual(plain(await contentOf(parts, [font('')], pdfjs())));
  });
});

it('a document that many pages were loaded of is read after it was opened again as before', {
  timeout: 60_000,
}, async () => {
  const document = await PDFDocument.create();
  const [form, other] = [document.addPage(), document.addPage()];
  const field = document.getForm().createTextField('name');
  field.setText('Ada');
  field.addToPage(form, { x: 72, y: 500, width: 100, height: 20 });
  form.drawText('A form', { x: 72, y: 720 });
  other.drawText('Another page', { x: 72, y: 720 });
  const file = await pdfium().open(await document.save(), {});
  files.push(file);
  const read = async (index: number) => {
    const page = await file.page(index);
    const { glyphs } = await page.content();
    page.release();
    return glyphs.map(({ text, x, y, advance }) => [text, x, y, advance]);
  };
  const first = [await read(0), await read(1)];
  expect(first.map((glyphs) => glyphs.map(([text]) => text).join(''))).toEqual(['A formAda', 'Another page']);
  for (let times = 0; times < 260; times++) expect([await read(0), await read(1)]).toEqual(first);
});

describe('metadata as pdf.js reads it', () => {
  const packet = (body: string) =>
    stream(
      `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">${body}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`,
      '/Type /Metadata /Subtype /XML',
    );
  const content = 'BT /F1 12 Tf 72 720 Td (Hello) Tj ET';

  it.each([
    ['none at all', '', []],
    ['a language and a version', '/Lang (de-AT) /Version /1.4', []],
    ['a form with a field', '/AcroForm << /Fields [10 0 R] >>', ['<< /FT /Tx /T (a) >>']],
    ['a form without one', '/AcroForm 10 0 R', ['<< /Fields [] >>']],
    ['a form with signatures', '/AcroForm << /Fields [10 0 R] /SigFlags 1 >>', ['<< /FT /Tx /T (a) >>']],
    ['a portfolio', '/Collection << /View /D >>', []],
    [
      'XMP',
      '/Metadata 10 0 R',
      [
        packet(
          '<pdf:Producer> A &amp; B </pdf:Producer> <dc:creator><rdf:Seq> <rdf:li>one</rdf:li> <rdf:li>two</rdf:li></rdf:Seq></dc:creator><dc:title><rdf:Alt><rdf:li xml:lang="x-default">T</rdf:li></rdf:Alt></dc:title>',
        ),
      ],
    ],
    ['XMP that is damaged', '/Metadata 10 0 R', [packet('<pdf:Producer>A</pdf:Other>')]],
  ])('metadata is as pdf.js reads it: %s', async (_, catalog, extra) => {
    const bytes = makePdf({ content }, extra, catalog);
    const [own, other] = await Promise.all(
      [pdfium(), pdfjs()].map(async (engine) => {
        const file = await engine.open(bytes, {});
        files.push(file);
        return file.metadata();
      }),
    );
    expect(own).toEqual(other);
  });

  it('texts of the information dictionary are as pdf.js reads them', async () => {
    const document = await PDFDocument.create();
    document.addPage();
    document.setTitle('Größe — 大きさ');
    document.setKeywords(['a', 'b']);
    document.setCreationDate(new Date(0));
    const bytes = await document.save();
    const [own, other] = await Promise.all(
      [pdfium(), pdfjs()].map(async (engine) => (await engine.open(bytes, {})).metadata()),
    );
    expect(own).toEqual(other);
    expect(own?.info).toMatchObject({ Title: 'Größe — 大きさ' });
  });
});

describe('paths and ink as pdf.js reads them', () => {
  it.each([
    ['strokes', '0 0 1 RG 3 w [4 2] 1 d 72 72 m 300 72 l 300 300 l h S'],
    ['fills', '0.2 g 72 72 100 50 re f* 200 200 m 250 250 300 250 350 200 c h f'],
    ['clipped paths', 'q 100 100 50 50 re W n 1 0 0 rg 90 90 30 30 re f Q'],
    ['scaled paths', 'q 2 0 0 2 10 10 cm 1 w 72 72 m 100 72 l S Q'],
  ])('paths and ink are as pdf.js reads them: %s', async (_, content) => {
    const own = await contentOf({ content });
    const other = await contentOf({ content }, [], pdfjs());
    const rounded = (value: unknown) =>
      JSON.parse(JSON.stringify(value), (_key, each) =>
        typeof each === 'number' ? Math.round(each * 1e3) : each,
      );
    expect(rounded(own.paths)).toEqual(rounded(other.paths));
    expect(own.ink).toMatchObject({ plain: other.ink?.plain, imageArea: 0 });
  });
});

describe('a page that was drawn', () => {
  const text = 'BT /F1 40 Tf 72 600 Td (Words that are drawn) Tj ET 300 500 m 400 500 l S';

  it('reads as before, whichever way its text was drawn', async () => {
    const file = await pdfium().open(makePdf({ content: text }), {});
    files.push(file);
    const page = await file.page(0);
    const before = await page.content();
    for (const withoutText of [false, true, false]) {
      const { data } = await page.render({ dpi: 40, withoutText });
      const ink = data.filter((value, at) => at % 4 === 0 && value < 128).length;
      expect(ink > 200).toBe(!withoutText);
      page.release();
      expect(await page.content()).toEqual(before);
    }
  });

  it('a page that was drawn is drawn by pdf.js for who asks for that', async () => {
    const bytes = makePdf({ content: text });
    const draw = async (engine = pdfium(), drawnBy?: 'pdfjs') => {
      const file = await engine.open(bytes, {});
      files.push(file);
      return Buffer.from((await (await file.page(0)).render({ dpi: 40, drawnBy })).data);
    };
    const [own, other, fast] = [await draw(pdfium(), 'pdfjs'), await draw(pdfjs()), await draw()];
    expect(own.equals(other)).toBe(true);
    expect(own.equals(fast)).toBe(false);
  });

  it('a page that was drawn has its glyphs where they are, not at the next third of a pixel', async () => {
    const [one, other] = await Promise.all(
      [72, 72.1].map(async (x) => {
        const file = await pdfium().open(makePdf({ content: `BT /F1 12 Tf ${x} 600 Td (O) Tj ET` }), {});
        files.push(file);
        return (await file.page(0)).render({ dpi: 100 });
      }),
    );
    expect(Buffer.compare(Buffer.from(one!.data), Buffer.from(other!.data))).not.toBe(0);
  });

  it('still knows the appearances of its annotations', async () => {
    const parts = { content: text, entries: '/Annots [10 0 R]' };
    const extra = [
      '<< /Type /Annot /Subtype /Square /Rect [72 72 144 144] /F 4 /AP << /N 11 0 R >> >>',
      stream('10 10 m 60 10 l S', '/Type /XObject /Subtype /Form /BBox [0 0 72 72]'),
    ];
    const file = await pdfium().open(makePdf(parts, extra), {});
    files.push(file);
    const page = await file.page(0);
    const before = (await page.content()).paths;
    await page.render({ dpi: 30 });
    page.release();
    expect((await page.content()).paths).toEqual(before);
    expect(before.map(({ annotation }) => annotation)).toEqual([undefined, true]);
  });
});

it('an instance that was started ahead waits for the next document', async () => {
  await preparePdfium();
  const waiting = await takePdfium(0);
  givePdfium(waiting);
  await preparePdfium();
  expect(await takePdfium(0)).toBe(waiting);
  givePdfium(waiting);
});

it('an instance that has ended is not used again', async () => {
  const instance = await takePdfium(0);
  const end = () =>
    run(instance, () => {
      throw new Error('unreachable');
    });
  expect(end).toThrow('PDFium failed');
  expect(() => run(instance, () => 1)).toThrow('PDFium failed');
  givePdfium(instance);
  expect(await takePdfium(0)).not.toBe(instance);
});

it('gets no more memory than its limit', async () => {
  const instance = await takePdfium(0);
  instance.limit = 0;
  expect(instance.exports.malloc(600 * 1024 * 1024)).toBe(0);
  expect(instance.exports.memory.buffer.byteLength).toBeLessThan(64 * 1024 * 1024);
});

it('stops inside a page when the time is over', async () => {
  const content = `${'1 1 m 2 2 l S '.repeat(5_000)}`;
  const file = await pdfium().open(makePdf({ content }), {});
  files.push(file);
  const page = await file.page(0);
  await page.content();
  page.release();
  const now = vi.fn(() => 10);
  await expect(page.content({ deadline: { at: 5, now } })).rejects.toMatchObject({ code: 'timed_out' });
  expect(now.mock.calls.length).toBeLessThan(20);
  expect((await page.content()).paths).toHaveLength(5_000);
  await expect(page.render({ dpi: 50 }, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: 'aborted',
  });
});

it('a page with more annotations than any has is not asked of pdf.js', async () => {
  const entries = `/Annots [${'10 0 R '.repeat(200_001)}]`;
  const annotation = '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] >>';
  const file = await pdfium().open(makePdf({ content: '', entries }, [annotation]), {});
  files.push(file);
  await expect(file.page(0)).rejects.toMatchObject({ code: 'too_large' });
});
