import { expect, test } from 'vitest';
import type { LineSketch } from '../../../src/page/document/sketch.js';
import { columnBlocks } from '../../../src/page/layout/columns.js';
import { documentFromLines } from '../../../src/reading/from-lines.js';

/** The blocks of a page, each as its kind and the texts of its lines. */
function blocksOf(sketches: readonly LineSketch[]): string[] {
  const { lines } = documentFromLines(sketches).pages[0]!;
  return columnBlocks(lines).map(({ kind, lines: own }) => [kind, ...own.map(({ text }) => text)].join(' '));
}

/** Lines of a column, half an inch apart. */
function column(texts: string, left: number, top: number): LineSketch[] {
  return [...texts].map((text, i) => ({ text, left, top: top + i / 2, width: 2.5, height: 0.2 }));
}

const title = { text: 'T', left: 1, top: 0.5, width: 6, height: 0.2 };

test('blocks of a page are beside a gutter, and above it', () => {
  expect(blocksOf([title, ...column('abcd', 1, 1), ...column('wxyz', 4.5, 1)])).toEqual([
    'band T',
    'column a b c d',
    'column w x y z',
  ]);
});

test.each<[string, LineSketch[]]>([
  ['less than three lines on one side', [...column('abcd', 1, 1), ...column('yz', 4.5, 1.5)]],
  ['less than a square inch between them', [...column('abcd', 1, 1), ...column('wxyz', 3.9, 1)]],
  ['lines that are not beside each other', [...column('abcd', 1, 1), ...column('wxyz', 4.5, 4)]],
])('blocks of a page are one with %s', (_, lines) => {
  expect(blocksOf(lines)).toHaveLength(1);
});

test('reach as far as both columns do', () => {
  expect(blocksOf([...column('abcdef', 1, 1), ...column('xyz', 4.5, 1)])).toEqual([
    'column a b c',
    'column x y z',
    'band d e f',
  ]);
});
