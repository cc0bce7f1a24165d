/** The grammar of matchers and anchors. */
// See docs/language/01-document-anchors-fields.md#2-matchers
// See docs/language/01-document-anchors-fields.md#3-anchors
import * as z from 'zod';
import { withDefault } from '../../foundation/schema/defaults.js';
import {
  closedObject,
  limitedNumber,
  listOf,
  type Tag,
  taggedUnion,
  titled,
  type UnionChoice,
  wholeNumber,
  withWarnings,
} from '../../foundation/schema/grammar.js';
import { patternProblem } from '../../foundation/text/pattern.js';
import type {
  AnchorComponent,
  AnchorMatch,
  AnchorObject,
  AnchorReference,
  ComposableMatcher,
  FieldAnchor,
  Matcher,
  StopMatch,
} from './forms.js';
import {
  conditionWarnings,
  emptyTextWarnings,
  patternWarnings,
  sequenceWarnings,
  textWarnings,
} from './warnings.js';

const minimumHeight = limitedNumber(0).optional().describe('Smallest line height in inches');
const maximumHeight = limitedNumber(0).optional().describe('Largest line height in inches');

const xRange = titled(
  'page x range',
  closedObject({
    minX: z.number().describe('Left limit in inches from the left edge of the page'),
    maxX: z.number().describe('Right limit in inches from the left edge of the page'),
  }).refine(({ minX, maxX }) => minX <= maxX, { path: ['minX'], message: 'must not be greater than maxX' }),
);

const angleRange = titled(
  'angle range',
  closedObject({
    minAngle: z.number().describe('Smallest angle in degrees, counter-clockwise, inclusive'),
    maxAngle: z.number().describe('Largest angle in degrees, counter-clockwise, inclusive'),
  }).refine(({ minAngle, maxAngle }) => minAngle <= maxAngle, {
    path: ['minAngle'],
    message: 'must not be greater than maxAngle',
  }),
);

const filters = {
  minimumHeight,
  maximumHeight,
  xRangeFilter: xRange.optional().describe('The line must lie completely inside this range of the page'),
  angleFilter: angleRange
    .optional()
    .describe('The angle of the line must lie in this range: 0 is level, 90 reads upwards, -90 downwards'),
};

/** Members of matchers that compare text. */
export const textMembers = {
  text: z.string().describe('Text to compare with the line'),
  isCaseSensitive: withDefault(z.boolean(), false).describe('Distinguish capitals from small letters'),
  editDistance: withDefault(wholeNumber(0), 0).describe(
    'Largest number of single-character edits that still match',
  ),
  ...filters,
};

const regexMembers = {
  pattern: z.string().describe('JavaScript regular expression, searched inside the line'),
  flags: z.string().optional().describe('Flags of the expression, e.g. "i"'),
  ...filters,
};

const reverse = withDefault(z.boolean(), false).describe(
  'Search upwards from the line of the element before',
);

/** Reports a pattern or flags that JavaScript does not take. */
export function checkPattern(
  matcher: { readonly pattern: string; readonly flags?: string | undefined },
  context: z.core.$RefinementCtx,
): void {
  const problem = patternProblem(matcher.pattern, matcher.flags);
  if (problem === undefined) return;
  const inFlags = patternProblem(matcher.pattern) === undefined;
  context.addIssue({ code: 'custom', path: [inFlags ? 'flags' : 'pattern'], message: problem });
}

const TEXT_MATCHERS = ['equals', 'startsWith', 'includes', 'endsWith'] as const;

type Schema<T> = z.ZodType<T, T>;

const composableText = withWarnings(
  titled('text condition', closedObject({ type: z.enum(TEXT_MATCHERS), ...textMembers })),
  textWarnings,
);
const composableRegex = withWarnings(
  titled(
    'regex condition',
    closedObject({ type: z.literal('regex'), ...regexMembers }).superRefine(checkPattern),
  ),
  patternWarnings,
);

/** Conditions of which any or all must be met. */
function conditions() {
  return listOf(composable, 'no line meets any of no conditions, and every line meets all of them');
}

/** A condition inside `any`, `all` and `not`. */
export const composable: Schema<ComposableMatcher> = z.lazy(() =>
  titled(
    'condition',
    taggedUnion(
      [
        composableText,
        composableRegex,
        titled('boolean condition', closedObject({ type: z.enum(['any', 'all']), matches: conditions() })),
        titled('not condition', closedObject({ type: z.literal('not'), match: composable })),
      ],
      { tag: 'type', what: 'matcher inside any, all or not', ofText: 'includes' },
    ),
  ),
);

const textMatcher = withWarnings(
  titled('text matcher', closedObject({ type: z.enum(TEXT_MATCHERS), ...textMembers, reverse })).describe(
    'Finds a line whose text is, begins with, holds or ends with a text',
  ),
  textWarnings,
);
const regexMatcher = withWarnings(
  titled(
    'regex matcher',
    closedObject({ type: z.literal('regex'), ...regexMembers, reverse }).superRefine(checkPattern),
  ).describe('Finds a line in which a regular expression matches'),
  patternWarnings,
);
const booleanMatcher = titled(
  'boolean matcher',
  closedObject({
    type: z.enum(['any', 'all']),
    matches: conditions().describe('Conditions on the same line'),
    reverse,
  }),
).describe('Finds a line that meets one, or all, of several conditions');
const notMatcher = titled(
  'not matcher',
  closedObject({
    type: z.literal('not'),
    match: composable.describe('Condition that the line must not meet'),
    reverse,
  }),
).describe('Finds a line that does not meet a condition');
const firstMatcher = titled(
  'first matcher',
  closedObject({ type: z.literal('first'), ...filters, reverse }),
).describe(
  'Finds the first line of those that are searched, whatever its text, that passes the filters. In a list: the next such line below the one before. As a whole anchor match it finds one line at most',
);

/** Every kind of condition on one line. */
const lineMatchers = [textMatcher, regexMatcher, booleanMatcher, notMatcher, firstMatcher] as const;

const MATCHER: Tag = { tag: 'type', what: 'matcher', ofText: 'includes' };

/** A condition on one line. */
export const matcherSchema: Schema<Matcher> = withWarnings(
  titled('matcher', taggedUnion(lineMatchers, MATCHER)),
  conditionWarnings,
);

/** Matchers that are looked for one after the other. */
function matcherList<Element extends z.ZodType>(element: Element) {
  return listOf(element, 'it finds no line');
}

/** Lines that one repeat may look for. Public configs repeat 5 times at most. */
const MAX_REPEATED = 1_000;

const repeatMatcher = titled(
  'repeat matcher',
  closedObject({
    type: z.literal('repeat'),
    times: wholeNumber(1).describe('How many times to look for the match, each time below the last'),
    match: z.union([matcherSchema, matcherList(matcherSchema)]).describe('What to look for'),
  }).superRefine(({ times, match }, context) => {
    if (times * [match].flat().length <= MAX_REPEATED) return;
    const message = `a repeat may look for ${MAX_REPEATED} lines at most, all times and matchers together`;
    context.addIssue({ code: 'custom', path: ['times'], message });
  }),
).describe('Finds the line at which a match is found for the given time, each time below the last');

const sequenceMatchers = [...lineMatchers, repeatMatcher] as const;
const sequenceElement = titled('sequence matcher', taggedUnion(sequenceMatchers, MATCHER));

const matchText = withWarnings(
  z.string().describe('Text that the line includes, ignoring case'),
  emptyTextWarnings,
);

/** What finds a line: a text, a matcher, or matchers of which each is looked for below the one before. */
export const anchorMatchSchema: Schema<AnchorMatch> = withWarnings(
  titled('anchor match', z.union([matchText, sequenceElement, matcherList(sequenceElement)])),
  sequenceWarnings,
);

const lastMatcher = titled('last matcher', closedObject({ type: z.literal('last') })).describe(
  'Finds no line, but the end of the lines that are searched, which are the document or the section. Only in a stop, alone or as the last of a list',
);
const stopElement = titled('stop matcher', taggedUnion([...sequenceMatchers, lastMatcher], MATCHER));

/** As an anchor match; `{"type": "last"}` besides means the end of the scope. */
export const stopMatchSchema: Schema<StopMatch> = withWarnings(
  titled('stop match', z.union([matchText, stopElement, matcherList(stopElement)])),
  sequenceWarnings,
);

const pageMatcher = titled(
  'page matcher',
  closedObject({
    type: z.literal('page'),
    terms: listOf(z.string(), 'no page has any of no words').describe(
      'Words that should be frequent on the page',
    ),
    stopTerms: z.array(z.string()).optional().describe('Words that count against a page'),
  }),
).describe(
  'Finds the first line of the page on which the terms weigh most, of equal pages the earliest; nothing where no page has any of them. Finds one line at most, and cannot be one of a list',
);
const firstInSection = titled(
  'first in section matcher',
  closedObject({ type: z.literal('firstInSection') }),
).describe(
  "Finds the first line of the section's own range, past the lines that an external range adds, which `first` does not pass over. Outside sections: the first line of the document. Finds one line at most, and cannot be one of a list",
);

const componentElement = titled(
  'anchor matcher',
  taggedUnion([...sequenceMatchers, pageMatcher, firstInSection], MATCHER),
);

/** What an anchor's `match`, `start` and `end` may be. */
export const anchorComponentSchema: Schema<AnchorComponent> = withWarnings(
  titled('anchor component', z.union([matchText, componentElement, matcherList(sequenceElement)])),
  sequenceWarnings,
);

/** An anchor written as an object. */
export const anchorObject: Schema<AnchorObject> = titled(
  'anchor object',
  closedObject({
    match: anchorComponentSchema.describe('What to look for'),
    start: anchorComponentSchema.optional().describe('The search begins at this line'),
    end: anchorComponentSchema.optional().describe('The search stops before this line'),
    includeEnd: withDefault(z.boolean(), false).describe('The end line itself may match too'),
  }),
);
/** An anchor given by the name of an anchorDefinition. */
export const anchorReference: Schema<AnchorReference> = titled(
  'anchor reference',
  closedObject({
    ref: z.string().min(1).describe('Name of an anchorDefinition'),
  }),
);

const anchorSequence = matcherList(sequenceElement);

/** Matchers have a type; what has none is an anchor object, unless it only refers to a definition. */
function anchorForm(value: unknown): UnionChoice {
  if (typeof value === 'string') return { option: matchText };
  if (Array.isArray(value)) return { option: anchorSequence };
  if (typeof value !== 'object' || value === null) {
    const form = 'a string, an object or an array';
    return value === undefined
      ? { path: [], code: 'required', message: `is required (${form})` }
      : { path: [], code: 'invalid_type', message: `must be ${form}` };
  }
  if ('type' in value) return { option: componentElement };
  return { option: 'ref' in value && !('match' in value) ? anchorReference : anchorObject };
}

/** An anchor in any of its forms. */
export const fieldAnchorSchema: Schema<FieldAnchor> = withWarnings(
  titled(
    'anchor',
    taggedUnion([matchText, anchorObject, anchorReference, componentElement, anchorSequence], anchorForm),
  ),
  sequenceWarnings,
);
