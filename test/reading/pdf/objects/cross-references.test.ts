import { describe, expect, it } from 'vitest';
import { misplacesPages, withoutLostPages } from '../../../../src/reading/pdf/objects/cross-references.js';
import { makePdf } from '../../../support/make-pdf.js';

const SOUND = Buffer.from(makePdf({ content: '', count: 3 })).toString('latin1');

/** The file with other places for an object. */
function withPlace(number: number, place: (right: number) => number, file = SOUND): string {
  const right = file.indexOf(`\n${number} 0 obj`) + 1;
  const entry = (at: number) => `${String(at).padStart(10, '0')} 00000 n`;
  return file.replace(entry(right), entry(place(right)));
}

const misplaces = (file: string) => misplacesPages(Buffer.from(file, 'latin1'));

describe('a table misplaces pages', () => {
  it.each([
    ['that says of one that it is at the header', withPlace(11, () => 5)],
    ['that says of one that it is behind the end', withPlace(3, () => 9_999_999)],
    ['that says of one that it is where another is', withPlace(3, () => SOUND.indexOf('\n4 0 obj') + 1)],
    ['that misplaces the list of pages', withPlace(2, (right) => right + 1)],
    ['after lines were added before it', SOUND.replace('\n1 0 obj', '\n% a line\n1 0 obj')],
    [
      'that is the second of two',
      `${SOUND}xref\n0 1\n0000000000 65535 f \n3 1\n0000000001 00000 n \ntrailer\n<< /Prev 1 >>\nstartxref\n1\n%%EOF\n`,
    ],
    [
      'with a thousand wrong entries',
      `xref\n0 1001\n${'0000000001 00000 n \n'.repeat(1001)}trailer\nstartxref\n0\n`,
    ],
  ])('a table %s misplaces pages', (_, file) => {
    expect(misplaces(file)).toBe(true);
  });
});

describe('a table misplaces no page', () => {
  it.each([
    ['that is sound', SOUND],
    ['that misplaces a font alone', withPlace(5, () => 1)],
    ['whose places are counted from a header behind other bytes', `junk\n${SOUND}`],
    ['that has old lines', SOUND.replaceAll('\n', '\r')],
    [
      'with the place of an object that is not there',
      SOUND.replace('0000000000 00000 f', '0000000000 00000 n'),
    ],
    ['that has no end', SOUND.slice(0, SOUND.indexOf('trailer'))],
  ])('a table %s misplaces no page', (_, file) => {
    expect(misplaces(file)).toBe(false);
  });
});

describe('pages that cannot be read', () => {
  const kids = (file: string) => {
    const text = Buffer.from(withoutLostPages(Buffer.from(file, 'latin1'))).toString('latin1');
    expect(text).toHaveLength(file.length);
    return /\/Kids \[([^\]]*)\]/u.exec(text)?.[1];
  };
  const [all] = /(?<=\/Kids \[)[^\]]*/u.exec(SOUND)!;
  const first = /(\d+) 0 R/u.exec(all)![1]!;
  const lost = all.replace(new RegExp(`\\b${first} 0 R`, 'u'), `${'0'.repeat(first.length)} 0 R`);

  it('all that can be read stay in their list', () => {
    expect(kids(SOUND)).toBe(all);
  });

  it.each([
    ['whose head is damaged', SOUND.replace(`\n${first} 0 obj`, `\n${first} 0xobj`)],
    ['of another generation', SOUND.replace(`\n${first} 0 obj`, `\n${first} 7 obj`)],
    ['that is no dictionary', SOUND.replace(`\n${first} 0 obj\n<<`, `\n${first} 0 obj\n)<`)],
    [
      'with a parenthesis that nothing opens',
      SOUND.replace(`\n${first} 0 obj\n<<`, `\n${first} 0 obj\n<< /A )`),
    ],
    ['with a string that does not end', SOUND.replace(`\n${first} 0 obj\n<<`, `\n${first} 0 obj\n<< /A (b`)],
    ['with a sign without figures', SOUND.replace(`\n${first} 0 obj\n<<`, `\n${first} 0 obj\n<< /A -x`)],
  ])('a page %s is left out of its list', (_, file) => {
    expect(file).not.toBe(SOUND);
    expect(kids(file)).toBe(lost);
  });

  it('a page that may be packed with other objects stays', () => {
    expect(kids(`${SOUND.replace(`\n${first} 0 obj`, `\n${first} 0xobj`)}% /ObjStm`)).toBe(all);
  });

  const large = `%PDF-1.7\n5 0 obj\n<< /A (${'x'.repeat(1_000_000)}) >>\nendobj\n`;

  it.each([
    ['many lists that do not end', '/Kids [ 1 0 R '.repeat(200_000)],
    ['many lists of one large object', large + '/Kids [ 5 0 R ] '.repeat(50_000)],
    ['a list of one large object many times', `${large}/Kids [${' 5 0 R'.repeat(50_000)} ]`],
  ])('%s are gone through once', (_, file) => {
    const bytes = Buffer.from(file, 'latin1');
    // Of a copy vitest would print the difference, sign by sign.
    expect(withoutLostPages(bytes) === bytes).toBe(true);
  });
});
