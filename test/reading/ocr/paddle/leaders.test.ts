import { expect, it } from 'vitest';
import type { ReadCharacter } from '../../../../src/reading/ocr/paddle/ctc.js';
import {
  besideLeaders,
  betweenLeaders,
  leaderCharacters,
  leadersIn,
  leadersWithin,
  seenLeaders,
  showsFormLine,
  withoutFormLine,
} from '../../../../src/reading/ocr/paddle/leaders.js';
import { inkOf } from '../../../../src/reading/ocr/paddle/row-ink.js';
import { paper } from '../../../support/scans.js';

type Boxes = Parameters<typeof paper>[2];

const WIDTH = 480;
const inkOfBoxes = (boxes: Boxes) => inkOf(paper(WIDTH, 48, boxes))!;
/** Equal signs from a column on. */
const signs = (
  count: number,
  from: number,
  pitch: number,
  [top, bottom, width]: readonly [number, number, number],
) =>
  Array.from({ length: count }, (_, i) => [from + i * pitch, top, from + i * pitch + width, bottom] as const);
/** Two letters as high as the row. */
const letters = (from: number): Boxes => [
  [from, 8, from + 14, 40],
  [from + 20, 8, from + 36, 40],
];
const asterisks = (count: number, from: number) => signs(count, from, 18, [9, 24, 13]);
const points = (count: number, from: number) => signs(count, from, 10, [35, 40, 5]);

function read(text: string, from = 0): ReadCharacter[] {
  return [...text].map((each, at) => ({
    text: each,
    from: from + 2 * at,
    to: from + 2 * at + 1,
    confidence: 1,
    afterSpace: false,
    space: 0,
  }));
}
const joined = (characters: readonly ReadCharacter[]) =>
  characters.map(({ text, afterSpace }) => (afterSpace ? ` ${text}` : text)).join('');

it('leaders are runs of points, which say nothing, and of asterisks, which are text', () => {
  const [drawn, ...others] = leadersIn(inkOfBoxes([...letters(10), ...points(9, 60), ...letters(200)]));
  expect(others).toEqual([]);
  expect(drawn).toMatchObject({ from: 60, to: 145, isText: false });
  expect(leaderCharacters(drawn!, 8)).toEqual([]);
  const [text] = leadersIn(inkOfBoxes([...letters(10), ...asterisks(7, 60)]));
  expect(text).toMatchObject({ from: 60, isText: true });
  expect(joined(leaderCharacters(text!, 8))).toBe('*******');
});

it('leaders are none where signs are few, uneven, as high as letters, or as low as letters without tails', () => {
  const found = (boxes: Boxes) => leadersIn(inkOfBoxes([...letters(10), ...boxes])).length;
  expect(found(points(3, 60))).toBe(0);
  expect(found([...points(2, 60), [90, 35, 102, 40], ...points(2, 120)])).toBe(0);
  expect(found(signs(6, 60, 22, [8, 40, 16]))).toBe(0);
  expect(found(signs(6, 60, 22, [17, 32, 16]))).toBe(0);
});

it('leaders leave what is between them to be read', () => {
  const ink = inkOfBoxes([...letters(10), ...points(9, 60), ...letters(200)]);
  expect(betweenLeaders(leadersIn(ink), ink, WIDTH)).toEqual([
    { from: 0, to: 60 },
    { from: 145, to: WIDTH },
  ]);
});

it('leaders of a wider picture go on in a part of it', () => {
  const leaders = leadersIn(inkOfBoxes([...points(9, 60), ...letters(200)]));
  expect(leadersWithin(leaders, 120, 200)).toMatchObject([{ from: 0, to: 25 }]);
  expect(leadersWithin(leaders, 150, 200)).toEqual([]);
});

it('leaders of asterisks count where the network saw one', () => {
  const leaders = leadersIn(inkOfBoxes([...letters(10), ...asterisks(7, 60)]));
  expect(seenLeaders(leaders, read('AB*'))).toEqual(leaders);
  expect(seenLeaders(leaders, read('ABuence'))).toEqual([]);
});

it('leaders are apart from text by as much as the white beside them shows', () => {
  const textOfRow = (boxes: Boxes) => {
    const ink = inkOfBoxes(boxes);
    const leaders = leadersIn(ink);
    const drawn = leaders.flatMap((each) => leaderCharacters(each, 8));
    return joined(besideLeaders([...read('AB', 1), ...drawn], leaders, ink, 8));
  };
  expect(textOfRow([...letters(10), ...asterisks(5, 51)])).toBe('AB*****');
  expect(textOfRow([...letters(10), ...asterisks(5, 66)])).toBe('AB *****');
});

it('form lines are seen by underscores that no word has', () => {
  expect(['_1_of_1', 'X_', 'a__b'].map((text) => showsFormLine(read(text)))).toEqual([true, true, true]);
  expect(showsFormLine(read('file_name'))).toBe(false);
});

it('form lines leave spaces where they are between words, and nothing at the ends', () => {
  expect(joined(withoutFormLine(read('_1_of_1_')))).toBe(' 1 of 1');
  expect(joined(withoutFormLine(read('__')))).toBe('');
});
