/** Texts of glyphs by the font programs in a file, for fonts whose own map to Unicode leaves them out. */
import type { PDFDict, PDFObject } from '@cantoo/pdf-lib';
import { type PdfObjects, unpackStream } from './safe-objects.js';
import { type FontProgram, glyphIn, readFontProgram } from './truetype.js';

/**
 * Text of a code of a font.
 * @param cid number of the glyph in a composite font's character collection; undefined for simple fonts
 */
export type GlyphTexts = (code: number, cid: number | undefined) => string | undefined;

/** Unpacked bytes of all font programs that are looked into. */
const MAX_PROGRAM_BYTES = 64 * 1024 * 1024;

/** A font dictionary, as far as texts of glyphs need it. */
interface FontDictionary {
  readonly composite: boolean;
  /** The simple font itself, or the descendant of a composite one. */
  readonly inner: PDFDict;
  readonly descriptor: PDFDict;
}

/** The embedded TrueType and OpenType fonts of a file. */
export class EmbeddedFonts {
  readonly #objects: PdfObjects;
  readonly #programs = new Map<PDFObject, FontProgram | undefined>();
  #byName: Map<string, FontDictionary[]> | undefined;
  #room = MAX_PROGRAM_BYTES;

  constructor(objects: PdfObjects) {
    this.#objects = objects;
  }

  /**
   * Texts of the font of this name; undefined when the file embeds none that gives any. Where several fonts
   * bear the name, only what all of them say counts.
   */
  textsOf(name: string): GlyphTexts | undefined {
    try {
      this.#byName ??= this.#collect();
      const sources = (this.#byName.get(name) ?? []).map((font) => this.#source(font));
      const [first, ...others] = sources;
      if (first === undefined || others.includes(undefined)) return undefined;
      return (code, cid) => {
        const text = first(code, cid);
        return others.every((other) => other?.(code, cid) === text) ? text : undefined;
      };
    } catch {
      return undefined;
    }
  }

  #collect(): Map<string, FontDictionary[]> {
    const { PDFDict: Dict } = this.#objects.lib;
    const fonts = new Map<string, FontDictionary[]>();
    for (const [, object] of this.#objects.document.context.enumerateIndirectObjects()) {
      const font = object instanceof Dict ? this.#fontOf(object) : undefined;
      if (font === undefined) continue;
      const name = this.#nameIn(font.descriptor, 'FontName') ?? this.#nameIn(font.inner, 'BaseFont') ?? '';
      const known = fonts.get(name);
      if (known === undefined) fonts.set(name, [font]);
      else known.push(font);
    }
    return fonts;
  }

  #fontOf(dictionary: PDFDict): FontDictionary | undefined {
    const { PDFArray, PDFDict: Dict, PDFName } = this.#objects.lib;
    if (dictionary.lookup(PDFName.of('Type')) !== PDFName.of('Font')) return undefined;
    const subtype = this.#nameIn(dictionary, 'Subtype');
    const composite = subtype === 'Type0';
    if (!composite && subtype !== 'TrueType') return undefined;
    const descendants = composite ? dictionary.lookup(PDFName.of('DescendantFonts')) : undefined;
    const inner = descendants instanceof PDFArray ? descendants.lookup(0) : dictionary;
    const descriptor = inner instanceof Dict ? inner.lookup(PDFName.of('FontDescriptor')) : undefined;
    return inner instanceof Dict && descriptor instanceof Dict ? { composite, inner, descriptor } : undefined;
  }

  #nameIn(dictionary: PDFDict, key: string): string | undefined {
    const { PDFName } = this.#objects.lib;
    const value = dictionary.lookup(PDFName.of(key));
    return value instanceof PDFName ? value.decodeText() : undefined;
  }

  #source({ composite, inner, descriptor }: FontDictionary): GlyphTexts | undefined {
    const { PDFName } = this.#objects.lib;
    const file =
      descriptor.lookup(PDFName.of('FontFile2')) ?? descriptor.lookup(PDFName.of('FontFile3')) ?? undefined;
    const program = file === undefined ? undefined : this.#program(file);
    if (program === undefined) return undefined;
    if (!composite) {
      return (code) => {
        const glyph = program.glyphOfCode(code);
        return glyph === undefined ? undefined : program.textOfGlyph(glyph);
      };
    }
    const glyphOf = this.#glyphsByCid(inner.lookup(PDFName.of('CIDToGIDMap')));
    return (_, cid) => (cid === undefined ? undefined : program.textOfGlyph(glyphOf(cid)));
  }

  /** Glyphs of the program by number in the collection: as a map of two bytes each says, or the same number. */
  #glyphsByCid(map: PDFObject | undefined): (cid: number) => number {
    const bytes = map === undefined ? undefined : this.#unpack(map);
    return bytes === undefined ? (cid) => cid : (cid) => glyphIn(bytes, cid);
  }

  #program(file: PDFObject): FontProgram | undefined {
    if (!this.#programs.has(file)) {
      const bytes = this.#unpack(file);
      this.#programs.set(file, bytes === undefined ? undefined : readFontProgram(bytes));
    }
    return this.#programs.get(file);
  }

  #unpack(object: PDFObject): Uint8Array | undefined {
    const bytes = unpackStream(this.#objects, object, this.#room);
    this.#room -= bytes?.length ?? 0;
    return bytes;
  }
}
