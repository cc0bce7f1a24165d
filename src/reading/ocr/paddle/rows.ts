/** What the boxes of text on a page say. */

import { type Interrupt, pause } from '../../../foundation/async/interrupt.js';
import type { GreyBitmap } from '../../../page/ink/grey.js';
import type { OcrText } from '../engine.js';
import { bestPath } from './ctc.js';
import { withWholeLetters } from './cut-letters.js';
import type { Models, Tensor } from './models.js';
import { levelled, type Pixels, ROW_HEIGHT } from './pixels.js';
import { placeIn, quarterTurned, type TurnedBox } from './rectangles.js';
import { inkOf } from './row-ink.js';
import { type ReadRow, wordsOfRows } from './words.js';

/** Widths are multiples of this, so that the runtime meets few different ones; the rest of the picture is grey. */
const WIDTH_STEP = 32;
/** Longest row in its heights; what is longer is narrowed. No row of 11 by 17 inches in 6 points is. */
const LONGEST = 120;
/** Boxes so many times as high as wide hold text that runs up or down the page (PaddleOCR, `get_rotate_crop_image`). */
const UPRIGHT = 1.5;
/** Rows read with less than this, all in all, are no text. PaddleOCR's `drop_score` is 0.5. */
const LEAST_CONFIDENCE = 0.5;

/** A page as the network is shown it. */
export interface Sheet {
  readonly image: GreyBitmap;
  /** The same without level rules, which leave no gap between words; the network reads tails that touch them. */
  readonly ink: GreyBitmap;
}

/** The words in some boxes, and how many signs are in those that are passed over. */
export interface ReadBoxes {
  readonly words: readonly OcrText[];
  readonly passedOver: number;
}

/** The words in some boxes. @throws DocumentError `aborted` between two boxes */
export async function readBoxes(
  sheet: Sheet,
  boxes: readonly TurnedBox[],
  models: Models,
  interrupt: Interrupt,
): Promise<ReadBoxes> {
  return wordsIn(boxes, (box) => readBox(sheet, box, models), LEAST_CONFIDENCE, models, interrupt);
}

/** Least confidence of print that detection passed over: little around it shows what it is. */
const LEAST_LEFT_OUT = 0.8;
/** Letters, digits, and the signs beside them in amounts, dates, captions and names. */
const PRINT = /^[\p{L}\p{N}\p{Sc}.,/%()'’:;&#-]*[\p{L}\p{N}][\p{L}\p{N}\p{Sc}.,/%()'’:;&#-]*$/u;

/** The words in boxes that detection passed over. @throws DocumentError `aborted` between two boxes */
export async function readLeftOut(
  sheet: Sheet,
  boxes: readonly TurnedBox[],
  models: Models,
  interrupt: Interrupt,
): Promise<readonly OcrText[]> {
  const { words } = await wordsIn(
    boxes,
    (box) => readRow(sheet, withWholeLetters(sheet.ink, box), models),
    LEAST_LEFT_OUT,
    models,
    interrupt,
  );
  return words.filter(({ text }) => PRINT.test(text));
}

/** The words of what is read in some boxes, where it is sure enough. */
async function wordsIn(
  boxes: readonly TurnedBox[],
  read: (box: TurnedBox) => Promise<ReadRow>,
  leastConfidence: number,
  { words: known }: Models,
  interrupt: Interrupt,
): Promise<ReadBoxes> {
  const rows: ReadRow[] = [];
  let passedOver = 0;
  for (const box of boxes) {
    await pause(interrupt);
    const row = await read(box);
    if (row.confidence >= leastConfidence) rows.push(row);
    else passedOver += row.characters.length;
  }
  return { words: wordsOfRows(rows, known), passedOver };
}

/** Rows less sure than this are read twice. */
const DOUBTFUL = 0.93;
/** White above and below the ink of a row that is read again, in heights of the ink: as around the print it learned on. */
const AROUND_INK = 0.25;

/**
 * What a level box says; a doubtful one is read again close around its ink, and the surer reading counts. Of 165 values
 * of two forms at 200 dpi three won, none lost.
 */
async function readLevel(sheet: Sheet, found: TurnedBox, models: Models): Promise<ReadRow> {
  const box = withWholeLetters(sheet.ink, found);
  const row = await readRow(sheet, box, models);
  const ink = row.confidence < DOUBTFUL ? inkOf(row.picture) : undefined;
  if (!ink) return row;
  const scale = box.height / row.picture.height;
  const margin = AROUND_INK * (ink.bottom - ink.top);
  const middle = { x: box.width / 2, y: ((ink.top + ink.bottom) / 2) * scale };
  const height = (ink.bottom - ink.top + 2 * margin) * scale;
  if (height >= box.height) return row;
  const again = await readRow(sheet, { ...box, centre: placeIn(box)(middle), height }, models);
  return again.confidence > row.confidence && again.characters.length >= row.characters.length ? again : row;
}

/** What a box says; upright ones are read from both sides, and the surer reading counts. */
async function readBox(sheet: Sheet, box: TurnedBox, models: Models): Promise<ReadRow> {
  if (box.height < UPRIGHT * box.width) return readLevel(sheet, box, models);
  const up = await readRow(sheet, quarterTurned(box, -90), models);
  const down = await readRow(sheet, quarterTurned(box, 90), models);
  return up.confidence >= down.confidence ? up : down;
}

async function readRow({ image, ink }: Sheet, box: TurnedBox, models: Models): Promise<ReadRow> {
  const ratio = Math.min(LONGEST, box.width / box.height);
  const width = Math.max(1, Math.round(ratio * ROW_HEIGHT));
  const picture = levelled(ink, box, ROW_HEIGHT, width);
  const input = rowInput(ink === image ? picture : levelled(image, box, ROW_HEIGHT, width));
  const answer = await models.recognition.run(input);
  const characters = bestPath(answer, models.alphabet);
  const sum = characters.reduce((total, each) => total + each.confidence, 0);
  return {
    box,
    picture,
    characters,
    stepWidth: input.dims[3]! / (answer.dims[1] ?? 1),
    confidence: characters.length === 0 ? 0 : sum / characters.length,
  };
}

/** A row as the network sees it: brightness from -1 to 1 (`resize_norm_img`). */
function rowInput({ width, height, data }: Pixels): Tensor {
  const across = Math.ceil(width / WIDTH_STEP) * WIDTH_STEP;
  const input = new Float32Array(3 * height * across);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) input[y * across + x] = data[y * width + x]! / 127.5 - 1;
  }
  const plane = height * across;
  input.copyWithin(plane, 0, plane);
  input.copyWithin(2 * plane, 0, plane);
  return { dims: [1, 3, height, across], data: input };
}
