import { describe, expect, it } from 'vitest';
import { runType } from '../../../src/language/types/select.js';
import { testLine } from './lines.js';
import { filtered, registry, run, select, strict, table } from './support.js';

const CODES =
  'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC PR VI GU AS MP AA AE AP'.split(
    ' ',
  );
const NAMES =
  'Alabama,Alaska,Arizona,Arkansas,California,Colorado,Connecticut,Delaware,Florida,Georgia,Hawaii,Idaho,Illinois,Indiana,Iowa,Kansas,Kentucky,Louisiana,Maine,Maryland,Massachusetts,Michigan,Minnesota,Mississippi,Missouri,Montana,Nebraska,Nevada,New Hampshire,New Jersey,New Mexico,New York,North Carolina,North Dakota,Ohio,Oklahoma,Oregon,Pennsylvania,Rhode Island,South Carolina,South Dakota,Tennessee,Texas,Utah,Vermont,Virginia,Washington,West Virginia,Wisconsin,Wyoming,District of Columbia,Puerto Rico'.split(
    ',',
  );

describe('boxes on routes and halves of numbers', () => {
  const inline = { id: 'address', block_format: false };

  it.each([
    ['RR 2 Box 45', 'Bath, ME 04530'],
    ['R.R. 2, Box 45A', 'Bath, ME 04530'],
    ['Rural Route 2 Box 45', 'Bath, ME 04530'],
    ['HC-02 Box 1234', 'Ponce PR 00731'],
    ['PSC 1234, Box 5678', 'APO AE 09123'],
    ['Unit 2050 Box 4190', 'APO AP 96278-2050'],
    ['12\u00bd Gull Lane', 'Bath, ME 04530'],
    ['12 1/2 Gull Lane', 'Bath, ME 04530'],
  ])('boxes on routes and halves of numbers are read: %s', (street, city) => {
    expect(run('address', ['Ada Okafor', street, city])).toMatchObject({ value: `${street}\n${city}` });
    expect(run(inline, `mail for ${street} ${city} only`)).toMatchObject({ value: `${street} ${city}` });
  });

  it('reads the number of a house behind that of a floor', () => {
    expect(run(inline, '1st Floor 12 Gull Lane, Bath, ME 04530')).toMatchObject({
      value: '12 Gull Lane, Bath, ME 04530',
    });
    expect(run(inline, '12 Gull Lane Floor 3 Oak Bath, ME 04530')).toMatchObject({
      value: '12 Gull Lane Floor 3 Oak Bath, ME 04530',
    });
  });

  it('takes no unit for a route', () => {
    expect(run('address', ['12 Gull Lane', 'Unit 5', 'Bath, ME 04530'])).toMatchObject({
      value: '12 Gull Lane\nUnit 5\nBath, ME 04530',
    });
  });
});

describe('address', () => {
  it.each([...CODES, ...NAMES])('reads the state %s', (state) => {
    const text = `Fairview, ${state} 12345`;
    expect(run('address', text)).toEqual({ value: text, type: 'address' });
    expect(run({ id: 'address', block_format: false }, `near ${text} today`)).toEqual({
      value: text,
      type: 'address',
    });
  });

  table('address', [
    { title: 'one line', lines: '8 Gull Lane, Bath ME 04530', value: '8 Gull Lane, Bath ME 04530' },
    {
      title: 'ZIP+4 with a hyphen',
      lines: ['8 Gull Lane', 'Bath, ME 04530-1234'],
      value: '8 Gull Lane\nBath, ME 04530-1234',
    },
    {
      title: 'ZIP+4 set apart',
      lines: ['8 Gull Lane', 'Bath, ME 04530 1234'],
      value: '8 Gull Lane\nBath, ME 04530 1234',
    },
    { title: 'ZIP+4 with a dot', lines: 'Bath, ME 04530\u00b71234', value: 'Bath, ME 04530\u00b71234' },
    {
      title: 'state and ZIP on their own line',
      lines: ['8 Gull Lane Bath', 'ME 04530'],
      value: '8 Gull Lane Bath\nME 04530',
    },
    {
      title: 'city on its own line',
      lines: ['8 Gull Lane', 'Bath', 'ME 04530'],
      value: '8 Gull Lane\nBath\nME 04530',
    },
    {
      title: 'ZIP on its own line',
      lines: ['8 Gull Lane, Bath, ME', '04530'],
      value: '8 Gull Lane, Bath, ME\n04530',
    },
    {
      title: 'a letter behind the house number',
      lines: ['8-B Gull Lane', 'Bath, ME 04530'],
      value: '8-B Gull Lane\nBath, ME 04530',
    },
    {
      title: 'a house number of a grid',
      lines: ['N61W23044 Gull Lane', 'Bath, ME 04530'],
      value: 'N61W23044 Gull Lane\nBath, ME 04530',
    },
    {
      title: 'two lines of units',
      lines: ['8 Gull Lane', 'Suite 5', 'Floor 2', 'Bath, ME 04530'],
      value: '8 Gull Lane\nSuite 5\nFloor 2\nBath, ME 04530',
    },
    {
      title: 'three lines of units',
      lines: ['8 Gull Lane', 'Building 1', 'Suite 5', 'Floor 2', 'Bath, ME 04530'],
      value: '8 Gull Lane\nBuilding 1\nSuite 5\nFloor 2\nBath, ME 04530',
    },
    {
      title: 'a floor above the city',
      lines: ['8 Gull Lane', '2nd Floor', 'Bath, ME 04530'],
      value: '8 Gull Lane\n2nd Floor\nBath, ME 04530',
    },
    {
      title: 'street above a box',
      lines: ['8 Gull Lane', 'PO Box 9', 'Bath, ME 04530'],
      value: '8 Gull Lane\nPO Box 9\nBath, ME 04530',
    },
    {
      title: 'country on the same line',
      lines: ['8 Gull Lane', 'Bath, ME 04530 USA'],
      value: '8 Gull Lane\nBath, ME 04530 USA',
    },
    {
      title: 'country below',
      lines: ['Bath, ME 04530', 'United States of America', 'x'],
      value: 'Bath, ME 04530\nUnited States of America',
    },
    {
      title: 'a label before the street is left out',
      lines: ['To: 8 Gull Lane', 'Bath, ME 04530'],
      value: '8 Gull Lane\nBath, ME 04530',
    },
    { title: 'lower case', lines: ['8 gull lane', 'bath, me 04530'], value: '8 gull lane\nbath, me 04530' },
    {
      title: 'a comma behind the number of a house',
      lines: ['8, Gull Lane', 'Bath, ME 04530'],
      value: '8, Gull Lane\nBath, ME 04530',
    },
    {
      title: 'three in a row',
      lines: ['1 A St', 'Bath, ME 04530', '2 B St', 'Bath, ME 04530', '3 C St', 'Bath, ME 04530'],
      tiebreaker: 'third',
      value: '3 C St\nBath, ME 04530',
    },
    { title: 'no state', lines: ['8 Gull Lane', 'Bath 04530'], value: null },
    {
      title: 'in-line: the longest form of a box',
      options: { block_format: false },
      lines: 'write to Post Office Box 9, Bath, ME 04530.',
      value: 'Post Office Box 9, Bath, ME 04530',
    },
    {
      title: 'in-line: a street before a box',
      options: { block_format: false },
      lines: 'at 8 Gull Lane PO Box 9, Bath, ME 04530',
      value: '8 Gull Lane PO Box 9, Bath, ME 04530',
    },
    {
      title: 'in-line: a highway number is no house',
      options: { block_format: false },
      lines: '77 Old Highway 9 North, Bath, ME 04530',
      value: '77 Old Highway 9 North, Bath, ME 04530',
    },
    {
      title: 'in-line: a house without street word',
      options: { block_format: false },
      lines: 'visit 8 Gull Perch, Bath, ME 04530',
      value: '8 Gull Perch, Bath, ME 04530',
    },
    {
      title: 'in-line: with the country',
      options: { block_format: false },
      lines: 'in Bath, ME 04530, USA now',
      value: 'Bath, ME 04530, USA',
    },
    {
      title: 'in-line: a particle inside the city',
      options: { block_format: false },
      lines: 'by Isle of Palms, SC 29451',
      value: 'Isle of Palms, SC 29451',
    },
    {
      title: 'in-line: two',
      options: { block_format: false },
      lines: '8 Gull Lane, Bath, ME 04530 or 9 Elm St, Bend, OR 97701',
      tiebreaker: 'last',
      value: '9 Elm St, Bend, OR 97701',
    },
    {
      title: 'in-line: no capital, no city',
      options: { block_format: false },
      lines: 'somewhere, ME 04530',
      value: null,
    },
  ]);

  it('names its lines, and typeFilters remove all of them', () => {
    const lines = ['Ada Okafor', '8 Gull Lane', '', 'Bath, ME 04530', 'Open'];
    expect(select('address', lines)).toMatchObject({ lines: [1, 3] });
    expect(filtered(['address'], lines)).toEqual(['Ada Okafor', '', 'Open']);
  });

  describe('in printed rows', () => {
    /** Lines of 0.1 inch placed by hand. */
    const placed = (lines: readonly (readonly [left: number, top: number, text: string])[]) =>
      runType(
        registry.compile('address'),
        lines.map(([left, top, text]) => ({ text, line: testLine({ text, left, top, size: 0.1 }) })),
        undefined,
        strict,
      );

    it('joins the lines of a row where no line ends an address', () => {
      const found = placed([
        [1, 1, '8 Gull Lane'],
        [1, 1.2, 'Port Ross'],
        [2.4, 1.19, '04530'],
        [2, 1.21, 'ME'],
      ]);
      expect(found).toMatchObject({
        value: { value: '8 Gull Lane\nPort Ross ME 04530' },
        lines: [0, 1, 2, 3],
      });
    });

    it('joins justified words', () => {
      const words = ['8', 'Gull', 'Lane,', 'Bath,', 'ME'].map((text, index) => [1 + index, 1, text] as const);
      expect(placed([...words, [1, 1.2, '04530']]).value?.value).toBe('8 Gull Lane, Bath, ME\n04530');
    });

    it('leaves rows of two columns apart where a line is an address', () => {
      const found = placed([
        [1, 1, 'Ada Okafor'],
        [4, 1, '8 Gull Lane'],
        [4, 1.2, 'Bath, ME 04530'],
      ]);
      expect(found).toMatchObject({ value: { value: '8 Gull Lane\nBath, ME 04530' }, lines: [1, 2] });
    });

    it('finds none in a row with other text', () => {
      expect(
        placed([
          [1, 1, 'To: Port Ross'],
          [3, 1, 'ME'],
          [4, 1, '04530'],
        ]).value,
      ).toBeNull();
    });
  });
});
