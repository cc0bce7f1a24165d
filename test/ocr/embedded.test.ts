import { afterEach, expect, it } from 'vitest';
import { embeddedEngine } from '../../src/ocr/embedded.js';

const embedded = embeddedEngine();
afterEach(() => embedded.close());

it('is Tesseract unless PP-OCR is asked for, and nothing once it is closed', async () => {
  const engine = await embedded.get();
  expect(engine.id).toBe('tesseract');
  expect(await embedded.get('tesseract')).toBe(engine);
  expect(await embedded.get('amazon')).toBeUndefined();
  // The program of its processes is compiled with the package; from the sources it does not start.
  expect(await embedded.get('paddle')).toBeUndefined();
  await embedded.close();
  await expect(embedded.get()).rejects.toMatchObject({ name: 'ProviderError', code: 'closed' });
});
