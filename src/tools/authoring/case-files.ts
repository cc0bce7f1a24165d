/**
 * Test cases: a folder each, with a document, a config, expected values, and what comes with the document. Where the
 * folders are, on a disk or in a browser, is the business of whoever gives their tree.
 */
import * as z from 'zod';
import { type Expectation, readExpectation } from './expectation.js';

/** Names of the files of a case. */
export const CASE_FILES = {
  settings: 'case.json',
  expected: 'expected.json',
  extraData: 'extra-data.json',
  validations: 'validations.json',
  recordings: 'recordings',
} as const;
export const CONFIG_NAMES = ['config.json', 'config.jsonc', 'config.json5'];
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
type CaseSettings = z.infer<typeof settingsSchema>;

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

/** Folders and files, by addresses that only the tree itself understands. */
export interface FolderTree {
  /** What is in a folder, hidden entries left out, in the order of their names. */
  entries(
    folder: string,
  ): Promise<{ readonly files: readonly string[]; readonly folders: readonly string[] }>;
  /** The text of a file. @throws an error whose message says why it cannot be read */
  text(file: string): Promise<string>;
  isFolder(path: string): Promise<boolean>;
  /** The address of something by its path from a folder. */
  join(folder: string, path: string): string;
}

/**
 * All cases in a folder and the folders in it, in the order of their names. A folder is a case when it has a document,
 * expected values or settings of a case.
 * @param shared files of all cases, instead of their own
 * @throws what the tree throws for a folder that cannot be read
 */
export async function casesIn(
  tree: FolderTree,
  root: string,
  shared: SharedFiles = {},
): Promise<readonly (TestCase | BrokenCase)[]> {
  const found: (TestCase | BrokenCase)[] = [];
  /** @param around the folders around it and itself, the outermost first */
  async function visit(around: readonly string[], name: string): Promise<void> {
    const folder = around.at(-1)!;
    const { files, folders } = await tree.entries(folder);
    try {
      const one = await caseIn(tree, around, name || '.', files, shared);
      if (one) found.push(one);
    } catch (error) {
      found.push({ name: name || '.', problem: messageOf(error) });
    }
    for (const each of folders) {
      if (PASSED_OVER.has(each)) continue;
      await visit([...around, tree.join(folder, each)], name === '' ? each : `${name}/${each}`);
    }
  }
  await visit([root], '');
  return found;
}

async function caseIn(
  tree: FolderTree,
  around: readonly string[],
  name: string,
  names: readonly string[],
  shared: SharedFiles,
): Promise<TestCase | undefined> {
  const isCase = names.includes(CASE_FILES.expected) || names.includes(CASE_FILES.settings);
  const documents = documentsAmong(names);
  if (!isCase && documents.length === 0) return undefined;
  const folder = around.at(-1)!;
  const settings = await readSettings(tree, folder, names);
  const document = settings.document ?? onlyDocument(documents);
  const config = shared.config ?? (await configOf(tree, around, settings));
  const expectedFile = tree.join(folder, CASE_FILES.expected);
  const recordings = tree.join(folder, CASE_FILES.recordings);
  const own = (file: string) => (names.includes(file) ? tree.join(folder, file) : undefined);
  return {
    name,
    folder,
    document: tree.join(folder, document),
    config,
    expectedFile,
    expected: names.includes(CASE_FILES.expected) ? await expectationIn(tree, folder) : undefined,
    extraData: own(CASE_FILES.extraData),
    validations: shared.validations ?? own(CASE_FILES.validations),
    recordings,
    hasRecordings: await tree.isFolder(recordings),
    settings,
  };
}

/** Files that can be the document of a case: `document.*` where there are such, or else all that are no JSON. */
function documentsAmong(names: readonly string[]): readonly string[] {
  const possible = names.filter((name) => !NO_DOCUMENTS.has(extensionOf(name).toLowerCase()));
  const named = possible.filter(
    (name) => name.slice(0, name.length - extensionOf(name).length) === 'document',
  );
  return named.length > 0 ? named : possible;
}

function extensionOf(name: string): string {
  return /.(\.[^.]*)$/u.exec(name)?.[1] ?? '';
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
async function configOf(
  tree: FolderTree,
  around: readonly string[],
  { config }: CaseSettings,
): Promise<string> {
  if (config !== undefined) return tree.join(around.at(-1)!, config);
  for (const folder of around.toReversed()) {
    const { files, folders } = await tree.entries(folder);
    const found = CONFIG_NAMES.find((name) => files.includes(name) || folders.includes(name));
    if (found !== undefined) return tree.join(folder, found);
  }
  throw new Error(`has no config: ${CONFIG_NAMES.join(', ')} in its folder or one around it, or --config`);
}

async function readSettings(
  tree: FolderTree,
  folder: string,
  names: readonly string[],
): Promise<CaseSettings> {
  if (!names.includes(CASE_FILES.settings)) return {};
  const parsed = settingsSchema.safeParse(await jsonIn(tree, folder, CASE_FILES.settings));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue?.path.length ? `${issue.path.join('.')}: ` : '';
  throw new Error(`${CASE_FILES.settings}: ${place}${issue?.message ?? 'is wrong'}`);
}

async function expectationIn(tree: FolderTree, folder: string): Promise<Expectation> {
  const content = await jsonIn(tree, folder, CASE_FILES.expected);
  try {
    return readExpectation(content);
  } catch (error) {
    throw new Error(`${CASE_FILES.expected}: ${messageOf(error)}`);
  }
}

async function jsonIn(tree: FolderTree, folder: string, name: string): Promise<unknown> {
  const text = await tree.text(tree.join(folder, name)).catch((error: unknown) => {
    throw new Error(`${name}: ${messageOf(error)}`);
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${name} is not JSON: ${messageOf(error)}`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
