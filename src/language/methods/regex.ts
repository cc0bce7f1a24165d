/** `regex`: what a pattern captures in the lines from the anchor on. */
// See docs/language/03-layout-methods-ranges-tables.md#33-regex
import * as z from 'zod';
import { memo } from '../../foundation/objects/memo.js';
import { compilePattern } from '../../foundation/text/pattern.js';
import { comparablePattern } from '../../page/document/cleaning.js';
import { findStop } from '../anchors/anchors.js';
import { checkPattern, stopMatchSchema } from '../anchors/schema.js';
import { patternWarnings } from '../anchors/warnings.js';
import { defineMethod, type Piece } from './definition.js';

/** The same member object comes with every anchor of a field: its pattern is compiled once. */
const patternOf = memo((options: { readonly pattern: string; readonly flags?: string | undefined }) =>
  compilePattern(comparablePattern(options.pattern), options.flags),
);

export const regex = defineMethod({
  id: 'regex',
  summary: 'Text that a regular expression captures in the anchor line and the lines after it',
  anchor: 'required',
  countsOnce: true,
  defaultTiebreaker: 'first',
  options: () => ({
    pattern: z
      .string()
      .describe(
        'JavaScript regular expression; the text is its first group that matched, else the whole match',
      ),
    flags: z.string().optional().describe('Flags of the expression, e.g. "i"'),
    stop: stopMatchSchema.optional().describe('The search ends before the line that matches this'),
  }),
  check: checkPattern,
  warnings: patternWarnings,
  capture({ options, scope, anchor }) {
    const pattern = patternOf(options);
    const stop = options.stop === undefined ? undefined : findStop(options.stop, scope, anchor.index + 1);
    const pieces: Piece[] = [];
    for (const line of scope.lines.slice(anchor.index, stop)) {
      const match = pattern.exec(line.text, scope.patternGuard);
      const text = (match?.slice(1).find((group) => group !== undefined) ?? match?.[0])?.trim();
      if (text) pieces.push({ text, line });
    }
    return {
      pieces,
      ...(pieces.length === 0 && { reason: `no line from the anchor on matches /${options.pattern}/` }),
    };
  },
  examples: [
    {
      title: 'the digits of a reference',
      lines: [
        { text: 'Your reference', left: 1, top: 1 },
        { text: 'REF-20417', left: 1, top: 1.3 },
      ],
      field: { anchor: 'your reference', method: { id: 'regex', pattern: 'REF-(\\d+)' } },
      result: { type: 'string', value: '20417' },
    },
  ],
});
