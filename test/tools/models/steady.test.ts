import { expect, test } from 'vitest';
import { documentFromLines, extract } from '../../../src/index.js';
import { type GivenValue, givenValue } from '../../../src/run/extraction/answers.js';
import type { RunFields } from '../../../src/tools/models/prove.js';
import { steadinessOf } from '../../../src/tools/models/steady.js';

const page = documentFromLines([
  { text: 'Deductible', left: 1, top: 1 },
  { text: '250', left: 1, top: 1.2 },
  { text: '300', left: 1, top: 1.4 },
  { text: '350', left: 1, top: 1.6 },
  { text: 'Agency: Moss', left: 4, top: 1 },
]);
const run: RunFields = async (document, config) => (await extract(document, config)).parsed_document;

async function steadiness(...fields: readonly object[]) {
  return steadinessOn([true], fields);
}

/** @param isAnswered by sample, all of which are one page, whether the model has answered there */
async function steadinessOn(isAnswered: readonly boolean[], fields: readonly object[]) {
  const named = fields.map((field, i) => ({ id: `f${i}`, ...field }));
  const values = await run(page, { verbosity: 1, fields: named } as never);
  const tried = fields.map((field, at) => {
    const own: GivenValue | undefined = givenValue(values, `f${at}`);
    return {
      at,
      field,
      given: isAnswered.map(() => own),
      model: isAnswered.map((is) => (is ? own : undefined)),
    };
  });
  return steadinessOf(
    tried,
    isAnswered.map(() => page),
    run,
  );
}

const first = { anchor: 'Deductible', method: { id: 'label', position: 'below' } };
const second = { anchor: 'Deductible', method: { id: 'column', tiebreaker: 'second' } };
const agency = { anchor: 'Agency:', method: { id: 'label', position: 'right' } };
const column = { anchor: 'Deductible', method: { id: 'column', tiebreaker: 'first' } };
const at = {
  anchor: 'Deductible',
  method: { id: 'region', start: 'left', offsetX: -0.1, offsetY: 0.35, width: 1, height: 0.2 },
};

test('a field that counts its values is unsteady where one of those before may be missing', async () => {
  expect(await steadiness(first, second)).toEqual([expect.anything(), 'unsteady']);
});

test('a field that reads its neighbour where nothing is printed for it is steady, one that gives nothing is quiet', async () => {
  const [below, region, own] = await steadiness(column, at, agency);
  expect({ below, region, own }).toEqual({ below: 'steady', region: 'quiet', own: 'quiet' });
});

test('a field whose value the model overlooks on the first samples is tried on the next one', async () => {
  expect(await steadinessOn([false, false, true], [column, at])).toEqual(['steady', 'quiet']);
});

test('a field that no sample can be tried for is not quiet', async () => {
  expect(await steadinessOn([false, false, false], [at])).toEqual(['steady']);
});
