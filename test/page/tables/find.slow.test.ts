import { expect, test } from 'vitest';
import { documentFromLines, findTables } from '../../../src/index.js';

test('a page of forty thousand words is one table', async () => {
  const sketches = [...Array(200).keys()].flatMap((row) =>
    [...Array(100).keys()].map((column) => ({
      text: '12 34',
      left: 0.2 + column * 0.08,
      top: 0.2 + row * 0.05,
      width: 0.06,
      height: 0.04,
    })),
  );
  expect(await findTables(documentFromLines(sketches))).toHaveLength(1);
});
