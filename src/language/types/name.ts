import * as z from 'zod';
import { type Candidate, defineType, type TypeLine, type WholeValue } from './definition.js';
import { capitalizeWords, namesOnLine } from './name-parts.js';
import { eachLine } from './shared.js';
import { matchingText } from './text.js';

/** Most lines that one value takes when no tiebreaker is given. */
// See docs/language/04-types.md#415-name
const MOST_LINES = 6;

const CAPITALIZATIONS = {
  allCaps: (name: string) => name.toUpperCase(),
  firstLetter: capitalizeWords,
} as const;

/** Names of persons or firms. */
// See docs/language/04-types.md#415-name
export const name = defineType({
  id: 'name',
  summary: 'Names of people or firms that take up a whole line; always an array',
  plain: true,
  output: { source: z.string(), value: z.array(z.string()) },
  promptHint: () => 'name',
  options: () => ({
    capitalization: z
      .enum(['allCaps', 'firstLetter'])
      .optional()
      .describe('Capitals in the value: all letters, or the first of every word; without it, as printed'),
  }),
  compile({ capitalization }) {
    const print = capitalization === undefined ? (text: string) => text : CAPITALIZATIONS[capitalization];
    return {
      candidates: (lines, guard) =>
        eachLine(lines, guard, (text) => {
          const found = namesOnLine(text);
          return found ? [{ source: found.source, value: found.names.map(print), type: 'name' }] : [];
        }),
      whole: mergeLines,
    };
  },
  examples: [
    {
      title: 'Surname first, shared by two',
      lines: ['Okafor, Ada & Femi'],
      result: { source: 'Okafor, Ada & Femi', value: ['Ada Okafor', 'Femi Okafor'], type: 'name' },
    },
    {
      title: 'Consecutive lines are one value',
      options: { capitalization: 'firstLetter' },
      lines: ['ADA OKAFOR', 'LARS NYSTRÖM'],
      result: { source: 'ADA OKAFOR LARS NYSTRÖM', value: ['Ada Okafor', 'Lars Nyström'], type: 'name' },
    },
    { title: 'A label is not a name', lines: ['Skipper:'], result: null },
  ],
});

/** The first names and those on the lines that directly follow, blank ones aside. */
function mergeLines(candidates: readonly Candidate[], lines: readonly TypeLine[]): WholeValue | null {
  const [first] = candidates;
  if (!first) return null;
  const run = [first];
  for (const next of candidates.slice(1, MOST_LINES)) {
    if (!areNeighbours(run.at(-1)!, next, lines)) break;
    run.push(next);
  }
  return {
    value: {
      source: run.map(({ value }) => value.source).join(' '),
      value: run.flatMap(({ value }) => value.value),
      type: 'name',
    },
    lines: run.flatMap((candidate) => candidate.lines),
  };
}

function areNeighbours(upper: Candidate, lower: Candidate, lines: readonly TypeLine[]): boolean {
  const between = lines.slice(upper.lines.at(-1)! + 1, lower.lines[0]);
  return between.every(({ text }) => matchingText(text).trim() === '');
}
