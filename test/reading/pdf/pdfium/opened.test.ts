/** Which pages of a document stay loaded. */
import { afterEach, expect, test } from 'vitest';
import { FileObjects } from '../../../../src/reading/pdf/objects/file-objects.js';
import { load, loadPage, type Opened, unload } from '../../../../src/reading/pdf/pdfium/opened.js';
import { makePdf } from '../../../support/make-pdf.js';

const bytes = makePdf({ content: 'BT /F1 12 Tf 72 720 Td (text) Tj ET', count: 12 });

let open: Opened | undefined;

/** In an instance of its own: in one that documents of other tests have made large, no page stays loaded. */
async function opened(): Promise<Opened> {
  const source = { bytes, password: undefined, objects: new FileObjects(bytes) };
  const shared = await load(source);
  shared.opened.pdfium.broken = true;
  unload(shared.opened);
  const loaded = await load(source);
  open = loaded.opened;
  return open;
}

afterEach(() => {
  if (open) unload(open);
  open = undefined;
});

const any = () => true;

test('pages stay loaded beside the one that is asked for, the eight that were asked for last', async () => {
  const document = await opened();
  const [first, second] = [loadPage(document, 0, any), loadPage(document, 1, any)];
  for (let index = 2; index < 9; index++) loadPage(document, index, any);
  expect(loadPage(document, 0, any)).toBe(first);
  expect(document.loads).toBe(9);
  loadPage(document, 9, any);
  expect([...document.loaded.keys()]).toEqual([2, 3, 4, 5, 6, 7, 8, 0, 9]);
  expect(loadPage(document, 1, any)).not.toBe(second);
  expect(document.reached).toBe(1);
});

test('a page that was drawn is closed when another is loaded, and loaded again where its text must be as it was', async () => {
  const document = await opened();
  const [first, second] = [loadPage(document, 0, any)!, loadPage(document, 1, any)!];
  first.text = 'outlined';
  second.text = 'hidden';
  expect(loadPage(document, 1, (text) => text === 'hidden')).toBe(second);
  expect(loadPage(document, 1, (text) => text === undefined)).not.toBe(second);
  expect([...document.loaded.keys()]).toEqual([1]);
  expect(document.loads).toBe(3);
});

test('no page stays loaded in an instance that has grown', async () => {
  const document = await opened();
  document.pdfium.exports.malloc(40 * 1024 * 1024);
  for (let index = 0; index < 4; index++) loadPage(document, index, any);
  expect([...document.loaded.keys()]).toEqual([3]);
});
