/** Parts of a page that are read once more, larger: small print comes out right then. */
import type { GreyBitmap, PixelBox as PixelArea } from '../../../page/ink/grey.js';
import { cutOut, enlarged, type PreparedScan } from '../scan/scan.js';
import type { PixelBox, TesseractLine, TesseractWord } from './thread.js';

/** Reads a picture that holds one block of level text. */
export type ReadBlock = (image: GreyBitmap) => Promise<readonly TesseractLine[]>;

/** How many times larger a part is read: at 1.5 tesseract was surer of 6 rows out of 7, at 2 of 5. */
const LARGER = 1.5;
/** White around a part that is cut out, in inches; above and below it other rows are near. */
const MARGIN = { x: 0.05, y: 0.03 };

/** The rows of a part of a page, in pixels of the page. @param area in these, without the white around it */
export async function readLarger(
  scan: PreparedScan,
  area: PixelArea,
  read: ReadBlock,
): Promise<readonly TesseractLine[]> {
  const { dpi } = scan.image;
  const left = Math.floor(area.left - MARGIN.x * dpi);
  const top = Math.floor(area.top - MARGIN.y * dpi);
  const right = Math.ceil(area.right + MARGIN.x * dpi);
  const bottom = Math.ceil(area.bottom + MARGIN.y * dpi);
  const { image } = cutOut(scan, { left, top, right, bottom });
  return (await read(enlarged(image, LARGER))).map((row) => onPage(row, left, top));
}

/** A row of a part that was cut out at a place and enlarged, in pixels of the page. */
function onPage(row: TesseractLine, left: number, top: number): TesseractLine {
  const placed = ({ x0, y0, x1, y1 }: PixelBox): PixelBox => ({
    x0: left + x0 / LARGER,
    y0: top + y0 / LARGER,
    x1: left + x1 / LARGER,
    y1: top + y1 / LARGER,
  });
  const { rowHeight, ascenders, descenders } = row.rowAttributes;
  return {
    bbox: placed(row.bbox),
    baseline: placed(row.baseline),
    rowAttributes: {
      rowHeight: rowHeight / LARGER,
      ascenders: ascenders / LARGER,
      descenders: descenders / LARGER,
    },
    words: row.words.map(
      ({ symbols, ...word }): TesseractWord => ({
        ...word,
        bbox: placed(word.bbox),
        ...(symbols && { symbols: symbols.map((sign) => ({ ...sign, bbox: placed(sign.bbox) })) }),
      }),
    ),
  };
}
