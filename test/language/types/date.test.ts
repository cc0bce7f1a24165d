import { describe, expect, it } from 'vitest';
import type { TypeReference } from '../../../src/foundation/schema/language.js';
import { documentFromLines } from '../../../src/index.js';
import { runType } from '../../../src/language/types/select.js';
import { registry, run, select, strict, table } from './support.js';

const iso = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month - 1, day)).toISOString();
const two = (number: number) => String(number).padStart(2, '0');

const MONTHS = {
  en: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
  es: [
    'Enero',
    'Febrero',
    'Marzo',
    'Abril',
    'Mayo',
    'Junio',
    'Julio',
    'Agosto',
    'Septiembre',
    'Octubre',
    'Noviembre',
    'Diciembre',
  ],
  it: [
    'Gennaio',
    'Febbraio',
    'Marzo',
    'Aprile',
    'Maggio',
    'Giugno',
    'Luglio',
    'Agosto',
    'Settembre',
    'Ottobre',
    'Novembre',
    'Dicembre',
  ],
} as const;

const SPELLINGS: readonly (readonly [string, (year: number, month: number, day: number) => string])[] = [
  ['slashes', (y, m, d) => `${m}/${d}/${y}`],
  ['slashes, two-digit year', (y, m, d) => `${m}/${d}/${two(y % 100)}`],
  ['month name', (y, m, d) => `${MONTHS.en[m - 1]} ${d}, ${y}`],
  ['short month name', (y, m, d) => `${MONTHS.en[m - 1]!.slice(0, 3)}. ${d}th ${two(y % 100)}`],
  ['hyphens', (y, m, d) => `${two(m)}-${two(d)}-${y}`],
  ['hyphens, two-digit year', (y, m, d) => `${m}\u2013${d}\u2013${two(y % 100)}`],
  ['ISO order', (y, m, d) => `${y}-${two(m)}-${two(d)}`],
  ['slashes, ISO order', (y, m, d) => `${y}/${two(m)}/${two(d)}`],
  ['day before the month name', (y, m, d) => `${d} ${MONTHS.en[m - 1]} ${y}`],
  ['day before the short month name', (y, m, d) => `${two(d)}th of ${MONTHS.en[m - 1]!.slice(0, 3)}., ${y}`],
  ['hyphens around the month name', (y, m, d) => `${two(d)}-${MONTHS.en[m - 1]!.slice(0, 3)}-${y}`],
  [
    'hyphens, two-digit year behind a name',
    (y, m, d) => `${d}-${MONTHS.en[m - 1]!.toUpperCase()}-${two(y % 100)}`,
  ],
  ['block', (y, m, d) => `${y}${two(m)}${two(d)}`],
];

/** A line that shows a cell of a spreadsheet. */
const cellLine = (text: string, date: string) => {
  const [line] = documentFromLines([{ text, left: 1, top: 1 }]).pages[0]!.lines;
  return { text, line: { ...line!, text, cell: { row: 0, column: 0, date } } };
};

describe('date', () => {
  it.each(SPELLINGS)('reads every day of three years: %s', (_, print) => {
    for (let time = Date.UTC(2023, 0, 1); time < Date.UTC(2026, 0, 1); time += 86_400_000) {
      const day = new Date(time);
      const text = print(day.getUTCFullYear(), day.getUTCMonth() + 1, day.getUTCDate());
      expect(run('date', `Due ${text} at noon`), text).toEqual({
        source: text,
        value: day.toISOString(),
        type: 'date',
      });
    }
  });

  it.each(['es', 'it'] as const)('reads every month of %s', (language) => {
    const type = { id: 'date', language };
    for (const [i, month] of MONTHS[language].entries()) {
      const short = month.slice(0, 3);
      for (const name of [month, month.toUpperCase(), short, `${short}.`]) {
        expect(run(type, `7 ${name} 2024`)).toMatchObject({ value: iso(2024, i + 1, 7) });
        expect(run(type, `${name} 7, 24`)).toMatchObject({ value: iso(2024, i + 1, 7) });
      }
    }
  });

  table('date', [
    { title: 'leap day', lines: 'Feb 29, 2024', value: iso(2024, 2, 29) },
    { title: 'leap day in another year', lines: 'Feb 29, 2025', value: null },
    { title: 'a year of the first century', lines: '0024-02-29', value: '0024-02-29T00:00:00.000Z' },
    { title: 'the day that Samoa skipped', lines: '12/30/2011', value: iso(2011, 12, 30) },
    { title: 'month and year', lines: 'Issued 07/2024', value: iso(2024, 7, 1), source: '07/2024' },
    { title: 'day first is not read', lines: '31/07/2024', value: null },
    {
      title: 'no space behind the comma',
      lines: 'JAN 02,2024',
      value: iso(2024, 1, 2),
      source: 'JAN 02,2024',
    },
    { title: 'a number behind the comma', lines: ['May 10,5000', 'May 10,500'], value: null },
    { title: 'a day between month and year', lines: 'Jan/05/2024', value: null },
    { title: 'a day apart from month and year', lines: ['01/ 02/2024', '1 / 2 / 2024'], value: null },
    {
      title: 'another sign between month and day',
      lines: ['01.02/2024', '01,02/2024', '1/|5/2024'],
      value: null,
    },
    { title: 'a letter for the first digit', lines: ['l1/05/2024', '0l/02/2024', 'l2-05-2024'], value: null },
    { title: 'a word before', lines: 'Will1/05/2024', value: iso(2024, 1, 5) },
    { title: 'a ruling before', lines: '|1/05/2024|', value: iso(2024, 1, 5) },
    { title: 'letters for digits of the year', lines: ['1/2/20O4', '1/2/20OO', 'Jan 2, 20l4'], value: null },
    {
      title: 'a word behind a short year',
      lines: '1/2/24to 3/4/24',
      value: iso(2024, 1, 2),
      source: '1/2/24',
    },
    { title: 'months of a period', lines: '12/2023-01/2024', tiebreaker: 'last', value: iso(2024, 1, 1) },
    { title: 'a number before a month', lines: 'Item 5 - 01/2024', value: iso(2024, 1, 1) },
    {
      title: 'a glyph that cannot be read',
      lines: ['\uFFFD1/05/2024', '1/05/20\uFFFD4', '\u00002024-01-05', '2024010\uFFFD'],
      value: null,
    },
    { title: 'inside a longer number', lines: '120240731', value: null },
    { title: 'not after a letter', lines: 'Grandmay 7, 2024', value: null },
    { title: 'across lines', lines: ['sails Jun', '7, 2024'], value: iso(2024, 6, 7), source: 'Jun 7, 2024' },
    { title: 'doubled spaces', lines: 'Jun  7,   2024', value: iso(2024, 6, 7), source: 'Jun 7, 2024' },
    { title: 'the end of a period', lines: '1/2/24 - 3/4/24', tiebreaker: '>', value: iso(2024, 3, 4) },
    { title: 'the start of a period', lines: '3/4/24 - 1/2/24', tiebreaker: '<', value: iso(2024, 1, 2) },
    {
      title: 'by document order, not by format',
      lines: '1/2/24 and 2023-05-06',
      tiebreaker: 'second',
      value: iso(2023, 5, 6),
    },
    {
      title: 'joined',
      lines: '1/2/24 3/4/24',
      tiebreaker: 'join',
      value: `${iso(2024, 1, 2)} ${iso(2024, 3, 4)}`,
    },
    { title: 'Sept', lines: 'Sept. 5, 2024', value: iso(2024, 9, 5) },
    {
      title: 'Spanish with articles',
      options: { language: 'es' },
      lines: '7 de setiembre del 2024',
      value: iso(2024, 9, 7),
    },
    { title: 'Spanish, day first', options: { language: 'es' }, lines: '7.9.24', value: iso(2024, 9, 7) },
    { title: 'separators must agree', options: { language: 'es' }, lines: '7.9-2024', value: null },
    {
      title: 'Italian, short September',
      options: { language: 'it' },
      lines: '7\u00b0 sett 2024',
      value: iso(2024, 9, 7),
    },
    {
      title: 'a format of its own',
      options: { format: 'W%d/%b/%Y' },
      lines: 'W7/jun/2024',
      value: iso(2024, 6, 7),
    },
    {
      title: 'another space in a format',
      options: { format: '%d\u202f%b\u00a0%Y' },
      lines: '7 Jun 2024',
      value: iso(2024, 6, 7),
    },
    {
      title: 'formats in order',
      options: { format: ['%y%M%D', '%Y%M%D'] },
      lines: '240607',
      value: iso(2024, 6, 7),
    },
    {
      title: 'back references count own groups',
      options: { format: '%m([-.])%d\\1%Y' },
      lines: '6-7.2024 6.7.2023',
      value: iso(2023, 6, 7),
    },
    {
      title: 'own named groups',
      options: { format: '(?<day>on )?%Y(?<rest>!)' },
      lines: 'on 2024!',
      value: iso(2024, 1, 1),
    },
    {
      title: 'the alternative that took part',
      options: { format: '%Y/%m|%m\\.%Y' },
      lines: '06.2024',
      value: iso(2024, 6, 1),
    },
    {
      title: 'a repeated directive only matches',
      options: { format: '%d to %d %b %Y' },
      lines: '3 to 5 May 2024',
      value: iso(2024, 5, 3),
    },
    {
      title: 'an escaped directive is literal',
      options: { format: '\\%Y%Y' },
      lines: '%Y2024',
      value: iso(2024, 1, 1),
    },
    {
      title: 'a class is no place for directives',
      options: { format: '[%]%Y' },
      lines: '%2024',
      value: iso(2024, 1, 1),
    },
    {
      title: 'an unknown directive is literal',
      options: { format: '%H %Y' },
      lines: '%H 2024',
      value: iso(2024, 1, 1),
    },
    { title: 'a mail header', lines: 'Mon, 10 Oct 2022 09:41:07 +0200', value: iso(2022, 10, 10) },
    { title: 'days of a range', lines: '8-10 Oct 2022', value: iso(2022, 10, 10), source: '10 Oct 2022' },
    { title: 'a number behind a month', lines: ['Page 3 May 15', '5 May 3000 units'], value: null },
    { title: 'parts of a number before a month', lines: ['1.10 Oct 2022', '1/10 Oct 2022'], value: null },
    {
      title: 'a month between days',
      lines: '5 March 9, 2022',
      value: iso(2022, 3, 9),
      source: 'March 9, 2022',
    },
    { title: 'a slow format ends', options: { format: '(a+)+b%Y' }, lines: 'no date', value: null },
  ]);

  it('says which formats were tried, and how another one is read', () => {
    const why = (type: TypeReference, text: string) => Reflect.get(select(type, [text]), 'reason');
    expect(why('date', 'Due 31-07-2024')).toBe(
      'text was found, but no date in it: "Due 31-07-2024"; tried %m/%d/%Y, %m/%d/%y, %d.%m.%Y, %m/%Y, %b %d, %Y, %b %d, %y, ' +
        '%b %d \\d\\d:\\d\\d:\\d\\d %Y, %d %b %Y, %d-%b-%Y, %d-%b-%y, %m-%d-%Y, %m-%d-%y, %Y-%m-%d, %Y/%m/%d, %Y%M%D; ' +
        'set "format": "%d-%m-%Y" to read it',
    );
    expect(why('date', 'in 3 days')).toMatch(/; set "format" to read another form$/u);
    expect(why({ id: 'date', format: '%Y%m' }, '7 June 2024')).toMatch(
      /; tried %Y%m; leave "format" out to read it$/u,
    );
  });

  it('takes the day that a cell holds, and reads the text around it', () => {
    const lines = [{ text: 'from 1/2/2024' }, cellLine('03/04/2026', '2026-04-03'), { text: 'to 5/6/2026' }];
    const all = runType(registry.compile('date'), lines, 'join', strict).value;
    expect(all?.value).toBe([iso(2024, 1, 2), iso(2026, 4, 3), iso(2026, 5, 6)].join(' '));
    expect(all?.source).toBe('1/2/2024 03/04/2026 5/6/2026');
  });

  it('reads a part of what a cell shows as text', () => {
    const { line } = cellLine('03/04/2026', '2026-04-03');
    const [part] = registry.compile('date').candidates([{ text: 'x 03/04/2026', line }], strict);
    expect(part?.value.value).toBe(iso(2026, 3, 4));
  });

  it('names the lines that hold the date', () => {
    expect(select('date', ['Due', 'Jun', '7, 2024', 'noon'])).toMatchObject({ lines: [1, 2] });
  });
});
