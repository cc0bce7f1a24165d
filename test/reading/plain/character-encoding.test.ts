import { describe, expect, it } from 'vitest';
import { decoderOf } from '../../../src/reading/plain/character-encoding.js';
import { loadBytes } from '../../support/readers.js';

describe('decoderOf', () => {
  it.each(['windows-1252', 'latin1', 'ISO-8859-1', 'ascii'])(
    'knows quotation marks and the euro in %s',
    (name) => {
      const bytes = Uint8Array.from([0x93, 0x35, 0xa0, 0x80, 0x94, 0x20, 0x96, 0x20, 0x9f, 0xe9, 0x81]);
      expect(decoderOf(name)(bytes)).toBe('“5\u00a0€” – Ÿé\x81');
    },
  );

  it('decodes others by their tables', () => {
    expect(decoderOf('windows-1251')(Uint8Array.of(0xd6, 0x88))).toBe('Ц€');
    expect(decoderOf('shift_jis')(Uint8Array.of(0x92, 0x6c))).toBe('値');
    expect(decoderOf('utf-8')(Uint8Array.of(0xef, 0xbb, 0xbf, 0x41))).toBe('A');
    expect(() => decoderOf('klingon')).toThrow(RangeError);
  });

  it('serves text files', async () => {
    for (const contentType of ['text/plain', 'text/plain; charset=iso-8859-1', 'text/csv']) {
      const { pages } = await loadBytes(Uint8Array.of(0x80, 0x35), { contentType });
      expect(pages[0]!.lines.map(({ text }) => text)).toEqual(['€5']);
    }
  });
});
