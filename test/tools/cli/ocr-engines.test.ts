import { expect, test } from 'vitest';
import { enginesSetup, enginesWith, foldersIn } from '../../../src/tools/cli/ocr-engines.js';

test('workers are told the folders of a command by the address of their module', () => {
  for (const folders of [
    { cache: '/tmp/a b', models: undefined },
    { cache: undefined, models: '/models' },
    { cache: '/kept', models: '/models?x' },
  ]) {
    expect(foldersIn(enginesSetup(folders).href)).toEqual(folders);
  }
});

test('a folder of models gives PP-OCR alone, and one of readings both engines', async () => {
  const models = enginesWith({ models: '/models' });
  expect(Object.keys(models)).toEqual(['paddle']);
  const both = enginesWith({ cache: '/kept', models: '/models' });
  expect(Object.keys(both).sort()).toEqual(['paddle', 'tesseract']);
  for (const engine of [...Object.values(models), ...Object.values(both)]) await engine.close();
});
