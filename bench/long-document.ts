/** A long PDF, to see what memory a document of many pages takes. */
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';

export const LONG_PAGES = 1_000;

/** Lines of a page, about as many as a statement has. */
const ROWS = 45;
const POINTS_OF_ROW = 15;

/** A config that looks at every page of the long document. */
export const LONG_CONFIG = JSON.stringify({
  fields: [
    {
      id: 'entries',
      anchor: 'entry',
      match: 'all',
      method: { id: 'row', position: 'right' },
      type: 'currency',
    },
    { id: 'last_page', anchor: 'page', match: 'last', method: { id: 'label', position: 'right' } },
  ],
});

/** Bytes of a PDF of Letter pages with a heading and 45 rows of text and amount each. */
export async function longDocument(pages = LONG_PAGES): Promise<Uint8Array> {
  const file = await PDFDocument.create();
  const font = await file.embedFont(StandardFonts.Helvetica);
  for (let number = 1; number <= pages; number += 1) {
    const page = file.addPage([612, 792]);
    page.drawText(`Page ${number}`, { x: 54, y: 750, size: 12, font });
    for (let row = 0; row < ROWS; row += 1) {
      const y = 720 - row * POINTS_OF_ROW;
      const text = row === 0 ? 'Entry' : `Item ${number}-${row} delivered and signed for`;
      page.drawText(text, { x: 54, y, size: 9, font });
      page.drawText(`$${number}.${String(row + 10)}`, { x: 480, y, size: 9, font });
    }
  }
  return file.save();
}
