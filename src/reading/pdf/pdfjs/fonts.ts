/** What the glyph pass needs of a font, read off pdf.js' font objects. */

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
}

/** Unicode of a glyph as far as the font says. */
interface DecodedGlyph {
  /** U+0000 when the font gives no mapping at all. */
  readonly text: string;
  /** The mapping comes from the font, not from a guess. */
  readonly mapped: boolean;
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
  /** Of simple fonts by code, of composite ones by number in their collection, which most take for code. */
  readonly widths?: Readonly<Record<number, unknown>>;
  /** Later versions of 6.x keep it to themselves. */
  readonly toUnicode?: { readonly _map?: readonly (string | undefined)[] };
  readonly differences?: readonly (string | undefined)[];
}

/** A thousandth: units of glyph space in all fonts but Type 3 and a few Type 1. */
const GLYPH_UNIT = 0.001;

const NO_MAPPING: DecodedGlyph = { text: '\u0000', mapped: false };
const SPACE: DecodedGlyph = { text: ' ', mapped: true };

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
export function readFont(id: string, object: unknown): PdfjsFont {
  const font: FontObject = typeof object === 'object' && object !== null ? object : {};
  const unitX = font.fontMatrix?.[0] || GLYPH_UNIT;
  const isGuess = guessesEncoding(font);
  return {
    id: id.replace(DOCUMENT_PREFIX, ''),
    name: typeof font.name === 'string' ? font.name : '',
    vertical: font.vertical === true,
    type3: font.isType3Font === true,
    unitX,
    unitY: Math.abs(font.fontMatrix?.[3] || unitX),
    defaultVMetrics: font.defaultVMetrics,
    spaceWidth: widthOfCode(font, spaceCode(font)),
    meanWidth: meanWidth(font),
    boxHeight: font.bbox ? Math.abs((font.bbox[3] ?? 0) - (font.bbox[1] ?? 0)) : 0,
    decode: (glyph) => decodeGlyph(font, isGuess, glyph),
  };
}

// See docs/language/01-document-anchors-fields.md#14-text-cleaning
function decodeGlyph(font: FontObject, guessed: boolean, glyph: PdfjsGlyph): DecodedGlyph {
  const code = glyph.originalCharCode;
  if (font.toUnicode === undefined) return decodedByPdfjs(font, glyph);
  const map = font.toUnicode._map;
  // A composite font without a map to Unicode: its codes are glyph numbers, whatever pdf.js takes them for.
  if (map === undefined) return NO_MAPPING;
  const text = map[code];
  if (text) return { text, mapped: !guessed || font.differences?.[code] !== undefined };
  if (font.composite === true) return NO_MAPPING;
  if (code === ASCII_FIRST) return SPACE;
  const latin = font.isSymbolicFont !== true && code > ASCII_FIRST && code <= ASCII_LAST;
  return latin && font.type !== 'Type3' ? { text: glyph.unicode, mapped: true } : NO_MAPPING;
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

/** What pdf.js makes of a code: codes of composite fonts that come out as themselves are numbers of glyphs. */
function decodedByPdfjs({ composite }: FontObject, { unicode, originalCharCode }: PdfjsGlyph): DecodedGlyph {
  const isNumber = composite === true && unicode === String.fromCodePoint(originalCharCode);
  return isNumber || unicode === '' ? NO_MAPPING : { text: unicode, mapped: true };
}

/** The code of the space; -1 where it is not known. */
function spaceCode({ toUnicode, composite }: FontObject): number {
  if (toUnicode !== undefined) return toUnicode._map?.indexOf(' ') ?? -1;
  return composite === true ? -1 : ASCII_FIRST;
}

/** Advance of a code in glyph space; a width of 0 or none counts as no glyph. */
function widthOfCode(font: FontObject, code: number): number | undefined {
  if (code < 0) return undefined;
  // Codes without a width of their own have the default one: most of a composite font, all of Courier without widths.
  const advance = font.widths?.[code] ?? font.defaultWidth;
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
