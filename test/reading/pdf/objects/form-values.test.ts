import {
  PDFBool,
  PDFDocument,
  type PDFField,
  PDFHexString,
  PDFName,
  PDFString,
  type PDFTextField,
} from '@cantoo/pdf-lib';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { Glyph } from '../../../../src/page/document/glyph.js';
import type { Bitmap } from '../../../../src/page/document/page-graphics.js';
import type { PdfFile } from '../../../../src/reading/pdf/engine.js';
import { restoreValues } from '../../../../src/reading/pdf/objects/form-values.js';
import { pdfjs } from '../../../../src/reading/pdf/pdfjs/pdfjs.js';
import { processorTime } from '../../../support/processor-time.js';

const files: PdfFile[] = [];
afterEach(async () => {
  await Promise.all(files.splice(0).map((file) => file.close()));
});

/** A widget's rectangle in points from the top left: left, top, width, height. */
type Rectangle = readonly [number, number, number, number];

const PAGE_HEIGHT = 792;

/** A form whose fields get values without being drawn. */
class FormFile {
  readonly #document: PDFDocument;

  private constructor(document: PDFDocument) {
    this.#document = document;
  }

  static async create(): Promise<FormFile> {
    const document = await PDFDocument.create();
    document.addPage([612, PAGE_HEIGHT]);
    return new FormFile(document);
  }

  get form() {
    return this.#document.getForm();
  }

  text(value: string, rectangle: Rectangle, set?: (field: PDFTextField) => void): PDFTextField {
    const field = this.form.createTextField(`text ${this.form.getFields().length}`);
    set?.(field);
    this.place(field, rectangle);
    field.acroField.dict.set(PDFName.of('V'), PDFHexString.fromText(value));
    field.acroField.dict.set(PDFName.of('DA'), PDFString.of('/Helv 0 Tf 0 g'));
    return field;
  }

  /** Puts a field on the page and takes away what was drawn for it. */
  place(
    field: PDFField & { addToPage(...args: never[]): void },
    [left, top, width, height]: Rectangle,
  ): void {
    const place = { x: left, y: PAGE_HEIGHT - top - height, width, height, borderWidth: 0 };
    (field.addToPage as (page: unknown, place: unknown) => void)(this.#document.getPage(0), place);
    this.erase(field);
  }

  erase(field: PDFField): void {
    for (const widget of field.acroField.getWidgets()) widget.dict.delete(PDFName.of('AP'));
  }

  async open(): Promise<PdfFile> {
    const file = await pdfjs().open(await this.#document.save({ updateFieldAppearances: false }), {});
    files.push(file);
    return file;
  }

  async glyphs(): Promise<readonly Glyph[]> {
    return (await (await (await this.open()).page(0)).content()).glyphs;
  }
}

const textOf = (glyphs: readonly Glyph[]) => glyphs.map(({ text }) => text).join('');
const points = (inches: number) => inches * 72;

/** Share of dark pixels in a rectangle. */
function ink(bitmap: Bitmap, [left, top, width, height]: Rectangle): number {
  const scale = bitmap.dpi / 72;
  let dark = 0;
  let all = 0;
  for (let y = Math.round(top * scale); y < (top + height) * scale; y++) {
    for (let x = Math.round(left * scale); x < (left + width) * scale; x++) {
      if ((bitmap.data[4 * (y * bitmap.width + x)] ?? 255) < 128) dark += 1;
      all += 1;
    }
  }
  return dark / all;
}

describe('values of form fields that nothing draws', () => {
  it('values of form fields that nothing draws are in the rectangle of their widget, as text and as ink', async () => {
    const file = await FormFile.create();
    const rectangle: Rectangle = [72, 72, 200, 18];
    file.text('Hello (world)', rectangle);
    const page = await (await file.open()).page(0);
    const { glyphs } = await page.content();
    expect(textOf(glyphs)).toBe('Hello (world)');
    for (const { x, y, style } of glyphs) {
      expect(points(x)).toBeGreaterThan(72);
      expect(points(x)).toBeLessThan(272);
      expect(points(y)).toBeGreaterThan(72);
      expect(points(y)).toBeLessThan(90);
      expect(points(style.size)).toBeLessThanOrEqual(18);
    }
    expect(ink(await page.render({ dpi: 72 }), rectangle)).toBeGreaterThan(0.02);
  });

  it('keep the size of their default appearance, and its alignment', async () => {
    const file = await FormFile.create();
    const field = file.text('12.50', [72, 72, 200, 30], (made) => made.setAlignment(2));
    field.acroField.dict.set(PDFName.of('DA'), PDFString.of('/Helv 9 Tf 0 g'));
    const glyphs = await file.glyphs();
    const last = glyphs.at(-1);
    expect(points(last?.style.size ?? 0)).toBeCloseTo(9, 3);
    expect(points((last?.x ?? 0) + (last?.advance ?? 0))).toBeCloseTo(270, 0);
  });

  it('break over the lines of a field with several', async () => {
    const file = await FormFile.create();
    file.text('a first line that is long\nsecond', [72, 72, 90, 60], (field) => field.enableMultiline());
    const glyphs = await file.glyphs();
    const baselines = new Set(glyphs.map(({ y }) => y.toFixed(3)));
    expect(baselines.size).toBe(3);
    expect(textOf(glyphs)).toBe('a first line that is long' + 'second');
  });

  it('fill one cell of a comb a character', async () => {
    const file = await FormFile.create();
    file.text('AB12', [72, 72, 200, 18], (field) => {
      field.setMaxLength(10);
      field.enableCombing();
    });
    const glyphs = await file.glyphs();
    expect(glyphs.map(({ text, x }) => [text, Math.floor((points(x) - 72) / 20)])).toEqual([
      ['A', 0],
      ['B', 1],
      ['1', 2],
      ['2', 3],
    ]);
  });

  it.each([false, true])(
    'values of form fields that nothing draws may be of any script; viewers asked to draw all: %s',
    async (all) => {
      const file = await FormFile.create();
      file.text('Łódź \\ (Ĩ) Привет', [72, 72, 300, 18]);
      file.form.acroForm.dict.set(PDFName.of('NeedAppearances'), all ? PDFBool.True : PDFBool.False);
      const glyphs = await file.glyphs();
      expect(textOf(glyphs)).toBe('Łódź \\ (Ĩ) Привет');
      expect(glyphs.every(({ mapped }) => mapped)).toBe(true);
    },
  );

  it('values of form fields that nothing draws are drawn over an empty appearance, but not over one with text', async () => {
    const file = await FormFile.create();
    const empty = file.form.createTextField('empty');
    empty.addToPage(file.form.doc.getPage(0), { x: 72, y: 700, width: 200, height: 18 });
    empty.acroField.dict.set(PDFName.of('V'), PDFHexString.fromText('later'));
    const drawn = file.form.createTextField('drawn');
    drawn.addToPage(file.form.doc.getPage(0), { x: 72, y: 600, width: 200, height: 18 });
    drawn.setText('shown');
    drawn.defaultUpdateAppearances(file.form.getDefaultFont());
    drawn.acroField.dict.set(PDFName.of('V'), PDFHexString.fromText('stored'));
    expect(textOf(await file.glyphs())).toBe('later' + 'shown');
  });

  it('values of form fields that nothing draws are labels of choices, and the options of a list', async () => {
    const file = await FormFile.create();
    const box = file.form.createDropdown('box');
    box.addOptions(['One', 'Two']);
    box.select('Two');
    file.place(box, [72, 72, 100, 18]);
    const list = file.form.createOptionList('list');
    list.addOptions(['Red', 'Green']);
    list.select('Green');
    file.place(list, [72, 120, 100, 200]);
    file.erase(box);
    file.erase(list);
    expect(textOf(await file.glyphs())).toBe('TwoRedGreen');
  });

  it('stay hidden when they are passwords or their widgets are hidden', async () => {
    const file = await FormFile.create();
    file.text('secret', [72, 72, 200, 18], (field) => field.enablePassword());
    const hidden = file.text('hidden', [72, 100, 200, 18]);
    for (const widget of hidden.acroField.getWidgets()) widget.setFlags(2);
    expect(await file.glyphs()).toEqual([]);
  });

  it('end in bounded time, however long', async () => {
    const file = await FormFile.create();
    file.text('word and more words '.repeat(20_000), [72, 72, 12, 9], (field) => field.enableMultiline());
    const start = processorTime();
    await file.glyphs();
    expect(processorTime() - start).toBeLessThan(3000);
  });
});

describe('restored characters', () => {
  const glyph = (text: string): Glyph => ({
    text,
    x: 0,
    y: 0,
    advance: 0.1,
    mapped: true,
    style: {
      font: 'f',
      fontName: 'F',
      size: 0.1,
      angle: 0,
      spaceWidth: undefined,
      textObject: 0,
      operation: 0,
      invisible: false,
    },
  });
  const restore = (shown: string, text: string) =>
    textOf(
      restoreValues([...shown].map(glyph), [{ id: '1', from: 0, to: shown.length }], [{ id: '1', text }]),
    );

  it('replace stand-ins of the same text, and nothing else', () => {
    expect(restore('A n', 'A Ж')).toBe('A Ж');
    expect(restore('B n', 'A Ж')).toBe('B n');
    expect(restore('A nn', 'A Ж')).toBe('A nn');
    expect(restore('A n', 'A n')).toBe('A n');
  });

  it('never change the number of glyphs', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ unit: 'grapheme' }), (shown, text) => {
        const glyphs = Array.from(shown, glyph);
        const restored = restoreValues(
          glyphs,
          [{ id: '1', from: 0, to: glyphs.length }],
          [{ id: '1', text }],
        );
        expect(restored).toHaveLength(glyphs.length);
      }),
    );
  });
});
