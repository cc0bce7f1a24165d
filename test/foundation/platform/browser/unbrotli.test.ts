import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { frontCoded } from '../../../../src/foundation/platform/browser/front-coded.js';
import { unbrotli, unbrotliWords } from '../../../../src/foundation/platform/browser/unbrotli.js';

const module = async (bytes: Uint8Array) => ({ packed: brotliCompressSync(bytes).toString('base64') });
// The dictionary of Brotli has English words.
const text = 'information about the government of the people, by the people, for the people\n'.repeat(3);

test('what Brotli packed is unpacked without a decoder of the browser', async () => {
  const bytes = new TextEncoder().encode(text);
  expect(new TextDecoder().decode(await unbrotli(module(bytes)))).toBe(text);
  expect(new TextDecoder().decode(await unbrotliWords(module(frontCoded(bytes))))).toBe(text);
});
