import { describe, expect, test } from 'vitest';
import { redactor } from '../../../src/tools/authoring/redact.js';
import { cli, fixture } from '../cli/run-cli.js';

const redacted = redactor('a secret');

describe('redactor', () => {
  test('keeps lengths, large letters, punctuation and the kind of every character', () => {
    expect(redacted('Invoice No. FJ-20418, Müller & Söhne')).toMatch(
      /^[A-Z][a-z]{6} [A-Z][a-z]\. [A-Z]{2}-\d{5}, [A-Z][a-z]{5} & [A-Z][a-z]{4}$/u,
    );
    expect(redacted('Анна Ελένη')).toMatch(/^\p{Script=Cyrillic}{4} \p{Script=Greek}{5}$/u);
  });

  test('leaves no letter and no figure in its place', () => {
    const text = 'the quick brown fox jumps over the lazy dog 0123456789'.repeat(3);
    const after = redacted(text);
    expect([...text].filter((each, i) => each !== ' ' && after[i] === each)).toEqual([]);
  });

  test('gives the same word for the same word, however it is written, and another with another secret', () => {
    const [first, second] = redacted('Total TOTAL').split(' ');
    expect(first?.toUpperCase()).toBe(second);
    expect(redactor('another')('Total')).not.toBe(first);
  });

  test('replaces numbers and dates whole, so that those with a part in common do not show it', () => {
    const parts = (text: string) => redacted(text).split(/\D+/u).filter(Boolean);
    const cents = ['1,204.00', '390.00', '88.00', '17.00', '5.00', '61.00'].map((each) => parts(each).at(-1));
    expect(new Set(cents).size).toBeGreaterThan(1);
    const years = ['01/02/2026', '03/04/2026', '05/06/2026'].map((each) => parts(each).at(-1));
    expect(new Set(years).size).toBeGreaterThan(1);
    expect(redacted('1 204,00 €')).toMatch(/^\d \d{3},\d\d €$/u);
    const leading = ['1 204,00', '1 390,00', '1 500,00', '1 611,20'].map((each) => parts(each)[0]);
    expect(new Set(leading).size).toBeGreaterThan(1);
  });

  test('a number of many figures does not begin with 0', () => {
    const numbers = Array.from({ length: 200 }, (_, i) => redacted(String(1000 + i)));
    expect(numbers.filter((each) => each.startsWith('0'))).toEqual([]);
  });

  test('drops marks, which would tell of the letter below them', () => {
    expect(redacted('क़िताब')).toMatch(/^[a-z]+$/u);
  });
});

test.each(['--json', '--svg', '--spaces'])(
  'lines --redact %s leaves no word of the document',
  async (form) => {
    const plain = await cli(['lines', fixture('bank-statement.pdf')]);
    const words = new Set(plain.stdout.match(/\p{L}{4,}/gu)?.map((word) => word.toLowerCase()));
    const { stdout } = await cli(['lines', fixture('bank-statement.pdf'), '--redact', form]);
    const texts =
      form === '--json'
        ? JSON.parse(stdout).pages.flatMap(({ lines }: { lines: { text: string }[] }) =>
            lines.map(({ text }) => text),
          )
        : form === '--svg'
          ? [...stdout.matchAll(/<t(?:ext|itle)[^>]*>([^<]*)/gu)].map(([, text]) => text)
          : stdout.split('\n').map((line) => line.slice(50));
    const left = texts.flatMap((text: string) => text.match(/\p{L}{4,}/gu) ?? []);
    expect(left.length).toBeGreaterThan(20);
    expect(
      left.filter((word: string) => words.has(word.toLowerCase()) && !OWN.has(word.toLowerCase())),
    ).toEqual([]);
  },
);

test('lines --redact keeps the place of every line', async () => {
  const places = async (...flags: string[]) => {
    const { stdout } = await cli(['lines', fixture('bank-statement.pdf'), '--json', ...flags]);
    return JSON.parse(stdout).pages.flatMap(({ lines }: { lines: { text: string }[] }) =>
      lines.map((line) => ({ ...line, text: line.text.length })),
    );
  };
  expect(await places('--redact')).toEqual(await places());
});

/** Words of the command itself: headings and titles. */
const OWN = new Set(['page', 'left', 'right', 'inches', 'lines', 'text', 'bottom', 'height', 'angle']);
