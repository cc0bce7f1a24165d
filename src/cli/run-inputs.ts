/** What commands give a run beside document and config. The library itself checks that it is what it should be. */
import type { Readable } from 'node:stream';
import type { ExtraData, Validation } from '../index.js';
import { failureLine, InputFailure } from './failure.js';
import { describeIo, inputName, readText } from './input.js';

/** Extra data in a file, which results give back as it was given. @throws InputFailure */
export async function readExtraData(
  file: string | undefined,
  stdin: Readable,
): Promise<ExtraData | undefined> {
  return (await givenJson(file, stdin)) as ExtraData | undefined;
}

/** Validations in a file. @throws InputFailure */
export async function readValidations(
  file: string | undefined,
  stdin: Readable,
): Promise<readonly Validation[] | undefined> {
  return (await givenJson(file, stdin)) as readonly Validation[] | undefined;
}

async function givenJson(file: string | undefined, stdin: Readable): Promise<unknown> {
  if (file === undefined) return undefined;
  const text = await readText(file, stdin);
  try {
    JSON.parse(text);
  } catch (error) {
    throw new InputFailure([failureLine(inputName(file), `is not JSON: ${describeIo(error)}`)]);
  }
  const { parseGiven } = await import('../service/ordered-json.js');
  return parseGiven(text);
}
