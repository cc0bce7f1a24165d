import { expect, it } from 'vitest';
import { parsedUrl } from '../../../src/foundation/text/url.js';

it('an address is parsed, also from a base', () => {
  expect(parsedUrl('https://example.com/a')?.href).toBe('https://example.com/a');
  expect(parsedUrl('b?c', 'https://example.com/a/')?.href).toBe('https://example.com/a/b?c');
  expect(parsedUrl('b')).toBeUndefined();
});

it('an address with letters beyond ASCII is parsed however often that is asked', () => {
  // `URL.canParse` fails here on Node 20 and 22, after some 4,000 calls.
  const hosts = Array.from({ length: 20_000 }, () => parsedUrl('https://b\u00fccher.example')?.host);
  expect(new Set(hosts)).toEqual(new Set(['xn--bcher-kva.example']));
});
