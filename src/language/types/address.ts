import * as z from 'zod';
import { settled, withDefault } from '../../foundation/schema/defaults.js';
import type { Line } from '../../page/document/model.js';
import { visualRows } from '../../page/document/order.js';
import { addressLine } from './address-lines.js';
import { blockAddresses, inlineAddresses } from './address-search.js';
import { tokenize } from './address-words.js';
import { type Candidate, defineType, type TypeLine } from './definition.js';
import { matchingCopy } from './shared.js';
import { joinLines, type TextLine } from './text.js';

const members = {
  block_format: withDefault(z.boolean(), true).describe(
    'True for addresses that take up whole lines, false for addresses inside running text',
  ),
};

/** A US address. */
// See docs/language/04-types.md#414-address
export const address = defineType({
  id: 'address',
  summary: 'A US address with its ZIP code: whole lines, or inside running text',
  plain: true,
  output: { value: z.string() },
  promptHint: () => 'postal address, keep its line breaks',
  options: () => members,
  compile: (options) => ({ candidates: settled(members, options).block_format ? blocks : inline }),
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

/** Text that an address may take whole, and the positions of the lines that it is on. */
interface Block {
  readonly text: string;
  readonly positions: readonly number[];
}

/**
 * Printed rows come as several lines where fonts or justified words set them apart; where no lines make up an
 * address, rows may.
 */
function blocks(lines: readonly TypeLine[]): Candidate[] {
  const copy = matchingCopy(lines);
  const single = copy.map(({ text, position }) => ({ text, positions: [position] }));
  const found = addressesOf(single);
  return found.length > 0 ? found : addressesOf(blocksOfRows(copy, lines));
}

function addressesOf(all: readonly Block[]): Candidate[] {
  return blockAddresses(all.map(({ text }) => addressLine(text))).map(({ start, end, skipped }) => {
    const own = all.slice(start, end);
    const positions = own.flatMap((block) => block.positions).sort((a, b) => a - b);
    const text = own.map((block) => block.text).join('\n');
    return candidate(text.slice(skipped), positions);
  });
}

/** The visual rows of lines from a document; none when no row holds several of them. */
function blocksOfRows(copy: readonly TextLine[], lines: readonly TypeLine[]): Block[] {
  const placed = new Map<Line, TextLine[]>();
  for (const piece of copy) {
    const line = lines[piece.position]!.line;
    if (!line) return [];
    const pieces = placed.get(line);
    if (pieces) pieces.push(piece);
    else placed.set(line, [piece]);
  }
  const rows = visualRows([...placed.keys()]);
  if (rows.length === copy.length) return [];
  return rows.map((row) => {
    const pieces = row.flatMap((line) => placed.get(line)!);
    return {
      text: pieces.map(({ text }) => text).join(' '),
      positions: pieces.map(({ position }) => position),
    };
  });
}

function inline(lines: readonly TypeLine[]): Candidate[] {
  const joined = joinLines(matchingCopy(lines), '\n');
  return inlineAddresses(tokenize(joined.text)).map(({ start, end }) =>
    candidate(joined.text.slice(start, end), joined.touched(start, end)),
  );
}

function candidate(value: string, lines: readonly number[]): Candidate {
  return { value: { value, type: 'address' }, lines };
}
