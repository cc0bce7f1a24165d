import { describe, expect, it } from 'vitest';
import { FileObjects } from '../../../../src/reading/pdf/objects/file-objects.js';
import { contentTextObjects, textObjectsOf } from '../../../../src/reading/pdf/objects/text-objects.js';
import { makePdf } from '../../../support/make-pdf.js';

const ordinals = (content: string) => textObjectsOf(Buffer.from(content, 'latin1'));

describe('text objects of show operations', () => {
  it.each([
    ['BT (a) Tj (b) Tj ET BT [(c) -20 <64>] TJ ET', [1, 1, 2]],
    ['BT (a) \' 1 2 (b) " ET', [1, 1]],
    ['BT () Tj <> Tj (a) Tj ET', [1]],
    ['BT (ET BT \\) (nested) Tj) Tj ET BT (b) Tj ET', [1, 2]],
    ['% BT (no) Tj\nBT /BT 12 Tf (a) Tj ET', [1]],
    ['BT (a) Tj ET BI /W 1 ID BT (x) Tj EI BT (b) Tj ET', [1, 2]],
    ['/Span <</ActualText (Tj)>> BDC BT (a) Tj ET EMC', [1]],
  ])('the text objects of show operations are counted: %s', (content, expected) => {
    expect(ordinals(content)).toEqual(expected);
  });

  it('reads strings that never end', () => {
    expect(ordinals('BT (a Tj ET')).toEqual([]);
    expect(ordinals('BT <61')).toEqual([]);
  });

  it("finds them in a page's content", () => {
    const objects = new FileObjects(makePdf({ content: 'BT (a) Tj ET BT (b) Tj ET' }));
    expect(contentTextObjects(objects, 3)).toEqual([1, 2]);
    expect(contentTextObjects(objects, 1)).toBeUndefined();
    expect(contentTextObjects(objects, 99)).toBeUndefined();
  });
});
