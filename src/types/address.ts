import { z } from 'zod';
import { blockAddresses, inlineAddresses } from './address-search.js';
import { type Candidate, defineType, type TypeLine } from './definition.js';
import { joinLines, matchingCopy } from './text.js';

/** A US address (chapter 4, 4.14). */
export const address = defineType({
  id: 'address',
  summary: 'A US address with its ZIP code: whole lines, or inside running text',
  plain: true,
  options: () => ({
    block_format: z
      .boolean()
      .optional()
      .describe(
        'True for addresses that take whole lines, false for addresses inside running text; default true',
      ),
  }),
  compile: ({ block_format = true }) => ({ candidates: block_format ? blocks : inline }),
  examples: [
    {
      title: 'A block of lines',
      lines: ['Larkspur Chandlery', '77 Beacon Row', 'Astoria, OR 97103', 'Open daily'],
      result: { value: '77 Beacon Row\nAstoria, OR 97103', type: 'address' },
    },
    {
      title: 'Inside running text',
      options: { block_format: false },
      lines: ['Meet us at 77 Beacon Row, Astoria, OR 97103 on Friday.'],
      result: { value: '77 Beacon Row, Astoria, OR 97103', type: 'address' },
    },
    { title: 'Without ZIP code', lines: ['77 Beacon Row, Astoria, OR'], result: null },
  ],
});

function blocks(lines: readonly TypeLine[]): Candidate[] {
  const copy = matchingCopy(lines);
  return blockAddresses(copy.map(({ text }) => text)).map(({ start, end }) => {
    const own = copy.slice(start, end);
    return candidate(
      own.map(({ text }) => text).join('\n'),
      own.map(({ position }) => position),
    );
  });
}

function inline(lines: readonly TypeLine[]): Candidate[] {
  const joined = joinLines(matchingCopy(lines), '\n');
  return inlineAddresses(joined.text).map(({ start, end }) =>
    candidate(joined.text.slice(start, end), joined.touched(start, end)),
  );
}

function candidate(value: string, lines: readonly number[]): Candidate {
  return { value: { value, type: 'address' }, lines };
}
