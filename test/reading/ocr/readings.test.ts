import { expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../../src/limits.js';
import { DocumentMemory } from '../../../src/page/document/memory.js';
import type { Page } from '../../../src/page/document/model.js';
import type { OcrEngine } from '../../../src/reading/ocr/engine.js';
import { PageReader } from '../../../src/reading/ocr/reader.js';
import { blank, fakeEngine, page, word } from './fakes.js';

/** Pages of one document; those of one tone show the same picture. */
function pagesOf(tones: readonly number[]): Page[] {
  const memory = new DocumentMemory();
  return tones.map((tone, index) => {
    const raster = async (dpi: number) => {
      const picture = blank(dpi, dpi, dpi);
      picture.data.fill(tone, 0, 100);
      return picture;
    };
    const made = page(index, { raster });
    return { ...made, graphics: { ...made.graphics!, memory: memory.page(`page ${index}`) } };
  });
}
const reader = (engine: OcrEngine, interrupt = {}) =>
  new PageReader({ embedded: async () => engine, limits: DEFAULT_LIMITS }, interrupt, () => undefined);
const engineOf = (letters = 'read') =>
  fakeEngine(({ dpi }) => ({
    words: [word(letters, { left: 0.1, top: 0.1, right: 0.5, bottom: 0.2 }, 0.9, dpi)],
  }));

it('readings are made once for the same picture, on whatever page, by whatever reader', async () => {
  const engine = engineOf();
  const pages = pagesOf([0, 0, 50]);
  const lines = [];
  for (const each of pages) lines.push((await reader(engine).readUpright(engine, each)).lines);
  expect(engine.seen).toHaveLength(2);
  expect(lines[1]![0]).toMatchObject({ text: 'read', page: 1 });
  await reader(engine).read(pages[2]!);
  expect(engine.seen).toHaveLength(2);
});

it('readings are not drawn again', async () => {
  const engine = engineOf('enough to be sure of which way up');
  const [first] = pagesOf([0]);
  let drawn = 0;
  const raster = (options: { dpi: number }) => {
    drawn++;
    return first!.graphics!.raster(options);
  };
  const counted = { ...first!, graphics: { ...first!.graphics!, raster } };
  await reader(engine).readUpright(engine, counted);
  await reader(engine).read(counted);
  expect(drawn).toBe(1);
});

it('readings are those of one engine, in whatever document', async () => {
  const [one, other] = [engineOf('one'), engineOf('other')];
  const [first] = pagesOf([0]);
  await reader(one).readUpright(one, first!);
  const { lines } = await reader(other).readUpright(other, first!);
  expect(lines[0]?.text).toBe('other');
  await reader(one).readUpright(one, pagesOf([0])[0]!);
  expect(one.seen).toHaveLength(1);
});

it('readings are made again where the limit of characters is another one', async () => {
  const engine = engineOf();
  const [first] = pagesOf([0]);
  await reader(engine).readUpright(engine, first!);
  const limits = { ...DEFAULT_LIMITS, charactersPerPage: 1 };
  const strict = new PageReader({ embedded: async () => engine, limits }, {}, () => undefined);
  await expect(strict.readUpright(engine, first!)).rejects.toMatchObject({ code: 'invalid_answer' });
  expect(engine.seen).toHaveLength(2);
});

it('readings of a part of a page are not those of the page', async () => {
  const engine = engineOf();
  const [first] = pagesOf([0]);
  await reader(engine).readWithin(engine, first!, [{ left: 0, top: 0.5, right: 1, bottom: 1 }]);
  await reader(engine).readUpright(engine, first!);
  expect(engine.seen).toHaveLength(2);
});

it('readings are made by who waits for them when the one that makes them gives up', async () => {
  const abort = new AbortController();
  let started = () => {};
  const start = new Promise<void>((resolve) => {
    started = resolve;
  });
  const engine = fakeEngine(({ dpi }, { signal }) => {
    if (engine.seen.length > 1) {
      return { words: [word('read', { left: 0.1, top: 0.1, right: 0.5, bottom: 0.2 }, 0.9, dpi)] };
    }
    started();
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('stop'))));
  }, 2);
  const [one, same] = pagesOf([0, 0]);
  const first = reader(engine, { signal: abort.signal }).readUpright(engine, one!);
  await start;
  const second = reader(engine).readUpright(engine, same!);
  setTimeout(() => abort.abort(), 20);
  await expect(first).rejects.toMatchObject({ code: 'aborted' });
  expect((await second).lines[0]?.text).toBe('read');
  expect(engine.seen).toHaveLength(2);
});

it('readings that fail are made again', async () => {
  const engine = fakeEngine(() => {
    if (engine.seen.length === 1) throw new Error('a hiccup');
    return { words: [] };
  });
  const [first] = pagesOf([0]);
  await expect(reader(engine).readUpright(engine, first!)).rejects.toMatchObject({ code: 'failed' });
  expect(await reader(engine).readUpright(engine, first!)).toMatchObject({ lines: [] });
});
