/** Lines of given runs, for tests that need geometry. */

import { boxPolygon } from '../../../src/page/document/geometry.js';
import { makeLine } from '../../../src/page/document/line.js';
import type { Line } from '../../../src/page/document/model.js';

export interface RunSpec {
  readonly text: string;
  readonly left: number;
  /** y of the baseline and font size, in inches. */
  readonly baseline: number;
  readonly size: number;
  readonly right?: number;
}

export interface LineSpec {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly size: number;
  readonly page?: number;
}

const widthOf = (text: string, size: number) => text.length * size * 0.5;

/** A line of one run. */
export function testLine({ text, left, top, size, page = 0 }: LineSpec): Line {
  return lineOfRuns([{ text, left, baseline: top + size, size }], page);
}

/** A line whose runs are separated by single spaces. */
export function lineOfRuns(specs: readonly RunSpec[], page = 0): Line {
  let rawText = '';
  const runs = specs.map(({ text, left, baseline, size, right = left + widthOf(text, size) }) => {
    const start = rawText.length + (rawText === '' ? 0 : 1);
    rawText += (rawText === '' ? '' : ' ') + text;
    return { start, end: rawText.length, left, right, baseline, size };
  });
  return makeLine({
    rawText,
    page,
    boundingPolygon: boxPolygon({
      left: Math.min(...runs.map((run) => run.left)),
      right: Math.max(...runs.map((run) => run.right)),
      top: Math.min(...runs.map((run) => run.baseline - run.size)),
      bottom: Math.max(...runs.map((run) => run.baseline)),
    }),
    source: 'text',
    runs,
  });
}

/** A line without runs, as OCR gives it. */
export function ocrLine({ text, left, top, size, page = 0 }: LineSpec): Line {
  return makeLine({
    rawText: text,
    page,
    boundingPolygon: boxPolygon({ left, top, right: left + widthOf(text, size), bottom: top + size }),
    source: 'ocr',
  });
}
