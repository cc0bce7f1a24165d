import { expect, it } from 'vitest';
import { boxPolygon } from '../../../src/page/document/geometry.js';
import { withRulesBefore } from '../../../src/reading/ocr/rules-before.js';
import { paper } from '../../support/scans.js';

/** A word of 0.1 inches from x = 1 and y = 0.5, and the rule found before it, on a picture with some boxes in inches. */
function ruleBefore(...boxes: readonly (readonly [number, number, number, number, number?])[]) {
  const pixels = boxes.map(([left, top, right, bottom, luma = 0]) => {
    return [left * 300, top * 300, right * 300, bottom * 300, luma].map(Math.round) as [
      number,
      number,
      number,
      number,
      number,
    ];
  });
  const box = { left: 1, top: 0.5, right: 1.4, bottom: 0.6 };
  const word = { text: 'High', polygon: boxPolygon(box), angle: 0, visible: 4 };
  return withRulesBefore([word], paper(600, 300, pixels))[0]?.ruleBefore;
}

it('the upright rule before a word is found by its distance', () => {
  expect(ruleBefore([0.95, 0.2, 0.96, 0.9])).toBeCloseTo(0.045, 2);
  expect(ruleBefore([0.95, 0.2, 0.96, 0.9, 160])).toBeCloseTo(0.045, 2);
});

it('the upright rule before a word is the nearest one', () => {
  expect(ruleBefore([0.95, 0.2, 0.96, 0.9], [0.9, 0.2, 0.91, 0.9])).toBeCloseTo(0.045, 2);
});

it.each<[string, ...[number, number, number, number, number?][]]>([
  ['a letter', [0.95, 0.5, 0.96, 0.6]],
  ['far away', [0.8, 0.2, 0.81, 0.9]],
  ['the edge of a picture', [0.9, 0.2, 0.95, 0.9]],
  ['the shading of a cell', [0.2, 0.2, 1.6, 0.9, 200]],
  ['between light letters on a dark band', [0.96, 0.44, 1.6, 0.7], [0.85, 0.44, 0.95, 0.7]],
  ['behind the word', [1.5, 0.2, 1.51, 0.9]],
])('the upright rule before a word is not %s', (_, ...boxes) => {
  expect(ruleBefore(...boxes)).toBeUndefined();
});
