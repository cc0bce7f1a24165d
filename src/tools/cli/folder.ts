/** What is in the folders that commands are given. */
import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { failureLine, InputFailure } from './failure.js';
import { describeIo } from './input.js';

/** The entries of a folder, by name. @throws InputFailure for one that cannot be read */
export async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    throw new InputFailure([failureLine(folder, describeIo(error))]);
  }
}

/** Whether an entry is not one of the user's: its name begins with a point. */
export function isHidden({ name }: Dirent): boolean {
  return name.startsWith('.');
}
