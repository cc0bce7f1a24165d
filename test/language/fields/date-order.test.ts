/** Dates in digits that were read against the order that the document shows. */
import { describe, expect, it } from 'vitest';
import { documentFromLines, extract } from '../../../src/index.js';

async function warned(texts: readonly string[], type: object | string = 'date') {
  const document = documentFromLines(texts.map((text, i) => ({ text, left: 1, top: 1 + i / 5 })));
  const field = {
    id: 'v',
    anchor: { match: { type: 'startsWith', text: 'Due' } },
    type,
    method: { id: 'passthrough' },
  };
  const { warnings } = await extract(document, { fields: [field] });
  return warnings.map(({ code, message, page }) => ({ code, message, page }));
}

describe('the order of dates in digits', () => {
  it('a date that was read against the order of the others gets a warning that names the format', async () => {
    expect(await warned(['Due 09/03/2022', 'Sent 25/03/2022'])).toEqual([
      {
        code: 'DATE_ORDER',
        message:
          '09/03/2022 was read with the month first, while 25/03/2022 in the document begins with the day; if this date does too, set "format": "%d/%m/%Y"',
        page: 0,
      },
    ]);
    expect(await warned(['Due 9/3/22', 'Sent 25/03/2022'])).toMatchObject([{ message: /"%d\/%m\/%y"$/u }]);
    expect(await warned(['Due 09.03.2022', 'Sent 03/25/2022'])).toMatchObject([
      { message: /"%m\\\\.%d\\\\.%Y"$/u },
    ]);
    expect(await warned(['Due 9/3/2022', 'Sent 3/25/2022'], { id: 'date', language: 'es' })).toHaveLength(1);
  });

  it.each([
    [['Due 09/03/2022', 'Sent 03/25/2022']],
    [['Due 09/03/2022', 'Sent 25/03/2022 and 03/25/2022']],
    [['Due 09/03/2022', 'Sent 10/04/2022']],
    [['Due 03/03/2022', 'Sent 25/03/2022']],
    [['Due 03/25/2022', 'Sent 25/03/2022']],
    [['Due March 9, 2022', 'Sent 25/03/2022']],
    [['Due 09/03/2022', 'Lot 25/03/2022/7, ratio 25/03/1']],
    [['Due 09/03/2022', 'Paragraph 25.3.22']],
  ])('nothing is said of %j', async (texts) => {
    expect(await warned(texts)).toEqual([]);
  });
});

describe('documents without a line', () => {
  it('a document without a single line warns', async () => {
    const { warnings } = await extract(documentFromLines([]), { fields: [] });
    expect(warnings).toEqual([
      {
        code: 'EMPTY_DOCUMENT',
        message: 'the document has no line of text; no field can find anything in it',
      },
    ]);
  });
});
