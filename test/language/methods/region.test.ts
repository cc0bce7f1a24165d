import { afterAll, expect, it } from 'vitest';
import {
  type Config,
  createExtractor,
  documentFromLines,
  type LineSketch,
  validateConfig,
} from '../../../src/index.js';
import { drawnDocument } from '../../support/drawn.js';
import { fill } from '../../support/paths.js';

const extractor = createExtractor();
afterAll(() => extractor.close());

const AREA = { start: 'left', offsetX: -0.1, offsetY: -0.2, width: 1.2, height: 0.6 };
const LINES: readonly LineSketch[] = [
  { text: 'Mooring', left: 1, top: 1, width: 0.6 },
  { text: 'Pier 4, outer basin', left: 1.3, top: 1.2, width: 1.6 },
];

function configOf(options: object, more: object = {}) {
  return { fields: [{ id: 'a', anchor: 'mooring', method: { id: 'region', ...AREA, ...options }, ...more }] };
}

async function textIn(options: object) {
  const config = extractor.defineConfig(configOf(options) as unknown as Config);
  const result = await extractor.extract(documentFromLines(LINES), config, undefined, { trace: true });
  const value = result.parsed_document['a'] as { readonly value: string } | null;
  return { value: value?.value ?? null, reason: result.trace?.['a']?.[0]?.reason };
}

it('lie in it by shares that the config may lower', async () => {
  expect((await textIn({})).value).toBe('Mooring');
  expect((await textIn({ percentOverlapX: 0.6 })).value).toBe('Mooring Pier 4, outer basin');
  expect((await textIn({ percentOverlapX: 0, percentOverlapY: 1, height: 0.35 })).value).toBe('Mooring');
});

it('lines in a region are those but the anchor where the config says so', async () => {
  expect((await textIn({ percentOverlapX: 0.6, includeAnchor: false })).value).toBe('Pier 4, outer basin');
  const { value, reason } = await textIn({ includeAnchor: false });
  expect(value).toBeNull();
  expect(reason).toBe('the anchor is the only line in the region');
});

async function picture(options: object, drawn: object = {}) {
  const { document } = drawnDocument({ lines: LINES, paths: [fill(1.5, 1, 2, 2)], ...drawn });
  const config = extractor.defineConfig(configOf({ asImage: true, ...options }) as unknown as Config);
  const { parsed_document, errors } = await extractor.extract(document, config);
  const value = parsed_document['a'] as {
    readonly type: string;
    readonly value: string;
    readonly page: number;
    readonly boundingPolygon: readonly { readonly x: number; readonly y: number }[];
  } | null;
  return { value, errors };
}

it('a region as a picture is a PNG of what is drawn there, with its place', async () => {
  const { value, errors } = await picture({
    isAbsoluteOffset: true,
    offsetX: 1,
    offsetY: 1,
    width: 1,
    height: 0.5,
  });
  expect(errors).toEqual([]);
  expect(value).toMatchObject({ type: 'image', page: 0 });
  expect(value!.boundingPolygon).toEqual([
    { x: 1, y: 1 },
    { x: 2, y: 1 },
    { x: 2, y: 1.5 },
    { x: 1, y: 1.5 },
  ]);
  const [head, data] = value!.value.split(',');
  expect(head).toBe('data:image/png;base64');
  const { width, height, pixels } = await pixelsOf(Buffer.from(data!, 'base64'));
  expect([width, height]).toEqual([150, 75]);
  expect(pixels(30, 30)).toBeGreaterThan(250);
  expect(pixels(120, 30)).toBeLessThan(5);
});

it('ends with the page', async () => {
  const { value } = await picture({ isAbsoluteOffset: true, offsetX: 8, offsetY: -1, width: 4, height: 2 });
  expect(value!.boundingPolygon[0]).toEqual({ x: 8, y: 0 });
  expect(value!.boundingPolygon[2]).toEqual({ x: 8.5, y: 1 });
  const off = await picture({ isAbsoluteOffset: true, offsetX: 9, offsetY: 1, width: 1, height: 1 });
  expect(off).toEqual({ value: null, errors: [] });
});

it('a region as a picture is not there where pages cannot be drawn', async () => {
  expect(await picture({}, { blind: true })).toMatchObject({
    value: null,
    errors: [{ type: 'unsupported' }],
  });
  const config = extractor.defineConfig(configOf({ asImage: true }) as unknown as Config);
  const { parsed_document, errors } = await extractor.extract(documentFromLines(LINES), config);
  expect(parsed_document).toEqual({ a: null });
  expect(errors).toMatchObject([{ type: 'unsupported', field_id: 'a' }]);
});

it('a region as a picture has no type of text', () => {
  const issues = validateConfig(configOf({ asImage: true, percentOverlapX: 0.5 }, { type: 'date' }));
  expect(issues.map(({ path, severity }) => [path.at(-1), severity])).toEqual([
    ['type', 'warning'],
    ['percentOverlapX', 'warning'],
  ]);
  expect(validateConfig(configOf({ asImage: true }, { type: 'string' }))).toEqual([]);
});

async function pixelsOf(png: Buffer) {
  const { createCanvas, loadImage } = await import('@napi-rs/canvas');
  const image = await loadImage(png);
  const canvas = createCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  return {
    width: image.width,
    height: image.height,
    pixels: (x: number, y: number) => context.getImageData(x, y, 1, 1).data[0]!,
  };
}
