/** How commands read documents: options that they share, and what becomes of them. */
import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import type { ExtractorOptions, LoadOptions } from '../../index.js';
import type { Preprocessor } from '../../language/config/config-types.js';
import { UsageFailure } from './failure.js';
import { wholeNumber } from './options.js';

/** Flags of every command that reads documents. */
export interface ReadingFlags {
  readonly password?: string;
  readonly contentType?: string;
  readonly ocrLevel?: LoadOptions['ocrLevel'];
  readonly ocrEngine?: string;
  readonly ocrCache?: string;
  readonly ocrModels?: string;
}

/** Zero-based, both ends included. */
export interface PageSpan {
  readonly first: number;
  readonly last: number;
}

/** Flag and help of the engine that reads scans. */
export const ENGINE_OPTION = [
  '--ocr-engine <id>',
  'what reads scans: tesseract, or paddle (default: paddle where it is installed)',
] as const;

/** Flag and help of the folder of readings. */
export const CACHE_OPTION = [
  '--ocr-cache <folder>',
  'keep what OCR reads in this folder, so that no page is read twice',
] as const;

/** Flag and help of the folder of models. */
export const MODELS_OPTION = [
  '--ocr-models <folder>',
  'read with the PP-OCR models in this folder: detection, recognition and dictionary',
] as const;

/** Adds the options. */
export function withReading(command: Command): Command {
  return command
    .option('--password <text>', 'opens an encrypted document')
    .option(
      '--content-type <type>',
      'media type, if neither the bytes nor the file name show it, e.g. text/csv',
    )
    .option(
      '--ocr-level <level>',
      'when PDFs are read by OCR: 0 never, 2 by the whole document, 4 by its first page, 5 page by page (default: 2)',
      ocrLevel,
    )
    .option(...ENGINE_OPTION)
    .option(...CACHE_OPTION)
    .option(...MODELS_OPTION);
}

function ocrLevel(text: string): LoadOptions['ocrLevel'] {
  const level = wholeNumber(text);
  if (level === 0 || level === 2 || level === 4 || level === 5) return level;
  throw new InvalidArgumentError('It must be 0, 2, 4 or 5.');
}

/** Pages of an option value: `3`, or `2-5`. @throws InvalidArgumentError */
export function pageSpan(text: string): PageSpan {
  const [, from, to = from] = /^(\d{1,6})(?:-(\d{1,6}))?$/u.exec(text) ?? [];
  const span = { first: Number(from), last: Number(to) };
  if (from !== undefined && span.first <= span.last) return span;
  throw new InvalidArgumentError('It must be a page, as 3, or the first and last of some, as 2-5.');
}

/** A preprocessor that keeps only these pages. */
export function onlyPages({ first, last }: PageSpan): Preprocessor {
  return { type: 'pageRange', startPage: first, endPage: last + 1 };
}

/** Options of one call. */
export function loadOptions({
  password,
  contentType,
  ocrLevel: level,
  ocrEngine,
}: ReadingFlags): LoadOptions {
  return { password, contentType, ocrLevel: level, ocrEngine };
}

/**
 * Options of the extractor of a command.
 * @param workers 0 for this process alone
 * @returns also what frees the engines that were made
 */
export async function extractorOptions(
  { ocrCache, ocrModels }: Pick<ReadingFlags, 'ocrCache' | 'ocrModels'>,
  workers = 0,
): Promise<{ readonly options: ExtractorOptions; close(): Promise<void> }> {
  if (ocrCache === '') throw new UsageFailure('--ocr-cache needs the name of a folder');
  if (ocrModels === '') throw new UsageFailure('--ocr-models needs the name of a folder');
  const folders = { cache: absolute(ocrCache), models: absolute(ocrModels) };
  const isNamed = ocrCache !== undefined || ocrModels !== undefined;
  const made = isNamed ? await import('./ocr-engines.js') : undefined;
  const engines = made?.enginesWith(folders);
  return {
    options: {
      ...(engines && { ocrEngines: engines }),
      ...(workers > 0 && { workers: { count: workers, ...(made && { setup: made.enginesSetup(folders) }) } }),
    },
    async close() {
      for (const engine of Object.values(engines ?? {})) await engine.close();
    },
  };
}

function absolute(folder: string | undefined): string | undefined {
  return folder === undefined ? undefined : resolve(folder);
}
