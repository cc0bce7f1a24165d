/** The pages of the result and the trace list every member that these have. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Names of the members of an interface, as its source declares them. */
function membersOf(file: string, name: string): readonly string[] {
  const [, body = ''] =
    read(file).match(new RegExp(`^export interface ${name}\\b[^{]*\\{\n(.*?)^\\}`, 'msu')) ?? [];
  return [...body.matchAll(/^ {2}(?:readonly )?(\w+)\??:/gmu)].map(([, member = '']) => member);
}

test.each([
  ['docs/results/result.md', 'src/run/extraction/result.ts', 'ExtractionResult', 15],
  ['docs/results/trace.md', 'src/language/fields/trace.ts', 'FieldTrace', 11],
  ['docs/results/errors-and-warnings.md', 'src/language/fields/runner.ts', 'ExtractionWarning', 5],
  ['docs/results/coverage-and-validations.md', 'src/language/validate/coverage.ts', 'ValidationSummary', 5],
])('a guide lists the members of what it describes: %s lists %s', (page, file, name, count) => {
  const members = membersOf(file, name);
  expect(members.length).toBeGreaterThanOrEqual(count);
  const text = read(page);
  expect(members.filter((member) => !new RegExp(`[\`"]${member}[\`"]`, 'u').test(text))).toEqual([]);
});
