/** The OCR engines of a command that keeps their readings or names their models, here and in workers. */

import { programBeside } from '../../foundation/platform/program.js';
import { cached } from '../../reading/ocr/cached.js';
import { type OcrEngines, PADDLE_ENGINE, TESSERACT_ENGINE } from '../../reading/ocr/engines.js';
import { hasPackages } from '../../reading/ocr/paddle/files.js';
import { paddle } from '../../reading/ocr/paddle/paddle.js';

/** What a command says of its engines. */
export interface EngineFolders {
  /** Where readings are kept. */
  readonly cache?: string | undefined;
  /** Where the models of PP-OCR are. */
  readonly models?: string | undefined;
}

/** The engines of the library that are installed, with other models, or with their readings in a folder. */
export function enginesWith({ cache, models }: EngineFolders): OcrEngines {
  const hasPaddle = models !== undefined || hasPackages();
  if (cache === undefined) return hasPaddle ? { [PADDLE_ENGINE]: paddle({ models }) } : {};
  const lazy = [
    { id: PADDLE_ENGINE, make: async () => paddle({ models }) },
    {
      id: TESSERACT_ENGINE,
      make: async () => (await import('../../reading/ocr/tesseract/tesseract.js')).tesseract(),
    },
  ];
  return Object.fromEntries(
    lazy
      .filter(({ id }) => hasPaddle || id !== PADDLE_ENGINE)
      .map((engine) => {
        const isOther = engine.id === PADDLE_ENGINE && models !== undefined;
        return [engine.id, cached(engine, { folder: cache, ...(isOther && { variant: models }) })];
      }),
  );
}

/** The address of the module that workers import for some folders. */
export function enginesSetup(folders: EngineFolders): URL {
  const { url } = programBeside(import.meta.url, 'ocr-engines-setup');
  for (const [name, folder] of Object.entries(folders)) {
    if (folder !== undefined) url.searchParams.set(name, folder);
  }
  return url;
}

/** The folders that such an address names. */
export function foldersIn(address: string): EngineFolders {
  const { searchParams } = new URL(address);
  return { cache: searchParams.get('cache') ?? undefined, models: searchParams.get('models') ?? undefined };
}
