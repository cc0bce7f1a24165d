/** The grammar of fingerprints: tests of whether a config fits a document. */
// See docs/language/09-service.md#921-grammar
import * as z from 'zod';
import { settled, withDefault } from '../../foundation/schema/defaults.js';
import {
  type ConfigWarning,
  closedObject,
  listOf,
  taggedUnion,
  titled,
  wholeNumber,
  withWarnings,
} from '../../foundation/schema/grammar.js';
import type { AnchorMatch } from '../anchors/forms.js';
import { anchorMatchSchema } from '../anchors/schema.js';
import type { Fingerprint } from './config-types.js';

const PAGES = ['first', 'last', 'every', 'any'] as const;

/** Pages of a document that a test looks at. */
export type FingerprintPage = (typeof PAGES)[number];

const offsetMember = {
  offset: withDefault(wholeNumber(), 0).describe('Pages between the match and the first or last page'),
};

const fingerprintMatch = withWarnings(
  closedObject({
    page: z.enum(PAGES).describe('Pages of the document that must contain the match'),
    match: z
      .union([listOf(anchorMatchSchema, 'the test is left out'), anchorMatchSchema])
      .describe('What must be found there; of an array, every element, in any order'),
    ...offsetMember,
  }).meta({ title: 'fingerprint page test' }),
  ({ page, offset }): ConfigWarning[] => {
    if (offset === undefined || offset === 0 || page === 'first' || page === 'last') return [];
    const message = 'an offset only counts in tests of the first or last page';
    return [{ path: ['offset'], code: 'ignored_member', message }];
  },
);

/** Matchers have a type, tests of pages have none. */
function optionFor(value: unknown): z.ZodType {
  const isTest = typeof value === 'object' && value !== null && !Array.isArray(value) && !('type' in value);
  return isTest ? fingerprintMatch : anchorMatchSchema;
}

const fingerprintMembers = titled(
  'fingerprint',
  closedObject({
    tests: z
      .array(
        titled(
          'fingerprint test',
          taggedUnion([anchorMatchSchema, fingerprintMatch], (value) => ({ option: optionFor(value) })),
        ),
      )
      .describe('Texts that documents of this kind contain'),
  }),
);

export const fingerprintSchema = withWarnings(fingerprintMembers, segmentationWarnings);

/** A test with its short forms written out. */
interface FingerprintTest {
  readonly page: FingerprintPage;
  /** What must be found, each element for itself and in any order. */
  readonly matches: readonly AnchorMatch[];
  /** Pages between the match and the first or last page; heeded only by tests of these. */
  readonly offset: number;
}

/** The tests of a fingerprint: a test that names no page may be met on any. */
export function fingerprintTests({ tests }: Fingerprint): readonly FingerprintTest[] {
  const written = tests.map((test): FingerprintTest => {
    if (typeof test !== 'object' || !('page' in test)) {
      return { page: 'any', matches: [test as AnchorMatch], offset: 0 };
    }
    const { page, match, offset } = settled(offsetMember, test);
    return { page, matches: (Array.isArray(match) ? match : [match]) as readonly AnchorMatch[], offset };
  });
  // What looks for nothing would be found on every page.
  return written.filter(({ matches }) => matches.length > 0);
}

/** Warns of fingerprints that serve to choose a config, but not to find where documents begin and end in a file. */
function segmentationWarnings(fingerprint: Fingerprint): ConfigWarning[] {
  const pages = new Set(fingerprintTests(fingerprint).map(({ page }) => page));
  if (pages.size === 1 && pages.has('last')) {
    const message = 'a last page alone never makes a document in a file of several; add a test of the first';
    return [{ path: ['tests'], code: 'cannot_segment', message }];
  }
  if (pages.has('first') && !pages.has('last') && !pages.has('every')) {
    const message =
      'such a document ends only where another one begins; add a test of the last or of every page';
    return [{ path: ['tests'], code: 'open_end', message }];
  }
  if (pages.has('every') && !pages.has('first') && !pages.has('last')) {
    const message = 'two such documents in a row count as one; add a test of the first or last page';
    return [{ path: ['tests'], code: 'ambiguous_segments', message }];
  }
  return [];
}
