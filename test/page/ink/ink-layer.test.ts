import { expect, test } from 'vitest';
import { InkLayer } from '../../../src/page/ink/ink-layer.js';

/** A row of grey paper with white spots. */
const data = Uint8Array.from([200, 255, 200, 255, 200, 200, 255]);

test('what is dark is decided by the paper, which is counted where it is not known to be white', () => {
  const bitmap = { width: 7, height: 1, dpi: 150, data };
  const darkOf = (white: number) => new InkLayer('vector', bitmap, [], white).dark().count;
  expect(darkOf(3)).toBe(0);
  const onWhite = { ...bitmap, data: data.map((luma) => (luma === 255 ? 200 : 255)) };
  expect(new InkLayer('vector', onWhite, [], 4).dark().count).toBe(3);
  expect(new InkLayer('vector', onWhite).dark().count).toBe(3);
});
