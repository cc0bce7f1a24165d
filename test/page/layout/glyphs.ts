/** Glyphs for tests, shown as a PDF would show them. All lengths in inches. */
import type { Glyph, TextStyle } from '../../../src/page/document/glyph.js';

export interface Shown {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** Default 0.1. */
  readonly size?: number;
  /** Advance of every glyph; default half the size. */
  readonly advance?: number;
  readonly angle?: number;
  readonly font?: string;
  readonly spaceWidth?: number | undefined;
  /** Text object; default 0. */
  readonly textObject?: number;
  readonly mapped?: boolean;
  readonly actualText?: string;
  /** Text that leaves no mark, as a layer of OCR; default false. */
  readonly invisible?: boolean;
}

let operations = 0;

/** The glyphs of one show operation, one a character, each directly after the one before. */
export function show(shown: Shown): Glyph[] {
  const { text, x, y, size = 0.1, advance = size / 2, angle = 0, font = 'F1', mapped = true } = shown;
  const style: TextStyle = {
    font,
    fontName: font,
    size,
    angle,
    spaceWidth: 'spaceWidth' in shown ? shown.spaceWidth : 0.28 * size,
    textObject: shown.textObject ?? 0,
    operation: operations++,
    invisible: shown.invisible ?? false,
  };
  const radians = (angle * Math.PI) / 180;
  return [...text].map((character, index) => ({
    text: character,
    x: x + Math.cos(radians) * advance * index,
    y: y + Math.sin(radians) * advance * index,
    advance,
    style,
    mapped,
    ...(shown.actualText === undefined ? {} : { actualText: index === 0 ? shown.actualText : '' }),
  }));
}

/** Glyphs of one operation at given x positions (a TJ array). */
export function showAt(
  pieces: readonly (readonly [string, number])[],
  shown: Omit<Shown, 'text' | 'x'>,
): Glyph[] {
  const [first] = show({ ...shown, text: 'x', x: 0 });
  return pieces.flatMap(([text, x]) =>
    show({ ...shown, text, x }).map((glyph) => ({ ...glyph, style: first!.style })),
  );
}

export const PAGE = { index: 0, width: 8.5, height: 11 };
