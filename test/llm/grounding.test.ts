import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { comparableText, strippedText } from '../../src/llm/answer-text.js';
import { type GroundingIndex, indexLines, type Located } from '../../src/llm/grounding.js';
import { locateRows } from '../../src/llm/row-places.js';

const BERTH = [
  'Harbour Office of Saltwick', // 0
  'Berth holder: Ada Moss', // 1
  'Annual fee', // 2
  '$1,235.00', // 3
  'Valid from 1 March 2024 to', // 4
  '28 February 2025, and then year by year inter-', // 5
  'nationally recognised.', // 6
  'Deposit', // 7
  '35.00', // 8
];

const found = (answer: string, lines: readonly string[] = BERTH) => {
  const { lines: at, stage } = indexLines(lines).locate(answer) ?? {};
  return { at, stage };
};

describe('locate', () => {
  it('finds a whole line, whatever its case, dashes and outer punctuation', () => {
    expect(found('annual fee.')).toEqual({ at: [2], stage: 'equal' });
    expect(found('Moss–Reed', ['“moss-reed”'])).toEqual({ at: [0], stage: 'equal' });
  });

  it('finds an answer inside a line, at the ends of words', () => {
    expect(found('Ada Moss')).toEqual({ at: [1], stage: 'inside' });
    expect(indexLines(['Adamant', 'Ada 1']).locate('Ada')?.lines).toEqual([1]);
  });

  it('finds a run over lines, the shortest', () => {
    expect(found('1 March 2024 to 28 February 2025')).toEqual({ at: [4, 5], stage: 'run' });
  });

  it('finds a run over a line without text', () => {
    expect(found('Annual Report', ['The Annual', '\u200B', 'Report 7'])).toEqual({
      at: [0, 2],
      stage: 'run',
    });
  });

  it('finds a word that a hyphen divides at the end of a line', () => {
    expect(found('year by year internationally recognised')).toEqual({ at: [5, 6], stage: 'run' });
  });

  it('finds the same value in another form', () => {
    const values = {
      whole: (text: string) =>
        /^[\d.,$ ]+$/u.test(text) ? [String(Number(text.replace(/[$, ]/gu, '')))] : [],
      within: (text: string) =>
        [...text.matchAll(/\d[\d,.]*/gu)].map(([match]) => String(Number(match.replace(/,/gu, '')))),
    };
    expect(indexLines(BERTH, { values }).locate('1235')).toMatchObject({ lines: [3], stage: 'typed' });
    expect(indexLines(BERTH).locate('1235')).toBeUndefined();
    expect(indexLines(BERTH, { values }).locate('1236')).toBeUndefined();
  });

  it('finds the words of a row in another order', () => {
    const lines = ['Heron', 'B12', '190', 'Otter', 'C4', '190'];
    const rows = [
      [0, 1, 2],
      [3, 4, 5],
    ];
    expect(indexLines(lines, { rows }).locate('C4 Otter')).toMatchObject({ lines: [3, 4], stage: 'row' });
    expect(indexLines(lines, { rows }).locate('Otter Heron')).toMatchObject({ lines: [0, 3], stage: 'row' });
    expect(indexLines(lines, { rows }).locate('Otter 199')).toBeUndefined();
  });

  it('finds a text with a slip', () => {
    expect(found('Harbor Office of Saltwick')).toEqual({ at: [0], stage: 'fuzzy' });
    expect(indexLines(BERTH).locate('Harbor Office of Saltwick')!.score).toBeLessThan(1);
  });

  it('finds a long passage by its sequences of words', () => {
    const lines = [
      'The holder keeps the berth clean and free of nets',
      'and tells the office before any repair',
      'Nothing else is agreed',
    ];
    const answer =
      'Two duties of berth holders: the holder keeps the berth clean and free of nets; moreover it tells the office before any repair';
    expect(found(answer, lines)).toEqual({ at: [0, 1], stage: 'shingles' });
  });

  it.each([
    ['the end of a number', '235.00'],
    ['the start of a number', '1,235'],
    ['more digits before', '135.00'],
    ['fewer digits', '5.00'],
    ['another digit', '$1,236.00'],
    ['digits in another order', '$1,253.00'],
    ['another year', '1 March 2023 to 28 February 2025'],
    ['another day in a row', 'fee Annual 3'],
  ])('locate does not find wrong numbers: %s', (_, answer) => {
    expect(indexLines(BERTH).locate(answer)).toBeUndefined();
  });

  it('locate does not find a date that is made of the parts of two', () => {
    const lines = ['Roof', '02/01/2012', '06/01/2017'];
    expect(indexLines(lines, { rows: [[0, 1, 2]] }).locate('02/01/2017')).toBeUndefined();
  });

  it.each([
    ['a name', 'Harbour Office of Quintal'],
    ['a word of a long name', 'Harbour Bureau of Saltwick'],
    ['a short word', 'Harbour Office at Saltwick'],
    ['a minus', '-35.00'],
    ['a percent sign', '35%'],
  ])('locate does not find what is printed but for %s', (_, answer) => {
    expect(indexLines(BERTH).locate(answer)).toBeUndefined();
  });

  it('finds the digits of a number that is divided in another way', () => {
    expect(found('(555) 013-0142', ['call 555-013-0142 at night'])).toEqual({ at: [0], stage: 'fuzzy' });
    expect(found('(555) 013-0143', ['call 555-013-0142 at night'])).toEqual({
      at: undefined,
      stage: undefined,
    });
  });

  it('finds short answers in scripts without spaces', () => {
    expect(found('東京', ['住所', '東京都港区'])).toEqual({ at: [1], stage: 'inside' });
    expect(found('男', ['男女', '性別: 男'])).toEqual({ at: [1], stage: 'inside' });
    expect(found('女', ['男女', '性別: 男'])).toEqual({ at: undefined, stage: undefined });
    expect(found('山田次郎', ['山田太郎様'])).toEqual({ at: undefined, stage: undefined });
  });

  it('takes the place that the words of a question surround', () => {
    const lines = ['Deposit', '250.00', 'Late fee of 35.00', 'Key', '35.00', 'Crane', '35.00'];
    const index = indexLines(lines, { rows: [[0, 1], [2], [3, 4], [5, 6]] });
    expect(index.locate('35.00')?.lines).toEqual([4]);
    expect(index.locate('35.00', 'What is a key?')?.lines).toEqual([4]);
    expect(index.locate('35.00', 'price of the crane')?.lines).toEqual([6]);
    expect(index.locate('35.00', 'fee for being late')).toMatchObject({ lines: [2], stage: 'inside' });
    expect(index.locate('36.00', 'price of the crane')).toBeUndefined();
  });

  it('finds nothing for what is not printed, for punctuation, and for one character inside a line', () => {
    expect(indexLines(BERTH).locate('Zephyr Lloyd')).toBeUndefined();
    expect(indexLines(BERTH).locate(' . ')).toBeUndefined();
    expect(indexLines(BERTH).locate('1')).toBeUndefined();
    expect(indexLines(['x', '7']).locate('7')?.lines).toEqual([1]);
    expect(indexLines([]).locate('Ada')).toBeUndefined();
  });

  it('takes the first of equal places', () => {
    expect(indexLines(['a fee of 5', 'Fee', 'fee']).candidates('fee')).toMatchObject([
      { lines: [1] },
      { lines: [2] },
    ]);
  });

  it('finds what is copied from a line on a line that holds it', () => {
    const word = fc.constantFrom(
      'Ada', "O'Neil", '$1,200.00', '(b)', 'İzmir', 'straße', 'fee:', '12.5%', '2024-03-01', 'ﬁrst', 'ΟΔΟΣ', 'inter-',
      '“quoted”', 'N°', 'Ⅳ', 'cafe\u0301', '—', '東京都', 'x\u200By',
    ); // biome-ignore format: words
    const line = fc.array(word, { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 8 }),
        fc.nat(),
        fc.nat(),
        fc.nat(),
        (lines, which, from, length) => {
          const words = lines[which % lines.length]!;
          const start = from % words.length;
          const answer = words.slice(start, start + 1 + (length % (words.length - start))).join(' ');
          const wanted = strippedText(comparableText(answer));
          fc.pre(wanted.length >= 2);
          const texts = lines.map((each) => each.join(' '));
          const at = indexLines(texts).locate(answer);
          expect(at?.lines).toHaveLength(1);
          expect(comparableText(texts[at!.lines[0]!]!)).toContain(wanted);
        },
      ),
    );
  });
});

describe('locateRows', () => {
  const places = (rows: readonly (readonly (string | null)[])[], index: GroundingIndex) =>
    locateRows(rows, index).map((cells) => cells.map((cell) => cell?.lines));

  it('takes repeated amounts from the row of the rest', () => {
    const lines = ['Heron', '190', 'Otter', '190', 'Tern', '190'];
    const rows = [['Heron', '190'], ['Otter', '190'], ['Tern', '190']]; // biome-ignore format: rows
    const expected = [[[0], [1]], [[2], [3]], [[4], [5]]]; // biome-ignore format: rows
    expect(places(rows, indexLines(lines))).toEqual(expected);
  });

  it('takes them from the printed row, also where another row has them nearer', () => {
    const lines = ['Heron', 'B12', '190', 'Otter', 'C4', '190', 'Tern', 'D1', '190'];
    const rows = [[0, 1, 2], [3, 4, 5], [6, 7, 8]]; // biome-ignore format: rows
    const answered = [['Heron', '190'], ['Otter', '190'], ['Tern', '190']]; // biome-ignore format: rows
    expect(places(answered, indexLines(lines, { rows }))).toEqual([
      [[0], [2]],
      [[3], [5]],
      [[6], [8]],
    ]);
  });

  it('goes on after the row before where nothing distinguishes rows', () => {
    const lines = ['Wash', '10', 'Wax', '20', 'Wash', '30'];
    expect(
      places(
        [
          ['Wax', '20'],
          ['Wash', '30'],
        ],
        indexLines(lines),
      ),
    ).toEqual([
      [[2], [3]],
      [[4], [5]],
    ]);
  });

  it('leaves cells without text and cells that are not printed without a place', () => {
    expect(
      places(
        [
          [null, 'Wax', 'nowhere'],
          [null, 'nowhere', null],
        ],
        indexLines(['Wax']),
      ),
    ).toEqual([
      [undefined, [0], undefined],
      [undefined, undefined, undefined],
    ]);
  });
});

describe('work', () => {
  afterEach(() => vi.restoreAllMocks());

  const boats = (count: number) =>
    Array.from({ length: count }, (_, i) => [`Boat number ${1000 + i}`, `berth ${5000 + i} west`, '190.00']);

  /** Regular expressions run over texts while some answers are searched, once an index is complete. */
  const matchesFor = (count: number) => {
    const index = indexLines(boats(count).flat());
    const missing = (i: number) => `Boat nomber ${1001 + i} w`;
    index.candidates(missing(0));
    const match = vi.spyOn(String.prototype, 'match');
    for (let i = 1; i <= 20; i++) index.candidates(missing(i));
    const { length } = match.mock.calls;
    match.mockRestore();
    return length;
  };

  it('work does not grow with the lines for each answer', () => {
    expect(matchesFor(100)).toBeGreaterThan(0);
    expect(matchesFor(500)).toBe(matchesFor(100));
  });

  it('reads the values of lines once, however many answers are searched', () => {
    const within = vi.fn((): readonly string[] => []);
    const lines = boats(500).flat();
    const index = indexLines(lines, { values: { whole: (text) => [text], within } });
    for (let i = 0; i < 500; i++) index.candidates(`nothing like ${i}x`);
    expect(within.mock.calls.length).toBeLessThanOrEqual(2 * lines.length);
  });

  it('places 500 rows with repeated cells without going through all of their places', () => {
    const rows = boats(500);
    const inner = indexLines(rows.flat(), { rows: rows.map((_, i) => [3 * i, 3 * i + 1, 3 * i + 2]) });
    let reads = 0;
    const counted = (places: readonly Located[]) =>
      new Proxy(places, {
        get(target, name, receiver) {
          if (typeof name === 'string' && /^\d+$/u.test(name)) reads++;
          return Reflect.get(target, name, receiver);
        },
      });
    const index: GroundingIndex = {
      locate: (answer) => inner.locate(answer),
      rowOf: (line) => inner.rowOf(line),
      candidates: (answer) => counted(inner.candidates(answer)),
    };
    const located = locateRows(rows, index);
    expect(located.map((cells) => cells.map((cell) => cell?.lines))).toEqual(
      rows.map((_, i) => [[3 * i], [3 * i + 1], [3 * i + 2]]),
    );
    // Halving 500 places takes nine reads.
    expect(reads).toBeLessThan(rows.length * 3 * 15);
  });
});
