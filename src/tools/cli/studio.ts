/** `anchorline studio`: writes a page in which configs are written and tried. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { FileKind } from '../../reading/formats/define.js';
import type { StudioFile } from '../studio/html-file.js';
import { failureLine, InputFailure } from './failure.js';
import { entriesOf, isHidden } from './folder.js';
import { checkWritable, describeIo } from './input.js';
import { writeOut } from './inspect-run.js';
import { counted, printable, type Surroundings, writeLines } from './streams.js';

const EXAMPLES = `
Examples:
  $ anchorline studio
  $ anchorline studio samples --output samples.html
  $ anchorline studio --ocr

The studio is one HTML file that contains the engine. Open it in a browser, from disk if you like, and drop documents on it:
it shows what every field gives, or why it gives nothing. It makes no requests, so documents stay on your machine.
With a folder, the file contains the documents and the config of the folder: whoever gets the file gets them.`;

interface StudioFlags {
  readonly output: string;
  readonly ocr?: boolean;
}

/** Adds the command to the program. */
export function addStudioCommand(program: Command, streams: Surroundings): void {
  program
    .command('studio')
    .summary('write a page to edit configs in')
    .description('Writes a page to edit configs in, which shows the value of every field while you type.')
    .argument('[folder]', 'a folder of documents, with a config or without, to open it with')
    .option('-o, --output <file>', 'the page to write', 'studio.html')
    .option('--ocr', 'include what reads scans: some 5 MB more')
    .addHelpText('after', EXAMPLES)
    .action((folder: string | undefined, flags: StudioFlags) => writeStudio(folder, flags, streams));
}

/** @param programs folder of the studio's programs; undefined for that of the library */
export async function writeStudio(
  folder: string | undefined,
  { output, ocr = false }: StudioFlags,
  { stderr }: Pick<Surroundings, 'stderr'>,
  programs?: string,
): Promise<void> {
  await checkWritable(output);
  const [{ studioHtml }, { studioParts }] = await Promise.all([
    import('../studio/html-file.js'),
    import('./studio-parts.js'),
  ]);
  const files = folder === undefined ? [] : await filesIn(folder);
  const html = studioHtml(await studioParts(ocr, programs), files);
  await writeOut(output, html);
  const size = `${(Buffer.byteLength(html) / MEGABYTE).toFixed(1)} MB`;
  const held = folder === undefined ? '' : `, ${counted(files.length, 'file')} of ${printable(folder)}`;
  writeLines(stderr, [`${printable(output)}: ${size}${held}`]);
}

const MEGABYTE = 1_000_000;

/** Extensions of configs, expectations and settings of cases. */
const OF_CONFIGS = ['json', 'jsonc', 'json5'];
const PASSED_OVER = 'node_modules';
/** Bytes of all files that a page holds: browsers open pages of more than some hundred megabytes late, or not at all. */
const MOST_BYTES = 100_000_000;

/** The documents and configs in a folder and those in it. @throws InputFailure they cannot be read, or are too many */
async function filesIn(root: string): Promise<readonly StudioFile[]> {
  const { READERS } = await import('../../reading/formats/index.js');
  const kinds = READERS.flatMap(({ types }) => Object.values<FileKind>(types));
  const known = new Set([...OF_CONFIGS, ...kinds.flatMap(({ extensions }) => extensions)]);
  const found: StudioFile[] = [];
  let bytes = 0;
  async function visit(folder: string, path: string): Promise<void> {
    for (const entry of await entriesOf(folder)) {
      if (isHidden(entry) || entry.name === PASSED_OVER) continue;
      const own = join(folder, entry.name);
      if (entry.isDirectory()) await visit(own, `${path}${entry.name}/`);
      else if (known.has(extensionOf(entry.name))) {
        const content = await readFile(own).catch((error: unknown) => {
          throw new InputFailure([failureLine(own, describeIo(error))]);
        });
        bytes += content.length;
        if (bytes > MOST_BYTES) {
          throw new InputFailure([
            failureLine(
              root,
              `its files have more than ${MOST_BYTES / MEGABYTE} MB; open them in the studio instead`,
            ),
          ]);
        }
        found.push({ path: `${path}${entry.name}`, bytes: content });
      }
    }
  }
  await visit(root, '');
  return found;
}

function extensionOf(name: string): string {
  return /\.([^.]*)$/u.exec(name)?.[1]?.toLowerCase() ?? '';
}
