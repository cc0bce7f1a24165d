import * as z from 'zod';
import { printDecimal } from '../../foundation/text/decimal.js';
import type { PatternGuard } from '../../foundation/text/pattern-guard.js';
import { type Candidate, type CompiledType, defineType, type TypeLine } from './definition.js';
import { checkParagraphs } from './nested.js';

/** Lines that a step reads, each with the positions of the input lines that it comes from. */
interface StepLine extends TypeLine {
  readonly origins: readonly number[];
}

/** What the last step found behind a candidate. */
interface LastStep {
  readonly candidate: Candidate;
  readonly lines: readonly StepLine[];
}

/**
 * Values that one type hands to the next, and their characters: patterns with lookaheads find as many values as a
 * line has characters, each as long as the line. A page has some 100 lines of 60 characters.
 */
const MAX_STEP_VALUES = 10_000;
const MAX_STEP_CHARACTERS = 1_000_000;

/** Types one after the other, each on the values of the one before. */
// See docs/language/04-types.md#420-compose
export const compose = defineType({
  id: 'compose',
  summary: 'A chain of types: each reads the values of the one before',
  plain: false,
  unfitThrough: 'every',
  options: ({ nestedType }) => ({
    types: z.array(nestedType).min(1).describe('Types to run, in order'),
  }),
  check: ({ types }, context) =>
    checkParagraphs(
      types,
      1,
      'paragraph needs the lines of the document, so it can only be the first type',
      context,
    ),
  compile({ types }, tools) {
    const steps = types.map((type) => tools.compile(type));
    const last = steps.pop()!;
    const behind = new WeakMap<Candidate, LastStep>();
    return {
      candidates(lines, guard) {
        let current: readonly StepLine[] = lines.map((line, position) => ({ origins: [position], ...line }));
        for (const step of steps) {
          current = runStep(step, current, guard);
          if (current.length === 0) return [];
        }
        return last.candidates(current, guard).map((candidate) => {
          const outer = { value: candidate.value, lines: originsOf(candidate.lines, current) };
          behind.set(outer, { candidate, lines: current });
          return outer;
        });
      },
      selectable(candidate) {
        const found = behind.get(candidate);
        return found === undefined || (last.selectable?.(found.candidate) ?? true);
      },
      ...(last.ignoredSign && { ignoredSign: last.ignoredSign }),
      // Behind other types it reads what these gave, and not the lines.
      ...(steps.length === 0 && last.unread && { unread: last.unread }),
      ...(last.whole && { whole: wholeOf(last.whole, behind) }),
    };
  },
  examples: [
    {
      title: 'The number inside a pattern',
      options: { types: [{ id: 'custom', pattern: 'draught (\\S+)' }, 'number'] },
      lines: ['length 88, draught 5.4'],
      result: { source: '5.4', value: 5.4, type: 'number' },
    },
  ],
});

function runStep(step: CompiledType, lines: readonly StepLine[], guard: PatternGuard): StepLine[] {
  const read: StepLine[] = [];
  let characters = 0;
  for (const candidate of step.candidates(lines, guard)) {
    const origins = originsOf(candidate.lines, lines);
    for (const text of printed(candidate.value.value)) {
      characters += text.length;
      if (read.length === MAX_STEP_VALUES || characters > MAX_STEP_CHARACTERS) {
        const message = `only the first ${read.length} values of a type in compose were read`;
        guard.report({ code: 'PATTERN_TEXT_CUT', message });
        return read;
      }
      read.push({ text, origins });
    }
  }
  return read;
}

/** A value as the lines that the next type reads. */
function printed(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(printed);
  if (typeof value === 'string') return value.split('\n');
  if (typeof value === 'number') return [printDecimal(value)];
  return [typeof value === 'boolean' ? String(value) : JSON.stringify(value)];
}

function originsOf(positions: readonly number[], lines: readonly StepLine[]): number[] {
  return [...new Set(positions.flatMap((position) => lines[position]?.origins ?? []))].sort((a, b) => a - b);
}

function wholeOf(
  whole: NonNullable<CompiledType['whole']>,
  behind: WeakMap<Candidate, LastStep>,
): NonNullable<CompiledType['whole']> {
  return (candidates) => {
    const found = candidates.flatMap((candidate) => behind.get(candidate) ?? []);
    const lines = found[0]?.lines ?? [];
    const result = whole(
      found.map(({ candidate }) => candidate),
      lines,
    );
    return result && { value: result.value, lines: originsOf(result.lines, lines) };
  };
}
