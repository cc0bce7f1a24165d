/** Two engines as one: what both read alike is certain, and where they differ the surer one counts. */
import { type Box, boundingBox, boxHeight, boxWidth, overlapX, overlapY } from '../document/geometry.js';
import type { Bitmap } from '../document/page-graphics.js';
import type { OcrEngine, OcrOptions, OcrResult, OcrText } from './engine.js';

/** Confidence of words whose engine tells none. */
const UNTOLD = 0.5;
/** Words that one engine alone has read are left out below this. */
const LEAST_ALONE = 0.5;
/** Share of the smaller of two words, along and across, that both cover when they are the same ink. */
const SAME_INK = 0.4;

/**
 * An engine that has every page read by two others, side by side.
 *
 * Words that stand on the same ink are compared. Read alike, they are as certain as two readings make them; else the
 * surer reading counts, and loses confidence by what the other one says. What one engine alone has found counts from
 * a confidence of 0.5 on.
 * @param first gives the places of words that both have read alike
 *
 * @example
 * const ocrEngines = { both: both(paddle(), tesseract()) };
 */
export function both(first: OcrEngine, second: OcrEngine): OcrEngine {
  const recognise = async (image: Bitmap, options: OcrOptions): Promise<OcrResult> => {
    const [one, other] = await Promise.all([
      first.recognise(image, options),
      second.recognise(image, options),
    ]);
    return { words: agreedWords(wordsOf(one), wordsOf(other)) };
  };
  return {
    id: `${first.id}+${second.id}`,
    concurrency: Math.min(first.concurrency ?? 1, second.concurrency ?? 1),
    recognise,
    async close() {
      await Promise.all([first.close(), second.close()]);
    },
  };
}

function wordsOf({ words = [], lines = [] }: OcrResult): readonly OcrText[] {
  if (lines.length === 0) return words;
  return lines.flatMap((line) => (line.words && line.words.length > 0 ? line.words : [line]));
}

/** A word, its box and those of the other engine on the same ink. */
interface Rival {
  readonly word: OcrText;
  readonly box: Box;
  readonly rivals: Set<Rival>;
}

/** The words of a page from those of two readings. */
export function agreedWords(one: readonly OcrText[], other: readonly OcrText[]): OcrText[] {
  const left = one.map(rival);
  const right = other.map(rival);
  for (const a of left) {
    for (const b of right) {
      if (!isSameInk(a.box, b.box)) continue;
      a.rivals.add(b);
      b.rivals.add(a);
    }
  }
  const seen = new Set<Rival>();
  const ofOne = new Set(left);
  return [...left, ...right].flatMap((start) => {
    if (seen.has(start)) return [];
    const group = [...groupOf(start, seen)].sort((a, b) => a.box.left - b.box.left);
    return settle(
      group.filter((each) => ofOne.has(each)),
      group.filter((each) => !ofOne.has(each)),
    );
  });
}

function rival(word: OcrText): Rival {
  return { word, box: boundingBox(word.polygon), rivals: new Set() };
}

function isSameInk(a: Box, b: Box): boolean {
  if (overlapX(a, b) <= 0 || overlapY(a, b) <= 0) return false;
  return (
    overlapX(a, b) >= SAME_INK * Math.min(boxWidth(a), boxWidth(b)) &&
    overlapY(a, b) >= SAME_INK * Math.min(boxHeight(a), boxHeight(b))
  );
}

/** All words that hang together with one by the ink that they share. */
function groupOf(start: Rival, seen: Set<Rival>): readonly Rival[] {
  const group: Rival[] = [];
  const open = [start];
  seen.add(start);
  for (let next = open.pop(); next; next = open.pop()) {
    group.push(next);
    for (const each of next.rivals) {
      if (seen.has(each)) continue;
      seen.add(each);
      open.push(each);
    }
  }
  return group;
}

function settle(one: readonly Rival[], other: readonly Rival[]): OcrText[] {
  if (one.length === 0 || other.length === 0) {
    return [...one, ...other].map(({ word }) => word).filter((word) => confidenceOf(word) >= LEAST_ALONE);
  }
  const sureOne = meanOf(one);
  const sureOther = meanOf(other);
  if (textOf(one) === textOf(other)) {
    return one.map(({ word }) => withConfidence(word, 1 - (1 - confidenceOf(word)) * (1 - sureOther)));
  }
  const share = sureOne + sureOther === 0 ? 0 : Math.max(sureOne, sureOther) / (sureOne + sureOther);
  const surer = sureOne >= sureOther ? one : other;
  return surer.map(({ word }) => withConfidence(word, share * confidenceOf(word)));
}

function textOf(words: readonly Rival[]): string {
  return words.map(({ word }) => word.text).join(' ');
}

/** Mean over the letters of some words. */
function meanOf(words: readonly Rival[]): number {
  let letters = 0;
  let sum = 0;
  for (const { word } of words) {
    letters += word.text.length;
    sum += word.text.length * confidenceOf(word);
  }
  return letters === 0 ? 0 : sum / letters;
}

function confidenceOf({ confidence = UNTOLD }: OcrText): number {
  return confidence;
}

function withConfidence(word: OcrText, confidence: number): OcrText {
  return { ...word, confidence };
}
