/** Test cases on disk: a folder each, with a document, a config, expected values, and what comes with the document. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';
import { z } from 'zod';
import { type Expectation, readExpectation } from '../authoring/expectation.js';
import { entriesOf, isHidden } from './folder.js';
import { describeIo } from './input.js';

/** Names of the files of a case. */
export const CASE_FILES = {
  settings: 'case.json',
  expected: 'expected.json',
  extraData: 'extra-data.json',
  validations: 'validations.json',
  recordings: 'recordings',
} as const;
const CONFIG_NAMES = ['config.json', 'config.jsonc', 'config.json5'];
/** Files with these extensions are no documents, unless the settings of the case name one. */
const NO_DOCUMENTS = new Set(['.json', '.jsonc', '.json5', '.md']);
/** Folders in which no cases are looked for. */
const PASSED_OVER = new Set<string>([CASE_FILES.recordings, 'node_modules']);

const settingsSchema = z.strictObject({
  document: z.string().min(1).optional(),
  config: z.string().min(1).optional(),
  contentType: z.string().optional(),
  password: z.string().optional(),
  now: z.iso.datetime({ offset: true }).or(z.iso.date()).optional(),
  partial: z.boolean().optional(),
  skip: z.string().optional(),
});

/** What `case.json` may say. */
export type CaseSettings = z.infer<typeof settingsSchema>;

/** A case, found but not yet run. */
export interface TestCase {
  /** Its folder from that of all cases, with `/`; `.` for that one itself. */
  readonly name: string;
  readonly folder: string;
  readonly document: string;
  readonly config: string;
  readonly expectedFile: string;
  /** Undefined where there is no file yet. */
  readonly expected: Expectation | undefined;
  readonly extraData: string | undefined;
  /** File of checks of the finished document. */
  readonly validations: string | undefined;
  /** Folder of recorded model answers; it need not exist. */
  readonly recordings: string;
  readonly hasRecordings: boolean;
  readonly settings: CaseSettings;
}

/** Files that cases have in common. */
export interface SharedFiles {
  readonly config?: string | undefined;
  readonly validations?: string | undefined;
}

/** A folder that looks like a case and cannot be run. */
export interface BrokenCase {
  readonly name: string;
  readonly problem: string;
}

/**
 * All cases in a folder and the folders in it, hidden ones left out, in the order of their names. A folder is a case
 * when it has a document, expected values or settings of a case.
 * @param shared files of all cases, instead of their own
 * @throws InputFailure the folder cannot be read
 */
export async function findCases(
  root: string,
  shared: SharedFiles,
): Promise<readonly (TestCase | BrokenCase)[]> {
  const found: (TestCase | BrokenCase)[] = [];
  async function visit(folder: string): Promise<void> {
    const entries = await entriesOf(folder);
    const names = entries.filter((entry) => entry.isFile() && !isHidden(entry)).map(({ name }) => name);
    const name = relative(root, folder).split(sep).join('/') || '.';
    try {
      const one = await caseIn(root, folder, name, names, shared);
      if (one) found.push(one);
    } catch (error) {
      found.push({ name, problem: error instanceof Error ? error.message : String(error) });
    }
    for (const entry of entries) {
      if (entry.isDirectory() && !isHidden(entry) && !PASSED_OVER.has(entry.name)) {
        await visit(join(folder, entry.name));
      }
    }
  }
  await visit(root);
  return found;
}

async function caseIn(
  root: string,
  folder: string,
  name: string,
  names: readonly string[],
  shared: SharedFiles,
): Promise<TestCase | undefined> {
  const isCase = names.includes(CASE_FILES.expected) || names.includes(CASE_FILES.settings);
  const documents = documentsAmong(names);
  if (!isCase && documents.length === 0) return undefined;
  const settings = await readSettings(folder, names);
  const document = settings.document ?? onlyDocument(documents);
  const config = shared.config ?? (await configOf(root, folder, settings));
  const expectedFile = join(folder, CASE_FILES.expected);
  const recordings = join(folder, CASE_FILES.recordings);
  const own = (file: string) => (names.includes(file) ? join(folder, file) : undefined);
  return {
    name,
    folder,
    document: resolve(folder, document),
    config,
    expectedFile,
    expected: names.includes(CASE_FILES.expected) ? await expectationIn(expectedFile) : undefined,
    extraData: own(CASE_FILES.extraData),
    validations: shared.validations ?? own(CASE_FILES.validations),
    recordings,
    hasRecordings: (await stat(recordings).catch(() => undefined))?.isDirectory() ?? false,
    settings,
  };
}

/** Files that can be the document of a case: `document.*` where there are such, or else all that are no JSON. */
function documentsAmong(names: readonly string[]): readonly string[] {
  const possible = names.filter((name) => !NO_DOCUMENTS.has(extname(name).toLowerCase()));
  const named = possible.filter((name) => basename(name, extname(name)) === 'document');
  return named.length > 0 ? named : possible;
}

function onlyDocument(documents: readonly string[]): string {
  const [document, ...others] = documents;
  if (document === undefined) throw new Error('has no document');
  if (others.length > 0) {
    throw new Error(
      `has several files that could be its document (${documents.join(', ')}); name one in ${CASE_FILES.settings}: {"document": ${JSON.stringify(document)}}`,
    );
  }
  return document;
}

/** The config that settings name, or else the nearest one in the folder and those around it. */
async function configOf(root: string, folder: string, { config }: CaseSettings): Promise<string> {
  if (config !== undefined) return resolve(folder, config);
  for (let at = folder; ; at = dirname(at)) {
    const names = (await entriesOf(at)).map(({ name }) => name);
    const found = CONFIG_NAMES.find((name) => names.includes(name));
    if (found !== undefined) return join(at, found);
    if (resolve(at) === resolve(root)) break;
  }
  throw new Error(`has no config: ${CONFIG_NAMES.join(', ')} in its folder or one around it, or --config`);
}

async function readSettings(folder: string, names: readonly string[]): Promise<CaseSettings> {
  if (!names.includes(CASE_FILES.settings)) return {};
  const parsed = settingsSchema.safeParse(await jsonIn(join(folder, CASE_FILES.settings)));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue?.path.length ? `${issue.path.join('.')}: ` : '';
  throw new Error(`${CASE_FILES.settings}: ${place}${issue?.message ?? 'is wrong'}`);
}

async function expectationIn(file: string): Promise<Expectation> {
  const content = await jsonIn(file);
  try {
    return readExpectation(content);
  } catch (error) {
    throw new Error(`${basename(file)}: ${describeIo(error)}`);
  }
}

async function jsonIn(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new Error(`${basename(file)}: ${describeIo(error)}`);
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${basename(file)} is not JSON: ${describeIo(error)}`);
  }
}

/** Tells whether something that a case is made of has changed: names, times and sizes of its files. */
export async function caseState(one: TestCase): Promise<string> {
  const recorded = one.hasRecordings ? await readdir(one.recordings).catch(() => []) : [];
  const files = [
    one.document,
    one.config,
    one.expectedFile,
    join(one.folder, CASE_FILES.settings),
    join(one.folder, CASE_FILES.extraData),
    one.validations ?? join(one.folder, CASE_FILES.validations),
    ...recorded.toSorted().map((name) => join(one.recordings, name)),
  ];
  const states = await Promise.all(
    files.map(async (file) => {
      const { mtimeMs, size } = await stat(file).catch(() => ({ mtimeMs: 0, size: 0 }));
      return `${file} ${mtimeMs} ${size}`;
    }),
  );
  return states.join('\n');
}
