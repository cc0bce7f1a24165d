/**
 * Names of glyphs that are codes of characters: `a68` of bitmap fonts of TeX, `G41` of Distiller, `c65`. A list of names has none of
 * them.
 */
import { textOfGlyphName } from './glyph-names.js';

/** A letter or two and a decimal number, or a letter and two hexadecimal digits. */
const NUMBERED = /^(?:([A-Za-z]{1,2})(\d{1,4})|([A-Z])(\d[A-F]|[A-F]\d)|(G)([\dA-F]{2}))$/u;

/** Letters before numbers that are those of glyphs in their program, which say nothing. */
const OF_GLYPHS: ReadonlySet<string> = new Set(['g', 'gl', 'id']);

/** A letter before numbers of two hexadecimal digits. */
const HEXADECIMAL = 'G';
const LETTERS = /[A-F]/u;

/** The names of one font. Numbers behind a letter are hexadecimal where one of them has to be. */
export class NumberedNames {
  readonly #hexadecimal = new Set([HEXADECIMAL]);
  /** Whether a name of the font is a number of a character. */
  readonly hasSome: boolean;

  constructor(names: Iterable<string>) {
    let hasSome = false;
    for (const name of names) {
      const parts = partsOf(name);
      if (parts === undefined || textOfGlyphName(name) !== undefined) continue;
      hasSome = true;
      if (LETTERS.test(parts.digits)) this.#hexadecimal.add(parts.prefix);
    }
    this.hasSome = hasSome;
  }

  /** The number in a name; undefined where it says nothing of a character. */
  numberOf(name: string): number | undefined {
    const parts = partsOf(name);
    if (parts === undefined) return undefined;
    const { prefix, digits } = parts;
    if (!this.#hexadecimal.has(prefix)) return Number.parseInt(digits, 10);
    return digits.length === 2 ? Number.parseInt(digits, 16) : undefined;
  }
}

/** The letters and digits of a name; undefined where it is no number of a character. */
function partsOf(name: string): { readonly prefix: string; readonly digits: string } | undefined {
  const found = NUMBERED.exec(name);
  if (found === null) return undefined;
  const prefix = found[1] ?? found[3] ?? found[5] ?? '';
  return OF_GLYPHS.has(prefix) ? undefined : { prefix, digits: found[2] ?? found[4] ?? found[6] ?? '' };
}
