/** An engine whose readings are kept in a folder, so that the same picture is read but once. */
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Once } from '../../foundation/async/once.js';
import { sha256 } from '../../foundation/platform/sha256.js';
import type { Bitmap } from '../../page/document/page-graphics.js';
import type { OcrEngine, OcrOptions, OcrResult } from './engine.js';
import { digestOf } from './readings.js';

/** Part of every key; raised when readings of old are of no use any more. */
const VERSION = 2;

/** How readings are kept. */
export interface CachedOptions {
  /** Folder of the readings, one file each; it is made when it is not there. */
  readonly folder: string;
  /** Distinguishes readings of an engine from those with other settings or of another version. */
  readonly variant?: string;
}

/** An engine that is made when it is first needed. */
interface LazyEngine {
  readonly id: string;
  make(): Promise<OcrEngine>;
}

/**
 * An engine that takes from a folder what it has read before, and puts there what it reads. A file that cannot be used
 * is written again; a folder that cannot be written keeps nothing. Readings hold text of the documents.
 * @param engine is asked, and made if it is a function, only for pictures that are not in the folder
 *
 * @example
 * const engine = cached(tesseract(), { folder: '.cache/ocr' });
 * const extractor = createExtractor({ ocrEngines: { tesseract: engine } });
 */
export function cached(engine: OcrEngine | LazyEngine, options: CachedOptions): OcrEngine {
  const own = new Once(async () => ('recognise' in engine ? engine : engine.make()));
  const keyOf = (image: Bitmap) =>
    sha256([JSON.stringify([VERSION, engine.id, options.variant ?? '', digestOf(image)])], 'hex');
  async function kept(key: string, read: () => Promise<OcrResult>): Promise<OcrResult> {
    const file = join(options.folder, `${key}.json`);
    const known = await readingIn(file);
    if (known) return known;
    const result = await read();
    await keep(options.folder, file, result);
    return result;
  }
  return {
    id: engine.id,
    ...('recognise' in engine && engine.concurrency !== undefined && { concurrency: engine.concurrency }),
    ...('recognise' in engine && engine.drawnBy !== undefined && { drawnBy: engine.drawnBy }),
    recognise: (image: Bitmap, given: OcrOptions) =>
      kept(keyOf(image), async () => (await own.get()).recognise(image, given)),
    close: async () => {
      const real = 'recognise' in engine ? engine : await own.begun();
      await real?.close();
    },
  };
}

/** Undefined for a file that is not there, or holds no reading. Its content is checked like that of any engine. */
async function readingIn(file: string): Promise<OcrResult | undefined> {
  try {
    const content: unknown = JSON.parse(await readFile(file, 'utf8'));
    return typeof content === 'object' && content !== null && !Array.isArray(content) ? content : undefined;
  } catch {
    return undefined;
  }
}

/** Writes beside and renames, so that another process never sees half a file. */
async function keep(folder: string, file: string, result: OcrResult): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(draft, JSON.stringify(result));
    await rename(draft, file);
  } catch {
    await rm(draft, { force: true }).catch(() => undefined);
  }
}
