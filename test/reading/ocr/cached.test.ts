import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Bitmap } from '../../../src/page/document/page-graphics.js';
import { cached, type OcrEngine, type OcrResult } from '../../../src/reading/ocr/index.js';

const folder = mkdtempSync(join(tmpdir(), 'anchorline-ocr-cache-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const picture = (value: number): Bitmap => ({
  width: 2,
  height: 1,
  dpi: 72,
  data: new Uint8ClampedArray(8).fill(value),
});

const polygon = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
] as const;

/** An engine that counts what it reads. */
function counting() {
  const state = { reads: 0, made: 0, closed: 0 };
  const read = async (): Promise<OcrResult> => {
    state.reads++;
    return { words: [{ text: `reading ${state.reads}`, polygon }] };
  };
  const engine: OcrEngine = {
    id: 'tesseract',
    recognise: read,
    close: async () => {
      state.closed++;
    },
  };
  const make = async () => {
    state.made++;
    return engine;
  };
  return { state, engine, make };
}

describe('cached', () => {
  it('reads a picture once, also for another engine object on the same folder', async () => {
    const { state, engine } = counting();
    const own = join(folder, 'once');
    const first = cached(engine, { folder: own });
    const result = await first.recognise(picture(1), {});
    expect(await first.recognise(picture(1), {})).toEqual(result);
    expect(await cached(engine, { folder: own }).recognise(picture(1), {})).toEqual(result);
    expect(state.reads).toBe(1);
    await first.recognise(picture(2), {});
    await cached(engine, { folder: own, variant: 'other' }).recognise(picture(1), {});
    expect(state.reads).toBe(3);
    expect(readdirSync(own).every((name) => name.endsWith('.json'))).toBe(true);
  });

  it('makes an engine only when it has to read, and closes it', async () => {
    const { state, make } = counting();
    const own = join(folder, 'lazy');
    const one = cached({ id: 'tesseract', make }, { folder: own });
    await one.close();
    expect(state).toMatchObject({ made: 0, closed: 0 });
    await one.recognise(picture(1), {});
    await one.close();
    const other = cached({ id: 'tesseract', make }, { folder: own });
    await other.recognise(picture(1), {});
    expect(state).toEqual({ reads: 1, made: 1, closed: 1 });
  });

  it('reads again what was damaged, and lives with a folder that is none', async () => {
    const { state, engine } = counting();
    const own = join(folder, 'damaged');
    const kept = cached(engine, { folder: own });
    await kept.recognise(picture(1), {});
    writeFileSync(join(own, readdirSync(own)[0]!), '{"words": [');
    await kept.recognise(picture(1), {});
    expect(state.reads).toBe(2);
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const lost = cached(engine, { folder: file });
    await lost.recognise(picture(1), {});
    await lost.recognise(picture(1), {});
    expect(state.reads).toBe(4);
  });

  it('keeps no error', async () => {
    const { engine } = counting();
    const own = join(folder, 'errors');
    const failing = { ...engine, recognise: () => Promise.reject(new Error('no')) };
    await expect(cached(failing, { folder: own }).recognise(picture(1), {})).rejects.toThrow('no');
    expect(await cached(engine, { folder: own }).recognise(picture(1), {})).toBeDefined();
  });
});
