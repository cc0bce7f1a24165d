/** Members of a config that have no effect, told of in the results of its runs. */
import { formatPath, type PathStep } from '../errors.js';
import type { ConfigWarning } from '../grammar.js';
import { memo } from '../memo.js';
import type { FieldScope } from './definition.js';
import { type ExtractionRun, placeOf } from './runner.js';

/** Members that a run has told of: a field of a section runs many times. */
const toldOf = memo((_run: ExtractionRun) => new Set<string>());

/**
 * Warns of members that are given and have no effect, once a run.
 * @param path where the object that has them stands in the config
 */
export function tellIgnored(
  ignored: readonly ConfigWarning[],
  fieldId: string,
  scope: FieldScope,
  path: readonly PathStep[],
): void {
  for (const { path: member, message, code } of ignored) {
    const at = [...path, ...member];
    const key = formatPath(at);
    const known = toldOf(scope.run);
    if (known.has(key)) continue;
    known.add(key);
    const told = code === 'ignored_member' ? 'IGNORED_MEMBER' : code;
    scope.run.warn({ ...placeOf(scope, at, fieldId), code: told, message });
  }
}
