/**
 * A corpus of documents to hold the project to, named by the environment variable `ANCHORLINE_CORPUS`:
 * `worked/<case>` (config, document, expected values), `library/<case>` (config, document) and
 * `goldens/<case>.json` (values of a library case that were read off its pages by hand).
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import JSON5 from 'json5';
import { asksModels } from './model-answers.js';

/** A document with the config to run over it. */
export interface Job {
  readonly document: string;
  readonly config: string;
}

/** A case with the values that its fields must have. */
export interface WorkedCase extends Job {
  readonly name: string;
  readonly expected: Readonly<Record<string, unknown>>;
}

/** A library case, with values that are certain where there are any. */
export interface LibraryCase extends Job {
  readonly name: string;
  readonly golden: Readonly<Record<string, unknown>> | undefined;
}

/** A case whose config asks language models, with the published values of a worked one. */
export interface ModelCase extends Job {
  readonly name: string;
  readonly expected: Readonly<Record<string, unknown>> | undefined;
}

export interface Corpus {
  readonly worked: readonly WorkedCase[];
  readonly library: readonly LibraryCase[];
  /** Worked cases that need a model, and all library cases that ask one. */
  readonly models: readonly ModelCase[];
}

interface CaseFile {
  readonly document: string;
  /** `layout` runs offline; `llm` needs a model. */
  readonly kind?: string;
  /** Why the expected values are known to be out of date. */
  readonly stale?: string;
}

/** The corpus that the environment names, or why there is none. */
export function findCorpus(folder = process.env['ANCHORLINE_CORPUS']): Corpus | { readonly missing: string } {
  if (!folder) return { missing: 'set ANCHORLINE_CORPUS to a corpus folder to run it' };
  if (!existsSync(folder)) return { missing: 'the folder that ANCHORLINE_CORPUS names does not exist' };
  const library = libraryCases(folder);
  const models = [...workedModels(join(folder, 'worked')), ...libraryModels(library)];
  return { worked: workedCases(join(folder, 'worked')), library, models };
}

function workedCases(folder: string): WorkedCase[] {
  return caseNames(folder).flatMap((name) => {
    const { kind, stale, ...job } = readCase(join(folder, name));
    if (kind === 'llm' || stale !== undefined) return [];
    return [{ name, ...job, expected: readJson(join(folder, name, 'expected.json')) }];
  });
}

function workedModels(folder: string): ModelCase[] {
  return caseNames(folder).flatMap((name) => {
    const { kind, stale, ...job } = readCase(join(folder, name));
    if (kind !== 'llm' || stale !== undefined) return [];
    return [{ name, ...job, expected: readJson<ModelCase['expected']>(join(folder, name, 'expected.json')) }];
  });
}

function libraryModels(library: readonly LibraryCase[]): ModelCase[] {
  return library
    .filter(({ config }) => asksModels(JSON5.parse(readFileSync(config, 'utf8'))))
    .map(({ name, document, config }) => ({ name, document, config, expected: undefined }));
}

function libraryCases(corpus: string): LibraryCase[] {
  const folder = join(corpus, 'library');
  return caseNames(folder).map((name) => {
    const { document, config } = readCase(join(folder, name));
    const golden = join(corpus, 'goldens', `${name}.json`);
    return { name, document, config, golden: existsSync(golden) ? readGolden(golden) : undefined };
  });
}

function caseNames(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

function readCase(folder: string): Job & Pick<CaseFile, 'kind' | 'stale'> {
  const { document, ...rest } = readJson<CaseFile>(join(folder, 'case.json'));
  return { ...rest, document: join(folder, document), config: join(folder, 'config.json') };
}

function readGolden(file: string): Readonly<Record<string, unknown>> {
  return readJson<{ readonly fields: Readonly<Record<string, unknown>> }>(file).fields;
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8'));
}
