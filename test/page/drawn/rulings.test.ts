import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PaintedPath } from '../../../src/page/document/page-graphics.js';
import { joinRulings, type Ruling, vectorRulings } from '../../../src/page/drawn/rulings.js';
import { fill, frame, ring, stroke } from '../../support/paths.js';

/** Rulings as text: `H y from to` and `V x from to`. */
function printed(rulings: readonly Ruling[]): string[] {
  return rulings.map(({ orientation, at, from, to }) =>
    [
      orientation === 'horizontal' ? 'H' : 'V',
      ...[at, from, to].map((n) => String(Number(n.toFixed(3)))),
    ].join(' '),
  );
}

const of = (...paths: readonly PaintedPath[]) => printed(vectorRulings(paths));

describe('rulings of paths', () => {
  test.each<[string, PaintedPath, string[]]>([
    ['a stroke', stroke([1, 1, 3, 1]), ['H 1 1 3']],
    ['a stroke the other way', stroke([1, 3, 1, 1]), ['V 1 1 3']],
    ['a hairline', stroke([1, 1, 3, 1], { width: 0 }), ['H 1 1 3']],
    ['a stroke of 0.08', stroke([1, 1, 1.08, 1]), ['H 1 1 1.08']],
    ['a shorter stroke', stroke([1, 1, 1.07, 1]), []],
    ['a stroke within a degree of the axis', stroke([1, 1, 3, 1.03]), ['H 1.015 1 3']],
    ['a stroke that slants more', stroke([1, 1, 3, 1.04]), []],
    ['a stroke of 4 points', stroke([1, 1, 3, 1], { width: 4 / 72 }), ['H 1 1 3']],
    ['a wider stroke', stroke([1, 1, 3, 1], { width: 4.1 / 72 }), []],
    ['a white stroke', stroke([1, 1, 3, 1], { luminance: 0.95 }), []],
    ['a stroke of little opacity', stroke([1, 1, 3, 1], { alpha: 0.09 }), []],
    ['a thin filled box', fill(1, 1, 3, 1.02), ['H 1.01 1 3']],
    ['a thin stroked box', frame(1, 1, 1.04, 3), ['V 1.02 1 3']],
    ['a thin white box', fill(1, 1, 3, 1.02, { luminance: 1 }), []],
    ['a larger fill', fill(1, 1, 3, 2), []],
    ['a frame', frame(1, 1, 3, 2), ['H 1 1 3', 'H 2 1 3', 'V 1 1 2', 'V 3 1 2']],
    ['a ring', ring(2, 2, 0.5), []],
    ['rounded corners', stroke([1.1, 1, 2.9, 1, 3, 1.1, 3, 2]), ['H 1 1.1 2.9', 'V 3 1.1 2']],
    ['an appearance of an annotation', { ...stroke([1, 1, 3, 1]), annotation: true }, []],
  ])('the rulings of a path are found: %s', (_, path, expected) => {
    expect(of(path)).toEqual(expected);
  });

  test('a thin box that is filled and stroked is one ruling', () => {
    const pen = frame(1, 1, 3, 1.02);
    expect(of({ ...pen, fill: { luminance: 0, alpha: 1 } })).toEqual(['H 1.01 1 3']);
  });

  test('larger coloured fills give edges on demand, white ones never', () => {
    const shaded = fill(1, 1, 3, 2, { luminance: 0.8 });
    const white = fill(4, 4, 5, 5, { luminance: 1 });
    expect(printed(vectorRulings([shaded, white], { fillEdges: true }))).toHaveLength(4);
  });

  test('rulings of a drawing are kept only where they are long', () => {
    const hatching = Array.from({ length: 2_001 }, (_, i) => stroke([1, i * 0.1, 1.2, i * 0.1]));
    expect(of(...hatching, stroke([1, 300, 1.3, 300]), stroke([5, 1, 5, 1.1]))).toEqual([
      'H 300 1 1.3',
      'V 5 1 1.1',
    ]);
  });
});

describe('snapping and joining', () => {
  const at = (y: number, from: number, to: number): Ruling => ({
    orientation: 'horizontal',
    at: y,
    from,
    to,
  });

  test.each<[string, Ruling[], string[]]>([
    ['steps of 0.03 are one coordinate, weighted by length', [at(1, 1, 2), at(1.03, 2, 4)], ['H 1.02 1 4']],
    ['a step of 0.04 is not', [at(1, 1, 2), at(1.04, 2, 5)], ['H 1 1 2', 'H 1.04 2 5']],
    [
      'a cluster is no wider than 0.06',
      [at(1, 1, 2), at(1.03, 1, 2), at(1.06, 1, 2), at(1.09, 1, 2)],
      ['H 1.03 1 2', 'H 1.09 1 2'],
    ],
    ['gaps of 0.05 are closed', [at(1, 1, 2), at(1, 2.05, 3)], ['H 1 1 3']],
    ['a gap of 0.06 is not', [at(1, 1, 2), at(1, 2.06, 3)], ['H 1 1 2', 'H 1 2.06 3']],
    ['overlaps are joined', [at(1, 1, 3), at(1, 1.5, 2)], ['H 1 1 3']],
  ])('rulings are snapped and joined: %s', (_, segments, expected) => {
    expect(printed(joinRulings(segments))).toEqual(expected);
  });

  test('covers every segment, and does not depend on their order', () => {
    const segment = fc
      .tuple(
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom('horizontal' as const, 'vertical' as const),
      )
      .map(([y, from, length, orientation]) => ({
        orientation,
        at: y / 20,
        from: from / 20,
        to: (from + length) / 20,
      }));
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 12 }), (segments) => {
        const rulings = joinRulings(segments);
        for (const each of segments) {
          const covered = rulings.some(
            (ruling) =>
              ruling.orientation === each.orientation &&
              Math.abs(ruling.at - each.at) <= 0.0601 &&
              ruling.from <= each.from + 1e-6 &&
              ruling.to >= each.to - 1e-6,
          );
          expect(covered).toBe(true);
        }
        expect(printed(joinRulings([...segments].reverse()))).toEqual(printed(rulings));
      }),
    );
  });
});
