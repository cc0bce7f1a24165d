import { afterEach, expect, it } from 'vitest';
import { embeddedEngine } from '../../../src/reading/ocr/embedded.js';

const embedded = embeddedEngine();
afterEach(() => embedded.close());

it('the embedded engine is PP-OCR where it is installed, Tesseract where that is asked for, and nothing once it is closed', async () => {
  const engine = await embedded.get();
  expect(engine.id).toBe('paddle');
  expect(await embedded.get('paddle')).toBe(engine);
  expect((await embedded.get('tesseract'))?.id).toBe('tesseract');
  expect(await embedded.get('amazon')).toBeUndefined();
  await embedded.close();
  await expect(embedded.get()).rejects.toMatchObject({ name: 'ProviderError', code: 'closed' });
});
