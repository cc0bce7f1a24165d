/** Strings by kind of what could be misread in them, right ones among them: a value is right, or null. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { TypeReference } from '../../../src/foundation/schema/language.js';
import { registry, run, select } from './support.js';

type Vector = readonly [lines: string | readonly string[], value: unknown, type?: TypeReference];

const day = (text: string) => `${text}T00:00:00.000Z`;
const es = { id: 'date', language: 'es' };
const it_ = { id: 'date', language: 'it' };
const de = { id: 'date', language: 'de' };
const fr = { id: 'date', language: 'fr' };
const nl = { id: 'date', language: 'nl' };
const pt = { id: 'date', language: 'pt' };
const inline = { id: 'address', block_format: false };

const KINDS: Readonly<Record<string, { readonly type: TypeReference; readonly vectors: readonly Vector[] }>> =
  {
    'groups of two digits': {
      type: { id: 'currency', currencySymbol: '₹' },
      vectors: [
        ['₹12,34,567.89', 1234567.89],
        ['Rent ₹3,00,000 a year', 300000],
        ['-₹4,05,000.50', -405000.5],
        ['1,23,45,678 ₹', 12345678],
        ['₹12,345.00', 12345],
        ['₹12,34', null],
        ['₹12,34,56', null],
        ['₹123,45,678', null],
        ['berths 12,34,567', null, 'number'],
        ['$12,34,567', null, 'currency'],
      ],
    },
    'a minus behind the code of a currency': {
      type: 'number',
      vectors: [
        ['CHF-42.10', -42.1],
        ['CHF -42.10', -42.1],
        ['EUR\u22121,250', -1250],
        ['quay B-42', 42],
        ['TOP-10', 10],
      ],
    },
    'the hour of a clock behind a day': {
      type: 'date',
      vectors: [
        ['Tue Jun 04 07:30:00 2019', day('2019-06-04')],
        ['Jan 17 22:05:41 CET 2021', day('2021-01-17')],
        ['Feb 11 09:15:00 +0200 2020', day('2020-02-11')],
        ['opens Oct 3 11:45', null],
        ['Nov 21 10 pm', null],
        ['Nov 21 10-11 a.m.', null],
        ['Nov 21 10 – 11:30', null],
        ['July 8 18.30 at the pier', null],
        ['July 8 1030 AM', null],
        ['July 8 2030 hrs', null],
        ['July 8 24 noon', null],
        ['July 8, 24 10:30', day('2024-07-08')],
        ['3 juill. 2013', day('2013-07-03'), fr],
        ['July 8 2024 noon', day('2024-07-08')],
        ['July 8, 2024:10:30', day('2024-07-08')],
        ['3 de mayo 18:45', null, es],
        ['3 de mayo 18 horas', null, es],
        ['las 12:05 mayo 2018', null, es],
        ['3 de mayo de 2018 a las 18:45', day('2018-05-03'), es],
        ['3 maggio 18:45', null, it_],
        ['3 maggio 18.45', null, it_],
        ['3 maggio 18', day('2018-05-03'), it_],
        ['3 mai 12h30', null, fr],
        ['3 mai 12 h 30', null, fr],
        ['3. Mai 18 Uhr', null, de],
        ['3. Mai 24 am Abend', day('2024-05-03'), de],
      ],
    },
    'blanks before commas, and dots': {
      type: 'date',
      vectors: [
        ['June 7 , 2024', day('2024-06-07')],
        ['June 7 ,2024', day('2024-06-07')],
        ['June 7th , 24', day('2024-06-07')],
        ['7 June , 2024', day('2024-06-07')],
        ['07.06.2024', day('2024-06-07')],
        ['31.12.2024', day('2024-12-31')],
        ['12.31.2024', null],
        ['v7.6.2024', null],
        ['7.6.24', null],
        ['1.07.06.2024', null],
        ['07.06.2024.1', null],
        ['June 7 , 5000 units', null],
      ],
    },
    'months of other languages': {
      type: 'date',
      vectors: [
        ['den 7. Mai 2014', day('2014-05-07'), de],
        ['7.März 2014', day('2014-03-07'), de],
        ['3. Dez. 21', day('2021-12-03'), de],
        ['1. JÄNNER 2022', day('2022-01-01'), de],
        ['le 1er août 2023', day('2023-08-01'), fr],
        ['5 FEVRIER 2024', day('2024-02-05'), fr],
        ['9 juil. 2024', day('2024-07-09'), fr],
        ['9 juin 2024', day('2024-06-09'), fr],
        ['3 maart 2021', day('2021-03-03'), nl],
        ['25 mei 2021', day('2021-05-25'), nl],
        ['4 mrt. 21', day('2021-03-04'), nl],
        ['25-05-2021', day('2021-05-25'), nl],
        ['5 de março de 2024', day('2024-03-05'), pt],
        ['1º de dezembro de 2024', day('2024-12-01'), pt],
        ['5/set/2024', null, pt],
        ['5-set-2024', day('2024-09-05'), pt],
        ['7. Mai 2014', null],
        ['25 mei 2021', null],
        ['19 april 2021', day('2021-04-19')],
        ['7 May 2014', null, nl],
      ],
    },
    'numbers of other countries': {
      type: 'phoneNumber',
      vectors: [
        ['+52 (0)55 1234 5678', '+525512345678'],
        ['(+52) 333 123 4567', '+523331234567'],
        ['+352 (0)26 123 456', '+35226123456'],
        ['+39 (0)6 1234 5678', '+390612345678'],
        ['+49 30/1234567', '+49301234567'],
        ['+49 30 1234567/89', null],
        ['+44 20 7946 0958 (206) 555-0142', '+442079460958'],
        ['+999 206 555 0142', null],
        ['00 52 333 123 4567', null],
        ['0034 206 555 0142', null],
        ['011 52 333 123 4567', null],
        ['0 333 123 4567', null],
        ['(0) 333 123 4567', null],
        ['030 123 4567', null],
        ['(030) 123-4567', null],
        ['-3105550142', null],
        ['\u22123105550142', null],
        ['$3105550142', null],
        ['+1 (030) 123-4567', null],
        ['9:00 - 17:00 206-555-0142', '+12065550142'],
        ['(123) 456-7890', '+11234567890'],
        ['1-206-555-0142', '+12065550142'],
      ],
    },
    'surnames, initials and titles': {
      type: 'name',
      vectors: [
        ['Nystrom, J.R.', ['J.R. Nystrom']],
        ['Nystrom, S.R.', ['S.R. Nystrom']],
        ['Nystrom, I.V.', ['I.V. Nystrom']],
        ['Lars Nystrom, J.R.', null],
        ['Nystrom, Lars Jr.', ['Lars Nystrom Jr.']],
        ['Soto y Luna, Eva M.', ['Eva M. Soto y Luna']],
        ['Soto y Luna, Eva Maria', ['Eva Maria Soto y Luna']],
        ['Lima e Costa, Rui', ['Rui Lima e Costa']],
        ['Soto Luna, Eva M.', ['Eva M. Soto Luna']],
        ['Eva Soto, Rui Lima', ['Eva Soto', 'Rui Lima']],
        ['Eva S., Rui L.', ['Eva S.', 'Rui L.']],
        ['Eva Soto, Ph. D.', ['Eva Soto Ph. D.']],
        ['Eva Soto, M. D.', ['Eva Soto M. D.']],
        ['Eva Soto, Ph. D. & Rui Lima', ['Eva Soto Ph. D.', 'Rui Lima']],
        ['Soto, M. D.', ['M. D. Soto']],
        ['Soto, Eva N. Ph. D.', ['Eva N. Soto Ph. D.']],
        ['Eva Soto, Ph.D.', ['Eva Soto Ph.D.']],
        ['Moss & Sons, L.L.C.', ['Moss & Sons L.L.C.']],
      ],
    },
    'streets that do not look like one': {
      type: 'address',
      vectors: [
        [['W240 Gull Road', 'Bath, ME 04530'], 'W240 Gull Road\nBath, ME 04530'],
        [['T88 State Route 9', 'Bath, ME 04530'], 'T88 State Route 9\nBath, ME 04530'],
        [['Two Harbor Plaza, Suite 5', 'Bath, ME 04530'], 'Two Harbor Plaza, Suite 5\nBath, ME 04530'],
        [['8 Gull Lane (upper floor)', 'Bath, ME 04530'], '8 Gull Lane (upper floor)\nBath, ME 04530'],
        [['8–10 Gull Lane', 'Bath, ME 04530'], '8–10 Gull Lane\nBath, ME 04530'],
        [['County Road 12', 'Bath, ME 04530'], 'County Road 12\nBath, ME 04530'],
        [['Suite 4, 8 Gull Lane', 'Bath, ME 04530'], 'Suite 4, 8 Gull Lane\nBath, ME 04530'],
        [['Remit to: 8 Gull Lane', 'Bath, ME 04530'], '8 Gull Lane\nBath, ME 04530'],
        [['Date: 8 May 2024', 'Bath, ME 04530'], 'Bath, ME 04530'],
        [['Two Way Radios', 'Bath, ME 04530'], 'Bath, ME 04530'],
        [['Gull Medical Center', 'Bath, ME 04530'], 'Bath, ME 04530'],
        ['to 2150 East 3340 South, Ogden, UT 84401', '2150 East 3340 South, Ogden, UT 84401', inline],
        ['to 910 N 200 W #4, Ogden, UT 84401', '910 N 200 W #4, Ogden, UT 84401', inline],
        ['to 86 East 9 Street, Bath, ME 04530', '86 East 9 Street, Bath, ME 04530', inline],
        ['to One Harbor Street, Bath, ME 04530', 'One Harbor Street, Bath, ME 04530', inline],
        ['to N61 W230 Gull Road, Bath, ME 04530', 'N61 W230 Gull Road, Bath, ME 04530', inline],
        ['one of the shops on Gull Lane, Bath, ME 04530', null, inline],
        ['8 Gull Lane (rear), Bath, ME 04530', null, inline],
        ['born in Bath, ME 04530', 'Bath, ME 04530', inline],
        ['to 8 Gull Lane, Bath, ME 04530', '8 Gull Lane, Bath, ME 04530', inline],
      ],
    },
  };

describe.each(Object.entries(KINDS))('a value is right or null: %s', (kind, { type: usual, vectors }) => {
  beforeAll(() => registry.prepare([usual]));

  it.each(vectors.map(([lines, value, type]) => ({ lines, value, type: type ?? usual })))(
    `${kind}: $lines is $value`,
    ({ lines, value, type }) => {
      const found = run(type, lines);
      expect(found === null ? null : Reflect.get(found as object, 'value')).toEqual(value);
    },
  );
});

describe('the reason of a null date', () => {
  const why = (text: string, type: TypeReference = 'date') => Reflect.get(select(type, [text]), 'reason');

  it.each([
    ['25 mei 2021', 'the month is Dutch ("language": "nl")'],
    ['25 mei', 'the month is Dutch ("language": "nl"), and the year is missing'],
    ['5 février 2024', 'the month is French ("language": "fr")'],
    [
      '7 agosto 2024',
      'Spanish ("language": "es") or Italian ("language": "it") or Portuguese ("language": "pt")',
    ],
  ])('says of which language the month of %j is', (text, language) => {
    expect(why(text)).toContain(language);
  });

  it('advises no format that would read an hour as a year', () => {
    expect(why('3 maggio 18:45', it_)).toMatch(/set "format" to read another form$/u);
    expect(why('3 maggio 18:45', it_)).not.toContain('"language"');
  });
});
