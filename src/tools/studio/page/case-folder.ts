/** Folders of cases as `anchorline test` reads them, out of files and back into files. */
import {
  type BrokenCase,
  CASE_FILES,
  CONFIG_NAMES,
  casesIn,
  type FolderTree,
  type TestCase,
} from '../../authoring/case-files.js';

/** A file by its path from the folder that was opened, with `/`. */
export interface NamedFile {
  readonly path: string;
  readonly bytes: Blob;
}

/** A document with what is expected of it. */
export interface CaseDocument extends NamedFile {
  /** Text of the file of expected values. */
  readonly expected?: string | undefined;
}

/** What the studio works on. */
export interface CaseFolder {
  /** Undefined where there is none. */
  readonly config: { readonly path: string; readonly text: string } | undefined;
  readonly documents: readonly CaseDocument[];
  /** Folders that look like cases and are not, with the reason. */
  readonly broken: readonly { readonly name: string; readonly problem: string }[];
}

const CONFIG = /\.(?:json|jsonc|json5)$/iu;
const NO_DOCUMENT = /\.(?:json|jsonc|json5|md)$/iu;
const OF_CASES: ReadonlySet<string> = new Set(Object.values(CASE_FILES));

/** What files hold: cases, documents without expected values, and the config of the first case, or else the first config. */
export async function caseFolder(files: readonly NamedFile[]): Promise<CaseFolder> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const cases = await casesIn(treeOf(byPath), '');
  const broken = cases.filter((each): each is BrokenCase => 'problem' in each);
  const whole = cases.filter((each): each is TestCase => 'document' in each && byPath.has(each.document));
  const taken = new Set(whole.map(({ document }) => document));
  const inCases: CaseDocument[] = [];
  for (const { document, expected, expectedFile } of whole) {
    const text = expected && (await byPath.get(expectedFile)?.bytes.text());
    inCases.push({ ...byPath.get(document)!, expected: text });
  }
  const others = files.filter(({ path }) => !NO_DOCUMENT.test(path) && !taken.has(path));
  const configs = files.filter(({ path }) => CONFIG.test(path) && !OF_CASES.has(nameOf(path)));
  const config =
    configs.find(({ path }) => whole.some((each) => each.config === path)) ??
    configs.find(({ path }) => CONFIG_NAMES.includes(nameOf(path))) ??
    configs[0];
  return {
    config: config && { path: config.path, text: await config.bytes.text() },
    documents: [...inCases, ...others],
    // Several documents in one folder are no case, but can be worked on.
    broken: broken.filter(({ name }) => byPath.has(`${name}/${CASE_FILES.expected}`)),
  };
}

/**
 * The files of a folder of cases: the config, and a folder for each document.
 * @param configPath where the config was, or is to be
 */
export function filesOfCases(
  config: string,
  configPath: string | undefined,
  documents: readonly CaseDocument[],
): readonly NamedFile[] {
  const used = new Set<string>();
  const files = documents.flatMap(({ path, bytes, expected }) => {
    const own = path.includes('/') ? path : `${freeFolder(path, used)}/${path}`;
    const folder = own.slice(0, own.lastIndexOf('/'));
    used.add(folder);
    return [
      { path: own, bytes },
      ...(expected === undefined
        ? []
        : [{ path: `${folder}/${CASE_FILES.expected}`, bytes: new Blob([expected]) }]),
    ];
  });
  return [{ path: configPath ?? CONFIG_NAMES[0]!, bytes: new Blob([config]) }, ...files];
}

/** The name of a document without its extension, or that with a number, for a folder of its own. */
function freeFolder(path: string, used: ReadonlySet<string>): string {
  const name = path.replace(/(?<=.)\.[^.]*$/u, '');
  for (let n = 1; ; n++) {
    const folder = n === 1 ? name : `${name}-${n}`;
    if (!used.has(folder)) return folder;
  }
}

/** The last part of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Files as the tree of their folders. */
function treeOf(files: ReadonlyMap<string, NamedFile>): FolderTree {
  const paths = [...files.keys()].toSorted();
  const inside = (folder: string) => {
    const prefix = folder === '' ? '' : `${folder}/`;
    return paths.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length));
  };
  return {
    async entries(folder) {
      const rest = inside(folder).filter((path) => !path.startsWith('.'));
      const folders = rest
        .filter((path) => path.includes('/'))
        .map((path) => path.slice(0, path.indexOf('/')));
      return { files: rest.filter((path) => !path.includes('/')), folders: [...new Set(folders)] };
    },
    async text(path) {
      const file = files.get(path);
      if (!file) throw new Error('there is no such file');
      return file.bytes.text();
    },
    isFolder: async (path) => inside(path).length > 0,
    join: (folder, path) => normal(folder === '' ? path : `${folder}/${path}`),
  };
}

/** A path without `.` and `..`. */
function normal(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
