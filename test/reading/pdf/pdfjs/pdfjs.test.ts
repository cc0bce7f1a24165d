import { PDFDocument, PDFName, StandardFonts } from '@cantoo/pdf-lib';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { DocumentError } from '../../../../src/errors.js';
import type { Glyph } from '../../../../src/page/document/glyph.js';
import type { PdfFile, PdfPage, PdfPageContent } from '../../../../src/reading/pdf/engine.js';
import { pdfjs } from '../../../../src/reading/pdf/pdfjs/pdfjs.js';
import { makePdf, type PageParts, stream, type3Font } from '../../../support/make-pdf.js';
import { SEALED_ID, sealedPdf } from '../../../support/sealed-pdf.js';

/** What pdf.js wants to see of a font that is not embedded. */
const DESCRIPTOR =
  '/FontDescriptor << /Type /FontDescriptor /FontName /Made /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 >>';

const engine = pdfjs();
const files: PdfFile[] = [];

async function open(bytes: Uint8Array, password?: string): Promise<PdfFile> {
  const file = await engine.open(bytes, { password });
  files.push(file);
  return file;
}

afterEach(async () => {
  await Promise.all(files.splice(0).map((file) => file.close()));
});

async function firstPage(parts: PageParts, extra?: readonly string[], catalog?: string): Promise<PdfPage> {
  return (await open(makePdf(parts, extra, catalog))).page(0);
}

async function content(
  parts: PageParts,
  extra?: readonly string[],
  catalog?: string,
): Promise<PdfPageContent> {
  return (await firstPage(parts, extra, catalog)).content();
}

const textOf = (glyphs: readonly Glyph[]) => glyphs.map((glyph) => glyph.text).join('');
const first = <T>(items: readonly T[]): T => {
  const item = items[0];
  if (item === undefined) throw new Error('nothing was found');
  return item;
};

async function codeOf(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(DocumentError);
  return (error as DocumentError).code;
}

describe('glyphs', () => {
  const shown = 'BT /F1 12 Tf 72 720 Td (Ab) Tj ET';

  it('glyphs are on their baseline, in inches from the top left', async () => {
    const [a, b] = (await content({ content: shown })).glyphs;
    expect(a).toMatchObject({ text: 'A', mapped: true });
    expect(a?.x).toBeCloseTo(1, 6);
    expect(a?.y).toBeCloseTo(1, 6);
    expect(a?.advance).toBeCloseTo((0.667 * 12) / 72, 6);
    expect(b?.x).toBeCloseTo(1 + (0.667 * 12) / 72, 6);
    expect(a?.style).toMatchObject({
      angle: 0,
      fontName: 'Helvetica',
      textObject: 0,
      operation: 0,
      invisible: false,
    });
    expect(a?.style.size).toBeCloseTo(12 / 72, 6);
    expect(a?.style.spaceWidth).toBeCloseTo((0.278 * 12) / 72, 6);
  });

  it('heed kerning, spacing, scaling, rise and leading', async () => {
    const { glyphs } = await content({
      content: "BT /F1 10 Tf 50 Tz 2 Tc 3 Tw 4 Ts 14 TL 72 720 Td [(A) -1000 (A)] TJ ( A) ' ET",
    });
    const [a, b, space, c] = glyphs;
    const points = (inches: number | undefined) => (inches ?? Number.NaN) * 72;
    expect(points(b?.x) - points(a?.x)).toBeCloseTo((6.67 + 2 + 10) / 2, 4);
    expect(points(a?.y)).toBeCloseTo(72 - 4, 4);
    expect(points(space?.y)).toBeCloseTo(72 - 4 + 14, 4);
    expect(points(c?.x)).toBeCloseTo(72 + (2.78 + 2 + 3) / 2, 4);
    expect(points(a?.advance)).toBeCloseTo(6.67 / 2, 4);
    expect([a?.style.operation, c?.style.operation]).toEqual([0, 1]);
  });

  it('show text objects, angle of the text matrix and invisible text', async () => {
    const { glyphs } = await content({
      content: 'BT /F1 10 Tf (A) Tj ET BT /F1 1 Tf 0 10 -10 0 300 300 Tm 3 Tr (B) Tj ET',
    });
    const [a, b] = glyphs;
    expect([a?.style.textObject, b?.style.textObject]).toEqual([0, 1]);
    expect(b?.style.angle).toBeCloseTo(-90, 6);
    expect(b?.style.size).toBeCloseTo(10 / 72, 6);
    expect([a?.style.invisible, b?.style.invisible]).toEqual([false, true]);
  });

  it('glyphs of Type 3 fonts have the nominal size', async () => {
    const { glyphs } = await content({ content: 'BT /F2 24 Tf 72 720 Td (AA) Tj ET' });
    expect(textOf(glyphs)).toBe('AA');
    expect(glyphs[0]?.style.size).toBeCloseTo(24 / 72, 6);
    expect(glyphs[0]?.advance).toBeCloseTo(24 / 72, 6);
  });

  it('glyphs of bitmap fonts have 0.87 of the height of their box', async () => {
    const { glyphs } = await content({ content: 'BT /F3 0.24 Tf 72 720 Td (A) Tj ET', fonts: '/F3 10 0 R' }, [
      type3Font('[1 0 0 1 0 0]', '[0 0 30 40]', 28, 11),
      stream('28 0 0 0 24 30 d1 0 0 24 30 re f'),
    ]);
    expect(glyphs[0]?.style.size).toBeCloseTo((0.87 * 40 * 0.24) / 72, 6);
    expect(glyphs[0]?.advance).toBeCloseTo((28 * 0.24) / 72, 6);
  });

  describe('of Type 3 fonts are as high as their font matrix makes them', () => {
    const shown = async (matrix: string, box: string, advance: number, size: number, glyphBox = box) => {
      const numbers = glyphBox.slice(1, -1);
      const { glyphs } = await content(
        { content: `BT /F3 ${size} Tf 72 720 Td (AA) Tj ET`, fonts: '/F3 10 0 R' },
        [type3Font(matrix, box, advance, 11), stream(`${advance} 0 ${numbers} d1 ${numbers} re f`)],
      );
      return (glyphs[0]?.style.size ?? 0) * 72;
    };

    it.each([
      ['a tenth of the unit', '[0.0001 0 0 0.0001 0 0]', '[0 0 700 1000]', 500, 120, 0.87 * 12],
      ['the same turned over', '[0.0001 0 0 -0.0001 0 0]', '[0 -250 700 750]', 500, 120, 0.87 * 12],
      ['without a box', '[0.0001 0 0 0.0001 0 0]', '[0 0 0 0]', 500, 120, 0.87 * 12],
      ['a box that cannot be', '[0.0001 0 0 0.0001 0 0]', '[0 0 1 1]', 500, 120, 6],
      ['ten times the unit', '[0.01 0 0 0.01 0 0]', '[0 0 700 1000]', 600, 4, 0.87 * 40],
    ])(
      'glyphs of Type 3 fonts are as high as their font matrix makes them: %s',
      async (_, matrix, box, advance, size, expected) => {
        const glyphBox = box === '[0 0 0 0]' ? '[0 0 700 1000]' : box;
        expect(await shown(matrix, box, advance, size, glyphBox)).toBeCloseTo(expected, 4);
      },
    );

    it.each([
      ['units of their own, as large as any font', '[0.01 0 0 0.01 0 0]', '[0 -20 70 80]', 50, 12],
      ['nothing but full stops', '[0.001 0 0 0.001 0 0]', '[0 0 250 120]', 250, 12],
      ['wide signs', '[0.001 0 0 0.001 0 0]', '[0 0 1200 900]', 1200, 12],
    ])('glyphs of Type 3 fonts keep the nominal size: %s', async (_, matrix, box, advance, size) => {
      expect(await shown(matrix, box, advance, size)).toBeCloseTo(size, 4);
    });
  });

  it('glyphs are U+0000 and unmapped where a composite font maps no code, or not all', async () => {
    const fonts = '/F3 10 0 R /F4 12 0 R';
    const composite = (toUnicode: string) =>
      `<< /Type /Font /Subtype /Type0 /BaseFont /Made /Encoding /Identity-H /DescendantFonts [11 0 R] ${toUnicode} >>`;
    const map =
      'begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange 1 beginbfchar <0041> <0058> endbfchar endcmap';
    const { glyphs } = await content(
      { content: 'BT /F3 10 Tf <00410042> Tj /F4 10 Tf <00410042> Tj ET', fonts },
      [
        composite(''),
        `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Made /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> ${DESCRIPTOR} /DW 500 >>`,
        composite('/ToUnicode 13 0 R'),
        stream(map),
      ],
    );
    expect(glyphs.map(({ text, mapped }) => [text, mapped])).toEqual([
      ['\u0000', false],
      ['\u0000', false],
      ['X', true],
      ['\u0000', false],
    ]);
    expect(glyphs[0]?.advance).toBeCloseTo(5 / 72, 6);
  });

  it('glyphs of vertical fonts run down the page, turned by a quarter', async () => {
    const { glyphs } = await content(
      { content: 'BT /F3 10 Tf 100 700 Td <00410042> Tj ET', fonts: '/F3 10 0 R' },
      [
        '<< /Type /Font /Subtype /Type0 /BaseFont /Made /Encoding /Identity-V /DescendantFonts [11 0 R] >>',
        `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Made /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> ${DESCRIPTOR} /DW 1000 >>`,
      ],
    );
    const [a, b] = glyphs;
    expect(a?.style.angle).toBeCloseTo(90, 6);
    expect(a?.x).toBeCloseTo(95 / 72, 5);
    expect(a?.y).toBeCloseTo(92 / 72, 5);
    expect(b?.y).toBeCloseTo(102 / 72, 5);
    expect(a?.advance).toBeCloseTo(10 / 72, 6);
    expect(a?.style.size).toBeCloseTo(10 / 72, 6);
  });

  it('glyphs inside forms follow the matrix of the form; hidden layers show nothing', async () => {
    const { glyphs } = await content(
      {
        content: '/X0 Do /OC /L0 BDC BT /F1 10 Tf (hidden) Tj ET EMC BT /F1 10 Tf 0 700 Td (B) Tj ET',
        resources: '/XObject << /X0 10 0 R >> /Properties << /L0 11 0 R >>',
      },
      [
        stream(
          'BT /F1 10 Tf 10 10 Td (A) Tj ET',
          '/Type /XObject /Subtype /Form /BBox [0 0 100 100] /Matrix [2 0 0 2 72 72] /Resources << /Font << /F1 5 0 R >> >>',
        ),
        '<< /Type /OCG /Name (layer) >>',
      ],
      '/OCProperties << /OCGs [11 0 R] /D << /OFF [11 0 R] >> >>',
    );
    expect(textOf(glyphs)).toBe('AB');
    expect(glyphs[0]?.x).toBeCloseTo(92 / 72, 5);
    expect(glyphs[0]?.style.size).toBeCloseTo(20 / 72, 5);
  });

  it('glyphs of annotations on hidden layers are hidden', async () => {
    const appearance = (text: string) =>
      stream(
        `BT /F1 10 Tf 2 2 Td (${text}) Tj ET`,
        '/Type /XObject /Subtype /Form /BBox [0 0 80 20] /Resources << /Font << /F1 5 0 R >> >>',
      );
    const stamp = (form: number, layer: string) =>
      `<< /Type /Annot /Subtype /Stamp /Rect [72 600 152 620] /F 4 /AP << /N ${form} 0 R >> ${layer} >>`;
    const { glyphs } = await content(
      { content: '', entries: '/Annots [13 0 R 14 0 R]' },
      [
        '<< /Type /OCG /Name (layer) >>',
        appearance('hidden'),
        appearance('shown'),
        stamp(11, '/OC 10 0 R'),
        stamp(12, ''),
      ],
      '/OCProperties << /OCGs [10 0 R] /D << /OFF [10 0 R] >> >>',
    );
    expect(textOf(glyphs)).toBe('shown');
  });

  it('glyphs are the same for any split of a string into operations, but for the operation', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.stringMatching(/^[A-Za-z0-9 ]{1,6}$/u), { minLength: 1, maxLength: 5 }),
        async (parts) => {
          const place = ({ text, x, y }: Glyph) => [text, x.toFixed(4), y.toFixed(4)];
          const whole = await content({ content: `BT /F1 10 Tf 9 Tw 72 700 Td (${parts.join('')}) Tj ET` });
          const split = await content({
            content: `BT /F1 10 Tf 9 Tw 72 700 Td ${parts.map((part) => `(${part}) Tj`).join(' ')} ET`,
          });
          expect(split.glyphs.map(place)).toEqual(whole.glyphs.map(place));
        },
      ),
      { numRuns: 10 },
    );
  });
});

it('come with paint, width and dash, in inches', async () => {
  const { paths } = await content({
    content: '1 0 0 RG 2 w [3 3] 0 d 72 720 m 144 720 l S 1 g 72 72 72 36 re f',
  });
  const [line, box] = paths;
  expect(line?.stroke).toMatchObject({ alpha: 1, dashes: { lengths: [3 / 72, 3 / 72], phase: 0 } });
  expect(line?.stroke?.luminance).toBeCloseTo(0.299, 3);
  expect(line?.stroke?.width).toBeCloseTo(2 / 72, 6);
  expect(line?.fill).toBeUndefined();
  expect(line?.subpaths).toEqual([
    {
      points: [
        { x: 1, y: 1 },
        { x: 2, y: 1 },
      ],
      closed: false,
      curved: false,
    },
  ]);
  expect(box?.fill).toEqual({ luminance: 1, alpha: 1 });
  expect(first(box?.subpaths ?? [])).toMatchObject({ closed: true, curved: false });
  expect(first(box?.subpaths ?? []).points).toHaveLength(4);
  expect(line?.clip).toBeUndefined();
});

it('paths are cut at a rectangular clip, and gone outside of it', async () => {
  const { paths } = await content({
    content:
      'q 72 648 144 72 re W n 0 700 m 600 700 l S 0 0 612 792 re f 300 300 m 400 300 l S Q 300 300 m 400 300 l S',
  });
  expect(paths).toHaveLength(3);
  const [line, fill, free] = paths;
  const xs = first(line?.subpaths ?? []).points.map((point) => point.x);
  expect(Math.min(...xs)).toBeCloseTo(1, 1);
  expect(Math.max(...xs)).toBeCloseTo(3, 1);
  expect(fill?.clip).toEqual({ left: 1, top: 1, right: 3, bottom: 2 });
  expect(first(fill?.subpaths ?? []).points).toHaveLength(4);
  expect(free?.clip).toBeUndefined();
});

it('paths inside forms are moved, with the opacity in force; patterns paint nothing', async () => {
  const { paths } = await content(
    {
      content: '/G0 gs q 1 0 0 1 72 0 cm /X0 Do Q /Pattern cs /P0 scn 0 0 10 10 re f',
      resources: '/XObject << /X0 10 0 R >> /ExtGState << /G0 << /ca 0.5 >> >> /Pattern << /P0 11 0 R >>',
    },
    [
      stream('0 0 72 72 re f', '/Type /XObject /Subtype /Form /BBox [0 0 72 72]'),
      stream(
        '0 0 1 1 re f',
        '/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1 1] /XStep 2 /YStep 2 /Resources << >>',
      ),
    ],
  );
  expect(paths).toHaveLength(1);
  expect(paths[0]?.fill).toEqual({ luminance: 0, alpha: 0.5 });
  expect(first(paths[0]?.subpaths ?? []).points[0]).toEqual({ x: 1, y: 11 });
});

it('mark curves, and close what ends where it began', async () => {
  const { paths } = await content({ content: '72 72 m 100 72 100 100 72 100 c 50 50 l 72 72 l S' });
  expect(first(paths[0]?.subpaths ?? [])).toMatchObject({ curved: true, closed: true });
  expect(first(paths[0]?.subpaths ?? []).points).toHaveLength(3);
});

it('paths are thinned out beyond the budget of points, keeping long rules', async () => {
  const dust = '10 10 m 10.5 10 l S\n'.repeat(110_000);
  const { paths } = await content({ content: `${dust}72 72 m 300 72 l S` });
  expect(paths.length).toBeLessThan(110_000);
  expect(paths.at(-1)?.subpaths[0]?.points[1]?.x).toBeCloseTo(300 / 72, 5);
});

const image = stream(
  '\u0000'.repeat(12),
  '/Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceRGB /BitsPerComponent 8',
);

it('images are placed through the matrix, also inside forms, clipped to the page', async () => {
  const page = await firstPage(
    {
      content:
        'q 144 0 0 72 72 648 cm /I0 Do Q /X0 Do q 100 0 0 100 -50 0 cm /I0 Do Q q 0 0 0 rg 9 0 0 9 200 200 cm BI /W 4 /H 4 /IM true /BPC 1 ID \u00a5\u00a5\u00a5\u00a5 EI Q',
      resources: '/XObject << /I0 10 0 R /X0 11 0 R >>',
    },
    [
      image,
      stream(
        'q 72 0 0 72 0 0 cm /I0 Do Q',
        '/Type /XObject /Subtype /Form /BBox [0 0 72 72] /Resources << /XObject << /I0 10 0 R >> >>',
      ),
    ],
  );
  const images = await page.images();
  expect(images.map(({ polygon, pixels, mask }) => [polygon[0], polygon[2], pixels, mask])).toEqual([
    [{ x: 1, y: 1 }, { x: 3, y: 2 }, { width: 2, height: 2 }, false],
    [{ x: 0, y: 10 }, { x: 1, y: 11 }, { width: 2, height: 2 }, false],
    [
      { x: 0, y: expect.closeTo(11 - 100 / 72, 6) },
      { x: expect.closeTo(50 / 72, 6), y: 11 },
      { width: 2, height: 2 },
      false,
    ],
    [expect.anything(), expect.anything(), { width: 4, height: 4 }, true],
  ]);
  expect((await page.content()).paths).toEqual([]);
});

it('images keep their corners when turned', async () => {
  const page = await firstPage(
    { content: 'q 72 72 -72 72 300 300 cm /I0 Do Q', resources: '/XObject << /I0 10 0 R >>' },
    [image],
  );
  const { polygon } = first(await page.images());
  expect(polygon[0]).toEqual({ x: expect.closeTo(228 / 72, 6), y: expect.closeTo((792 - 372) / 72, 6) });
});

describe('forms', () => {
  const form = async (needAppearances: boolean) => {
    const document = await PDFDocument.create();
    const page = document.addPage([612, 792]);
    await document.embedFont(StandardFonts.Helvetica);
    const fields = document.getForm();
    const name = fields.createTextField('person.name');
    name.setText('Ada');
    name.addToPage(page, { x: 72, y: 648, width: 144, height: 24, borderWidth: 0 });
    const tick = fields.createCheckBox('tick');
    tick.addToPage(page, { x: 72, y: 600, width: 12, height: 12 });
    tick.check();
    fields.createCheckBox('empty').addToPage(page, { x: 100, y: 600, width: 12, height: 12 });
    const choice = fields.createRadioGroup('choice');
    choice.addOptionToPage('one', page, { x: 72, y: 560, width: 12, height: 12 });
    choice.addOptionToPage('two', page, { x: 100, y: 560, width: 12, height: 12 });
    choice.select('two');
    if (needAppearances) {
      for (const widget of name.acroField.getWidgets()) widget.dict.delete(PDFName.of('AP'));
      fields.acroForm.dict.set(PDFName.of('NeedAppearances'), document.context.obj(true));
    }
    return open(await document.save({ updateFieldAppearances: !needAppearances }));
  };

  it.each([false, true])('print their values where the widget is (without appearance: %s)', async (bare) => {
    const page = await (await form(bare)).page(0);
    const { glyphs, paths } = await page.content();
    const letters = glyphs.filter(({ text }) => 'Ada'.includes(text));
    expect(textOf(letters)).toBe('Ada');
    expect(letters[0]?.x).toBeGreaterThan(1);
    expect(letters[2]?.x).toBeLessThan(3);
    expect(letters[0]?.y).toBeGreaterThan(2 - 24 / 72);
    expect(letters[0]?.y).toBeLessThan(2);
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.every(({ annotation }) => annotation === true)).toBe(true);
  });

  it('forms list their widgets', async () => {
    const fields = await (await form(false)).formFields();
    expect(fields.map(({ name, kind, value, selected }) => [name, kind, value, selected])).toEqual([
      ['person.name', 'text', 'Ada', undefined],
      ['tick', 'checkbox', expect.any(String), true],
      ['empty', 'checkbox', 'Off', false],
      ['choice', 'radio', expect.any(String), false],
      ['choice', 'radio', expect.any(String), true],
    ]);
    expect(first(fields)).toMatchObject({ page: 0, hidden: false, readOnly: false });
    expect(first(fields).box.left).toBeCloseTo(1, 2);
    expect(first(fields).box.bottom).toBeCloseTo(2, 2);
  });

  it('forms are absent from a plain document', async () => {
    expect(await (await open(makePdf({ content: '' }))).formFields()).toEqual([]);
  });
});

describe('opening', () => {
  const good = makePdf({ content: 'BT /F1 12 Tf 72 720 Td (Hello) Tj ET' });

  it('refuses what is no PDF, nothing, and no pages, with typed errors', async () => {
    expect(await codeOf(engine.open(new Uint8Array(), {}))).toBe('empty_document');
    expect(await codeOf(engine.open(new TextEncoder().encode('just text'), {}))).toBe('invalid_document');
    const noPages = new TextEncoder().encode(
      new TextDecoder('latin1')
        .decode(good)
        .replace('/Kids [3 0 R] /Count 1', '/Kids [     ] /Count 0')
        .replaceAll('/Type /Page ', '/Type /Nope '),
    );
    expect(['empty_document', 'invalid_document']).toContain(await codeOf(engine.open(noPages, {})));
  });

  it('asks for a password, and recognises a wrong one', async () => {
    const document = await PDFDocument.create();
    document.addPage().drawText('secret');
    await document.encrypt({ userPassword: 'right', ownerPassword: 'owner' });
    const bytes = await document.save();
    expect(await codeOf(engine.open(bytes, {}))).toBe('password_required');
    expect(await codeOf(engine.open(bytes, { password: 'wrong' }))).toBe('password_wrong');
    const page = await (await open(bytes, 'right')).page(0);
    expect(textOf((await page.content()).glyphs)).toBe('secret');
  });

  it('repairs a damaged cross-reference table', async () => {
    const broken = new TextDecoder('latin1').decode(good).replace(/startxref\n\d+/u, 'startxref\n7');
    const file = await open(Uint8Array.from(broken, (character) => character.charCodeAt(0)));
    expect(textOf((await (await file.page(0)).content()).glyphs)).toBe('Hello');
  });

  describe('of encrypted files with a damaged cross-reference table', () => {
    const page = { content: 'BT /F1 12 Tf 72 720 Td (Hello) Tj ET' };
    /** The file with its text changed; offsets may no longer fit. */
    const changed = (bytes: Uint8Array, change: (text: string) => string) =>
      Uint8Array.from(Buffer.from(change(Buffer.from(bytes).toString('latin1')), 'latin1'));
    const withoutId = (text: string) => text.replace(SEALED_ID, '');
    const misled = (text: string) => text.replace(/startxref\n\d+/u, 'startxref\n7');
    const updated = (text: string) =>
      `${text}xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 11 /Root 1 0 R /Encrypt 10 0 R ` +
      `/Prev ${/startxref\n(\d+)/u.exec(text)?.[1]} >>\nstartxref\n${text.length}\n%%EOF\n`;

    it('reads those that need no password', async () => {
      for (const damage of [misled, updated]) {
        const file = await open(changed(sealedPdf(page), damage));
        expect(textOf((await (await file.page(0)).content()).glyphs)).toBe('Hello');
      }
    });

    it('asks for the password of others', async () => {
      const misplaced = (text: string) => {
        const [first] = /\d{10} 00000 n/u.exec(text) ?? [''];
        return text.replace(/\d{10} 00000 n (?=\ntrailer)/u, `${first} `);
      };
      for (const damage of [misled, updated, misplaced]) {
        const sealed = changed(sealedPdf(page, 'sesame'), damage);
        expect(await codeOf(engine.open(sealed, {}))).toBe('password_required');
        expect(await codeOf(engine.open(sealed, { password: 'other' }))).toBe('password_wrong');
        const file = await open(sealed, 'sesame');
        expect(textOf((await (await file.page(0)).content()).glyphs)).toBe('Hello');
      }
    });

    it('asks for none where no password can fit any more', async () => {
      const lost = changed(sealedPdf(page), (text) => misled(withoutId(text)));
      expect(await codeOf(engine.open(lost, {}))).toBe('invalid_document');
      const cut = changed(sealedPdf(page), (text) => text.replace(/\/U <[0-9a-f]{20}/u, '/U <'));
      expect(await codeOf(engine.open(cut, {}))).toBe('invalid_document');
    });

    it('asks for the password of a sound file that has no id', async () => {
      const text = changed(sealedPdf(page), withoutId);
      expect(await codeOf(engine.open(text, {}))).toBe('password_required');
    });

    it('takes the name of the dictionary alone for nothing', async () => {
      const named = makePdf({ content: 'BT /F1 12 Tf 72 720 Td (/Encrypt 9 0 R) Tj ET' });
      expect(textOf((await (await (await open(named)).page(0)).content()).glyphs)).toBe('/Encrypt 9 0 R');
    });
  });

  it('ends in a document or a typed error wherever a file is cut, and never changes the bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: good.length }), async (length) => {
        const bytes = good.slice(0, length);
        try {
          const file = await engine.open(bytes, {});
          try {
            await (await file.page(0)).content();
          } finally {
            await file.close();
          }
        } catch (error) {
          expect(error).toBeInstanceOf(DocumentError);
        }
        expect(bytes).toEqual(good.slice(0, length));
      }),
      { numRuns: 40 },
    );
  });

  it('reads metadata as plain data', async () => {
    const document = await PDFDocument.create();
    document.addPage();
    document.setTitle('A title');
    document.setCreationDate(new Date(Date.UTC(2020, 0, 2)));
    const { info } = await (await open(await document.save())).metadata();
    expect(info).toMatchObject({ Title: 'A title', CreationDate: expect.stringMatching(/^D:20200102/u) });
    expect(JSON.parse(JSON.stringify(info))).toEqual(info);
  });

  it('gives pages again after release, and refuses those it has not', async () => {
    const file = await open(good);
    const page = await file.page(0);
    const before = await page.content();
    expect(await page.content()).toBe(before);
    for (let round = 0; round < 60; round++) page.release();
    const after = await page.content();
    expect(after).not.toBe(before);
    expect(after.glyphs.map(({ text, x, y }) => [text, x, y])).toEqual(
      before.glyphs.map(({ text, x, y }) => [text, x, y]),
    );
    await expect(file.page(1)).rejects.toThrow(RangeError);
  });

  it('writes nothing to the console', async () => {
    const written: unknown[] = [];
    const original = { log: console.log, warn: console.warn, error: console.error };
    Object.assign(console, {
      log: (x: unknown) => written.push(x),
      warn: (x: unknown) => written.push(x),
      error: (x: unknown) => written.push(x),
    });
    try {
      await (await (await open(makePdf({ content: '/None Do BT /Nope 3 Tf (x) Tj (((' }))).page(0)).content();
    } finally {
      Object.assign(console, original);
    }
    expect(written).toEqual([]);
  });
});

describe('rendering', () => {
  const parts = { content: 'BT /F1 72 Tf 72 600 Td (MMM) Tj ET 0 0 612 72 re f' };
  const darkRows = (data: Uint8ClampedArray, width: number, top: number, bottom: number) =>
    data
      .subarray(top * width * 4, bottom * width * 4)
      .filter((value, index) => index % 4 === 0 && value < 128).length;

  it('draws on white at the resolution asked for, with and without text', async () => {
    const page = await firstPage(parts);
    const full = await page.render({ dpi: 50 });
    expect([full.width, full.height, full.dpi]).toEqual([425, 550, 50]);
    expect([...full.data.subarray(0, 4)]).toEqual([255, 255, 255, 255]);
    expect(darkRows(full.data, 425, 50, 200)).toBeGreaterThan(100);
    const bare = await page.render({ dpi: 50, withoutText: true });
    expect(darkRows(bare.data, 425, 50, 200)).toBe(0);
    expect(darkRows(bare.data, 425, 501, 549)).toBe(48 * 425);
    expect(darkRows((await page.render({ dpi: 50 })).data, 425, 50, 200)).toBeGreaterThan(100);
  });

  const strip = (top: number, bottom: number) =>
    `q 100 ${top} 300 ${bottom - top} re W n 0 0 612 792 re f Q `;
  const greyRows = async (parts: PageParts, extra?: readonly string[]) => {
    const { data, width } = await (await firstPage(parts, extra)).render({ dpi: 72 });
    const columns = Array.from({ length: 792 }, (_, y) => data[(y * width + 250) * 4]!);
    return columns.filter((luma) => luma > 0 && luma < 255).length;
  };
  const strips = strip(100.4, 200.4) + strip(200.4, 300.7) + strip(300.7, 400.2);

  it('the strips of a scan meet without seams', async () => {
    expect(await greyRows({ content: strips })).toBe(0);
  });

  it('meet without seams on pages that blend colours', async () => {
    const resources = '/ExtGState << /G << /BM /Multiply >> >>';
    expect(await greyRows({ content: `/G gs ${strips}`, resources })).toBe(0);
  });

  it('meet without seams on pages that are turned', async () => {
    expect(await greyRows({ content: strips, entries: '/Rotate 180' })).toBe(0);
  });

  it('the strips of a scan are as wide as the pixels that they touch', async () => {
    const { data, width } = await (await firstPage({ content: strip(100.4, 200.4) })).render({ dpi: 72 });
    const dark = Array.from({ length: 792 }, (_, y) => y).filter((y) => data[(y * width + 250) * 4] === 0);
    expect([dark[0], dark.at(-1)]).toEqual([591, 691]);
  });

  it('the strips of a scan are not what other clips become', async () => {
    const triangle = '100 100 m 400 100 l 400 400 l h W n 0 0 612 792 re f';
    const { data } = await (await firstPage({ content: triangle })).render({ dpi: 72 });
    const dark = data.filter((value, index) => index % 4 === 0 && value < 128).length;
    expect(Math.abs(dark - 45_000)).toBeLessThan(500);
  });

  it('refuses bitmaps beyond the limit', async () => {
    const page = await firstPage(parts);
    expect(await codeOf(page.render({ dpi: 1200 }))).toBe('too_large');
    expect(await codeOf(page.render({ dpi: Number.NaN }))).toBe('too_large');
  });
});
