import { describe, expect, test } from 'vitest';
import { ConfigError, documentFromLines, extract, parseConfig } from '../../../src/index.js';
import { type DrawnPage, runOn } from '../../support/drawn.js';
import { fill, frame, penLine, stroke } from '../../support/paths.js';

const text = (words: string, left: number, top: number) => ({ text: words, left, top });
const field = (method: object = {}, anchor: unknown = 'label') => ({
  anchor,
  method: { id: 'box', ...method },
});

const LABEL = text('label', 1.1, 1.1);
const page = (...more: NonNullable<DrawnPage['lines']>): DrawnPage => ({
  lines: [LABEL, ...more],
  paths: [frame(1, 1, 3, 2)],
});

async function resultOn(drawn: DrawnPage, method?: object, anchor?: unknown) {
  return (await runOn(drawn, field(method, anchor))).value;
}

function issuesOf(method: object): string[] {
  try {
    parseConfig(JSON.stringify({ fields: [{ id: 'a', ...field(method) }] }));
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.issues.map(({ path }) => path.join('.'));
  }
}

describe('box', () => {
  test('gives the lines in the box in document order, without the anchor', async () => {
    expect(
      await resultOn(page(text('second', 1.1, 1.7), text('first', 1.1, 1.4), text('out', 3.2, 1.4))),
    ).toBe('first second');
  });

  test('gives the anchor line when it is asked for, and only when it is inside', async () => {
    expect(await resultOn(page(text('value', 1.1, 1.4)), { includeAnchor: true })).toBe('label value');
    const outside = { lines: [text('label', 0.4, 1.4), text('value', 1.1, 1.4)], paths: [frame(1, 1, 3, 2)] };
    expect(await resultOn(outside, { position: 'right', offsetX: 0.5, includeAnchor: true })).toBe('value');
  });

  test('removes the line of the last matcher only', async () => {
    const anchor = ['first', 'label'].map((text) => ({ type: 'includes', text }));
    expect(await resultOn(page(text('first', 1.1, 1.02)), {}, anchor)).toBe('first');
  });

  test('box is whole where a pen drew a line through it', async () => {
    const drawn = page(text('value', 1.1, 1.6));
    const pen = penLine({ x: 0.5, y: 1.2 }, { x: 4, y: 1.6 });
    expect(await resultOn({ ...drawn, paths: [...drawn.paths!, pen] })).toBe('value');
  });

  test('box is null where the box holds nothing else', async () => {
    const { value, reason } = await runOn(page(), field());
    expect(value).toBeNull();
    expect(reason).toBe('the box contains no other line');
  });

  test('box is null where the space is open, and says so', async () => {
    const { value, reason } = await runOn({ lines: [LABEL], paths: [stroke([1, 1, 3, 1])] }, field());
    expect(value).toBeNull();
    expect(reason).toContain('reaches the edge of the page');
  });

  test('box is null where the start point is off the page', async () => {
    expect((await runOn(page(), field({ offsetX: -5 }))).reason).toBe('the start point is off the page');
  });

  test('keeps lines that stick out as far as the overlap allows', async () => {
    const wide = { text: 'House', left: 2.365, top: 1.5, width: 1 };
    expect(await resultOn(page(wide))).toBeNull();
    expect(await resultOn(page(wide), { percentOverlapX: 0.5 })).toBe('House');
    expect(await resultOn(page(wide), { overlapX: 0.5 })).toBe('House');
    const tall = { text: 'Tall', left: 2, top: 1.95, height: 0.1 };
    expect(await resultOn(page(tall))).toBeNull();
    expect(await resultOn(page(tall), { percentOverlapY: 0.3 })).toBe('Tall');
  });

  test('box has lines whose letters begin close under the border, as long as no overlap is asked for', async () => {
    const typed = (top: number) => page({ text: '0123456789', left: 1.2, top, height: 0.139 });
    expect(await resultOn(typed(0.977))).toBe('0123456789');
    expect(await resultOn(typed(0.977), { percentOverlapY: 0.8 })).toBeNull();
    expect(await resultOn(typed(0.977), { overlapY: 0.8 })).toBeNull();
    expect(await resultOn(typed(0.965))).toBeNull();
    expect(await resultOn(typed(1.893))).toBeNull();
  });

  describe('with offsetBoxes', () => {
    const table: DrawnPage = {
      lines: [LABEL, text('right', 2.1, 1.1), text('below', 1.1, 1.7), text('across', 2.1, 1.7)],
      paths: [frame(1, 1, 3, 2), stroke([2, 1, 2, 2]), stroke([1, 1.5, 3, 1.5])],
    };

    test.each([
      ['right', 1, 'right'],
      ['below', 1, 'below'],
      ['right', 0, null],
      ['right', 2, null],
      ['left', 1, null],
    ])('a box moved by offsetBoxes: %s %d', async (direction, number, expected) => {
      expect(await resultOn(table, { offsetBoxes: { direction, number } })).toBe(expected);
    });

    test('steps from a line that is in the new box', async () => {
      expect(await resultOn(table, { offsetBoxes: { direction: 'left', number: 1 } }, 'across')).toBe(
        'below',
      );
    });
  });

  test('finds a panel at its own threshold', async () => {
    const panel = {
      lines: [LABEL, text('value', 1.1, 1.5)],
      paths: [fill(0, 0, 8.5, 11, { luminance: 0.2 }), fill(1, 1, 3, 2, { luminance: 0.8 })],
    };
    expect(await resultOn(panel, { darknessThreshold: 0.8 })).toBe('value');
    const onWhite = { lines: panel.lines, paths: [fill(1, 1, 3, 2, { luminance: 0.8 })] };
    expect(await resultOn(onWhite)).toBeNull();
  });

  test('draws no page whose paths answer', async () => {
    const { value, calls } = await runOn(page(text('value', 1.1, 1.5)), field());
    expect(value).toBe('value');
    expect(calls).not.toContain('raster');
    expect(calls).not.toContain('rasterWithoutText');
  });

  test('looks at the drawing where paths do not answer', async () => {
    const pictured = [frame(1, 1, 3, 2)];
    const drawn = { lines: [LABEL, text('value', 1.1, 1.5)], paths: [stroke([5, 5, 6, 5])], pictured };
    const { value, calls } = await runOn(drawn, field());
    expect(value).toBe('value');
    expect(calls.filter((call) => call.startsWith('raster'))).toEqual(['rasterWithoutText']);
  });

  test('finds boxes on scans of grey paper', async () => {
    const scan = {
      lines: [LABEL, text('value', 1.1, 1.5)],
      images: [{ left: 0, top: 0, right: 8.5, bottom: 11 }],
      pictured: [
        fill(0, 0, 8.5, 11, { luminance: 0.85 }),
        frame(1, 1, 3, 2, { luminance: 0.4, width: 0.02 }),
      ],
    };
    expect(await resultOn(scan)).toBe('value');
  });

  test('warns where a page with pictures cannot be drawn', async () => {
    const blind = { lines: [LABEL], images: [{ left: 1, top: 1, right: 3, bottom: 2 }], blind: true };
    const { value, warnings } = await runOn(blind, field());
    expect(value).toBeNull();
    expect(warnings).toMatchObject([{ code: 'PAGE_NOT_DRAWN', field_id: 'value', page: 0 }]);
  });

  test('box is unsupported on documents of lines, reported once', async () => {
    const document = documentFromLines([LABEL, { ...LABEL, top: 3 }]);
    const config = JSON.stringify({ fields: [{ id: 'value', match: 'all', ...field() }] });
    const { parsed_document, errors } = await extract(document, config);
    expect(parsed_document['value']).toEqual([]);
    expect(errors).toMatchObject([{ type: 'unsupported', field_id: 'value', path: 'fields[0]' }]);
  });

  test.each([
    [{ percentOverlapX: 0.5, overlapX: 0.5 }, 'fields.0.method.overlapX'],
    [{ percentOverlapX: 0.5, overlapY: 0.5 }, 'fields.0.method.overlapY'],
    [{ offsetBoxes: { direction: 'right' } }, 'fields.0.method.offsetBoxes.number'],
    [{ position: 'Left' }, 'fields.0.method.position'],
    [{ widht: 1 }, 'fields.0.method.widht'],
  ])('box refuses %j', (method, path) => {
    expect(issuesOf(method)).toContain(path);
  });
});
