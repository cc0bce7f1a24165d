/** What commands give a run beside document and config. The library itself checks that it is what it should be. */
import type { Readable } from 'node:stream';
import type { ExtraData, Validation } from '../../index.js';
import { failureLine, InputFailure, type InputNames } from './failure.js';
import { describeIo, inputName, readText } from './input.js';

/** Flag and description of the option that names a file of validations. */
export const VALIDATIONS_OPTION = [
  '--validations <file>',
  'a JSON array of validations of the finished document',
] as const;

/** Files that flags name. */
interface InputFlags {
  readonly config?: string | undefined;
  readonly extraData?: string | undefined;
  readonly validations?: string | undefined;
}

/** The names of a document and of what comes with it, for messages. */
export function inputNames(document: string, { config, extraData, validations }: InputFlags): InputNames {
  const name = (file: string | undefined) => (file === undefined ? undefined : inputName(file));
  return {
    document: inputName(document),
    config: name(config),
    extraData: name(extraData),
    validations: name(validations),
  };
}

/** Extra data in a file, which results give back as it was given. @throws InputFailure */
export async function readExtraData(
  file: string | undefined,
  stdin: Readable,
): Promise<ExtraData | undefined> {
  return (await givenJson(file, stdin)) as ExtraData | undefined;
}

/** Validations in a file. @throws InputFailure, ConfigError when one of them is wrong */
export async function readValidations(
  file: string | undefined,
  stdin: Readable,
): Promise<readonly Validation[] | undefined> {
  const given = await givenJson(file, stdin);
  if (given === undefined) return undefined;
  const { checkedValidations } = await import('../../language/validate/schema.js');
  return checkedValidations(given) as readonly Validation[];
}

async function givenJson(file: string | undefined, stdin: Readable): Promise<unknown> {
  if (file === undefined) return undefined;
  const text = await readText(file, stdin);
  try {
    JSON.parse(text);
  } catch (error) {
    throw new InputFailure([failureLine(inputName(file), `is not JSON: ${describeIo(error)}`)]);
  }
  const { parseGiven } = await import('../../foundation/objects/ordered-json.js');
  return parseGiven(text);
}
