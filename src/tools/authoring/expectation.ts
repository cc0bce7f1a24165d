/** The expected values of a test case: what their file holds, and what becomes of it when they are updated. */
import { orderedEntries, setMember } from '../../foundation/objects/members.js';
import { compareFields, type FieldDifferences } from './differences.js';

type Members = Readonly<Record<string, unknown>>;

/** What of a result is compared. */
export interface ComparedResult {
  /** Absent where the config leaves it out. */
  readonly parsed_document?: Members | undefined;
  readonly postprocessorOutput?: unknown;
}

/** Expected values as a case has them. */
export interface Expectation {
  readonly fields?: Members | undefined;
  readonly hasOutput: boolean;
  readonly output?: unknown;
}

/** Name under which the output of a postprocessor is compared, as a field. */
const OUTPUT = 'postprocessorOutput';
const FIELDS = 'parsed_document';

/**
 * What a file of expected values says: a result with `parsed_document` or `postprocessorOutput`, of which other members
 * are passed over, or the fields alone.
 * @throws TypeError for what is no object
 *
 * @example
 * readExpectation({ total: 5 }).fields; // { total: 5 }
 */
export function readExpectation(content: unknown): Expectation {
  if (!isMembers(content)) throw new TypeError('the expected values must be an object');
  const isResult = Object.hasOwn(content, FIELDS) || Object.hasOwn(content, OUTPUT);
  if (!isResult) return { fields: content, hasOutput: false };
  const fields = Object.hasOwn(content, FIELDS) ? content[FIELDS] : undefined;
  if (fields !== undefined && !isMembers(fields)) throw new TypeError(`"${FIELDS}" must be an object`);
  return { fields, hasOutput: Object.hasOwn(content, OUTPUT), output: content[OUTPUT] };
}

/**
 * Where a result is other than expected.
 * @param partial pass over fields that are not named
 *
 * @example
 * const expected = readExpectation(JSON.parse(readFileSync('expected.json', 'utf8')));
 * for (const { id, differences } of compareResult(expected, result, false)) console.log(id, differences);
 */
export function compareResult(
  { fields, hasOutput, output }: Expectation,
  result: ComparedResult,
  partial: boolean,
): readonly FieldDifferences[] {
  const found = fields ? compareFields(fields, result.parsed_document ?? {}, { partial }) : [];
  const isCompared = hasOutput || (!partial && result.postprocessorOutput !== undefined);
  if (!isCompared) return found;
  const expected = hasOutput ? { [OUTPUT]: output } : {};
  const actual = result.postprocessorOutput === undefined ? {} : { [OUTPUT]: result.postprocessorOutput };
  return [...found, ...compareFields(expected, actual, { partial: false })];
}

/**
 * The content of the file when a result is right: what was equal stays as it is written, ids come in the order of the
 * result.
 * @param old undefined where there was no file
 *
 * @example
 * writeFileSync('expected.json', JSON.stringify(updatedExpectation(undefined, result, false), null, 2));
 */
export function updatedExpectation(
  old: Expectation | undefined,
  { parsed_document: actual, postprocessorOutput: output }: ComparedResult,
  partial: boolean,
): Members {
  const expected = old?.fields ?? {};
  const different = new Set(compareFields(expected, actual ?? {}, { partial }).map(({ id }) => id));
  const fields: Record<string, unknown> = {};
  for (const [id, value] of orderedEntries(actual ?? {})) {
    const isNamed = Object.hasOwn(expected, id);
    if (partial && old && !isNamed) continue;
    setMember(fields, id, isNamed && !different.has(id) ? expected[id] : value);
  }
  return {
    ...(actual && { [FIELDS]: fields }),
    ...(output !== undefined && (!partial || old?.hasOutput || !actual) && { [OUTPUT]: output }),
  };
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
