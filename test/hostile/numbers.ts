/** Documents whose numbers are out of all proportion: page boxes, units, sizes, places, dashes. */
import { makePdf } from '../support/make-pdf.js';
import type { Attack, HostileInput } from './attack.js';

/** Two columns of lines, a table, rules and a check box. */
const PAGE = [
  ...Array.from({ length: 30 }, (_, i) => text(72, 700 - 20 * i, `Left line ${i} of some words`)),
  ...Array.from({ length: 30 }, (_, i) => text(330, 700 - 20 * i, `Right line ${i} of more words`)),
  '60 60 10 10 re S',
  ...Array.from({ length: 8 }, (_, i) => `72 ${300 + 20 * i} m 500 ${300 + 20 * i} l S`),
  ...Array.from({ length: 5 }, (_, i) => `${72 + 100 * i} 300 m ${72 + 100 * i} 440 l S`),
].join('\n');

function text(x: number | string, y: number | string, words: string, size: number | string = 10): string {
  return `BT /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm (${words}) Tj ET`;
}

const ANCHOR = 'Left line 3';

const FIELDS = [
  { id: 'checkbox', anchor: ANCHOR, method: { id: 'nearestCheckbox', position: 'left' } },
  { id: 'right', anchor: ANCHOR, method: { id: 'nearestCheckbox', position: 'right' } },
  { id: 'box', anchor: ANCHOR, method: { id: 'box' } },
  { id: 'point', anchor: ANCHOR, method: { id: 'checkbox', position: 'left', offsetX: -1, offsetY: 0 } },
  {
    id: 'table',
    anchor: ANCHOR,
    type: 'table',
    method: { id: 'textTable', columns: [{ id: 'a', minX: 0, maxX: 4 }] },
  },
  {
    id: 'region',
    anchor: ANCHOR,
    method: { id: 'region', start: 'left', offsetX: 0, offsetY: 0, width: 5, height: 5 },
  },
  { id: 'paragraph', anchor: ANCHOR, method: { id: 'paragraph' } },
  { id: 'label', anchor: ANCHOR, method: { id: 'label', position: 'below' } },
  { id: 'row', anchor: ANCHOR, method: { id: 'row' } },
  { id: 'all', method: { id: 'documentRange' }, anchor: ANCHOR },
];

const PREPROCESSORS: Readonly<Record<string, readonly object[]>> = {
  plain: [],
  mergeLines: [{ type: 'mergeLines', directlyAdjacentThreshold: 0.1, adjacentThreshold: 0.3 }],
  splitLines: [{ type: 'splitLines', minSpaces: 1 }],
  columns: [{ type: 'multicolumn' }],
  headers: [{ type: 'removeHeader' }, { type: 'removeFooter' }],
};

function input(
  pdf: Uint8Array,
  preprocessors: readonly object[] = [],
  fields: readonly object[] = FIELDS,
): HostileInput {
  return { document: pdf, config: { preprocessors, fields }, options: { ocrLevel: 0 } };
}

/** Every field by itself: the first that takes all the time would hide the others. */
const BOXES: Readonly<Record<string, string>> = {
  'a page box with a digit more': '[0 0 6120 792]',
  'a page box with two digits more': '[0 0 61200 79200]',
  'a page box with five digits more': '[0 0 61200000 79200000]',
  'a page box of 1e30': '[0 0 1e30 1e30]',
  'a page box at 1e9': '[1000000000 1000000000 1000000612 1000000792]',
  'a page box without height': '[0 0 612 0.0001]',
  'a strip of a page': '[0 0 61200000 7]',
};

const CONTENTS: Readonly<Record<string, string>> = {
  'a font size of 100,000': `${PAGE}\n${text(72, 100, 'Huge words', 100_000)}`,
  'a font size of 1e-9': `${PAGE}\n${text(72, 100, 'Tiny words', '0.000000001')}`,
  'text at 1e9': `${PAGE}\n${text('1000000000', '1000000000', 'Far away')}`,
  'text at 1e30': `${PAGE}\n${text(`1${'0'.repeat(30)}`, 3, 'Far away')}`,
  'letters a thousand miles apart': `${PAGE}\nBT /F1 10 Tf 1000000000 Tc 1 0 0 1 72 90 Tm (Far apart words) Tj ET`,
  'words a thousand miles apart': `${PAGE}\nBT /F1 10 Tf 1000000000 Tw 1 0 0 1 72 90 Tm (Far apart words) Tj ET`,
  'text stretched a million times': `${PAGE}\nBT /F1 10 Tf 100000000 Tz 1 0 0 1 72 90 Tm (Far apart words) Tj ET`,
  'a matrix of 1e9': `${PAGE}\nq 1000000000 0 0 1000000000 0 0 cm ${text(0, 0, 'Huge')} 0 0 1 1 re S Q`,
  'dashes of a billionth': `${PAGE}\n[0.000000001 0.000000001] 0 d 0 50 m 600 50 l S`,
  'dashes of a billionth on a long line': `${PAGE}\n[0.001 0.001] 0 d 0 50 m 100000000 50 l S`,
  'dashes that start far away': `${PAGE}\n[3 3] 1000000000000 d 0 50 m 600 50 l S`,
  'rules as long as a continent': `${PAGE}\n-1000000000 50 m 1000000000 50 l S 50 -1000000000 m 50 1000000000 l S`,
  'a rectangle as large as a continent': `${PAGE}\n-1000000000 -1000000000 2000000000 2000000000 re S`,
  'a line as wide as a continent': `${PAGE}\n1000000000 w 0 50 m 600 50 l S`,
  'a curve over a continent': `${PAGE}\n0 0 m 1000000000 0 1000000000 1000000000 0 600 c S`,
};

type Target = readonly [x: number, y: number];

/** Three lines of the page are moved to places that a config may name, however far away. */
const DESKEWS: Readonly<Record<string, readonly [Target, Target, Target]>> = {
  'a page stretched to 1e9 inches': [
    [0, 0],
    [1e9, 0],
    [0, 1e9],
  ],
  'a page stretched to 1e300 inches': [
    [0, 0],
    [1e300, 0],
    [0, 1e300],
  ],
  'a page moved by 1e9 inches': [
    [1e9, 1e9],
    [1e9 + 3.5, 1e9],
    [1e9, 1e9 + 5],
  ],
  'a page pressed to a tenth': [
    [1, 1],
    [1.35, 1],
    [1, 1.5],
  ],
  'a page sheared by miles': [
    [1, 1],
    [4.5, 100_000],
    [1, 6],
  ],
};

function deskewed(targets: readonly Target[]): HostileInput {
  const fixedPoints = ['Left line 3', 'Right line 3', 'Left line 28'].map((text, i) => ({
    match: { type: 'equals', text: `${text} of ${i === 1 ? 'more' : 'some'} words` },
    targetPosition: { x: targets[i]![0], y: targets[i]![1] },
  }));
  return input(makePdf({ content: PAGE }), [{ type: 'deskew', fixedPoints }]);
}

/** Preprocessors that the tests run on odd contents; the report runs all. */
const TESTED: ReadonlySet<string> = new Set(['mergeLines', 'columns']);

export const attacks: readonly Attack[] = [
  ...Object.entries(DESKEWS).map(([name, targets]) => ({ name, make: () => deskewed(targets) })),
  ...Object.entries(BOXES).flatMap(([name, box]) => [
    ...FIELDS.slice(0, 6).map((field) => ({
      name: `${name}, ${field.id}`,
      make: () => input(makePdf({ content: PAGE, box }), [], [field]),
    })),
    { name: `${name}, the rest`, make: () => input(makePdf({ content: PAGE, box }), [], FIELDS.slice(6)) },
  ]),
  ...['1e9', '1000000000', '75000', '0.0000001', '-5'].map((unit) => ({
    name: `UserUnit ${unit}`,
    make: () => input(makePdf({ content: PAGE, entries: `/UserUnit ${unit}` })),
  })),
  ...Object.entries(CONTENTS).flatMap(([name, content]) =>
    Object.entries(PREPROCESSORS).map(([preprocessor, list]) => ({
      name: `${name}, ${preprocessor}`,
      slow: !TESTED.has(preprocessor),
      make: () => input(makePdf({ content }), list),
    })),
  ),
  ...Object.entries(PREPROCESSORS).map(([preprocessor, list]) => ({
    name: `UserUnit of 1,000,000,000, ${preprocessor}`,
    make: () => input(makePdf({ content: PAGE, entries: '/UserUnit 1000000000' }), list),
  })),
];
