/** A block: an area of a page that is read once more, drawn finer, by itself. */
import type { Box, Point } from '../document/geometry.js';
import type { Bitmap, PageGraphics } from '../document/page-graphics.js';
import { areaOf, pixelArea, withWhite } from '../graphics/cut.js';
import type { PlacedText, Reading } from './answer.js';

/** An area to read once more; lengths in inches on the page. */
export interface Block {
  readonly area: Box;
  /** What is known and left out. */
  readonly covered: readonly Box[];
  /** The only characters that the text may be read as, beside spaces; any when not given. */
  readonly characters?: string | undefined;
}

/** Resolution at which a block is read, half as fine again as pages: small print comes out right then. */
const DPI = 450;
/** How much of what is around a block is drawn with it, in inches: engines want white around letters. */
const MARGIN = 0.03;

/** The drawing of a block, and where on the page it begins, in inches. */
interface DrawnBlock {
  readonly image: Bitmap;
  readonly origin: Point;
}

/** Draws a block, without what is known of it. */
export async function drawBlock(graphics: PageGraphics, { area, covered }: Block): Promise<DrawnBlock> {
  const box = {
    left: area.left - MARGIN,
    top: area.top - MARGIN,
    right: area.right + MARGIN,
    bottom: area.bottom + MARGIN,
  };
  const drawn = areaOf(await graphics.raster({ dpi: DPI, area: box, toRead: true }), box);
  const { left, top } = pixelArea(box, drawn.dpi);
  const origin = { x: left / drawn.dpi, y: top / drawn.dpi };
  const known = covered.map((each) => ({
    left: each.left - origin.x,
    top: each.top - origin.y,
    right: each.right - origin.x,
    bottom: each.bottom - origin.y,
  }));
  return { image: withWhite(drawn, known), origin };
}

/** What was read of a part of a page, such as a block, where it is on the page. @param origin where the part begins */
export function movedReading({ words, lines }: Reading, origin: Point): Reading {
  const move = <Piece extends PlacedText>(piece: Piece): Piece => {
    const [a, b, c, d] = piece.polygon.map(({ x, y }) => ({ x: x + origin.x, y: y + origin.y }));
    return { ...piece, polygon: [a!, b!, c!, d!] };
  };
  return {
    words: words.map(move),
    lines: lines.map((line) => ({ ...move(line), words: line.words.map(move) })),
  };
}
