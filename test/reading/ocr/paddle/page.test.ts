import { expect, it } from 'vitest';
import { greyOf } from '../../../../src/page/ink/grey.js';
import { alphabetOf, type Tensor } from '../../../../src/reading/ocr/paddle/models.js';
import { pageWords } from '../../../../src/reading/ocr/paddle/page.js';
import { DPI, written } from '../pictures.js';

/** Pixels an inch of the picture in which text is looked for. */
const FOUND_DPI = 130;
/** Where the network finds text: a box to tick and its caption. */
const FOUND = { left: 36, top: 56, right: 200, bottom: 90 };

function found({ dims }: Tensor): Tensor {
  const [, , height = 0, width = 0] = dims;
  const data = new Float32Array(width * height);
  const scale = FOUND_DPI / DPI;
  for (let y = Math.round(FOUND.top * scale); y < FOUND.bottom * scale; y++) {
    data.fill(0.9, y * width + Math.round(FOUND.left * scale), y * width + Math.round(FOUND.right * scale));
  }
  return { dims: [1, 1, height, width], data };
}

/** What a page says that has an H where text is found, by what the network answers to each row in turn. */
async function textsBy(answers: readonly { readonly place: number; readonly probability: number }[]) {
  let asked = 0;
  const read = async () => {
    const { place, probability } = answers[Math.min(asked++, answers.length - 1)]!;
    const data = new Float32Array(5);
    data[place] = probability;
    return { dims: [1, 1, data.length], data };
  };
  const release = async () => undefined;
  const models = {
    detection: { run: async (input: Tensor) => found(input), release },
    recognition: { run: read, release },
    alphabet: alphabetOf('H\nN\n7', 'latin'),
    words: new Set<string>(),
  };
  const image = greyOf(written((context) => context.fillText('H', 80, 82)));
  const { words = [] } = await pageWords(image, models, {});
  return { texts: words.map(({ text }) => text), asked };
}

it('rows of a page that are doubtful are read again around their ink and wider, and the surest reading counts', async () => {
  const [doubtful, unsure, sure, worse, hardlySurer] = [
    { place: 1, probability: 0.8 },
    { place: 1, probability: 0.95 },
    { place: 2, probability: 0.99 },
    { place: 2, probability: 0.7 },
    { place: 2, probability: 0.82 },
  ] as const;
  expect(await textsBy([sure])).toEqual({ texts: ['N'], asked: 1 });
  expect(await textsBy([unsure, sure])).toEqual({ texts: ['N'], asked: 2 });
  expect(await textsBy([doubtful, sure])).toEqual({ texts: ['N'], asked: 3 });
  expect(await textsBy([doubtful, worse])).toEqual({ texts: ['H'], asked: 3 });
  expect(await textsBy([doubtful, worse, sure])).toEqual({ texts: ['N'], asked: 3 });
  expect(await textsBy([doubtful, worse, hardlySurer])).toEqual({ texts: ['H'], asked: 3 });
  expect(await textsBy([doubtful, worse, { place: 3, probability: 0.99 }])).toEqual({
    texts: ['H'],
    asked: 3,
  });
});

it('rows of a page are read without the frames of boxes to tick', async () => {
  const image = greyOf(
    written((context) => {
      context.lineWidth = 2;
      context.strokeRect(45, 62, 20, 20);
      context.fillText('H', 80, 82);
    }),
  );
  const seen: Tensor[] = [];
  const read = async (input: Tensor) => {
    seen.push(input);
    return { dims: [1, 1, 2], data: new Float32Array(2) };
  };
  const release = async () => undefined;
  const models = {
    detection: { run: async (input: Tensor) => found(input), release },
    recognition: { run: read, release },
    alphabet: alphabetOf('H', 'latin'),
    words: new Set<string>(),
  };
  await pageWords(image, models, {});
  const [, , height = 0, width = 0] = seen[0]!.dims;
  const darkIn = (from: number, to: number) => {
    let count = 0;
    for (let y = 0; y < height; y++) {
      for (let x = from; x < to; x++) if (seen[0]!.data[y * width + x]! < 0) count++;
    }
    return count;
  };
  const letters = Math.round((width * (72 - FOUND.left)) / (FOUND.right - FOUND.left));
  expect(darkIn(0, letters)).toBe(0);
  expect(darkIn(letters, width)).toBeGreaterThan(0);
});
