/**
 * Names of glyphs that are codes of characters: `a68` of bitmap fonts of TeX, `G41` of Distiller, `c65`. A list of names has none of
 * them.
 */
import { textOfGlyphName } from './glyph-names.js';

/** A letter or two, and a number. */
const NUMBERED = /^([A-Za-z]{1,2})(\d{1,4}|[\dA-Fa-f]{2})$/u;

/** Letters before numbers that are those of glyphs in their program, which say nothing. */
const OF_GLYPHS: ReadonlySet<string> = new Set(['g', 'gl', 'id']);

/** Letters before numbers of two hexadecimal digits. */
const HEXADECIMAL = 'G';
const LETTERS = /[A-Fa-f]/u;

/** What numbers are: some prefix has decimal ones unless one of its numbers is none. */
export class NumberedNames {
  readonly #hexadecimal = new Set([HEXADECIMAL]);
  /** Whether a name of a font is a number of a character. */
  readonly hasSome: boolean;

  /** @param names of glyphs of one font */
  constructor(names: Iterable<string>) {
    let hasSome = false;
    for (const name of names) {
      const [, prefix = '', digits = ''] = NUMBERED.exec(name) ?? [];
      if (prefix === '' || OF_GLYPHS.has(prefix) || textOfGlyphName(name) !== undefined) continue;
      hasSome = true;
      if (LETTERS.test(digits)) this.#hexadecimal.add(prefix);
    }
    this.hasSome = hasSome;
  }

  /** The number in a name; undefined where it says nothing of a character. */
  numberOf(name: string): number | undefined {
    const [, prefix = '', digits = ''] = NUMBERED.exec(name) ?? [];
    if (prefix === '' || OF_GLYPHS.has(prefix)) return undefined;
    if (!this.#hexadecimal.has(prefix)) return Number.parseInt(digits, 10);
    return digits.length === 2 ? Number.parseInt(digits, 16) : undefined;
  }
}
