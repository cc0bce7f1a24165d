/** Codes to which PDFium gives no text, by what their font says in the file, and by its program. */
// See docs/language/01-document-anchors-fields.md#14-text-cleaning
import type { FontFacts } from '../objects/font-facts.js';
import { textOfGlyphName } from '../objects/glyph-names.js';
import { asciiAt, asciiDistance } from '../objects/glyph-order-inference.js';
import { characterIn, isKnownEncoding, MAC_ROMAN_ENCODING } from '../objects/simple-encodings.js';
import { type FontProgram, glyphIn, readFontProgram } from '../objects/truetype.js';
import type { CodeTable } from './code-table.js';
import { GlyphProbe } from './glyph-probe.js';
import { type KnownCode, knownCode } from './known-code.js';
import type { Pdfium } from './library.js';
import { ownWidth } from './memory-layout.js';

/** A font whose page is open. */
export interface OpenFont {
  readonly pdfium: Pdfium;
  readonly address: number;
  /** PDFium's handle. */
  readonly document: number;
  /** Its codes that are known. */
  readonly codes: CodeTable<KnownCode>;
  readonly room: ProgramRoom;
}

/** Unpacked bytes that programs of the document's fonts may still have. */
export interface ProgramRoom {
  bytes: number;
}

/** What a font's dictionary says of a code. */
type Said = { readonly text: string; readonly mapped: boolean } | 'nothing';

const NUL = '\u0000';
const SPACE = 0x20;
const ASCII_LAST = 0x7e;

/** Codes that composite fonts have at most. */
const MAX_CODE = 0xffff;

/** The map of composite fonts that leaves codes as they are, in horizontal writing. */
const OWN_CODES = 'Identity-H';

/** First letters of names from which pdf.js makes out characters that no list has (`G41`, `c65`, `uni0041`). */
const TELLING_NAME = /^[GgCcu]/u;

const NO_GLYPH = '.notdef';

/** Codes of one font. */
export class UnlistedCodes {
  readonly #facts: FontFacts;
  #program: FontProgram | undefined | null = null;
  #drawsAny: boolean | undefined | null = null;
  #distance: number | undefined | null = null;

  constructor(facts: FontFacts) {
    this.#facts = facts;
  }

  /**
   * Text and advance of a code.
   * @param isListed whether PDFium was asked for its text, and has none
   * @returns undefined where the file leaves doubts
   */
  read(code: number, isListed: boolean, font: OpenFont): KnownCode | undefined {
    const said =
      this.#facts.subtype === 'Type0' ? this.#ofComposite(code) : this.#ofSimple(code, isListed, font);
    if (said === undefined) return undefined;
    return GlyphProbe.with(font.pdfium, font.address, font.document, (probe) => {
      const width = probe.advance(code);
      if (width === undefined) return undefined;
      if (said !== 'nothing' && said.mapped && said.text !== NUL) return knownCode(said.text, true, width);
      const named = said !== 'nothing' && said.mapped ? undefined : this.#byProgram(code, font);
      if (named !== undefined) return knownCode(named, true, width);
      const isBlank = width !== 0 && this.#isBlank(code, probe, font);
      if (isBlank === undefined) return undefined;
      if (isBlank) return knownCode(' ', true, width, { inferred: true });
      const inferred = said === 'nothing' ? this.#byOrder(code, font) : undefined;
      if (inferred !== undefined) return knownCode(inferred, true, width, { inferred: true });
      return said === 'nothing' ? knownCode(NUL, false, width) : knownCode(said.text, said.mapped, width);
    });
  }

  #ofComposite(code: number): Said | undefined {
    const { texts, encoding, ownCollection } = this.#facts;
    if (texts === undefined || encoding?.base !== OWN_CODES) return undefined;
    const text = texts.get(code);
    if (text) return { text, mapped: true };
    return texts.size > 0 || ownCollection ? 'nothing' : undefined;
  }

  #ofSimple(code: number, isListed: boolean, font: OpenFont): Said | undefined {
    const { texts, subtype, symbolic } = this.#facts;
    if (texts === undefined) return undefined;
    const text = texts.get(code);
    if (text) return { text, mapped: true };
    if (texts.size === 0) return this.#byEncoding(code, isListed, font);
    if (code === SPACE) return { text: ' ', mapped: true };
    if (subtype === 'Type3' || symbolic === true || code < SPACE || code > ASCII_LAST) return 'nothing';
    const named = this.#byEncoding(code, isListed, font);
    return named === 'nothing' ? undefined : named;
  }

  #byEncoding(code: number, isListed: boolean, font: OpenFont): Said | undefined {
    const { encoding } = this.#facts;
    const name = encoding?.names.get(code);
    if (name !== undefined) return this.#byName(name, code, isListed);
    if (encoding === undefined) return this.#byGuess(code, font);
    if (encoding.base === undefined || !isKnownEncoding(encoding.base)) return undefined;
    const text = characterIn(encoding.base, code);
    return text === undefined ? 'nothing' : { text, mapped: true };
  }

  #byName(name: string, code: number, isListed: boolean): Said | undefined {
    const text = textOfGlyphName(name);
    if (text !== undefined) return { text, mapped: true };
    const isAscii = code >= SPACE && code <= ASCII_LAST;
    if (name === NO_GLYPH) return isAscii ? undefined : 'nothing';
    // PDFium knows all names of the list, of which those that are frequent are known here.
    if (!isListed || TELLING_NAME.test(name)) return undefined;
    return isAscii && this.#facts.subtype !== 'Type3' ? undefined : 'nothing';
  }

  /** What is taken for the text of codes of a TrueType font with signs of its own that brings no encoding. */
  #byGuess(code: number, { pdfium, address }: OpenFont): Said | undefined {
    const { subtype, symbolic } = this.#facts;
    if (subtype !== 'TrueType' || symbolic !== true) return undefined;
    if (pdfium.exports.FPDFFont_GetIsEmbedded(address) !== 1) return undefined;
    const text = characterIn(MAC_ROMAN_ENCODING, code);
    return text === undefined ? 'nothing' : { text, mapped: false };
  }

  #byProgram(code: number, font: OpenFont): string | undefined {
    const { subtype, glyphNumbers } = this.#facts;
    if (subtype !== 'Type0' && subtype !== 'TrueType') return undefined;
    if (this.#program === null) this.#program = readProgram(font);
    const program = this.#program;
    if (program === undefined) return undefined;
    if (subtype === 'TrueType') {
      const glyph = program.glyphOfCode(code);
      return glyph === undefined ? undefined : program.textOfGlyph(glyph);
    }
    if (glyphNumbers === undefined) return undefined;
    return program.textOfGlyph(glyphNumbers === 'identity' ? code : glyphIn(glyphNumbers, code));
  }

  /** Whether a glyph draws nothing, while others of its font do; undefined where that cannot be decided. */
  #isBlank(code: number, probe: GlyphProbe, { pdfium, address, codes }: OpenFont): boolean | undefined {
    const { subtype, trueType, type3, encoding } = this.#facts;
    if (subtype === 'Type3') return type3?.paints(encoding?.names.get(code) ?? '') ? false : undefined;
    if (pdfium.exports.FPDFFont_GetIsEmbedded(address) !== 1) return false;
    const draws = probe.draws([code]);
    if (draws !== false) return draws && this.#hasGlyph(code) ? false : undefined;
    // For other programs it is unknown whether they have the glyph.
    if (!trueType) return undefined;
    if (this.#drawsAny === null) {
      this.#drawsAny = probe.draws([...codes.codes()]) || probe.drawsAny();
    }
    return this.#drawsAny ? true : undefined;
  }

  /** For codes without a glyph PDFium draws a substitute; whether that counts as text is for pdf.js to say. */
  #hasGlyph(code: number): boolean {
    if (this.#facts.subtype !== 'TrueType') return true;
    return this.#program?.glyphOfCode(code) !== undefined;
  }

  #byOrder(code: number, { pdfium, address }: OpenFont): string | undefined {
    const { subtype, texts } = this.#facts;
    if (subtype !== 'Type0' || texts === undefined || texts.size === 0) return undefined;
    if (this.#distance === null) {
      const byCode: string[] = [];
      for (const [each, text] of texts) if (each <= MAX_CODE) byCode[each] = text;
      const width = (each: number) => ownWidth(pdfium.scratch, address, each);
      this.#distance = asciiDistance({ texts: byCode, width });
    }
    return this.#distance === undefined ? undefined : asciiAt(code, this.#distance);
  }
}

/** The program of a font that is in the file; undefined for none, and for one that is no TrueType or OpenType. */
function readProgram({ pdfium: { exports, scratch }, address, room }: OpenFont): FontProgram | undefined {
  if (exports.FPDFFont_GetIsEmbedded(address) !== 1) return undefined;
  const size = exports.FPDFFont_GetFontData(address, 0, 0, scratch.at) === 0 ? 0 : scratch.word(0);
  if (size === 0 || size > room.bytes) return undefined;
  room.bytes -= size;
  return scratch.with(new Uint8Array(size), (at) => {
    if (exports.FPDFFont_GetFontData(address, at, size, scratch.at) === 0) return undefined;
    return readFontProgram(scratch.bytes.slice(at, at + size));
  });
}
