/** Checking what an OCR engine answers: engines are foreign code, and what they read comes from strangers. */

import { ProviderError } from '../../errors.js';
import { cleanText } from '../../page/document/cleaning.js';
import { angleBetween, boundingBox, type Point, type Polygon } from '../../page/document/geometry.js';
import type { Bitmap } from '../../page/document/page-graphics.js';

/** A word or line on its page, in inches. */
export interface PlacedText {
  /** Cleaned, not blank. */
  readonly text: string;
  readonly polygon: Polygon;
  /** Direction of the upper edge in degrees, clockwise. */
  readonly angle: number;
  /** Characters of the text. */
  readonly visible: number;
  readonly confidence?: number;
  /** How far before the word an upright rule is, in inches, if one is near. */
  readonly ruleBefore?: number;
  /** It is in a drawn box with something in it. */
  readonly boxed?: boolean;
}

/** A line and its words, where the engine gives them. */
export interface PlacedLine extends PlacedText {
  readonly words: readonly PlacedText[];
}

/** The usable part of an answer. */
export interface Reading {
  readonly words: readonly PlacedText[];
  readonly lines: readonly PlacedLine[];
  /** Signs that the engine was too unsure of to give. */
  readonly passedOver?: number;
  /** Most of the print is in a script that the engine does not know. */
  readonly unknownScript?: boolean;
  /** Where the fold is of an open book whose pages both have text, in inches from the left. */
  readonly fold?: number;
}

/**
 * What an engine read, in inches. Pieces without text, without a place, or entirely outside the picture are left
 * out; a confidence that is no number is left out.
 * @param characters most characters that a page may hold
 * @throws ProviderError `invalid_answer` when the answer is no reading at all, or holds too much text
 */
export function checkedReading(answer: unknown, image: Bitmap, engine: string, characters: number): Reading {
  const { words = [], lines = [] } = isObject(answer) ? answer : { words: undefined, lines: undefined };
  if (!isObject(answer) || !Array.isArray(words) || !Array.isArray(lines)) {
    throw invalidAnswer(engine, 'is neither words nor lines');
  }
  const budget = new Budget(engine, characters);
  const passedOver = countOf(answer['passedOver']);
  if (lines.length === 0) return { words: placedTexts(words, image, budget), lines: [], passedOver };
  return {
    words: [],
    passedOver,
    lines: lines.flatMap((line: unknown) =>
      placedText(line, image, budget).map((placed) => ({
        ...placed,
        words:
          isObject(line) && Array.isArray(line['words']) ? placedTexts(line['words'], image, budget) : [],
      })),
    ),
  };
}

function invalidAnswer(engine: string, what: string): ProviderError {
  return new ProviderError(engine, 'invalid_answer', `The answer of the OCR engine ${engine} ${what}.`);
}

/** Counts what an answer holds; the words of lines repeat their text, so twice the characters may come. */
class Budget {
  readonly #engine: string;
  readonly #characters: number;
  #left: number;

  constructor(engine: string, characters: number) {
    this.#engine = engine;
    this.#characters = characters;
    this.#left = 2 * characters;
  }

  /** Pieces count as well, so that empty ones are bounded, too. */
  spend(text: string): void {
    this.#left -= text.length + 1;
    if (this.#left < 0) {
      throw invalidAnswer(this.#engine, `holds more than ${this.#characters} characters for one page`);
    }
  }
}

function placedTexts(texts: readonly unknown[], image: Bitmap, budget: Budget): PlacedText[] {
  return texts.flatMap((text) => placedText(text, image, budget));
}

function placedText(piece: unknown, image: Bitmap, budget: Budget): [] | [PlacedText] {
  if (!isObject(piece) || typeof piece['text'] !== 'string') return [];
  budget.spend(piece['text']);
  const text = cleanText(piece['text']).trim();
  const polygon = polygonIn(piece['polygon'], image);
  if (text === '' || !polygon) return [];
  const confidence = confidenceOf(piece['confidence']);
  const angle = angleBetween(polygon[0], polygon[1]);
  return [{ text, polygon, angle, visible: text.length, ...(confidence !== undefined && { confidence }) }];
}

function polygonIn(corners: unknown, { width, height, dpi }: Bitmap): Polygon | undefined {
  if (!Array.isArray(corners) || corners.length !== 4 || !corners.every(isPoint)) return undefined;
  const box = boundingBox(corners);
  if (box.left > width || box.top > height || box.right < 0 || box.bottom < 0) return undefined;
  if (!(box.right > box.left && box.bottom > box.top)) return undefined;
  const [a, b, c, d] = corners.map(({ x, y }) => ({ x: x / dpi, y: y / dpi }));
  return [a!, b!, c!, d!];
}

function countOf(count: unknown): number {
  return typeof count === 'number' && count > 0 ? Math.min(count, Number.MAX_SAFE_INTEGER) : 0;
}

function isPoint(point: unknown): point is Point {
  return isObject(point) && Number.isFinite(point['x']) && Number.isFinite(point['y']);
}

function confidenceOf(confidence: unknown): number | undefined {
  if (typeof confidence !== 'number' || Number.isNaN(confidence)) return undefined;
  return Math.min(1, Math.max(0, confidence));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
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
