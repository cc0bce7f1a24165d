/**
 * What the codes of a font mean, by all that the file says of them: the map of the font, its encoding, the names of its glyphs, its
 * program, and the order of what is known. The one place that decides it; a code that nobody knows has no text.
 */
// See docs/language/01-document-anchors-fields.md#14-text-cleaning
import { encodingByText } from './encoding-by-text.js';
import type { FontFacts } from './font-facts.js';
import { textOfGlyphName } from './glyph-names.js';
import { asciiAt, asciiDistance } from './glyph-order-inference.js';
import { NumberedNames } from './numbered-names.js';
import { characterIn, STANDARD_ENCODING, WIN_ANSI_ENCODING } from './simple-encodings.js';
import { texTable } from './tex-encodings.js';
import { type FontProgram, glyphIn } from './truetype.js';

/** The text of a code. */
export interface CodeText {
  readonly text: string;
  /** It follows from what is known of other codes: text that the file gives in its place is better. */
  readonly inferred?: true;
  /** A guess, by what programs write: the font brings no encoding. */
  readonly guessed?: true;
}

/** What is asked of the engine that has the font open. */
export interface FontSource {
  /** Its TrueType or OpenType program; undefined for none in the file. */
  program(): FontProgram | undefined;
  /** The advance that a composite font lists for a code. */
  listedWidth(code: number): number | undefined;
}

const SPACE = 0x20;
const ASCII_LAST = 0x7e;
const LATIN_FIRST = 0xa0;
const BYTE = 0xff;

/** Codes that composite fonts have at most. */
const MAX_CODE = 0xffff;

/** Control signs, but for those that are spaces, and halves of a character are none. */
const NO_CHARACTER = /^[\0-\x08\x0e-\x1f\x7f\ud800-\udfff]$/;

/** Control signs that maps give for the characters that Windows has there. */
const OF_WINDOWS = /^[\x80-\x9f]$/;

/** Maps of composite fonts that leave codes as they are. */
const OWN_CODES: ReadonlySet<string> = new Set(['Identity-H', 'Identity-V']);

const NO_GLYPH = '.notdef';

/** Letters before numbers in names of glyphs by TeX's drivers. */
const TEX = /^a\d/u;

/** Fonts whose glyphs have numbers for names that are of no characters. */
const DINGBATS = /dingbat/iu;

/** Codes in a row of a font that are kept to find out what they are. */
const MAX_SHOWN = 4096;

/** Codes of one font. */
export class CodeTexts {
  readonly #facts: FontFacts;
  readonly #shown: (readonly number[])[] = [];
  #room = MAX_SHOWN;
  readonly #named: NumberedNames | undefined;
  #texCodes: ReadonlyMap<number, string> | undefined;
  #encoding: string | undefined;
  #distance: number | undefined | null = null;

  constructor(facts: FontFacts) {
    this.#facts = facts;
    const { encoding, subtype, name } = facts;
    const mayBeNumbered = subtype !== 'Type0' && !DINGBATS.test(name);
    const numbered = mayBeNumbered ? new NumberedNames(encoding?.names.values() ?? []) : undefined;
    this.#named = numbered?.hasSome ? numbered : undefined;
  }

  /**
   * Whether the file knows better than an engine: of fonts whose map is a name, and of TrueType programs of signs, which engines read
   * by the Macintosh encoding.
   */
  get decides(): boolean {
    return this.#facts.codesAreUnicode || this.#isTrueTypeOfSigns;
  }

  /** Whether it depends on what the font shows what its codes are. */
  get wantsShown(): boolean {
    return this.#room > 0 && (this.#isTrueTypeOfSigns || this.#named !== undefined);
  }

  /** @param codes as they follow each other on a page */
  see(codes: readonly number[]): void {
    const seen = codes.slice(0, this.#room);
    this.#room -= seen.length;
    if (seen.length > 0) this.#shown.push(seen);
  }

  /** The text of a code; undefined where nobody knows it. */
  of(code: number, source: FontSource): CodeText | undefined {
    const { texts, subtype } = this.#facts;
    const mapped = characterOf(texts.get(code));
    if (mapped !== undefined) return { text: mapped };
    const found = subtype === 'Type0' ? this.#ofComposite(code, source) : this.#ofSimple(code, source);
    const text = characterOf(found?.text);
    return found && text !== undefined ? { ...found, text } : undefined;
  }

  get #isTrueTypeOfSigns(): boolean {
    const { subtype, symbolic, isEmbedded, texts } = this.#facts;
    return subtype === 'TrueType' && symbolic === true && isEmbedded && texts.size === 0;
  }

  #ofComposite(code: number, source: FontSource): CodeText | undefined {
    const { encoding, glyphNumbers, codesAreUnicode } = this.#facts;
    if (!OWN_CODES.has(encoding?.base ?? '')) return undefined;
    const glyph = glyphNumbers === 'identity' ? code : glyphNumbers && glyphIn(glyphNumbers, code);
    const named = glyph === undefined ? undefined : source.program()?.textOfGlyph(glyph);
    if (named !== undefined) return { text: named };
    return codesAreUnicode ? { text: String.fromCharCode(code) } : this.#byOrder(code, source);
  }

  #byOrder(code: number, source: FontSource): CodeText | undefined {
    const { texts } = this.#facts;
    if (texts.size === 0) return undefined;
    if (this.#distance === null) {
      const byCode: string[] = [];
      for (const [each, text] of texts) if (each <= MAX_CODE) byCode[each] = text;
      this.#distance = asciiDistance({ texts: byCode, width: (each) => source.listedWidth(each) });
    }
    const text = this.#distance === undefined ? undefined : asciiAt(code, this.#distance);
    return text === undefined ? undefined : { text, inferred: true };
  }

  #ofSimple(code: number, source: FontSource): CodeText | undefined {
    const { encoding, subtype, symbolic, isEmbedded, codesAreUnicode } = this.#facts;
    const name = encoding?.names.get(code);
    if (name !== undefined && name !== NO_GLYPH) {
      const text = textOfGlyphName(name) ?? this.#byNumber(name);
      if (text !== undefined) return { text };
    }
    // Programs of Type 1 in the file, and fonts of signs, have an encoding of their own.
    const base =
      encoding?.base ?? (isEmbedded || symbolic === true || subtype === 'Type3' ? '' : STANDARD_ENCODING);
    if (name === undefined) {
      const text = characterIn(base, code);
      if (text !== undefined) return { text };
    }
    if (code === SPACE && (name === undefined || name === NO_GLYPH)) return { text: ' ' };
    if (subtype === 'TrueType') {
      const text = this.#byProgram(code, source.program());
      if (text !== undefined) return text;
    }
    return codesAreUnicode ? { text: String.fromCharCode(code) } : undefined;
  }

  #byProgram(code: number, program: FontProgram | undefined): CodeText | undefined {
    const glyph = program?.glyphOfCode(code);
    const text = glyph === undefined ? undefined : program?.textOfGlyph(glyph);
    if (text !== undefined) return { text };
    if (!this.#isTrueTypeOfSigns || this.#facts.encoding?.base !== undefined) return undefined;
    // What is seen decides as late as that: both encodings have ASCII.
    if (code > ASCII_LAST) this.#encoding ??= encodingByText(this.#shown);
    const guessed = characterIn(this.#encoding ?? WIN_ANSI_ENCODING, code);
    return guessed === undefined ? undefined : { text: guessed, guessed: true };
  }

  /** The character of a name that is a number. */
  #byNumber(name: string): string | undefined {
    const number = this.#named?.numberOf(name);
    if (number === undefined) return undefined;
    if (TEX.test(name)) {
      this.#texCodes ??= texTable(this.#shown);
      const text = this.#texCodes.get(number);
      if (text !== undefined) return text;
    }
    const isCharacter = (number > SPACE && number <= ASCII_LAST) || (number >= LATIN_FIRST && number <= BYTE);
    return isCharacter ? String.fromCharCode(number) : undefined;
  }
}

/** What a text shows; undefined where it is no character. */
function characterOf(text: string | undefined): string | undefined {
  if (!text || NO_CHARACTER.test(text)) return undefined;
  return OF_WINDOWS.test(text) ? characterIn(WIN_ANSI_ENCODING, text.charCodeAt(0)) : text;
}
