/** Codes of a font as its file explains them, with the advances that PDFium gives them. */
// See docs/language/01-document-anchors-fields.md#14-text-cleaning
import { type CodeText, CodeTexts, type FontSource } from '../objects/code-texts.js';
import type { FontFacts } from '../objects/font-facts.js';
import { type FontProgram, readFontProgram } from '../objects/truetype.js';
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

const NUL = '\u0000';

/** Codes of simple fonts below that of the space: fonts of the system have no glyph for them. */
const FIRST_PRINTED = 0x20;

/** Tab and line ends. */
const TYPED_SPACES: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d]);

/** Codes of one font. */
export class UnlistedCodes {
  readonly texts: CodeTexts;
  readonly #facts: FontFacts;
  #program: FontProgram | undefined | null = null;
  #drawsAny: boolean | undefined | null = null;

  constructor(facts: FontFacts) {
    this.#facts = facts;
    this.texts = new CodeTexts(facts);
  }

  /** The text of a code; undefined where the file does not say it. */
  ofCode(code: number, font: OpenFont): CodeText | undefined {
    return this.texts.of(code, this.#sourceOf(font));
  }

  /** Text and advance of a code. */
  read(code: number, font: OpenFont): KnownCode {
    const said = this.ofCode(code, font);
    const { pdfium, address, document, codes } = font;
    const known = GlyphProbe.with(pdfium, address, document, (probe) => {
      const width = probe.advance(code) ?? codes.get(code)?.width ?? 0;
      if (said) return knownCode(said.text, !said.guessed, width, { inferred: said.inferred });
      if (width !== 0 && this.#isBlank(code, probe, font))
        return knownCode(' ', true, width, { inferred: true });
      if (this.#isNothing(code)) return knownCode(TYPED_SPACES.has(code) ? ' ' : '', true, width);
      return knownCode(NUL, false, width);
    });
    return known ?? knownCode(said?.text ?? NUL, said !== undefined, codes.get(code)?.width ?? 0);
  }

  #sourceOf(font: OpenFont): FontSource {
    return {
      program: () => {
        if (this.#program === null) this.#program = readProgram(font);
        return this.#program;
      },
      listedWidth: (code) => ownWidth(font.pdfium.scratch, font.address, code),
    };
  }

  /** Whether a glyph draws nothing, while others of its font do. */
  #isBlank(code: number, probe: GlyphProbe, { codes }: OpenFont): boolean {
    const { subtype, type3, encoding, isEmbedded } = this.#facts;
    if (subtype === 'Type3') return type3?.paints(encoding?.names.get(code) ?? '') === false;
    if (!isEmbedded || probe.draws([code]) !== false) return false;
    if (this.#drawsAny === null) this.#drawsAny = probe.draws([...codes.codes()]) || probe.drawsAny();
    return this.#drawsAny === true;
  }

  /** Whether a code is a control sign of a font that is not in the file: it draws nothing, wherever it is read. */
  #isNothing(code: number): boolean {
    const { isEmbedded, subtype, texts } = this.#facts;
    if (isEmbedded || subtype === 'Type3') return false;
    return texts.has(code) || (subtype !== 'Type0' && code < FIRST_PRINTED);
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
