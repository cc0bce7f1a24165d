/** Amounts that tesseract misreads: fat decimal points as commas, dollar signs as those of cents, `lbs` as `Ibs`. */
import type { GreyBitmap, PixelBox } from '../../graphics/ink/grey.js';
import { type Area, areasIn } from './areas.js';
import type { TesseractLine, TesseractWord } from './thread.js';

/**
 * A comma before the last two digits. It separates no thousands, so it is a decimal comma or a point; what it looks
 * like decides.
 */
const DECIMAL_COMMA = /^(.*\d),(\d\d)$/u;
/** The same, taken apart behind the comma. */
const ENDS_IN_COMMA = /\d,$/;
const TWO_DIGITS = /^\d\d$/;
/** A number with groups of thousands or cents: nobody writes cents so. */
const CENTS_OF_DOLLARS = /^¢(?=\d{1,3}(?:,\d{3})+(?:\.\d\d)?$|\d+\.\d\d$)/;

/** Pounds of weight, whose `l` looks like a capital: no word begins so. */
const POUNDS = /(?<=^\(?(?:\d[\d.,]*)?)Ibs(?=[.,;:)]*$)/;

/** Least height of digits, in pixels, at which a comma has a tail that shows. */
const LEAST_DIGIT = 14;
/** A separator stands in the lower part of the digits and below: share of their height above it at least. */
const ABOVE = 0.55;
/** How far below the digits a separator reaches at most, in heights of the digits. */
const BELOW = 0.4;
/** Width of the widest separator, in heights of the digits: the squares of tax forms have 0.44, digits 0.55. */
const WIDEST = 0.5;
/** Least side of a mark that is more than a speck, in heights of the digits. */
const SPECK = 0.06;
/**
 * A point is as high as it is wide and fills its box, a disc by 0.79; commas are 1.4 times as high as wide, or
 * slanted ones fill 0.6.
 */
const POINT = { mostRatio: 1.25, leastFill: 0.72 };

/**
 * The words of a line, with points where the picture shows them, dollar signs before amounts, and pounds as they are
 * written.
 * @param image the prepared scan that the line was read from
 */
export function withAmounts(line: TesseractLine, image: GreyBitmap): TesseractLine {
  const words = line.words.map((word, index) => {
    const text = word.text.replace(CENTS_OF_DOLLARS, '$').replace(POUNDS, 'lbs');
    const next = line.words[index + 1];
    if (DECIMAL_COMMA.test(text)) {
      return isPointLast(word.bbox, text, image)
        ? { ...word, text: text.replace(DECIMAL_COMMA, '$1.$2') }
        : { ...word, text };
    }
    if (!next || !ENDS_IN_COMMA.test(text) || !TWO_DIGITS.test(next.text)) return { ...word, text };
    const isPoint = isPointLast(both(word, next), text, image);
    return { ...word, text: isPoint ? `${text.slice(0, -1)}.` : text };
  });
  return { ...line, words };
}

function both(a: TesseractWord, b: TesseractWord): TesseractWord['bbox'] {
  return {
    x0: Math.min(a.bbox.x0, b.bbox.x0),
    y0: Math.min(a.bbox.y0, b.bbox.y0),
    x1: Math.max(a.bbox.x1, b.bbox.x1),
    y1: Math.max(a.bbox.y1, b.bbox.y1),
  };
}

/** Whether the last separator of a number is a point; not where its separators cannot be told from other ink. */
function isPointLast({ x0, y0, x1, y1 }: TesseractWord['bbox'], text: string, image: GreyBitmap): boolean {
  const height = y1 - y0;
  const bottom = Math.min(image.height, Math.ceil(y1 + BELOW * height));
  const areas = areasIn({ left: x0, top: y0, right: x1, bottom }, image);
  const digit = Math.max(0, ...areas.filter((area) => isDigit(area, height)).map(heightOf));
  if (digit < LEAST_DIGIT) return false;
  const top = Math.min(...areas.filter((area) => isDigit(area, height)).map((area) => area.top));
  const marks = areas
    .filter((area) => area.top >= top + ABOVE * digit && widthOf(area) <= WIDEST * digit)
    .filter((area) => Math.min(widthOf(area), heightOf(area)) >= SPECK * digit)
    .sort((a, b) => a.left - b.left);
  const separators = text.match(/[.,]/g)?.length ?? 0;
  return marks.length === separators && isPoint(marks.at(-1)!);
}

function isPoint(area: Area): boolean {
  const sides = [widthOf(area), heightOf(area)];
  return (
    Math.max(...sides) <= POINT.mostRatio * Math.min(...sides) &&
    area.count >= POINT.leastFill * widthOf(area) * heightOf(area)
  );
}

/** Whether an area is as high as its word and no wider than a digit. */
function isDigit(area: Area, height: number): boolean {
  return heightOf(area) >= 0.5 * height && widthOf(area) <= 1.2 * heightOf(area);
}

function widthOf({ left, right }: PixelBox): number {
  return right - left;
}

function heightOf({ top, bottom }: PixelBox): number {
  return bottom - top;
}
