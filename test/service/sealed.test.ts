import { expect, test } from 'vitest';
import { platformRandom } from '../../src/service/bytes.js';
import { seal, unseal } from '../../src/service/sealed.js';

const SECRET = 'a secret that is long enough for this';
const OLD = 'another secret that is long enough, too';

test('a sealed text is read with any of the secrets, and with no other', async () => {
  const sealed = await seal('{"token":"ü"}', [SECRET], platformRandom);
  expect(sealed).not.toContain('token');
  expect(await unseal(sealed, [SECRET])).toBe('{"token":"ü"}');
  expect(await unseal(sealed, [OLD, SECRET])).toBe('{"token":"ü"}');
  expect(await unseal(sealed, [OLD])).toBeUndefined();
  expect(await unseal(`${sealed.slice(0, -2)}AA`, [SECRET])).toBeUndefined();
  for (const text of ['', '.', 'a.b', '{"token":1}']) expect(await unseal(text, [SECRET])).toBeUndefined();
  expect(await seal('{"token":"ü"}', [SECRET], platformRandom)).not.toBe(sealed);
});
