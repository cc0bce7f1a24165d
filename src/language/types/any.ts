import * as z from 'zod';
import { type Candidate, type CompiledType, defineType } from './definition.js';
import { checkParagraphs, idOf } from './nested.js';

/** The first of several types that finds something. */
// See docs/language/04-types.md#421-any
export const any = defineType({
  id: 'any',
  summary: 'The first of several types that finds a value in the lines',
  plain: false,
  unfitThrough: 'some',
  options: ({ nestedType }) => ({
    types: z.array(nestedType).min(1).describe('Types to try, in order'),
  }),
  check: ({ types }, context) =>
    checkParagraphs(
      types,
      0,
      'paragraph may only be the first type of compose; string does the same here',
      context,
    ),
  warnings: ({ types }) => {
    const at = types.findIndex((type) => idOf(type) === 'string');
    if (at < 0 || at === types.length - 1) return [];
    const message = 'string matches any text, so the types after it are never tried';
    return [{ path: ['types', at], code: 'doubtful_type', message }];
  },
  compile({ types }, tools) {
    const members = types.map((type) => tools.compile(type));
    const owners = new WeakMap<Candidate, CompiledType>();
    const isSelectable = (member: CompiledType | undefined, candidate: Candidate) =>
      member?.selectable?.(candidate) ?? true;
    return {
      candidates(lines, guard) {
        let blank: readonly Candidate[] = [];
        for (const member of members) {
          const found = member.candidates(lines, guard);
          for (const candidate of found) owners.set(candidate, member);
          if (found.some((candidate) => isSelectable(member, candidate))) return found;
          if (blank.length === 0) blank = found;
        }
        return blank;
      },
      selectable: (candidate) => isSelectable(owners.get(candidate), candidate),
      ignoredSign: (value, lines, guard) => {
        for (const { ignoredSign } of members) {
          const say = ignoredSign?.(value, lines, guard);
          if (say) return say;
        }
        return undefined;
      },
      whole(candidates, lines) {
        const [first] = candidates;
        const owner = first && owners.get(first);
        return owner?.whole?.(candidates, lines);
      },
      unread: (text) => members.map(({ unread }) => unread?.(text)).find((shown) => shown !== undefined),
    };
  },
  examples: [
    {
      title: 'The second type finds something',
      options: { types: ['date', 'percentage', 'string'] },
      lines: ['Share: 12.5%'],
      result: { source: '12.5%', value: 12.5, type: 'percentage' },
    },
  ],
});
