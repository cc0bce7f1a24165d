/** Test cases on disk: see `tools/authoring/case-files.ts` for what a case is. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import {
  type BrokenCase,
  CASE_FILES,
  casesIn,
  type FolderTree,
  type SharedFiles,
  type TestCase,
} from '../authoring/case-files.js';
import { entriesOf, isHidden } from './folder.js';
import { describeIo } from './input.js';

/** Folders on disk. @throws InputFailure a folder cannot be read */
const DISK: FolderTree = {
  async entries(folder) {
    const entries = (await entriesOf(folder)).filter((entry) => !isHidden(entry));
    return {
      files: entries.filter((entry) => entry.isFile()).map(({ name }) => name),
      folders: entries.filter((entry) => entry.isDirectory()).map(({ name }) => name),
    };
  },
  async text(file) {
    return readFile(file, 'utf8').catch((error: unknown) => {
      throw new Error(describeIo(error));
    });
  },
  isFolder: async (path) => (await stat(path).catch(() => undefined))?.isDirectory() ?? false,
  join: (folder, path) => (isAbsolute(path) ? path : join(folder, path)),
};

/** All cases in a folder. @throws InputFailure the folder, or one in it, cannot be read */
export function findCases(root: string, shared: SharedFiles): Promise<readonly (TestCase | BrokenCase)[]> {
  return casesIn(DISK, root, shared);
}

/** Whether something that a case is made of has changed: names, times and sizes of its files. */
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
