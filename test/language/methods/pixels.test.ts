import { describe, expect, test } from 'vitest';
import { extract } from '../../../src/index.js';
import { makePdf } from '../../support/make-pdf.js';

const CONTENT = 'BT /F1 10 Tf 1 0 0 1 72 700 Tm (Caption) Tj ET 58 698 10 10 re S';
const METHODS: readonly (readonly [string, object])[] = [
  ['nearestCheckbox', { position: 'left' }],
  ['checkbox', { position: 'left' }],
  ['checkbox', { position: 'left', offsetX: -0.12, offsetY: 0 }],
  ['checkbox', { position: 'left', offsetX: -0.15, offsetY: -0.05, width: 0.1, height: 0.1 }],
  ['signature', { start: 'left', offsetX: -0.2, offsetY: -0.1, width: 0.2, height: 0.2 }],
];

/** What a method says of the caption on a page of these sides, in points. */
async function told(method: object, [width, height]: readonly [number, number]) {
  const pdf = makePdf({ content: CONTENT, box: `[0 0 ${width} ${height}]` });
  const config = { fields: [{ id: 'value', anchor: 'caption', method }] };
  const { parsed_document, errors } = await extract(pdf, config as never);
  const { value } = parsed_document as Record<string, unknown>;
  return { value, errors: errors.map(({ type }) => type) };
}

describe('a page whose box has a digit more', () => {
  test.each(METHODS)(
    'a page whose box has a digit more: %s says that it is too large, and no value',
    async (id, options) => {
      const method = { id, ...options };
      expect(await told(method, [612, 792])).toMatchObject({ value: { type: 'boolean' }, errors: [] });
      expect(await told(method, [6120, 7920])).toEqual({ value: null, errors: ['unsupported'] });
    },
  );

  test('the method box gives no text on a page that is too large', async () => {
    const method = { id: 'box' };
    expect(await told(method, [6120, 7920])).toEqual({ value: null, errors: ['unsupported'] });
  });

  test('one of the largest sheets is looked at', async () => {
    expect(await told({ id: 'nearestCheckbox', position: 'left' }, [2384, 3370])).toEqual({
      value: { type: 'boolean', value: false },
      errors: [],
    });
  });
});
