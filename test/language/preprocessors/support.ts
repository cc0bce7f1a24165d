import { formatPath } from '../../../src/errors.js';
import { PatternTime } from '../../../src/foundation/text/pattern-guard.js';
import { parseConfig, validateConfig } from '../../../src/language/config/built-in.js';
import { builtInLanguage } from '../../../src/language/config/schema.js';
import {
  applyPreprocessors,
  type PlacedIssue,
  type PlacedWarning,
  type PreprocessorRun,
} from '../../../src/language/preprocessors/apply.js';
import type { Line, Page } from '../../../src/page/document/model.js';
import type { LineSketch } from '../../../src/page/document/sketch.js';
import { documentFromLines } from '../../../src/reading/from-lines.js';

export type Entry = Readonly<Record<string, unknown>>;

/** The pages of some lines. */
export function pagesOf(...lines: readonly LineSketch[]): readonly Page[] {
  return documentFromLines(lines).pages;
}

export interface Outcome {
  readonly pages: readonly Page[];
  readonly warnings: readonly PlacedWarning[];
  readonly errors: readonly PlacedIssue[];
}

/** Runs preprocessors, checked as those of a config are. */
export async function preprocess(
  pages: readonly Page[],
  entries: Entry | readonly Entry[],
  host: Pick<PreprocessorRun, 'ocr' | 'words'> & { readonly checkpoint?: () => void } = {},
): Promise<Outcome> {
  const warnings: PlacedWarning[] = [];
  const errors: PlacedIssue[] = [];
  const config = parseConfig(JSON.stringify({ preprocessors: [entries].flat(), fields: [] }));
  const after = await applyPreprocessors(pages, config.preprocessors ?? [], {
    definitions: builtInLanguage().preprocessors,
    warn: (warning) => warnings.push(warning),
    error: (issue) => errors.push(issue),
    checkpoint: () => undefined,
    turn: async () => undefined,
    patternTime: new PatternTime(),
    ...host,
  });
  return { pages: after, warnings, errors };
}

/** The texts of each page after some preprocessors. */
export async function textsAfter(pages: readonly Page[], ...entries: readonly Entry[]): Promise<string[][]> {
  return texts((await preprocess(pages, entries)).pages);
}

export function texts(pages: readonly Page[]): string[][] {
  return pages.map((page) => page.lines.map((line) => line.text));
}

export function linesOf(pages: readonly Page[]): Line[] {
  return pages.flatMap((page) => page.lines);
}

/** What a line is and where, with edges rounded. */
export function placed({ text, left, top, right, bottom }: Line): [string, number, number, number, number] {
  return [text, left, top, right, bottom];
}

/** Printed paths of what is wrong with some preprocessors. */
export function problems(...entries: readonly unknown[]): string[] {
  return validateConfig({ preprocessors: entries, fields: [] })
    .filter(({ severity }) => severity === 'error')
    .map(({ path }) => formatPath(path));
}

/** A line by its edges. */
export function box(
  text: string,
  left: number,
  right: number,
  top: number,
  bottom: number,
  page = 0,
): LineSketch {
  return { text, left, width: right - left, top, height: bottom - top, page };
}
