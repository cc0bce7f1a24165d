import { describe, expect, it } from 'vitest';
import { renderLines, textOfRows } from '../../src/llm/render.js';
import { makeLine, partsOf } from '../../src/page/document/line.js';
import type { LineSketch } from '../../src/page/document/sketch.js';
import { modelScope } from './scopes.js';

const textOf = (sketches: readonly LineSketch[], pageHinting = false) =>
  textOfRows(renderLines(modelScope(sketches).lines, { pageHinting }));

const row = (top: number, ...cells: readonly (readonly [text: string, left: number])[]): LineSketch[] =>
  cells.map(([text, left]) => ({ text, left, top }));

describe('renderLines', () => {
  it('puts columns under each other', () => {
    const text = textOf([
      ...row(1, ['Boat', 1], ['Length', 3], ['Berth', 5]),
      ...row(1.2, ['Heron', 1], ['7.5 m', 3], ['B12', 5]),
      ...row(1.4, ['Sea Otter', 1], ['11 m', 3], ['C4', 5]),
    ]);
    const rows = text.split('\n');
    expect(rows).toHaveLength(3);
    const at = (i: number, cell: string) => rows[i]!.indexOf(cell);
    expect([at(1, '7.5 m'), at(2, '11 m')]).toEqual([at(0, 'Length'), at(0, 'Length')]);
    expect([at(1, 'B12'), at(2, 'C4')]).toEqual([at(0, 'Berth'), at(0, 'Berth')]);
    expect(at(0, 'Boat')).toBe(0);
  });

  it('keeps a lone cell under its heading', () => {
    const rows = textOf([
      ...row(1, ['Boat', 1], ['Summer', 3], ['Winter', 5]),
      ...row(1.2, ['190.00', 5]),
    ]).split('\n');
    expect(rows[1]!.indexOf('190.00')).toBe(rows[0]!.indexOf('Winter'));
  });

  it('takes off the indentation that all rows share', () => {
    expect(textOf([...row(1, ['alpha', 2]), ...row(1.2, ['beta', 2.14])])).toBe('alpha\n  beta');
  });

  it('cuts a run of spaces', () => {
    const text = textOf([{ text: 'iiiiiiii', left: 0.5, top: 1, width: 0.24 }, ...row(1, ['far', 7.5])]);
    expect(text).toBe(`iiiiiiii${' '.repeat(60)}far`);
  });

  it('parts paragraphs by an empty row', () => {
    expect(textOf([...row(1, ['a one', 1]), ...row(1.2, ['a two', 1]), ...row(1.6, ['b one', 1])])).toBe(
      'a one\na two\n\nb one',
    );
  });

  it('names pages that begin inside when asked', () => {
    const lines = [
      { text: 'first', left: 1, top: 1 },
      { text: 'second', left: 1, top: 1, page: 1 },
    ];
    expect(textOf(lines, true)).toBe('first\n\n[page 2]\nsecond');
    expect(textOf(lines, false)).toBe('first\n\nsecond');
  });

  it('joins only lines that follow each other, as columns read one after the other do', () => {
    const { lines } = modelScope([
      ...row(1, ['left 1', 1], ['right 1', 4]),
      ...row(1.2, ['left 2', 1], ['right 2', 4]),
    ]);
    const byText = (text: string) => lines.find((line) => line.text === text)!;
    const columns = ['left 1', 'left 2', 'right 1', 'right 2'].map(byText);
    const rows = textOfRows(renderLines(columns, { pageHinting: false }))
      .split('\n')
      .map((text) => text.trim());
    expect(rows).toEqual(['left 1', 'left 2', 'right 1', 'right 2']);
  });

  it('gives a turned line its own row', () => {
    const { lines } = modelScope(row(1, ['level', 1], ['level too', 3]));
    const turned = makeLine({ ...partsOf(lines[1]!), angle: 90 });
    expect(renderLines([lines[0]!, turned], { pageHinting: false })).toHaveLength(2);
    expect(renderLines(lines, { pageHinting: false })).toHaveLength(1);
  });

  it('gives the lines of each row, and passes over those without visible text', () => {
    const { lines } = modelScope([
      ...row(1, ['a', 1], ['b', 3]),
      ...row(1.2, ['\u200B', 1]),
      ...row(1.4, ['c', 1]),
    ]);
    const rows = renderLines(lines, { pageHinting: false });
    const named = rows.filter((each) => each.lines.length > 0);
    expect(named.map((each) => each.lines.map((i) => lines[i]!.text))).toEqual([['a', 'b'], ['c']]);
  });

  it('prints nothing for no lines', () => {
    expect(renderLines([], { pageHinting: true })).toEqual([]);
  });
});
