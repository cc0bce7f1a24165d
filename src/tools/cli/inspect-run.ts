/** What `anchorline inspect` does alike once and with `--watch`. */
import { writeFile } from 'node:fs/promises';
import type { ExtractionResult, ExtraData, Validation } from '../../index.js';
import { fieldsOf, foundText } from './found-text.js';
import { inputFilename, outputFailure } from './input.js';
import type { ModelFlags } from './model.js';
import { loadOptions, type ReadingFlags } from './reading.js';
import { readExtraData, readValidations } from './run-inputs.js';
import { counted, type Surroundings } from './streams.js';

/** What the user asked for. */
export interface InspectFlags extends ModelFlags, ReadingFlags {
  readonly config: string;
  readonly output: string;
  readonly extraData?: string;
  readonly validations?: string;
  readonly watch?: boolean;
  readonly redact?: boolean;
}

/** How the document is read. */
export function loadFlags(file: string, flags: InspectFlags) {
  return { ...loadOptions(flags), filename: inputFilename(file) };
}

/** What a run takes beside document and config. */
export async function runInputs(
  { extraData, validations }: InspectFlags,
  { stdin }: Surroundings,
): Promise<{
  readonly extraData: ExtraData | undefined;
  readonly validations: readonly Validation[] | undefined;
}> {
  return {
    extraData: await readExtraData(extraData, stdin),
    validations: await readValidations(validations, stdin),
  };
}

/** Writes a file. @throws InputFailure when it cannot be written */
export async function writeOut(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    throw outputFailure(file, error);
  }
}

/** How a run went, in one line. */
export function outcome(result: ExtractionResult): string {
  const { errors, warnings } = result;
  return [
    foundText(fieldsOf([result.parsed_document]), result.coverage),
    ...(errors.length > 0 ? [counted(errors.length, 'error')] : []),
    ...(warnings.length > 0 ? [counted(warnings.length, 'warning')] : []),
  ].join(', ');
}
