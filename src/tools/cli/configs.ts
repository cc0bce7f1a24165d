/** Folders of configs: a folder is a document type, a file in it one of its configs. */
import type { Dirent } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import type { Config, DocumentType, NamedConfig } from '../../index.js';
import { blame, failureLine, InputFailure } from './failure.js';
import { entriesOf, isHidden } from './folder.js';
import { readText } from './input.js';
import { counted, printable } from './streams.js';

/** Extensions of files that are taken for configs. */
const EXTENSIONS: readonly string[] = ['.json', '.jsonc', '.json5'];

/** Whether a file is taken for a config, or for other data of that kind, by its name. */
export function isConfigName(name: string): boolean {
  return EXTENSIONS.includes(extname(name).toLowerCase());
}

/** Names of files that a line about those that were skipped shows. */
const SKIPPED_SHOWN = 3;

/** That configs among the documents of a folder, and other JSON, were not read; nothing where there are none. */
export function skippedLine(names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  const shown = names.slice(0, SKIPPED_SHOWN).map(printable).join(', ');
  const more = names.length > SKIPPED_SHOWN ? ', …' : '';
  return [`skipped ${counted(names.length, 'file')} of JSON, which is for configs: ${shown}${more}`];
}

/**
 * The document types in a folder: one for each folder in it that has configs, by its name, and one for the configs
 * that lie in the folder itself, by that folder's name.
 * @param parse reads the text of a config
 * @throws InputFailure the folder cannot be read, has no configs, or one of them is wrong
 */
export async function readTypes(
  folder: string,
  stdin: Readable,
  parse: (text: string) => Config,
): Promise<readonly DocumentType[]> {
  const entries = await entriesOf(folder);
  const types: DocumentType[] = [];
  const own = await configsIn(folder, entries, stdin, parse);
  if (own.length > 0) types.push({ name: basename(resolve(folder)), configs: own });
  for (const { name } of entries.filter((entry) => entry.isDirectory() && !isHidden(entry))) {
    const inner = join(folder, name);
    const configs = await configsIn(inner, await entriesOf(inner), stdin, parse);
    if (configs.length > 0) types.push({ name, configs });
  }
  if (types.length === 0) {
    throw new InputFailure([failureLine(folder, `has no configs (${EXTENSIONS.join(', ')})`)]);
  }
  return types;
}

async function configsIn(
  folder: string,
  entries: readonly Dirent[],
  stdin: Readable,
  parse: (text: string) => Config,
): Promise<readonly NamedConfig[]> {
  const configs: NamedConfig[] = [];
  for (const entry of entries) {
    if (entry.isDirectory() || isHidden(entry) || !isConfigName(entry.name)) continue;
    const file = join(folder, entry.name);
    const text = await readText(file, stdin);
    try {
      configs.push({ name: basename(entry.name, extname(entry.name)), config: parse(text) });
    } catch (error) {
      throw blame(error, { document: file, config: file });
    }
  }
  return configs;
}
