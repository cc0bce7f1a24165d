/** What is read of XMP packets. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readXmp } from '../../../../src/reading/pdf/objects/xmp.js';

const packet = (body: string) =>
  `<rdf:RDF xmlns:rdf="r"><rdf:Description xmlns:pdf="p" xmlns:dc="d">${body}</rdf:Description></rdf:RDF>`;

it('lists creators and subjects, and joins the text of other members', () => {
  expect(
    readXmp(
      packet(
        '<pdf:Keywords>a, b</pdf:Keywords><dc:subject><rdf:Bag>\n<rdf:li>a</rdf:li>\n<rdf:li> b </rdf:li></rdf:Bag></dc:subject>' +
          '<dc:rights><rdf:Alt>\n  <rdf:li>R</rdf:li></rdf:Alt></dc:rights>',
      ),
    ),
  ).toEqual({ 'pdf:keywords': 'a, b', 'dc:subject': ['a', 'b'], 'dc:rights': 'R' });
});

it.each([
  ['no XML', 'x'],
  ['tags that do not match', packet('<pdf:A></pdf:B>')],
  ['entities that are not known', `<!DOCTYPE r [<!ENTITY e "x">]>${packet('<pdf:A>&e;</pdf:A>')}`],
  ['more than is read', packet(`<pdf:A>${'a'.repeat(5 * 1024 * 1024)}</pdf:A>`)],
])('gives nothing for %s', (_, text) => {
  expect(readXmp(text)).toBeUndefined();
});

it('gives no member a name that reaches a prototype', () => {
  const read = readXmp(packet('<__proto__>a</__proto__><pdf:A>b</pdf:A>'));
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  expect(read?.['pdf:a']).toBe('b');
});

it('reads any text as it was written', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', ' ', '<', '&', '"', 'ß', '😀') }), (text) => {
      const written = text.replace(/&/gu, '&amp;').replace(/</gu, '&lt;');
      expect(readXmp(packet(`<pdf:A>${written}</pdf:A>`))?.['pdf:a']).toBe(text.trim());
    }),
  );
});
