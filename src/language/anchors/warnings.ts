/** What is doubtful in matchers and matches that the grammar accepts. */
// See docs/language/01-document-anchors-fields.md#7-fallbacks-and-conditional-fields
import type { ConfigPlace, ConfigWarning } from '../../foundation/schema/grammar.js';
import { canMatchNothing, canTakeForever } from '../../foundation/text/pattern.js';

/** An edit distance above this share of the text's length matches almost anything. */
// See docs/language/01-document-anchors-fields.md#23-editdistance
const LARGE_EDIT_SHARE = 1 / 3;

/** Warns of a match that is a text without characters: every line includes it. */
export function emptyTextWarnings(text: string): ConfigWarning[] {
  return text === '' ? [matchesEmpty([])] : [];
}

/**
 * Warns of a text that every line meets, as it is empty, and of one that may differ so much that it matches anything.
 */
export function textWarnings({
  type,
  text,
  editDistance = 0,
}: {
  readonly type: string;
  readonly text: string;
  readonly editDistance?: number | undefined;
}): ConfigWarning[] {
  if (text === '') return type === 'equals' ? [] : [matchesEmpty(['text'])];
  if (editDistance <= text.length * LARGE_EDIT_SHARE) return [];
  const message = 'more than a third of the text may differ';
  return [{ path: ['editDistance'], code: 'large_edit_distance', message }];
}

function matchesEmpty(path: ConfigWarning['path']): ConfigWarning {
  const message = 'every line meets an empty text; {"type": "first"} is the first line';
  return { path, code: 'matches_empty', message };
}

/** Warns of a pattern that every line meets, as it can match nothing at all, and of one that can take endless time. */
export function patternWarnings({
  pattern,
  flags,
}: {
  readonly pattern: string;
  readonly flags?: string | undefined;
}): ConfigWarning[] {
  const warn = (code: string, message: string): ConfigWarning => ({ path: ['pattern'], code, message });
  return [
    ...(canMatchNothing(pattern, flags)
      ? [warn('matches_empty', 'this pattern can match nothing at all')]
      : []),
    ...(canTakeForever(pattern, flags)
      ? [
          warn(
            'slow_pattern',
            'this pattern takes time that doubles with each character of some texts: it repeats a part that is itself repeated; leave out one of the two',
          ),
        ]
      : []),
  ];
}

/** Warns of a match that begins with a matcher to be searched upwards: nothing is before it. */
// See docs/language/01-document-anchors-fields.md#25-sequences-arrays-repeat-reverse
export function sequenceWarnings(match: unknown, { path }: ConfigPlace): ConfigWarning[] {
  if (mayBeginUpwards(path)) return [];
  if (!Array.isArray(match)) return isReversed(match) ? [ignoredReverse([], 'a single matcher')] : [];
  return isReversed(match[0]) ? [ignoredReverse([0], 'the first element')] : [];
}

/** Warns of a matcher outside a sequence that is to be searched upwards: its line is given. */
export function conditionWarnings(matcher: unknown, { around }: ConfigPlace): ConfigWarning[] {
  const parent = around.at(-1);
  const isRepeated = parent !== undefined && Reflect.get(parent, 'type') === 'repeat';
  return isReversed(matcher) && !isRepeated ? [ignoredReverse([], 'a single matcher')] : [];
}

/** Only the anchor of an external range may be searched upwards at once. */
// See docs/language/06-sections-and-field-kinds.md#26-externalrange
function mayBeginUpwards(path: ConfigPlace['path']): boolean {
  const place = path.at(-1) === 'match' ? path.slice(0, -1) : path;
  return place.at(-1) === 'anchor' && place.at(-2) === 'externalRange';
}

function isReversed(matcher: unknown): boolean {
  return typeof matcher === 'object' && matcher !== null && Reflect.get(matcher, 'reverse') === true;
}

function ignoredReverse(path: ConfigWarning['path'], what: string): ConfigWarning {
  return {
    path: [...path, 'reverse'],
    code: 'ignored_member',
    message: `${what} is always searched downwards`,
  };
}
