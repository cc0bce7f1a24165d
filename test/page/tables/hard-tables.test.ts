/** Tables of the kinds that recognisers lose rows, columns or words of, and rules without which they are lost. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { bundleWithout, type Recogniser, type Rule, rulesOfTables } from '../../../bench/rules.js';
import { documentFromLines, findTables } from '../../../src/index.js';
import { HARD_KINDS, hardTables } from './generated-hard.js';
import { gridOf } from './generated-pages.js';

const SEEDS = [...Array(24).keys()].map((seed) => seed + 1);

describe.each(Object.keys(HARD_KINDS))('a table %s', (kind) => {
  test.each(SEEDS)('all texts are in their cells, seed %i', async (seed) => {
    const { lines, paths, grids } = hardTables(kind, seed);
    const found = await findTables(documentFromLines(lines, paths));
    expect(found.map(gridOf)).toEqual(grids);
  });
});

describe('a rule that is switched off', () => {
  const folder = mkdtempSync(join(tmpdir(), 'anchorline-rules-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  async function recogniserWithout(rule: Rule | undefined, off = ''): Promise<Recogniser> {
    const file = join(folder, `${rule?.name ?? 'whole'}.mjs`);
    writeFileSync(file, await bundleWithout(rule, off));
    const { tablesOn }: { readonly tablesOn: Recogniser } = await import(pathToFileURL(file).href);
    return tablesOn;
  }

  test.each([
    ['columns.ts', 'COLUMN', '0', 'with headings closer together than its columns'],
    ['keyed-rows.ts', 'LEAST_BEGUN', '1e9', 'with lines of a row above its figures, all at one distance'],
    ['walls/cells.ts', 'isPlacedByBegin', 'false', 'with words that run across a wall'],
  ])('loses tables: %s %s', async (file, name, off, kind) => {
    const rule = rulesOfTables().find((each) => each.file === file && each.name === name);
    const { lines, paths, grids } = hardTables(kind, 1);
    const [page] = documentFromLines(lines, paths).pages;
    const whole = await (await recogniserWithout(undefined))(page!);
    expect(whole.map(gridOf)).toEqual(grids);
    const without = await (await recogniserWithout(rule, off))(page!);
    expect(without.map(gridOf)).not.toEqual(grids);
  });

  test('a rule that is in no module is an error', async () => {
    const rule: Rule = { file: 'columns.ts', name: 'NO_SUCH_RULE', value: '1', ways: ['0'] };
    await expect(bundleWithout(rule, '0')).rejects.toThrow('columns.ts NO_SUCH_RULE is switched 0 times');
  });
});
