/** Pages of lines as a picture: where each line is, with its text in its box. */
import type { Line, Page } from '../../page/document/model.js';
import { xmlText } from './xml-text.js';

/** Pixels of an inch, as CSS has it. */
const SCALE = 96;
/** Inches between two pages. */
const GAP = 0.25;
/** Share of a line's height that its letters have above the baseline. */
const ASCENT = 0.78;
const DECIMALS = 2;

/**
 * An SVG of the pages below each other: a box with the text for each line, its place as a tooltip.
 *
 * @example
 * writeFileSync('lines.svg', linesSvg(document.pages));
 */
export function linesSvg(pages: readonly Page[]): string {
  const width = Math.max(0, ...pages.map((page) => page.width));
  let top = 0;
  const drawn = pages.map((page) => {
    const group = drawnPage(page, top);
    top += page.height + GAP;
    return group;
  });
  const height = Math.max(0, top - GAP);
  const size = `width="${px(width)}" height="${px(height)}" viewBox="0 0 ${px(width)} ${px(height)}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="sans-serif">`,
    `<style>.page{fill:#fff;stroke:#999}.line{fill:#2563eb22;stroke:#2563eb;stroke-width:.5}.ocr{fill:#d9770622;stroke:#d97706}text{fill:#111}</style>`,
    ...drawn,
    '</svg>',
    '',
  ].join('\n');
}

function drawnPage({ index, width, height, lines }: Page, top: number): string {
  return [
    `<g transform="translate(0 ${px(top)})"><title>page ${index}</title>`,
    `<rect class="page" width="${px(width)}" height="${px(height)}"/>`,
    ...lines.map(drawnLine),
    '</g>',
  ].join('\n');
}

function drawnLine(line: Line): string {
  const { text, boundingPolygon, angle, lineHeight, source, left, top } = line;
  const [start, end] = boundingPolygon;
  const points = boundingPolygon.map(({ x, y }) => `${px(x)},${px(y)}`).join(' ');
  const length = Math.hypot(end.x - start.x, end.y - start.y);
  const place = `x ${left.toFixed(DECIMALS)}, y ${top.toFixed(DECIMALS)}`;
  return [
    `<g><title>${xmlText(`${text} (${place})`)}</title><polygon class="line ${source}" points="${points}"/>`,
    `<text transform="translate(${px(start.x)} ${px(start.y)}) rotate(${angle})" y="${px(lineHeight * ASCENT)}" font-size="${px(lineHeight)}" textLength="${px(length)}" lengthAdjust="spacingAndGlyphs">${xmlText(text)}</text></g>`,
  ].join('');
}

function px(inches: number): string {
  return String(Number((inches * SCALE).toFixed(DECIMALS)));
}
