import { describe, expect, test } from 'vitest';
import { type ConfigError, parseConfig } from '../../../src/index.js';
import { button, type DrawnPage, runOn } from '../../support/drawn.js';
import { cross, fill, frame, ring, stroke } from '../../support/paths.js';

const field = (method: object, anchor = 'caption') => ({ anchor, method: { id: 'checkbox', ...method } });
const CAPTION = { text: 'caption', left: 2, top: 1 };
const LEFT = { position: 'left' };
/** A box left of the caption; in the row of its middle. */
const empty = frame(1.7, 1, 1.85, 1.15);
const crossed = [empty, ...cross(1.72, 1.02, 1.83, 1.13)];

async function resultOn(drawn: Omit<DrawnPage, 'lines'> & Partial<DrawnPage>, method: object = LEFT) {
  return (await runOn({ lines: [CAPTION], ...drawn }, field(method))).value;
}

test.each([
  ['empty', [empty], false],
  ['crossed', crossed, true],
  ['crossed from corner to corner', [empty, ...cross(1.7, 1, 1.85, 1.15)], true],
  ['ticked beyond its border', [empty, stroke([1.73, 1.06, 1.77, 1.12, 1.95, 0.9], { width: 0.02 })], true],
  ['of a double border', [empty, frame(1.72, 1.02, 1.83, 1.13)], false],
  [
    'of a double border, crossed',
    [empty, frame(1.72, 1.02, 1.83, 1.13), ...cross(1.74, 1.04, 1.81, 1.11)],
    true,
  ],
  [
    'of a double border, crossed over it',
    [empty, frame(1.72, 1.02, 1.83, 1.13), ...cross(1.67, 0.97, 1.88, 1.18)],
    true,
  ],
  ['with a smaller one off its middle, as a letter is', [empty, frame(1.71, 1.03, 1.8, 1.13)], true],
  ['a ring', [ring(1.78, 1.07, 0.08)], false],
  ['a ring with a dot', [ring(1.78, 1.07, 0.08), fill(1.75, 1.04, 1.81, 1.1)], true],
  ['0.34 in wide', [frame(1.5, 0.9, 1.84, 1.24)], false],
  ['0.5 in wide', [frame(1.3, 0.8, 1.8, 1.3)], null],
  ['a cell of a table', [frame(1, 0.95, 1.9, 1.2), stroke([1.7, 0.95, 1.7, 1.2])], false],
  ['not there', [stroke([5, 5, 6, 5])], null],
  ['on the other side', [frame(3, 1, 3.15, 1.15)], null],
  ['in another row', [frame(1.7, 1.5, 1.85, 1.65)], null],
] as const)('checkbox looks for a box beside the anchor: %s', async (_, paths, expected) => {
  expect(await resultOn({ paths })).toBe(expected);
});

test('checkbox beside the anchor is found on the right', async () => {
  const paths = [frame(3, 1, 3.15, 1.15), ...cross(3.02, 1.02, 3.13, 1.13)];
  expect(await resultOn({ paths }, { position: 'right' })).toBe(true);
});

test.each([
  [2, false],
  [3, true],
])('checkbox finds a box beside the anchor with a light mark of %d rows', async (rows, expected) => {
  // What is looked at of the inside is 40 by 40 pixels: 32 by 2 are 4 %, 32 by 3 are 6 %.
  const mark = fill(1.6, 1, 1.6 + 32 / 150, 1 + rows / 150, { luminance: 0.7 });
  expect(await resultOn({ paths: [frame(1.5, 0.9, 1.82, 1.22), mark] })).toBe(expected);
});

test('checkbox beside the anchor is marked by what is typed into it, which only the drawing shows', async () => {
  const paths = [empty];
  const pictured = cross(1.72, 1.02, 1.83, 1.13);
  const lines = [CAPTION, { text: 'X', left: 1.74, top: 1.01, width: 0.07, height: 0.13 }];
  expect(await resultOn({ paths, pictured, picturedWithoutText: [], lines })).toBe(true);
  expect(await resultOn({ paths, lines, blind: true })).toBe(true);
  expect(await resultOn({ paths, blind: true })).toBe(false);
});

test('checkbox beside the anchor is not looked for behind other text', async () => {
  const lines = [CAPTION, { text: 'other', left: 1.3, top: 1, width: 0.3 }];
  const far = [frame(1, 1, 1.15, 1.15)];
  expect(await resultOn({ paths: far, lines })).toBeNull();
  expect(await resultOn({ paths: far, lines: [CAPTION] })).toBe(false);
  const marks = [CAPTION, { text: 'X', left: 1.3, top: 1, width: 0.07 }];
  expect(await resultOn({ paths: far, lines: marks })).toBe(false);
});

test('checkbox beside the anchor is found when the mark was merged into the line of the caption', async () => {
  const lines = [{ text: 'X caption', left: 1.74, top: 1, width: 0.9 }];
  expect(await resultOn({ paths: [empty], pictured: crossed, lines })).toBe(true);
});

test('checkbox beside the anchor is found in a dark box, empty and marked', async () => {
  const panel = [fill(1.6, 0.9, 1.95, 1.25, { luminance: 0.6 }), frame(1.7, 1, 1.85, 1.15)];
  const light = cross(1.72, 1.02, 1.83, 1.13, { luminance: 0.95, width: 0.02 });
  const method = { ...LEFT, darknessThreshold: 0.4 };
  expect(await resultOn({ paths: panel }, method)).toBe(false);
  expect(await resultOn({ paths: [...panel, ...light] }, method)).toBe(true);
});

test.each([
  ['☐ caption', false],
  ['☒ caption', true],
  ['☑ other ☐ caption', false],
  ['☒ other caption', null],
  ['● caption', null],
])('a check box typed as a symbol is found: %s', async (text, expected) => {
  expect(await resultOn({ lines: [{ text, left: 2, top: 1 }] })).toBe(expected);
});

test('typed as a symbol of its own line', async () => {
  const lines = [CAPTION, { text: '☒', left: 1.8, top: 1 }];
  expect(await resultOn({ lines })).toBe(true);
  const blocked = [...lines, { text: 'no', left: 1.9, top: 1, width: 0.05 }];
  expect(await resultOn({ lines: blocked })).toBeNull();
});

describe('checkbox of the form', () => {
  const box = { left: 1.7, top: 1, right: 1.85, bottom: 1.15 };

  test('gives its state, whatever is drawn', async () => {
    expect(await resultOn({ paths: crossed, fields: [button(box, false)] })).toBe(false);
    expect(await resultOn({ paths: [empty], fields: [button(box, true)] })).toBe(true);
  });

  test('checkbox of the form is passed over on demand', async () => {
    expect(
      await resultOn({ paths: crossed, fields: [button(box, false)] }, { ...LEFT, ignoreFormData: true }),
    ).toBe(true);
  });

  test('checkbox of the form does not count when hidden, or when it is no button to tick', async () => {
    const hidden = button(box, true, { hidden: true });
    expect(await resultOn({ paths: [empty], fields: [hidden] })).toBe(false);
    expect(await resultOn({ paths: [empty], fields: [button(box, true, { kind: 'button' })] })).toBe(false);
  });

  test('checkbox of the form is the nearest one in the row', async () => {
    const near = button(box, true, { kind: 'radio' });
    const far = button({ ...box, left: 1, right: 1.15 }, false, { kind: 'radio' });
    expect(await resultOn({ fields: [far, near] })).toBe(true);
    const lines = [CAPTION, { text: 'other', left: 1.3, top: 1, width: 0.3 }];
    expect(await resultOn({ fields: [far], lines })).toBeNull();
  });

  test('checkbox of the form is the one at the point', async () => {
    const point = { ...LEFT, offsetX: -0.2, offsetY: 0 };
    expect(await resultOn({ fields: [button(box, true)] }, point)).toBe(true);
    const near = { ...LEFT, offsetX: -0.08 };
    expect(await resultOn({ fields: [button(box, true)] }, near)).toBe(true);
    const far = { ...LEFT, offsetX: 0.2 };
    expect(await resultOn({ fields: [button(box, true)] }, far)).toBeNull();
  });
});

test('checkbox at a point is the box around it, and nothing else', async () => {
  expect(await resultOn({ paths: crossed }, { ...LEFT, offsetX: -0.24 })).toBe(true);
  expect(await resultOn({ paths: [empty] }, { ...LEFT, offsetX: -0.24 })).toBe(false);
  expect(await resultOn({ paths: crossed }, { ...LEFT, offsetY: 0.5 })).toBeNull();
});

test('checkbox at a point is found from its border', async () => {
  expect(await resultOn({ paths: [empty] }, { ...LEFT, offsetX: -0.15 })).toBe(false);
});

test('checkbox at a point may be in a larger box', async () => {
  const paths = [frame(1, 0.5, 4, 2), ...crossed];
  expect(await resultOn({ paths }, { ...LEFT, offsetX: -0.22 })).toBe(true);
  expect(await resultOn({ paths: [frame(1, 0.5, 4, 2)] }, { ...LEFT, offsetX: -0.22 })).toBeNull();
});

describe('checkbox as a rectangle', () => {
  const at = { ...LEFT, offsetX: -0.5, offsetY: 0, width: 0.4, height: 0.5 };
  const left = 1.5;
  const top = 1.07;

  test.each([
    ['empty', [], false],
    ['marked in more than 5 %', [fill(left, top, left + 0.24, top + 0.05)], true],
    ['marked in less than 5 %', [fill(left, top, left + 0.16, top + 0.05)], false],
  ] as const)('a checkbox as a rectangle is %s', async (_, paths, expected) => {
    expect(await resultOn({ paths }, at)).toBe(expected);
  });

  test.each([
    ['a box that is filled', [fill(1.68, 0.98, 1.84, 1.14)], true],
    ['a dark band', [fill(0.5, 0.5, 4, 2)], false],
    ['a tinted box', [fill(1.68, 0.98, 1.84, 1.14, { luminance: 0.6 })], false],
  ] as const)('a checkbox as a rectangle is read in %s', async (_, paths, expected) => {
    const inside = { ...LEFT, offsetX: -0.3, offsetY: -0.07, width: 0.12, height: 0.12 };
    expect(await resultOn({ paths }, inside)).toBe(expected);
  });

  test.each([
    [{ width: 1 }, ['height', 'offsetX', 'offsetY']],
    [{ height: 1, offsetX: 0, offsetY: 0 }, ['width']],
    [{ position: 'above' }, ['position']],
  ])('checkbox as a rectangle refuses %j', (members, wrong) => {
    const config = JSON.stringify({ fields: [{ id: 'a', ...field({ ...LEFT, ...members }) }] });
    let paths: string[] = [];
    try {
      parseConfig(config);
    } catch (error) {
      paths = (error as ConfigError).issues.map(({ path }) => String(path.at(-1)));
    }
    expect(paths).toEqual(wrong);
  });
});

test('checkbox gives null for a rectangle without width', async () => {
  const rectangle = { width: 0, height: 0.2, offsetX: -0.3, offsetY: -0.1 };
  expect(await resultOn({ paths: crossed }, { ...LEFT, ...rectangle })).toBeNull();
});

test('checkbox accepts a type and text filters, which change nothing', async () => {
  const plain = { lines: [CAPTION], paths: crossed };
  const typed = { ...field({ ...LEFT, tiebreaker: 'first', wordFilters: ['a'] }), type: 'currency' };
  expect((await runOn(plain, typed)).value).toBe(true);
});
