import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AnchorSearch } from '../../../src/language/anchors/anchors.js';
import { anchorMatchSchema } from '../../../src/language/anchors/schema.js';
import { findSequence, isHit, sequenceOf } from '../../../src/language/anchors/sequence.js';
import { SequenceIndex } from '../../../src/language/anchors/sequence-index.js';
import { scopeOfLines, stackedLines } from '../../support/lines.js';

const texts = fc.array(fc.constantFrom('a', 'b', 'ab', 'c'), { minLength: 1, maxLength: 20 });
const match = fc
  .array(fc.record({ text: fc.constantFrom('a', 'b', 'c'), reverse: fc.boolean() }), {
    minLength: 1,
    maxLength: 3,
  })
  .map((elements) => anchorMatchSchema.parse(elements.map((element) => ({ type: 'includes', ...element }))));

describe('SequenceIndex', () => {
  it('finds what a plain search finds, from everywhere and in any order', () => {
    fc.assert(
      fc.property(texts, match, fc.array(fc.nat(20), { maxLength: 10 }), (words, sequence, places) => {
        const { lines, patternGuard } = scopeOfLines(stackedLines(...words));
        const index = new SequenceIndex(sequenceOf(sequence), lines, patternGuard);
        for (const from of places) {
          const range = { from, to: lines.length, lower: from };
          const expected = findSequence(sequenceOf(sequence), lines, range, patternGuard);
          const found = index.from(from);
          expect(found?.last).toBe(isHit(expected) ? expected.index : undefined);
          expect(found?.first).toBe(isHit(expected) ? expected.indices[0] : undefined);
        }
      }),
    );
  });

  it('finds the nearest line above', () => {
    const { lines, patternGuard } = scopeOfLines(stackedLines('a', 'b', 'a', 'b'));
    const index = new SequenceIndex(sequenceOf('a'), lines, patternGuard);
    expect([0, 1, 2, 3, 4].map((before) => index.before(before)?.last)).toEqual([undefined, 0, 0, 2, 2]);
  });

  it('finds what anchors find, wherever it begins', () => {
    fc.assert(
      fc.property(texts, match, (words, sequence) => {
        const scope = scopeOfLines(stackedLines(...words));
        const { lines, patternGuard } = scope;
        const found = new SequenceIndex(sequenceOf(sequence), lines, patternGuard).anywhere();
        expect(found?.last).toBe(new AnchorSearch({ match: sequence }, scope).first()?.index);
      }),
    );
  });

  it('tests a line once an element', () => {
    let tested = 0;
    const { lines, patternGuard } = scopeOfLines(stackedLines(...Array.from({ length: 50 }, () => 'x')));
    const element = {
      reverse: false,
      description: '',
      test: () => {
        tested += 1;
        return null;
      },
    };
    const index = new SequenceIndex(
      { elements: [element], single: false, toEnd: false },
      lines,
      patternGuard,
    );
    for (let from = 0; from < 50; from++) expect(index.from(from)).toBeUndefined();
    expect(tested).toBe(50);
  });
});
