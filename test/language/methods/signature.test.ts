import { expect, test } from 'vitest';
import type { FormWidget } from '../../../src/page/document/page-graphics.js';
import { button, type DrawnPage, runOn } from '../../support/drawn.js';
import { fill, frame, stroke } from '../../support/paths.js';

const CAPTION = { text: 'signed', left: 1, top: 3 };
/** The rectangle from 1, 2.3 to 3, 2.8. */
const AREA = { start: 'left', offsetX: 0, offsetY: -0.7695, width: 2, height: 0.5 };
const box = { left: 1, top: 2.3, right: 3, bottom: 2.8 };

function run(drawn: DrawnPage, more: object = {}) {
  const method = { id: 'signature', ...AREA, ...more };
  return runOn({ lines: [CAPTION], ...drawn }, { anchor: 'signed', method });
}

const scribble = (luminance: number) =>
  Array.from({ length: 12 }, (_, i) =>
    stroke([1.2 + i * 0.1, 2.35, 1.3 + i * 0.1, 2.75], { width: 0.02, luminance }),
  );

test.each([
  ['an empty line', [], false],
  ['a scribble', scribble(0), true],
  ['light blue ink', scribble(0.6), true],
  ['pencil', scribble(0.75), false],
  ['a rule to sign on', [stroke([0.5, 2.7, 4, 2.7], { width: 0.03 })], false],
  ['the frame around it', [frame(1.02, 2.32, 2.98, 2.78, { width: 0.02 })], false],
  ['a caption that reaches in', [fill(1.1, 2.3, 1.6, 2.34)], false],
  ['3.5 % of ink', [fill(1.1, 2.4, 1.45, 2.5)], true],
  ['2.5 % of ink', [fill(1.1, 2.4, 1.35, 2.5)], false],
] as const)('signature measures the ink: %s', async (_, paths, expected) => {
  expect((await run({ paths })).value).toBe(expected);
});

test('counts what is typed or pictured, which only the drawing shows', async () => {
  expect((await run({ pictured: scribble(0) })).value).toBe(true);
});

test('signature may count from the corner of the page', async () => {
  const paths = scribble(0).map((path) => ({ ...path }));
  expect((await run({ paths }, { isAbsoluteOffset: true, offsetX: 1, offsetY: 2.3 })).value).toBe(true);
  expect((await run({ paths }, { isAbsoluteOffset: true, offsetX: 1, offsetY: 5 })).value).toBe(false);
});

test('signature is cut at the edge of the page, and null off the page', async () => {
  const paths = [fill(0.05, 2.4, 0.2, 2.6)];
  expect((await run({ paths }, { offsetX: -2.5, width: 2 })).value).toBe(true);
  const { value, reason } = await run({ paths }, { offsetX: -5 });
  expect([value, reason]).toEqual([null, 'the rectangle is off the page']);
});

test('signature is true over a signed field of the form', async () => {
  const signed: FormWidget = button(box, false, { kind: 'signature', signed: true });
  expect((await run({ fields: [signed] })).value).toBe(true);
  expect((await run({ fields: [{ ...signed, signed: false }] })).value).toBe(false);
  const beside = { ...signed, box: { ...box, left: 2.9, right: 4.9 } };
  expect((await run({ fields: [beside] })).value).toBe(false);
});

test('signature is estimated from paths, images and text where the page cannot be drawn', async () => {
  const blind = { blind: true } as const;
  expect((await run({ ...blind, paths: scribble(0) })).value).toBe(true);
  expect((await run({ ...blind, images: [{ ...box, left: 2.5 }] })).value).toBe(true);
  const typed = { text: 'Ann Other', left: 1.1, top: 2.4, width: 1.4, height: 0.3 };
  expect((await run({ ...blind, lines: [CAPTION, typed] })).value).toBe(true);
  const { value, warnings } = await run(blind);
  expect(value).toBe(false);
  expect(warnings).toMatchObject([{ code: 'PAGE_NOT_DRAWN' }]);
});
