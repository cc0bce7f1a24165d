import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../../src/limits.js';
import type { PdfFile } from '../../../src/pdf/engine.js';
import { type IsolationOptions, isolatedPdf } from '../../../src/pdf/isolated/isolated.js';
import { loadPdf } from '../../../src/readers/pdf/pdf.js';

const PROGRAM = new URL('./child.mjs', import.meta.url);
const engines: ReturnType<typeof isolatedPdf>[] = [];

function engineWith(options: IsolationOptions = {}) {
  const engine = isolatedPdf({ milliseconds: 5000, ...options }, PROGRAM);
  engines.push(engine);
  return engine;
}

const open = (words: string, engine = engineWith(), signal?: AbortSignal) =>
  engine.open(new TextEncoder().encode(words), { signal });

async function wordOf(file: PdfFile, index: number): Promise<string | undefined> {
  const page = await file.page(index);
  const { glyphs } = await page.content();
  page.release();
  return glyphs[0]?.text;
}

const pidOf = async (file: PdfFile) => (await file.metadata()).info?.['pid'] as number;

/** Until a process that was ended is gone: the machine may be busy. */
const PATIENCE = { timeout: 60_000 };

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.close()));
});

describe('isolatedPdf', () => {
  it('reads in another process, which sees nothing of the environment', async () => {
    const file = await open('one two');
    expect(file.pageCount).toBe(2);
    expect(await wordOf(file, 1)).toBe('two');
    const { info } = await file.metadata();
    expect(info?.['pid']).not.toBe(process.pid);
    expect(info?.['environment']).toMatch(/^(?:SystemRoot)?$/);
  });

  it.each([
    ['hang', { milliseconds: 1500 }, 'timed_out'],
    ['crash', {}, 'crashed'],
    ['leave', {}, 'crashed'],
    ['hog', { memoryMegabytes: 40 }, 'out_of_memory'],
  ])('loses one page to those that %s', async (attack, options, code) => {
    const file = await open(`one ${attack} three`, engineWith(options));
    expect(await wordOf(file, 0)).toBe('one');
    await expect(wordOf(file, 1)).rejects.toMatchObject({ name: 'ProviderError', code });
    expect(await wordOf(file, 2)).toBe('three');
  });

  it.each([
    ['hang', { milliseconds: 1500 }, 'timed_out'],
    ['hog', { memoryMegabytes: 40 }, 'too_large'],
    ['crash', {}, 'crashed'],
  ])('tells of a document that is all %s what became of it', async (attack, options, code) => {
    for (const word of [attack, `later:${attack}`]) {
      const bytes = new TextEncoder().encode(word);
      const reading = loadPdf(bytes, { pdf: engineWith(options), limits: DEFAULT_LIMITS });
      await expect(reading).rejects.toMatchObject({ name: 'DocumentError', code });
    }
  });

  it('reads no further in a document that ends one process after the other', async () => {
    const file = await open('one leave leave leave leave six');
    for (const index of [1, 2, 3, 4])
      await expect(wordOf(file, index)).rejects.toMatchObject({ code: 'crashed' });
    await expect(wordOf(file, 5)).rejects.toThrow(/ended 4 processes/);
  });

  it.each(['hang', 'leave'])('fails for documents that %s when opened', async (attack) => {
    await expect(open(attack, engineWith({ milliseconds: 300 }))).rejects.toMatchObject({
      name: 'ProviderError',
    });
  });

  it.each(['broken-child.mjs', 'no-such-child.mjs'])(
    'blames no document when its program does not start: %s',
    async (name) => {
      const engine = isolatedPdf({ milliseconds: 5000 }, new URL(`./${name}`, import.meta.url));
      engines.push(engine);
      await expect(open('one', engine)).rejects.toMatchObject({
        name: 'ProviderError',
        code: 'unavailable',
        message: expect.stringMatching(new RegExp(`before it had started.*${name}`, 'u')),
      });
    },
  );

  it('stops opening a document when it is aborted', async () => {
    const abort = new AbortController();
    const opening = open('hang', engineWith(), abort.signal);
    setTimeout(() => abort.abort(), 100);
    await expect(opening).rejects.toMatchObject({ code: 'stopped' });
    await expect(open('one', engineWith(), abort.signal)).rejects.toMatchObject({ code: 'aborted' });
  });

  it('ends a busy process when its document is closed', async () => {
    const file = await open('one hang');
    const pid = await pidOf(file);
    const page = await file.page(1);
    const reading = page.content();
    await file.close();
    await expect(reading).rejects.toMatchObject({ code: 'stopped' });
    await expect.poll(() => isRunning(pid), PATIENCE).toBe(false);
    await expect(page.content()).rejects.toMatchObject({ code: 'closed' });
  });

  it('uses a process for one document after the other, and replaces it in time', async () => {
    const engine = engineWith({ documentsPerProcess: 2 });
    const pids: number[] = [];
    for (const word of ['one', 'two', 'three']) {
      const file = await open(word, engine);
      pids.push(await pidOf(file));
      await file.close();
      await file.close();
    }
    expect(pids[1]).toBe(pids[0]);
    expect(pids[2]).not.toBe(pids[0]);
  });

  it('gives open documents a process each', async () => {
    const engine = engineWith();
    const files = await Promise.all([open('one', engine), open('two', engine)]);
    const pids = await Promise.all(files.map(pidOf));
    expect(new Set(pids).size).toBe(2);
    await engine.close();
    for (const pid of pids) await expect.poll(() => isRunning(pid), PATIENCE).toBe(false);
    await expect(open('three', engine)).rejects.toMatchObject({ code: 'closed' });
  });

  it.each(['default', 'pdfium', 'pdfjs'] as const)('reads with %s', { timeout: 60_000 }, async (name) => {
    const engine = isolatedPdf({ engine: name });
    engines.push(engine);
    const bytes = readFileSync(new URL('../../../fixtures/documents/invoice.pdf', import.meta.url));
    const file = await engine.open(new Uint8Array(bytes), {});
    const { glyphs } = await (await file.page(0)).content();
    expect(glyphs.map(({ text }) => text).join('')).toContain('Fernhill Joinery');
    await file.close();
  });

  it('refuses options that make no sense', () => {
    expect(() => isolatedPdf({ milliseconds: 0 })).toThrow(RangeError);
    expect(() => isolatedPdf({ idleProcesses: 1.5 })).toThrow(/idleProcesses/);
  });
});
