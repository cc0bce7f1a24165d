import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseToUnicode } from '../../../../src/reading/pdf/objects/to-unicode.js';

const read = (map: string) => Object.fromEntries(parseToUnicode(map));

const hex = (value: number, bytes: number) => value.toString(16).padStart(2 * bytes, '0');
const utf16 = (text: string) =>
  Array.from({ length: text.length }, (_, unit) => hex(text.charCodeAt(unit), 2)).join('');

describe('a map of codes to Unicode', () => {
  it('gives texts of single codes and of ranges', () => {
    const map = `/CIDInit /ProcSet findresource begin begincmap
      1 begincodespacerange <0000> <ffff> endcodespacerange
      3 beginbfchar <0003> <0020> <05C9> <02BC> <0007> <00660069> endbfchar
      2 beginbfrange <0010> <0012> <0041> <0020><0021>[<0078> <D83DDE00>] endbfrange
      endcmap`;
    expect(read(map)).toEqual({
      3: ' ',
      1481: 'ʼ',
      7: 'fi',
      16: 'A',
      17: 'B',
      18: 'C',
      32: 'x',
      33: '😀',
    });
  });

  it('takes the last of several texts, and bytes for their characters', () => {
    expect(read('beginbfchar <41> <0061> <42> <62> <41> <0063> endbfchar')).toEqual({ 65: 'c', 66: 'b' });
  });

  it('leaves codes without a text in a list alone', () => {
    expect(read('beginbfrange <01> <03> [<0041>] endbfrange')).toEqual({ 1: 'A' });
  });

  it.each<[string, string, object]>([
    ['that goes on from another', '/Other usecmap beginbfchar <41> <0061> endbfchar', { 65: 'a' }],
    ['with a code too many', 'beginbfchar <41> <0061> <42> endbfchar', { 65: 'a' }],
    ['with a text of one and a half units', 'beginbfchar <41> <006100> <42> <0062> endbfchar', { 66: 'b' }],
    ['with an array for a code', 'beginbfrange [<41>] <42> <0061> <43> <43> <0063> endbfrange', { 67: 'c' }],
    [
      'whose range runs over the end of a byte',
      'beginbfrange <00> <02> <00FE> endbfrange',
      { 0: 'þ', 1: 'ÿ', 2: 'Ā' },
    ],
    ['that is none', 'beginbfrange <41> endbfrange ] [ <', {}],
  ])('a map of codes to Unicode: what can be read of one %s is', (_, map, texts) => {
    expect(read(map)).toEqual(texts);
  });

  it('keeps no more texts than a font has codes', () => {
    expect(parseToUnicode('beginbfrange <00000000> <7fffffff> <0041> endbfrange').size).toBe(65_536);
  });

  it('gives back what was written', () => {
    const texts = fc.uniqueArray(
      fc.tuple(fc.nat(0xffff), fc.string({ unit: 'binary', minLength: 1, maxLength: 3 })),
      { selector: ([code]) => code },
    );
    fc.assert(
      fc.property(texts, (entries) => {
        const lines = entries.map(([code, text]) => `<${hex(code, 2)}> <${utf16(text)}>`);
        expect(read(`beginbfchar ${lines.join('\n')} endbfchar`)).toEqual(Object.fromEntries(entries));
      }),
    );
  });
});
