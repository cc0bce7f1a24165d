/** Widgets of forms as pdf.js reports them, and which of them are left to it. */
import { readFileSync } from 'node:fs';
import { PDFArray, PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { afterEach, expect, it, vi } from 'vitest';
import type { PdfFile } from '../../../../src/reading/pdf/engine.js';
import { FileObjects } from '../../../../src/reading/pdf/objects/file-objects.js';
import { PdfiumFile } from '../../../../src/reading/pdf/pdfium/file.js';
import { pdfjs } from '../../../../src/reading/pdf/pdfjs/pdfjs.js';

const files: PdfFile[] = [];
afterEach(async () => {
  await Promise.all(files.splice(0).map((file) => file.close()));
});

/** The fields that PDFium reports, those of pdf.js, and whether pdf.js was asked. */
async function fieldsOf(bytes: Uint8Array) {
  const openOther = vi.fn(() => pdfjs().open(bytes, {}));
  const objects = new FileObjects(bytes);
  const own = await PdfiumFile.open({ bytes, password: undefined, objects, isEncrypted: false, openOther });
  const other = await pdfjs().open(bytes, {});
  files.push(own, other);
  // Reading a page makes its annotations part of what it shows.
  await (await own.page(0)).content();
  openOther.mockClear();
  const [told, expected] = [await own.formFields(), await other.formFields()].map(rounded);
  return { told, expected, isAsked: openOther.mock.calls.length > 0 };
}

/** PDFium has numbers of single precision. */
const rounded = (fields: unknown) =>
  JSON.parse(JSON.stringify(fields), (_key, value) =>
    typeof value === 'number' ? Math.round(value * 1e4) / 1e4 : value,
  );

/** A form with every kind of field, on a page that is turned. */
async function form(change: (document: PDFDocument) => void = () => undefined, pages = 1) {
  const document = await PDFDocument.create();
  const all = Array.from({ length: pages }, () => document.addPage([400, 300]));
  const page = all[0]!;
  const fields = document.getForm();
  const text = fields.createTextField('person.name');
  text.setText('Größe');
  text.addToPage(page, { x: 20, y: 200, width: 100, height: 20 });
  text.enableReadOnly();
  fields.createTextField('empty').addToPage(page, { x: 20, y: 170, width: 100, height: 20, hidden: true });
  for (const [name, y] of [
    ['on', 140],
    ['off', 120],
  ] as const) {
    const box = fields.createCheckBox(name);
    box.addToPage(page, { x: 20, y, width: 12, height: 12 });
    if (name === 'on') box.check();
  }
  const choice = fields.createRadioGroup('choice');
  choice.addOptionToPage('a', page, { x: 60, y: 140, width: 12, height: 12 });
  choice.addOptionToPage('b', page, { x: 80, y: 140, width: 12, height: 12 });
  choice.select('b');
  const combo = fields.createDropdown('combo');
  combo.addOptions(['one', 'two']);
  combo.select('two');
  combo.addToPage(page, { x: 20, y: 90, width: 100, height: 20 });
  change(document);
  return document.save({ useObjectStreams: false });
}

/** The dictionaries of the first page's widgets, by the names of their fields. */
function widgetsOf(document: PDFDocument, name: string): PDFDict[] {
  return document
    .getForm()
    .getField(name)
    .acroField.getWidgets()
    .map(({ dict }) => dict);
}

it.each([0, 90, 270])('widgets of a page turned by %d degrees are those of pdf.js', async (turn) => {
  const bytes = await form((document) => {
    document.getPage(0).node.set(PDFName.of('Rotate'), document.context.obj(turn));
  });
  const { told, expected, isAsked } = await fieldsOf(bytes);
  expect(told).toEqual(expected);
  expect(told).toHaveLength(7);
  expect(isAsked).toBe(false);
});

it('widgets of pages that nobody has read are those of pdf.js', async () => {
  const bytes = await form((document) => {
    const page = document.getPage(1);
    page.setCropBox(30, 40, 300, 200);
    page.node.set(PDFName.of('Rotate'), document.context.obj(90));
    const text = document.getForm().createTextField('later');
    text.addToPage(page, { x: 60, y: 90, width: 100, height: 20 });
  }, 2);
  const { told, expected, isAsked } = await fieldsOf(bytes);
  expect(told).toEqual(expected);
  expect(told).toContainEqual(expect.objectContaining({ name: 'later', page: 1 }));
  expect(isAsked).toBe(false);
});

it('widgets are given again once their pages were read and drawn', async () => {
  const bytes = await form();
  const objects = new FileObjects(bytes);
  const openOther = () => pdfjs().open(bytes, {});
  const own = await PdfiumFile.open({ bytes, password: undefined, objects, isEncrypted: false, openOther });
  files.push(own);
  const before = await own.formFields();
  const page = await own.page(0);
  await page.content();
  expect(await own.formFields()).toEqual(before);
  await page.render({ dpi: 36 });
  expect(await own.formFields()).toEqual(before);
  expect(before).toHaveLength(7);
});

it('widgets of the fixture are those of pdf.js', async () => {
  const { told, expected, isAsked } = await fieldsOf(
    new Uint8Array(readFileSync('fixtures/documents/fillable.pdf')),
  );
  expect(told).toEqual(expected);
  expect(told.length).toBeGreaterThan(10);
  expect(isAsked).toBe(false);
});

it.each<[string, (document: PDFDocument) => void]>([
  [
    'a check box whose state only its field tells',
    (document) => widgetsOf(document, 'on')[0]!.delete(PDFName.of('AS')),
  ],
  [
    'a check box whose state its field contradicts',
    (document) => widgetsOf(document, 'on')[0]!.set(PDFName.of('AS'), PDFName.of('Off')),
  ],
  [
    'a check box with a further state, which is on',
    (document) => {
      const [box] = widgetsOf(document, 'on');
      const normal = box!.lookup(PDFName.of('AP'), PDFDict).lookup(PDFName.of('N'), PDFDict);
      normal.set(PDFName.of('Other'), normal.get(PDFName.of('Yes'))!);
      box!.set(PDFName.of('AS'), PDFName.of('Other'));
    },
  ],
])('widgets: %s are those of pdf.js', async (_, change) => {
  const { told, expected, isAsked } = await fieldsOf(await form(change));
  expect(told).toEqual(expected);
  expect(isAsked).toBe(false);
});

it.each<[string, (document: PDFDocument) => void, number?]>([
  [
    'a widget in no field',
    (document) => {
      const widget = { Type: 'Annot', Subtype: 'Widget', FT: 'Tx', Rect: [0, 0, 10, 10] };
      const annotations = document.getPage(0).node.lookup(PDFName.of('Annots'), PDFArray);
      annotations.push(document.context.register(document.context.obj(widget)));
    },
  ],
  [
    'a signature',
    (document) =>
      document.getForm().getField('empty').acroField.dict.set(PDFName.of('FT'), PDFName.of('Sig')),
  ],
  ['a list', (document) => void document.getForm().createOptionList('list').addToPage(document.getPage(0))],
  ['more than 16 pages', () => undefined, 17],
  [
    'a page that nobody has read, and nobody can',
    (document) => document.context.assign(document.getPage(1).ref, document.context.obj(null)),
    2,
  ],
])('widgets with %s are asked of pdf.js', async (_, change, pages) => {
  const { told, expected, isAsked } = await fieldsOf(await form(change, pages));
  expect(told).toEqual(expected);
  expect(isAsked).toBe(true);
});
