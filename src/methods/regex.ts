/** `regex`: what a pattern captures in the lines from the anchor on (chapter 3, 3.3). */
import { z } from 'zod';
import { findStop } from '../anchors/anchors.js';
import { checkPattern, stopMatchSchema } from '../anchors/schema.js';
import { compilePattern, type Pattern } from '../pattern.js';
import { defineLinesMethod, type Piece } from './definition.js';

/** The same member object comes with every anchor of a field: its pattern is compiled once. */
const compiled = new WeakMap<object, Pattern>();

export const regex = defineLinesMethod({
  id: 'regex',
  summary: 'Text that a regular expression captures in the anchor line and the lines after it',
  defaultTiebreaker: 'first',
  options: () => ({
    pattern: z.string().describe('JavaScript regular expression; its first group that took part is the text'),
    flags: z.string().optional().describe('Flags of the expression, e.g. "i"'),
    stop: stopMatchSchema.optional().describe('The lines end before the line that matches this'),
  }),
  check: checkPattern,
  lines({ options, scope, anchor }) {
    const pattern = patternOf(options);
    const stop = options.stop === undefined ? undefined : findStop(options.stop, scope, anchor.index + 1);
    const pieces: Piece[] = [];
    for (const line of scope.lines.slice(anchor.index, stop ?? scope.lines.length)) {
      const match = pattern.exec(line.text, scope.report);
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

function patternOf(options: { readonly pattern: string; readonly flags?: string | undefined }): Pattern {
  let pattern = compiled.get(options);
  if (!pattern) {
    pattern = compilePattern(options.pattern, options.flags);
    compiled.set(options, pattern);
  }
  return pattern;
}
