/** Members of a config that have no effect, reported in the results of its runs. */
import type { PathStep } from '../../errors.js';
import type { ConfigWarning } from '../../foundation/schema/grammar.js';
import type { FieldScope } from './definition.js';
import { placeOf, warnOnce } from './runner.js';

/**
 * Warns of members that are given and have no effect, once a run.
 * @param path where the object that has them is in the config
 */
export function warnOfIgnored(
  ignored: readonly ConfigWarning[],
  fieldId: string,
  scope: FieldScope,
  path: readonly PathStep[],
): void {
  for (const { path: member, message, code } of ignored) {
    const place = placeOf(scope, [...path, ...member], fieldId);
    const shown = code === 'ignored_member' ? 'IGNORED_MEMBER' : code;
    warnOnce(scope.run, ['ignored', place.path], () => [{ ...place, code: shown, message }]);
  }
}
