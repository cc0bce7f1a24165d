/** What PDFium draws of text. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import type { Bitmap } from '../../../../src/page/document/page-graphics.js';
import { pdfium } from '../../../../src/reading/pdf/pdfium/pdfium.js';
import { makePdf, stream } from '../../../support/make-pdf.js';

const require = createRequire(import.meta.url);
const LIBERATION = readFileSync(require.resolve('pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf'));

/** The glyph of the space in LiberationSans, and a glyph that is one point: one contour that ends at point 0. */
const SPACE_GLYPH = 3;
const ONE_POINT = Buffer.from('00010000000000000000000000003100', 'hex');

/** A TrueType font whose space is a point. Glyphs behind it move; all tables are written anew. */
function withPointAsSpace(font: Buffer): Buffer {
  const count = font.readUInt16BE(4);
  const tables = new Map(
    Array.from({ length: count }, (_, index) => {
      const at = 12 + 16 * index;
      const start = font.readUInt32BE(at + 8);
      const data = Buffer.from(font.subarray(start, start + font.readUInt32BE(at + 12)));
      return [font.toString('latin1', at, at + 4), data];
    }),
  );
  const [glyphs, places] = [tables.get('glyf')!, tables.get('loca')!];
  const width = tables.get('head')!.readInt16BE(50) === 0 ? 2 : 4;
  const unit = width === 2 ? 2 : 1;
  const place = places.readUIntBE(SPACE_GLYPH * width, width) * unit;
  tables.set('glyf', Buffer.concat([glyphs.subarray(0, place), ONE_POINT, glyphs.subarray(place)]));
  for (let at = (SPACE_GLYPH + 1) * width; at < places.length; at += width) {
    places.writeUIntBE(places.readUIntBE(at, width) + ONE_POINT.length / unit, at, width);
  }
  return written(font, tables);
}

/** A font of some tables. @param font whose header and tags it has */
function written(font: Buffer, tables: ReadonlyMap<string, Buffer>): Buffer {
  const header = Buffer.from(font.subarray(0, 12 + 16 * tables.size));
  let end = header.length;
  const bodies = [...tables.values()].map((data, index) => {
    const padded = Buffer.concat([data, Buffer.alloc(-data.length & 3)]);
    header.writeUInt32BE(end, 12 + 16 * index + 8);
    header.writeUInt32BE(data.length, 12 + 16 * index + 12);
    end += padded.length;
    return padded;
  });
  return Buffer.concat([header, ...bodies]);
}

async function drawn(font: Buffer, text: string): Promise<Bitmap> {
  const widths = Array.from({ length: 96 }, () => 500).join(' ');
  const file = await pdfium().open(
    makePdf({ content: `BT /F3 12 Tf 72 700 Td (${text}) Tj ET`, fonts: '/F3 10 0 R' }, [
      `<< /Type /Font /Subtype /TrueType /BaseFont /Made /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 127 /Widths [${widths}] /FontDescriptor 11 0 R >>`,
      '<< /Type /FontDescriptor /FontName /Made /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 /Flags 32 /FontFile2 12 0 R >>',
      stream(font.toString('latin1')),
    ]),
    {},
  );
  try {
    return (await (await file.page(0)).render({ dpi: 72 }))!;
  } finally {
    await file.close();
  }
}

/** Dark pixels of a column stretch. */
function inkIn({ width, data }: Bitmap, from: number, to: number): number {
  let count = 0;
  for (let at = 0; at < data.length / 4; at++) {
    const x = at % width;
    if (x >= from && x < to && data[4 * at]! < 128) count++;
  }
  return count;
}

it('words behind a space that is one point are drawn, in the same weight', async () => {
  const usual = await drawn(LIBERATION, 'Detention is waived');
  const odd = await drawn(withPointAsSpace(LIBERATION), 'Detention is waived');
  const first = [72, 126] as const;
  const rest = [132, 190] as const;
  expect(inkIn(usual, ...rest)).toBeGreaterThan(30);
  expect(inkIn(odd, ...rest)).toBeGreaterThan(0.6 * inkIn(usual, ...rest));
  expect(inkIn(odd, ...first)).toBeLessThan(1.4 * inkIn(usual, ...first));
});
