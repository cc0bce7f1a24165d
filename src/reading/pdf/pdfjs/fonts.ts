/** What the glyph pass needs of a font, read off pdf.js' font objects. */
import { dingbatOf } from '../objects/dingbats.js';
import type { GlyphTexts } from '../objects/embedded-fonts.js';
import { asciiAt, asciiDistance } from '../objects/glyph-order-inference.js';
import { type Outlines, readOutlines } from '../objects/outlines.js';
import type { OperatorCodes } from './library.js';

/** A glyph as pdf.js hands it over in its text-showing operators. */
export interface PdfjsGlyph {
  readonly originalCharCode: number;
  readonly unicode: string;
  /** In glyph space; may be missing in broken fonts. */
  readonly width: number | undefined;
  /** Vertical metrics: advance (negative is down), then the position vector. */
  readonly vmetric: readonly number[] | null | undefined;
  /** The code is the single byte 32, to which word spacing applies. */
  readonly isSpace: boolean;
  /** Character that shows the glyph in the program as pdf.js has converted it. */
  readonly fontChar: string;
  /** Whether the converted program has such a glyph; of TrueType it has only those with an outline. */
  readonly isInFont: boolean;
  /** Name of the glyph in a Type 3 font. */
  readonly operatorListId?: unknown;
}

/** Unicode of a glyph as far as the font says. */
interface DecodedGlyph {
  /** U+0000 when the font gives no mapping at all. */
  readonly text: string;
  /** The mapping comes from the font, not from a guess. */
  readonly mapped: boolean;
  /**
   * The font does not map the code, but the order of those that it maps shows it, or the fact that the glyph draws
   * nothing.
   */
  readonly inferred?: true;
}

export interface PdfjsFont {
  readonly id: string;
  readonly name: string;
  readonly vertical: boolean;
  readonly type3: boolean;
  /** Text space units in a unit of glyph space. */
  readonly unitX: number;
  readonly unitY: number;
  /** Vertical metrics of glyphs without their own. */
  readonly defaultVMetrics: readonly number[] | undefined;
  /** Advance of the space glyph in glyph space, when the font has one. */
  readonly spaceWidth: number | undefined;
  /** Mean advance of the font's glyphs in glyph space. */
  readonly meanWidth: number;
  /** Height of the font's bounding box in glyph space; 0 when unknown. */
  readonly boxHeight: number;
  decode(glyph: PdfjsGlyph): DecodedGlyph;
  /** Whether a glyph was decoded that the font does not map, while its program in the file may name it. */
  readonly wantsProgram: boolean;
  /** Gives the font the texts of its program, once; undefined when there are none. */
  explain(texts: GlyphTexts | undefined): void;
}

/** Members of pdf.js' font objects with `fontExtraProperties` on. */
interface FontObject {
  readonly name?: unknown;
  readonly vertical?: unknown;
  readonly isType3Font?: unknown;
  readonly missingFile?: unknown;
  readonly fontMatrix?: readonly number[];
  readonly bbox?: readonly number[];
  readonly defaultVMetrics?: readonly number[];
  readonly defaultWidth?: unknown;
  readonly composite?: unknown;
  readonly isSymbolicFont?: unknown;
  readonly type?: unknown;
  readonly widths?: Readonly<Record<number, unknown>>;
  /** Codes of a composite font to its CIDs. */
  readonly cMap?: { lookup?(code: number): unknown } | null;
  readonly toUnicode?: { readonly _map?: readonly (string | undefined)[] };
  /** The program as pdf.js has converted it: TrueType or OpenType with its own codes. */
  readonly data?: unknown;
  /** Codes with a glyph in the converted program. */
  readonly toFontChar?: readonly unknown[];
  /** Operators of the glyphs of a Type 3 font. */
  readonly charProcOperatorList?: Readonly<Record<string, { readonly fnArray?: readonly number[] }>>;
  readonly differences?: readonly (string | undefined)[];
  readonly defaultEncoding?: readonly (string | undefined)[];
}

/** A thousandth: units of glyph space in all fonts but Type 3 and a few Type 1. */
const GLYPH_UNIT = 0.001;

const NO_MAPPING: DecodedGlyph = { text: '\u0000', mapped: false };
const SPACE: DecodedGlyph = { text: ' ', mapped: true };

/** A glyph that nothing names and that draws nothing. Text that the file gives in its place is better. */
const BLANK: DecodedGlyph = { text: ' ', mapped: true, inferred: true };

/** What many programs call the glyph that they share between both kinds of space. */
const NO_BREAK_SPACE = '\u00a0';

/** Codes at which all Latin encodings agree with ASCII, but for the two quotes. */
const ASCII_FIRST = 0x20;
const ASCII_LAST = 0x7e;

/**
 * Codes of MacRoman far from ASCII with their characters. A map that holds all of these is not from the file:
 * pdf.js assumes MacRoman for symbolic fonts that bring no encoding.
 */
const MAC_ROMAN_PROBES: readonly (readonly [number, string])[] = [
  [0x80, '\u00c4'],
  [0x8a, '\u00e4'],
  [0xa5, '\u2022'],
  [0xd0, '\u2013'],
  [0xde, '\ufb01'],
  [0xf5, '\u0131'],
];

/** Digits of the document's number in pdf.js' names of fonts; they differ from run to run. */
const DOCUMENT_PREFIX = /^g_d\d{1,9}_/u;

/**
 * Reads a font.
 * @param id pdf.js' name for it
 * @param object pdf.js' font object; anything else (a font that failed to load) gives a font without mappings
 */
export function readFont(id: string, object: unknown, ops: OperatorCodes): PdfjsFont {
  const font: FontObject = typeof object === 'object' && object !== null ? object : {};
  const unitX = font.fontMatrix?.[0] || GLYPH_UNIT;
  const decoder = new Decoder(font, ops);
  return {
    id: id.replace(DOCUMENT_PREFIX, ''),
    name: typeof font.name === 'string' ? font.name : '',
    vertical: font.vertical === true,
    type3: font.isType3Font === true,
    unitX,
    unitY: Math.abs(font.fontMatrix?.[3] || unitX),
    defaultVMetrics: font.defaultVMetrics,
    get spaceWidth() {
      return decoder.spaceWidth;
    },
    meanWidth: meanWidth(font),
    boxHeight: font.bbox ? Math.abs((font.bbox[3] ?? 0) - (font.bbox[1] ?? 0)) : 0,
    decode: (glyph) => decoder.decode(glyph),
    get wantsProgram() {
      return decoder.wantsProgram;
    },
    explain: (texts) => decoder.explain(texts),
  };
}

/** Texts of a font's codes: by its own map, by its program, by the lack of an outline, by the order of its glyphs. */
class Decoder {
  readonly #font: FontObject;
  readonly #guessed: boolean;
  readonly #cache = new Map<number, DecodedGlyph>();
  readonly #blanks: BlankGlyphs;
  #texts: GlyphTexts | undefined;
  #explained: boolean;
  #distance: number | undefined | null = null;
  wantsProgram = false;
  spaceWidth: number | undefined;

  constructor(font: FontObject, ops: OperatorCodes) {
    this.#font = font;
    this.#blanks = new BlankGlyphs(font, ops);
    this.#guessed = guessesEncoding(font);
    this.#explained = font.missingFile === true || font.isType3Font === true;
    this.spaceWidth = widthOfCode(font, font.toUnicode?._map?.indexOf(' ') ?? -1);
  }

  decode(glyph: PdfjsGlyph): DecodedGlyph {
    const code = glyph.originalCharCode;
    let decoded = this.#cache.get(code);
    if (decoded === undefined) {
      decoded = this.#find(glyph);
      this.#cache.set(code, decoded);
    }
    return decoded;
  }

  explain(texts: GlyphTexts | undefined): void {
    this.#explained = true;
    this.wantsProgram = false;
    this.#texts = texts;
    for (const [code, decoded] of this.#cache) {
      const text = texts?.(code, cidOf(this.#font, code));
      const isSpace = decoded === BLANK || text === ' ' || text === NO_BREAK_SPACE;
      if (isSpace) this.spaceWidth ??= widthOfCode(this.#font, code);
    }
    this.#cache.clear();
  }

  #find(glyph: PdfjsGlyph): DecodedGlyph {
    const own = decodeGlyph(this.#font, this.#guessed, glyph);
    if (own.mapped) return own.text === NO_MAPPING.text && this.#blanks.has(glyph) ? BLANK : own;
    this.wantsProgram ||= !this.#explained;
    const code = glyph.originalCharCode;
    const named = this.#texts?.(code, cidOf(this.#font, code));
    if (named !== undefined) return { text: named, mapped: true };
    return this.#blanks.has(glyph) ? BLANK : (this.#infer(code) ?? own);
  }

  #infer(code: number): DecodedGlyph | undefined {
    const font = this.#font;
    const texts = font.toUnicode?._map;
    if (font.composite !== true || texts === undefined) return undefined;
    if (this.#distance === null) {
      this.#distance = asciiDistance({ texts, width: (each) => listedWidth(font, each) });
    }
    const text = this.#distance === undefined ? undefined : asciiAt(code, this.#distance);
    return text === undefined ? undefined : { text, mapped: true, inferred: true };
  }
}

/** First byte of the signature of OpenType programs with CFF outlines, `OTTO`. */
const OPENTYPE_CFF = 0x4f;

/** Glyphs of a font that have an advance, but no outline. The program is read when the first is asked for. */
class BlankGlyphs {
  readonly #font: FontObject;
  readonly #ops: OperatorCodes;
  /** null before it was read. */
  #outlines: Outlines | undefined | null = null;

  constructor(font: FontObject, ops: OperatorCodes) {
    this.#font = font;
    this.#ops = ops;
  }

  has(glyph: PdfjsGlyph): boolean {
    if (!((glyph.width ?? 0) > 0)) return false;
    if (this.#font.isType3Font === true) return this.#isBlankProcedure(String(glyph.operatorListId));
    const { data, missingFile, toFontChar } = this.#font;
    if (missingFile === true || !(data instanceof Uint8Array)) return false;
    // pdf.js leaves glyphs without an outline out of TrueType. Where it leaves out all of them, the font is that of an
    // invisible text layer, and says nothing.
    if (!glyph.isInFont) return data[0] !== OPENTYPE_CFF && (toFontChar?.length ?? 0) > 0;
    if (this.#outlines === null) this.#outlines = readOutlines(data);
    return this.#outlines?.isBlank(glyph.fontChar.codePointAt(0) ?? 0) ?? false;
  }

  /** Whether a glyph of a Type 3 font paints nothing, while others do. */
  #isBlankProcedure(name: string): boolean {
    const procedures = this.#font.charProcOperatorList ?? {};
    const own = Object.hasOwn(procedures, name) ? procedures[name] : undefined;
    const isBlank = ({ fnArray = [] }: { readonly fnArray?: readonly number[] }) =>
      fnArray.every((operator) => this.#isSetup(operator));
    return own !== undefined && isBlank(own) && !Object.values(procedures).every(isBlank);
  }

  #isSetup(operator: number): boolean {
    const { setCharWidth, setCharWidthAndBounds, save, restore } = this.#ops;
    return [setCharWidth, setCharWidthAndBounds, save, restore].includes(operator);
  }
}

// See docs/language/01-document-anchors-fields.md#14-text-cleaning
function decodeGlyph(font: FontObject, guessed: boolean, glyph: PdfjsGlyph): DecodedGlyph {
  const code = glyph.originalCharCode;
  const map = font.toUnicode?._map;
  // A composite font without a map to Unicode: its codes are glyph numbers, whatever pdf.js takes them for.
  if (map === undefined) return NO_MAPPING;
  const text = map[code];
  if (text) return { text, mapped: !guessed || font.differences?.[code] !== undefined };
  if (font.composite === true) return NO_MAPPING;
  if (code === ASCII_FIRST) return SPACE;
  const dingbat = isDingbats(font) && font.differences?.[code] === undefined ? dingbatOf(code) : undefined;
  if (dingbat !== undefined) return { text: dingbat, mapped: true };
  const latin = font.isSymbolicFont !== true && code > ASCII_FIRST && code <= ASCII_LAST;
  return latin && font.type !== 'Type3' ? { text: glyph.unicode, mapped: true } : NO_MAPPING;
}

/** The standard font whose glyph names (`a20`) are in a list of their own. */
function isDingbats(font: FontObject): boolean {
  return typeof font.name === 'string' && /^(?:[A-Z]{6}\+)?ZapfDingbats$/u.test(font.name);
}

/**
 * Whether the map to Unicode is pdf.js' guess: an embedded symbolic TrueType font without encoding and without
 * `/ToUnicode`. (Type 1 and CFF programs name their glyphs themselves, which pdf.js reads.)
 */
function guessesEncoding(font: FontObject): boolean {
  if (font.composite === true || font.isSymbolicFont !== true || font.missingFile === true) return false;
  if (font.type !== 'TrueType') return false;
  const map = font.toUnicode?._map;
  return map !== undefined && MAC_ROMAN_PROBES.every(([code, character]) => map[code] === character);
}

/** Number of a code's glyph in the collection of a composite font; undefined for simple fonts. */
function cidOf(font: FontObject, code: number): number | undefined {
  if (font.composite !== true) return undefined;
  const cid = font.cMap?.lookup?.(code);
  return typeof cid === 'number' ? cid : code;
}

/** The advance that the font lists for a code, in glyph space. */
function listedWidth(font: FontObject, code: number): number | undefined {
  const listed = font.widths?.[cidOf(font, code) ?? code];
  return typeof listed === 'number' ? listed : undefined;
}

/** Advance of a code in glyph space; a width of 0 or none counts as no glyph. */
function widthOfCode(font: FontObject, code: number): number | undefined {
  if (code < 0) return undefined;
  // Codes without a width of their own have the default one: most of a composite font, all of Courier without widths.
  const advance = listedWidth(font, code) ?? font.defaultWidth;
  return typeof advance === 'number' && advance > 0 ? advance : undefined;
}

function meanWidth(font: FontObject): number {
  let sum = 0;
  let count = 0;
  for (const width of Object.values(font.widths ?? {})) {
    if (typeof width !== 'number' || width <= 0) continue;
    sum += width;
    count += 1;
  }
  return count === 0 ? 0 : sum / count;
}
