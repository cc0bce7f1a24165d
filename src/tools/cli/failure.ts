/** What keeps a command from doing its work, as lines for the user. */
import {
  ClassificationError,
  ConfigError,
  type ConfigIssue,
  DocumentError,
  ExtraDataError,
  formatPath,
} from '../../errors.js';
import { printable } from './streams.js';

/** Bad input: ends the command with exit code 1. `lines` are ready to print. */
export class InputFailure extends Error {
  override readonly name = 'InputFailure';
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}

/** Wrong use of the command itself: ends it with exit code 2. */
export class UsageFailure extends Error {
  override readonly name = 'UsageFailure';
}

/** The names that the user gave for the inputs of a command. */
export interface InputNames {
  readonly document: string;
  readonly config?: string | undefined;
  readonly extraData?: string | undefined;
  readonly validations?: string | undefined;
}

/** `file: error: message`, on one line. */
export function failureLine(file: string, message: string): string {
  return `${printable(file)}: error: ${printable(message)}`;
}

/** `file:line:column: error: path: message`; without a place in the text only the file. */
export function issueLine(file: string, issue: ConfigIssue): string {
  const place = issue.line === undefined ? '' : `:${issue.line}:${issue.column}`;
  const what = printable(`${formatPath(issue.path)}: ${issue.message}`);
  return `${printable(file)}${place}: ${issue.severity}: ${what}`;
}

/** A typed error of the library as a failure that names the file to blame; any other error as it is. */
export function blame(error: unknown, names: InputNames): unknown {
  if (error instanceof DocumentError) {
    const page = error.page === undefined ? '' : `, page ${error.page}`;
    return new InputFailure([failureLine(names.document, `${error.message} (${error.code}${page})`)]);
  }
  if (error instanceof ClassificationError) {
    return new InputFailure([failureLine(names.document, `${error.message} (${error.code})`)]);
  }
  if (error instanceof ExtraDataError) {
    return new InputFailure([failureLine(names.extraData ?? 'extra data', error.message)]);
  }
  if (error instanceof ConfigError) {
    return new InputFailure(error.issues.map((issue) => blamedLine(issue, names)));
  }
  return error;
}

/** Issues of validations come among those of configs: their paths begin with `schema.validations`. */
function blamedLine(issue: ConfigIssue, { config = 'config', validations }: InputNames): string {
  const [room, part, ...inside] = issue.path;
  if (validations === undefined || room !== 'schema' || part !== 'validations')
    return issueLine(config, issue);
  return issueLine(validations, { ...issue, path: [part, ...inside] });
}

/** Whether an import failed because the package, or one that it needs, is not installed. */
export function isMissingPackage(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
}
