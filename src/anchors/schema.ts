/** The grammar of matchers and anchors (chapter 1, 2 and 3). */
import { z } from 'zod';
import { closedObject, taggedUnion } from '../grammar.js';
import { patternProblem } from '../pattern.js';

const minimumHeight = z.number().min(0).optional().describe('Smallest line height in inches');
const maximumHeight = z.number().min(0).optional().describe('Largest line height in inches');

const xRange = closedObject({
  minX: z.number().describe('Left limit in inches from the left edge of the page'),
  maxX: z.number().describe('Right limit in inches from the left edge of the page'),
}).refine(({ minX, maxX }) => minX <= maxX, { path: ['minX'], message: 'must not be greater than maxX' });

const angleRange = closedObject({
  minAngle: z.number().describe('Smallest angle in degrees, inclusive'),
  maxAngle: z.number().describe('Largest angle in degrees, inclusive'),
}).refine(({ minAngle, maxAngle }) => minAngle <= maxAngle, {
  path: ['minAngle'],
  message: 'must not be greater than maxAngle',
});

const filters = {
  minimumHeight,
  maximumHeight,
  xRangeFilter: xRange.optional().describe('The line must lie completely inside this range of the page'),
  angleFilter: angleRange.optional().describe('The angle of the line must lie in this range'),
};

const textMembers = {
  text: z.string().min(1).describe('Text to compare with the line'),
  isCaseSensitive: z.boolean().optional().describe('Compare letters exactly; default false'),
  editDistance: z
    .int()
    .min(0)
    .optional()
    .describe('Largest number of single-character edits that still match'),
  ...filters,
};

const regexMembers = {
  pattern: z.string().describe('JavaScript regular expression, searched inside the line'),
  flags: z.string().optional().describe('Flags of the expression, e.g. "i"'),
  ...filters,
};

const reverse = z.boolean().optional().describe('Search upwards from the line of the element before');

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

/** A condition on one line that can stand inside `any`, `all` and `not`. */
export type ComposableMatcher =
  | z.infer<typeof composableText>
  | z.infer<typeof composableRegex>
  | { type: 'any' | 'all'; matches: ComposableMatcher[] }
  | { type: 'not'; match: ComposableMatcher };

const composableText = closedObject({ type: z.enum(TEXT_MATCHERS), ...textMembers });
const composableRegex = closedObject({ type: z.literal('regex'), ...regexMembers }).superRefine(checkPattern);

/** A condition inside `any`, `all` and `not`. */
export const composable: z.ZodType<ComposableMatcher, ComposableMatcher> = z.lazy(() =>
  taggedUnion('type', 'matcher inside any, all or not', [
    composableText,
    composableRegex,
    closedObject({ type: z.enum(['any', 'all']), matches: z.array(composable).min(1) }),
    closedObject({ type: z.literal('not'), match: composable }),
  ]),
);

const textMatcher = closedObject({ type: z.enum(TEXT_MATCHERS), ...textMembers, reverse });
const regexMatcher = closedObject({ type: z.literal('regex'), ...regexMembers, reverse }).superRefine(
  checkPattern,
);
const booleanMatcher = closedObject({
  type: z.enum(['any', 'all']),
  matches: z.array(composable).min(1).describe('Conditions on the same line'),
  reverse,
});
const notMatcher = closedObject({
  type: z.literal('not'),
  match: composable.describe('Condition that the line must not meet'),
  reverse,
});
const firstMatcher = closedObject({ type: z.literal('first'), ...filters, reverse });

/** Every kind of condition on one line. */
const lineMatchers = [textMatcher, regexMatcher, booleanMatcher, notMatcher, firstMatcher] as const;

/** A condition on one line. */
export const matcherSchema = taggedUnion('type', 'matcher', lineMatchers);
export type Matcher = z.infer<typeof matcherSchema>;

const repeatMatcher = closedObject({
  type: z.literal('repeat'),
  times: z.int().min(1).describe('How often the match is looked for, each time below the last'),
  match: z.union([matcherSchema, z.array(matcherSchema).min(1)]).describe('What is looked for'),
});
export type RepeatMatcher = z.infer<typeof repeatMatcher>;

const sequenceMatchers = [...lineMatchers, repeatMatcher] as const;
const sequenceElement = taggedUnion('type', 'matcher', sequenceMatchers);

const matchText = z.string().min(1).describe('Text that the line includes, ignoring case');

/** What finds a line: a text, a matcher, or matchers of which each is looked for below the one before. */
export const anchorMatchSchema = z.union([matchText, sequenceElement, z.array(sequenceElement).min(1)]);
export type AnchorMatch = z.infer<typeof anchorMatchSchema>;

const lastMatcher = closedObject({ type: z.literal('last') });
const stopElement = taggedUnion('type', 'matcher', [...sequenceMatchers, lastMatcher]);

/** As an anchor match; `{"type": "last"}` besides means the end of the scope. */
export const stopMatchSchema = z.union([matchText, stopElement, z.array(stopElement).min(1)]);
export type StopMatch = z.infer<typeof stopMatchSchema>;

const pageMatcher = closedObject({
  type: z.literal('page'),
  terms: z.array(z.string()).min(1).describe('Words that the page should hold often'),
  stopTerms: z.array(z.string()).optional().describe('Words that the page should not hold'),
});
const firstInSection = closedObject({ type: z.literal('firstInSection') });
export type PageMatcher = z.infer<typeof pageMatcher>;

const componentElement = taggedUnion('type', 'matcher', [...sequenceMatchers, pageMatcher, firstInSection]);

/** What an anchor's `match`, `start` and `end` may be. */
export const anchorComponentSchema = z.union([matchText, componentElement, z.array(sequenceElement).min(1)]);
export type AnchorComponent = z.infer<typeof anchorComponentSchema>;

/** An anchor written as an object. */
export const anchorObject = closedObject({
  match: anchorComponentSchema.describe('Finds the anchor lines'),
  start: anchorComponentSchema.optional().describe('The search begins at this line'),
  end: anchorComponentSchema.optional().describe('The search stops before this line'),
  includeEnd: z.boolean().optional().describe('The end line itself may be matched; default false'),
});
/** An anchor given by the name of an anchorDefinition. */
export const anchorReference = closedObject({
  ref: z.string().min(1).describe('Name of an anchorDefinition'),
});

/** An anchor in any of its forms. */
export const fieldAnchorSchema = z.union([
  matchText,
  anchorObject,
  anchorReference,
  componentElement,
  z.array(sequenceElement).min(1),
]);
export type FieldAnchor = z.infer<typeof fieldAnchorSchema>;
