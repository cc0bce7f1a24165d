/** The relationships of an office file: which part is the main one, and which parts belong to another. */

import { DocumentError } from '../../errors.js';
import type { Interrupt } from '../../foundation/async/interrupt.js';
import { damagedFile } from '../file-errors.js';
import { readXml } from './xml-reader.js';
import { type Archive, type ArchiveOptions, openArchive } from './zip-guard.js';

/** A part that another part names. Targets outside the file are left out: they are never read. */
interface Relationship {
  readonly id: string;
  /** Last step of the type's address: `worksheet`, `styles`, `header`. */
  readonly type: string;
  /** Name of the part in the archive. */
  readonly target: string;
}

/** An open office file. */
export interface OfficePackage {
  readonly archive: Archive;
  /** Name of the main part. */
  readonly main: string;
  /** Parts that belong to the main part. */
  readonly related: readonly Relationship[];
}

/** More relationships than this in one part are made to exhaust memory; each hyperlink of a text is one. */
const MAX_RELATIONSHIPS = 100_000;

/**
 * Opens an office file and finds its main part.
 * @param usual name of the main part where the file does not give it
 * @throws DocumentError as `openArchive`; `invalid_document` when there is no main part
 */
export async function openPackage(
  bytes: Uint8Array,
  usual: string,
  options: ArchiveOptions,
): Promise<OfficePackage> {
  const archive = await openArchive(bytes, options);
  const root = await relationshipsOf(archive, '', options);
  const main = root.find(({ type }) => type === 'officeDocument')?.target ?? usual;
  if (!archive.has(main)) throw damagedFile('its main part is missing');
  return { archive, main, related: await relationshipsOf(archive, main, options) };
}

/** The part of a type that belongs to the main part, if the file has it. */
export function relatedPart({ archive, related }: OfficePackage, type: string): string | undefined {
  return related.find((candidate) => candidate.type === type && archive.has(candidate.target))?.target;
}

/**
 * The parts that a part names.
 * @param part `''` for the file itself
 */
async function relationshipsOf(
  archive: Archive,
  part: string,
  interrupt: Interrupt,
): Promise<readonly Relationship[]> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const name = `${folder}_rels/${part.slice(folder.length)}.rels`;
  if (!archive.has(name)) return [];
  const found: Relationship[] = [];
  const open = (element: string, attributes: Readonly<Record<string, string>>) => {
    const { Id, Type, Target, TargetMode } = attributes;
    if (element !== 'Relationship' || !Id || !Type || !Target || TargetMode === 'External') return;
    if (found.length === MAX_RELATIONSHIPS) {
      throw new DocumentError(
        'too_large',
        `A part of the document names more than ${MAX_RELATIONSHIPS} others.`,
      );
    }
    found.push({
      id: Id,
      type: Type.slice(Type.lastIndexOf('/') + 1),
      target: resolveTarget(folder, Target),
    });
  };
  await readXml(archive, name, { open }, interrupt);
  return found;
}

/** The name that a target means, seen from a folder; steps above the root stay at the root. */
function resolveTarget(folder: string, target: string): string {
  const path = target.replaceAll('\\', '/');
  const steps: string[] = [];
  for (const step of (path.startsWith('/') ? path : folder + path).split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps.join('/');
}
