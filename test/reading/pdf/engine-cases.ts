/** What every PDF engine promises (src/reading/pdf/engine.ts), as tests that each of them runs. */
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterEach, describe, expect, it } from 'vitest';
import { buildHiddenText } from '../../../fixtures/build/hidden-text.js';
import { DocumentError } from '../../../src/errors.js';
import type { Box } from '../../../src/page/document/geometry.js';
import { areaOf, cutOut } from '../../../src/page/ink/cut.js';
import type { PdfEngine, PdfFile, PdfPage, PdfPageContent } from '../../../src/reading/pdf/engine.js';
import { makePdf, type PageParts, stream } from '../../support/make-pdf.js';
import { sealedPdf } from '../../support/sealed-pdf.js';

/** Points in inches, as glyphs and paths come out to six decimals. */
const inches = (points: number) => expect.closeTo(points / 72, 5);

const HELLO = 'BT /F1 12 Tf 72 720 Td (Hello) Tj ET';

/** Runs the cases with an engine. */
export function describePdfEngine(name: string, engine: PdfEngine): void {
  describe(`the PDF engine ${name}`, () => {
    const files: PdfFile[] = [];
    afterEach(async () => {
      await Promise.all(files.splice(0).map((file) => file.close()));
    });

    const open = async (bytes: Uint8Array, password?: string): Promise<PdfFile> => {
      const file = await engine.open(bytes, { password });
      files.push(file);
      return file;
    };
    const pageOf = async (parts: PageParts, extra?: readonly string[]): Promise<PdfPage> =>
      (await open(makePdf(parts, extra))).page(0);
    const textOf = ({ glyphs }: PdfPageContent) => glyphs.map(({ text }) => text).join('');
    const codeOf = async (promise: Promise<unknown>): Promise<string> => {
      const error: unknown = await promise.then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(DocumentError);
      return (error as DocumentError).code;
    };

    it.each([
      ['', 8.5, 11, 0],
      ['/Rotate 90', 11, 8.5, 90],
      ['/Rotate 180', 8.5, 11, 180],
      ['/Rotate 270', 11, 8.5, 270],
      ['/CropBox [36 36 576 900]', 7.5, 10.5, 0],
      ['/CropBox [36 36 576 900] /UserUnit 2', 15, 21, 0],
    ])('gives the size of the page as displayed: %s', async (entries, width, height, rotation) => {
      const page = await pageOf({ content: HELLO, entries });
      expect(page).toMatchObject({
        index: 0,
        width: expect.closeTo(width, 6),
        height: expect.closeTo(height, 6),
        rotation,
      });
    });

    it.each([
      ['', 72, 72, 0],
      ['/Rotate 90', 720, 72, 90],
      ['/Rotate 180', 540, 720, 180],
      ['/Rotate 270', 72, 540, -90],
      ['/CropBox [36 36 576 900] /UserUnit 2', 72, 144, 0],
    ])('puts glyphs where they are displayed: %s', async (entries, x, y, angle) => {
      const { glyphs } = await (await pageOf({ content: HELLO, entries })).content();
      expect(glyphs.map(({ text }) => text).join('')).toBe('Hello');
      expect(glyphs[0]).toMatchObject({ x: inches(x), y: inches(y), mapped: true });
      expect(glyphs[0]?.style.angle).toBeCloseTo(angle, 5);
    });

    it('tells advance, size, font and show operation of glyphs', async () => {
      const content = 'BT /F1 10 Tf 72 720 Td [(A) -1000 (A)] TJ 3 Tr (B) Tj ET BT /F1 20 Tf (C) Tj ET';
      const { glyphs } = await (await pageOf({ content })).content();
      const [a, second, b, c] = glyphs;
      expect(a?.advance).toEqual(inches(6.67));
      expect(second?.x).toEqual(inches(72 + 16.67));
      expect(a?.style).toMatchObject({
        fontName: 'Helvetica',
        size: inches(10),
        spaceWidth: inches(2.78),
        operation: 0,
        invisible: false,
      });
      expect(b?.style).toMatchObject({ operation: 1, invisible: true });
      expect(c?.style).toMatchObject({ size: inches(20), operation: 2 });
      expect(b?.style.textObject).toBe(a?.style.textObject);
      expect(c?.style.textObject).not.toBe(a?.style.textObject);
    });

    it.each([
      ['Courier without widths', '/Type /Font /Subtype /Type1 /BaseFont /Courier', 6],
      [
        'a width for what the list leaves out',
        '/Type /Font /Subtype /TrueType /BaseFont /Arial /Encoding /WinAnsiEncoding /FirstChar 65 /LastChar 65 ' +
          '/Widths [500] /FontDescriptor 11 0 R',
        4,
      ],
    ])('tells the width of spaces of fonts that do not list it: %s', async (_, font, width) => {
      const descriptor =
        '/Type /FontDescriptor /FontName /Arial /Flags 32 /FontBBox [0 0 1000 1000] /MissingWidth 400';
      const parts = { content: 'BT /F3 10 Tf 72 720 Td (A A) Tj ET', fonts: '/F3 10 0 R' };
      const { glyphs } = await (await pageOf(parts, [`<< ${font} >>`, `<< ${descriptor} >>`])).content();
      expect(glyphs[0]?.style.spaceWidth).toEqual(inches(width));
      expect(glyphs[1]).toMatchObject({ text: ' ', advance: inches(width) });
    });

    it('gives painted paths with their paint', async () => {
      const content = '1 0 0 RG 2 w 72 720 m 144 720 l S 0.5 g 72 72 72 36 re f';
      const { paths } = await (await pageOf({ content })).content();
      expect(paths).toHaveLength(2);
      expect(paths[0]?.stroke).toMatchObject({ width: inches(2), luminance: expect.closeTo(0.299, 3) });
      expect(paths[0]?.fill).toBeUndefined();
      expect(paths[0]?.subpaths[0]?.points).toEqual([
        { x: inches(72), y: inches(72) },
        { x: inches(144), y: inches(72) },
      ]);
      expect(paths[1]?.fill?.luminance).toBeCloseTo(0.5, 1);
      expect(paths[1]?.subpaths[0]?.closed).toBe(true);
    });

    it('places raster images, and gives none where there are none', async () => {
      const image = stream(
        '\u0000'.repeat(12),
        '/Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceRGB /BitsPerComponent 8',
      );
      const content = 'q 144 0 0 72 72 648 cm /I0 Do Q';
      const page = await pageOf({ content, resources: '/XObject << /I0 10 0 R >>' }, [image]);
      expect(await page.images()).toMatchObject([
        {
          polygon: [{ x: inches(72), y: inches(72) }, {}, { x: inches(216), y: inches(144) }, {}],
          pixels: { width: 2, height: 2 },
        },
      ]);
      expect(await (await pageOf({ content: HELLO })).images()).toEqual([]);
    });

    it('lists the fields of the form, and prints their values', async () => {
      const document = await PDFDocument.create();
      const page = document.addPage([612, 792]);
      const form = document.getForm();
      const field = form.createTextField('person.name');
      field.setText('Ada');
      field.addToPage(page, { x: 72, y: 648, width: 144, height: 24, borderWidth: 0 });
      const tick = form.createCheckBox('tick');
      tick.addToPage(page, { x: 72, y: 600, width: 12, height: 12 });
      tick.check();
      const file = await open(await document.save());
      expect(await file.formFields()).toMatchObject([
        { name: 'person.name', kind: 'text', value: 'Ada', page: 0, hidden: false, readOnly: false },
        { name: 'tick', kind: 'checkbox', selected: true },
      ]);
      expect(textOf(await (await file.page(0)).content())).toContain('Ada');
      expect(await (await open(makePdf({ content: HELLO }))).formFields()).toEqual([]);
    });

    it('gives metadata as plain data', async () => {
      const document = await PDFDocument.create();
      document.addPage();
      document.setTitle('A title');
      const { info } = await (await open(await document.save())).metadata();
      expect(info).toMatchObject({ Title: 'A title' });
      expect(JSON.parse(JSON.stringify(info))).toEqual(info);
    });

    it('draws pages on white, at the size that was asked for', async () => {
      const page = await pageOf({ content: `${HELLO} 0 0 612 72 re f`, entries: '/Rotate 90' });
      const { width, height, dpi, data } = await page.render({ dpi: 50 });
      expect([width, height, dpi, data.length]).toEqual([550, 425, 50, 550 * 425 * 4]);
      const pixel = (x: number, y: number) => [
        ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
      ];
      expect(pixel(549, 424)).toEqual([255, 255, 255, 255]);
      expect(pixel(20, 200)).toEqual([0, 0, 0, 255]);
      expect(await codeOf(page.render({ dpi: 1200 }))).toBe('too_large');
    });

    it('draws an area as it draws the page, or all of the page', async () => {
      const page = await pageOf({ content: `${HELLO} 0 0 612 72 re f`, entries: '/Rotate 90' });
      const area = { left: 0.5, top: 2.2, right: 3.1, bottom: 5 };
      const cut = cutOut(await page.render({ dpi: 60 }), area);
      const drawn = areaOf(await page.render({ dpi: 60, area }), area);
      expect([drawn.width, drawn.height, drawn.dpi]).toEqual([156, 168, 60]);
      const differences = drawn.data.filter((value, at) => Math.abs(value - cut.data[at]!) > 40).length;
      expect(differences).toBeLessThan(drawn.data.length / 100);
      expect(drawn.data.some((value) => value < 40)).toBe(true);
    });

    it('has all pages of the file, and no others', async () => {
      const document = await PDFDocument.create();
      document.addPage().drawText('one');
      document.addPage([200, 100]).drawText('two');
      const file = await open(await document.save());
      expect(file.pageCount).toBe(2);
      const [one, two] = await Promise.all([file.page(0), file.page(1)]);
      expect([one.index, two.index]).toEqual([0, 1]);
      expect(await Promise.all([two.content(), one.content()]).then((all) => all.map(textOf))).toEqual([
        'two',
        'one',
      ]);
      await expect(file.page(2)).rejects.toThrow();
    });

    it('reads several documents at the same time', async () => {
      const files = await Promise.all(
        ['one', 'two', 'three'].map((word) => open(makePdf({ content: HELLO.replace('Hello', word) }))),
      );
      const texts = files.map(async (file) => textOf(await (await file.page(0)).content()));
      expect(await Promise.all(texts)).toEqual(['one', 'two', 'three']);
    });

    it('tells which glyphs cannot be seen, by how they are painted', async () => {
      const file = await open(await buildHiddenText());
      const { hidden = [] } = await (await file.page(0)).content();
      const row = ({ top }: Box) => Math.round((top - 1.4) / 0.36);
      expect(hidden.map(({ box, reason }) => [row(box), reason])).toEqual([
        [1, 'sameColour'],
        [2, 'sameColour'],
        [5, 'sameColour'],
        [7, 'covered'],
        [8, 'covered'],
        // Blending and pictures with holes show in the drawing alone.
        [9, 'covered'],
        [11, 'behindPicture'],
        [12, 'behindPicture'],
        [15, 'unpainted'],
        [16, 'transparent'],
        [17, 'clipped'],
        [18, 'tiny'],
        [19, 'sameColour'],
        [20, 'covered'],
      ]);
      expect((await (await file.page(1)).content()).hidden).toEqual([]);
      expect((await (await pageOf({ content: HELLO })).content()).hidden).toEqual([]);
    });

    it('leaves out what a clip cuts off from the text that it shows', async () => {
      const show = (x: number, text: string) => `BT /F1 10 Tf 1 0 0 1 ${x} 700 Tm (${text}) Tj ET`;
      const loan = `q 72 690 60 20 re W n ${show(72, 'Loan 164, 163012076')} ${show(140, '3126')} Q`;
      const content = `${loan} ${show(150, '26')}`;
      expect(textOf(await (await pageOf({ content })).content())).toMatch(/^Loan 164, 163 ?26$/);
      const inside = `q 70 660 200 50 re W n ${show(72, 'gypsum, whole')} Q`;
      expect(textOf(await (await pageOf({ content: inside })).content())).toBe('gypsum, whole');
    });

    it('reads a page again after its release, and nothing after the close of the file', async () => {
      const file = await open(makePdf({ content: HELLO }));
      const page = await file.page(0);
      const before = await page.content();
      page.release();
      expect(await page.content()).toEqual(before);
      await file.close();
      await file.close();
      page.release();
      await expect(page.content()).rejects.toThrow();
      await expect(file.page(0)).rejects.toThrow();
    });

    it('leaves the bytes as they are', async () => {
      const bytes = makePdf({ content: HELLO });
      const copy = bytes.slice();
      await (await (await open(bytes)).page(0)).content();
      expect(bytes).toEqual(copy);
    });

    it('tells with typed errors why a file cannot be opened', async () => {
      expect(await codeOf(engine.open(new Uint8Array(), {}))).toBe('empty_document');
      expect(await codeOf(engine.open(new TextEncoder().encode('no PDF'), {}))).toBe('invalid_document');
      const sealed = sealedPdf({ content: HELLO }, 'sesame');
      expect(await codeOf(engine.open(sealed, {}))).toBe('password_required');
      expect(await codeOf(engine.open(sealed, { password: 'other' }))).toBe('password_wrong');
      expect(textOf(await (await (await open(sealed, 'sesame')).page(0)).content())).toBe('Hello');
    });

    it('opens nothing for a caller that has given up', async () => {
      const signal = AbortSignal.abort();
      expect(await codeOf(engine.open(makePdf({ content: HELLO }), { signal }))).toBe('aborted');
    });
  });
}
