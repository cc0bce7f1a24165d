/** Fonts of a document: which text and advance each of their codes has, learnt from the pages that show them. */
import { hasRightToLeft } from '../../../page/layout/bidi.js';
import type { UnreadCodes } from '../engine.js';
import type { FileObjects } from '../objects/file-objects.js';
import { type FontFacts, mayDecide, readFontFacts, type Type3Facts } from '../objects/font-facts.js';
import { CodeTable } from './code-table.js';
import { GlyphProbe } from './glyph-probe.js';
import { type KnownCode, knownCode } from './known-code.js';
import type { Pdfium } from './library.js';
import {
  CHARACTER,
  CharacterKind,
  charactersOf,
  fontClass,
  fontKey,
  fontNumber,
  hasIdentityCodes,
  listedWidth,
  SHIFT,
  type ShownCodes,
  shownCodes,
  simpleWidth,
} from './memory-layout.js';
import { isReplaced } from './replacements.js';
import { SAMPLE_SIZE, type WantedCodes, withSamplePage } from './sample-page.js';
import { type OpenFont, type ProgramRoom, UnlistedCodes } from './unlisted-codes.js';

interface PdfiumFont {
  readonly id: string;
  /** As the file gives it. */
  readonly name: string;
  readonly composite: boolean;
  /** Of Type 3 fonts what the file says of their measures; undefined where it cannot be read. */
  readonly type3: Type3Facts | 'unknown' | undefined;
  readonly codes: CodeTable<KnownCode>;
  /** Advance of its space in thousandths of the font size; undefined where it has none. */
  spaceWidth: number | undefined;
  /** The code of its space; -1 where it has none. */
  readonly spaceCode: number;
  /** What the file says of it, once it was asked for; null where its object is not to be found. */
  unlisted: UnlistedCodes | null | undefined;
  /** The file is asked for each of its codes, not only where PDFium has no text. */
  asksFile: boolean;
  /** Codes of which the file was asked. */
  readonly settled: Set<number>;
  /** PDFium lists some of its codes without a text. */
  hasUnmapped: boolean;
  /** Some of its codes have no text, or are control signs. */
  hasUnread: boolean;
  /** It writes vertically, which PDFium does not report in full. */
  needsOther: boolean;
}

/** A font in a text object that is listed. */
export interface ListedFont {
  readonly font: PdfiumFont;
  /** Holds as long as its page is open. */
  readonly fontAddress: number;
  readonly size: number;
}

/** A text object of which the codes are wanted. */
export interface FontUse extends ListedFont {
  readonly shown: ShownCodes;
}

interface ShownFont extends FontUse {
  /** Address of the text object. */
  readonly object: number;
}

/** Longest name of a font that is read, in bytes. */
const NAME_BYTES = 128;

/** What programs call the glyph that they share between both kinds of space. */
const SPACES: ReadonlySet<string> = new Set([' ', '\u00a0']);

/** Where the code of the space is in simple fonts, whatever their encoding. */
const SPACE = 0x20;

/** What is shown of a code of which nothing is known. */
const NUL = '\u0000';

/** Texts that are no signs; tabs and line ends are spaces. */
const CONTROL = /^[\u0000-\u0008\u000e-\u001f\u007f-\u009f]$/u;

const NO_CODES: ReadonlySet<number> = new Set();

/** Codes of a font that are asked for, in their order. */
interface AskedCodes {
  readonly fontAddress: number;
  readonly asked: Set<number>;
}

/** In place of a code that a font does not have. */
const NO_CODE = -1;

/** Share of the font size by which a glyph may be beside the baseline before its font counts as vertical. */
const OFF_BASELINE = 0.05;

/** Share of one member of a matrix that another is below to count as none. */
const LEVEL = 1e-4;

/**
 * Share of the font size by which the box of a glyph may begin away from its origin: the box of such a glyph shows no
 * advance.
 */
const AT_ORIGIN = 0.01;

/** Unpacked bytes of all programs of a document's fonts that are looked into. */
const MAX_PROGRAM_BYTES = 64 * 1024 * 1024;

/** Thousandths of the font size by which PDFium may round an advance. */
const ROUNDING = 0.51;

/** Members that characters of one glyph have in common. */
const SAME_IN_GLYPH = [CHARACTER.code, CHARACTER.object, CHARACTER.originX, CHARACTER.originY] as const;

/** The fonts of one document, kept over its pages. */
export class Fonts {
  readonly #pdfium: Pdfium;
  readonly #objects: FileObjects;
  readonly #fonts = new Map<number, PdfiumFont>();
  readonly #room: ProgramRoom = { bytes: MAX_PROGRAM_BYTES };

  constructor(pdfium: Pdfium, objects: FileObjects) {
    this.#pdfium = pdfium;
    this.#objects = objects;
  }

  /**
   * The font at an address, which holds as long as its page is open.
   * @param document PDFium's handle
   */
  at(address: number, document: number): PdfiumFont {
    const { scratch, fontClasses } = this.#pdfium;
    const key = fontKey(scratch, address) || address;
    let font = this.#fonts.get(key);
    if (font === undefined) {
      const kind = fontClass(scratch, address);
      const name = this.#nameOf(address);
      const isType3 = kind === fontClasses.type3;
      const isDoubtful = isType3 || mayDecide(this.#objects, fontNumber(scratch, address));
      const facts = isDoubtful ? this.#factsOf(address, name) : undefined;
      const unlisted = facts && new UnlistedCodes(facts);
      const composite = kind === fontClasses.composite;
      const spaceCode = composite ? this.#spaceCode(address, document) : undefined;
      const width =
        spaceCode === NO_CODE
          ? 0
          : ((isType3 && facts ? spaceOf(facts) : undefined) ?? this.#glyphWidth(address, SPACE));
      font = {
        id: String(this.#fonts.size),
        name,
        composite,
        type3: isType3 ? (facts?.type3 ?? 'unknown') : undefined,
        codes: new CodeTable(),
        spaceWidth: width > 0 ? width : undefined,
        spaceCode: spaceCode ?? SPACE,
        unlisted,
        asksFile: isType3 || unlisted?.texts.decides === true,
        settled: new Set(),
        hasUnmapped: false,
        hasUnread: false,
        needsOther: false,
      };
      this.#fonts.set(key, font);
    }
    return font;
  }

  /** Whether the font of a text object has codes in it of which nothing is known yet. */
  hasUnknown(use: FontUse): boolean {
    return this.#firstUnknown(use, NO_CODES) >= 0;
  }

  /**
   * Where in the memory's words the first code of a text object is of which nothing is known yet; -1 for none.
   * @param asked codes that count as known
   */
  #firstUnknown({ font: { codes }, shown }: FontUse, asked: ReadonlySet<number>): number {
    const { words } = this.#pdfium.scratch;
    for (let i = shown.codes; i < shown.codes + shown.count; i++) {
      const code = words[i] ?? SHIFT;
      if (code !== SHIFT && codes.get(code) === undefined && !asked.has(code)) return i;
    }
    return -1;
  }

  /**
   * Learns the codes of which nothing is known yet from a page that shows them alone: PDFium lists the characters of a whole page in a
   * fifth of the time that it takes to read it. Codes are left out that it would not list either, as marked content gives a text in their place.
   * @param document PDFium's handle
   */
  learnAlone(texts: readonly ShownFont[], document: number): void {
    const { words } = this.#pdfium.scratch;
    const unknown = new Map<PdfiumFont, AskedCodes>();
    for (const text of texts) {
      const { font, fontAddress, shown } = text;
      const known = unknown.get(font);
      const first = this.#firstUnknown(text, known?.asked ?? NO_CODES);
      if (first < 0 || isReplaced(this.#pdfium, text.object)) continue;
      const asked = known?.asked ?? new Set<number>();
      for (let i = first; i < shown.codes + shown.count; i++) {
        const code = words[i] ?? SHIFT;
        if (code !== SHIFT && font.codes.get(code) === undefined) asked.add(code);
      }
      unknown.set(font, { fontAddress, asked });
    }
    const samples: (ListedFont & WantedCodes)[] = [];
    for (const [font, { fontAddress, asked }] of unknown) {
      samples.push({ font, fontAddress, size: SAMPLE_SIZE, codes: sampleOf(font, [...asked]) });
    }
    withSamplePage(this.#pdfium, document, samples, (textPage, uses) => this.#learn(textPage, uses));
  }

  /** Learns the codes of a page from its list of characters. @param uses the page's text objects by their addresses */
  #learn(textPage: number, uses: ReadonlyMap<number, ListedFont>): void {
    const { words } = this.#pdfium.scratch;
    let last = -1;
    let isNew = false;
    for (const at of charactersOf(this.#pdfium.scratch, textPage)) {
      const use = uses.get(words[at + CHARACTER.object] ?? 0);
      const kind = (words[at] ?? 0) & 0xff;
      if (use === undefined || kind === CharacterKind.generated) continue;
      const code = words[at + CHARACTER.code] ?? 0;
      const continues = last >= 0 && this.#isSameGlyph(last, at);
      last = at;
      if (continues) {
        if (isNew) this.#extend(use, code, at);
        continue;
      }
      // A hyphen at the end of a line is listed as something else; any other place of the code says more.
      isNew = use.font.codes.get(code) === undefined;
      if (isNew) use.font.codes.set(code, this.#read(use, at, kind));
    }
  }

  /** What fonts show whose codes are known by it. @param uses the text objects of a page */
  see(uses: readonly FontUse[]): void {
    const { words } = this.#pdfium.scratch;
    for (const { font, fontAddress, shown } of uses) {
      if (!font.asksFile && !font.hasUnmapped) continue;
      const unlisted = this.#unlistedOf(font, fontAddress);
      if (unlisted?.texts.wantsShown !== true) continue;
      const codes = Array.from(words.subarray(shown.codes, shown.codes + shown.count));
      unlisted.texts.see(codes.filter((code) => code !== SHIFT));
    }
  }

  /**
   * What is left after `learnAlone`: PDFium lists neither trailing spaces, nor several in a row, nor some signs at all; and of some
   * codes it knows no text, or another than the file.
   * @param document PDFium's handle
   */
  settle(use: FontUse, document: number): void {
    const { font, fontAddress, shown } = use;
    if (!font.asksFile && !font.hasUnmapped && !this.hasUnknown(use)) return;
    const { scratch } = this.#pdfium;
    for (let i = 0; i < shown.count; i++) {
      const code = scratch.words[shown.codes + i] ?? SHIFT;
      const listed = font.codes.get(code);
      if (code === SHIFT || (listed?.mapped && !font.asksFile) || font.settled.has(code)) continue;
      font.settled.add(code);
      const known = this.#settled(font, code, fontAddress, document);
      if (SPACES.has(known.text) && known.width > 0) font.spaceWidth ??= known.width;
      if (isUnread(known)) font.hasUnread = true;
      font.codes.set(code, known);
    }
  }

  /** Codes that texts show and nobody knows, by the names of their fonts. */
  unread(uses: readonly ShownFont[]): readonly UnreadCodes[] {
    const { words } = this.#pdfium.scratch;
    const byFont = new Map<string, Set<number>>();
    for (const { font, shown, object } of uses) {
      if (!font.hasUnread || isReplaced(this.#pdfium, object)) continue;
      for (let i = shown.codes; i < shown.codes + shown.count; i++) {
        const code = words[i] ?? SHIFT;
        const known = code === SHIFT ? undefined : font.codes.get(code);
        if (known === undefined || !isUnread(known)) continue;
        const codes = byFont.get(font.name);
        if (codes) codes.add(code);
        else byFont.set(font.name, new Set([code]));
      }
    }
    return [...byFont].map(([font, codes]) => ({ font, codes: [...codes].sort((a, b) => a - b) }));
  }

  #settled(font: PdfiumFont, code: number, address: number, document: number): KnownCode {
    const listed = font.codes.get(code);
    const known = this.#explained(font, code, address, document);
    return font.type3 && listed !== undefined
      ? this.#measured(known, code, font.type3, address, document)
      : known;
  }

  #explained(font: PdfiumFont, code: number, address: number, document: number): KnownCode {
    const listed = font.codes.get(code);
    const unlisted = this.#unlistedOf(font, address);
    const isOwn = !font.composite || hasIdentityCodes(this.#pdfium.scratch, address);
    const open: OpenFont = { pdfium: this.#pdfium, address, document, codes: font.codes, room: this.#room };
    if (listed?.mapped) {
      const said = font.type3 === undefined && isOwn ? unlisted?.ofCode(code, open) : undefined;
      return said ? knownCode(said.text, true, listed.width, { inferred: said.inferred }) : listed;
    }
    if (listed === undefined && font.type3 === undefined && code === font.spaceCode) {
      return knownCode(' ', true, this.#advance(font, address, code));
    }
    if (unlisted !== undefined && isOwn) return unlisted.read(code, open);
    return knownCode(NUL, false, listed?.width ?? this.#advance(font, address, code));
  }

  /** A code of a Type 3 font with its exact advance: PDFium rounds those of glyphs that are drawn far too large or small. */
  #measured(
    known: KnownCode,
    code: number,
    type3: Type3Facts | 'unknown',
    address: number,
    document: number,
  ): KnownCode {
    const advance = type3 === 'unknown' ? undefined : type3.advances[code];
    const moved = GlyphProbe.with(this.#pdfium, address, document, (probe) => probe.advance(code));
    if (moved === undefined) return known;
    const rest = 1000 * (advance ?? 0) - moved;
    return advance !== undefined && Math.abs(rest) <= ROUNDING
      ? knownCode(known.text, known.mapped, 1000 * advance, { ...known, rest })
      : knownCode(known.text, known.mapped, moved, known);
  }

  #unlistedOf(font: PdfiumFont, address: number): UnlistedCodes | undefined {
    if (font.unlisted === undefined) {
      const facts = this.#factsOf(address, font.name);
      font.unlisted = facts ? new UnlistedCodes(facts) : null;
    }
    return font.unlisted ?? undefined;
  }

  #factsOf(address: number, name: string): FontFacts | undefined {
    return readFontFacts(this.#objects, fontNumber(this.#pdfium.scratch, address), name);
  }

  /** The code that a font shows a space with, by its own map: the one that PDFium writes it with; -1 without one. */
  #spaceCode(fontAddress: number, document: number): number {
    const { exports, scratch } = this.#pdfium;
    const object = exports.FPDFPageObj_CreateTextObj(document, fontAddress, 1);
    if (object === 0) return NO_CODE;
    try {
      scratch.words.set([SPACE], scratch.at >> 2);
      if (exports.FPDFText_SetText(object, scratch.at) === 0) return NO_CODE;
      const { codes, count } = shownCodes(scratch, object);
      // Where a font has none, PDFium writes the first of its glyphs, which is drawn for what is missing.
      return (count === 1 && scratch.words[codes]) || NO_CODE;
    } finally {
      exports.FPDFPageObj_Destroy(object);
    }
  }

  /** The advance of a code in thousandths of the font size; of composite fonts as they list it. */
  #advance(font: PdfiumFont, fontAddress: number, code: number): number {
    const { scratch } = this.#pdfium;
    return font.composite
      ? listedWidth(scratch, fontAddress, code)
      : (simpleWidth(scratch, fontAddress, code) ?? 0);
  }

  /** Whether a character is another of the glyph before: ligatures are listed letter by letter, in one place. */
  #isSameGlyph(before: number, at: number): boolean {
    const { words } = this.#pdfium.scratch;
    for (const member of SAME_IN_GLYPH) if (words[before + member] !== words[at + member]) return false;
    return true;
  }

  #extend({ font }: ListedFont, code: number, at: number): void {
    const known = font.codes.get(code);
    if (known === undefined) return;
    font.codes.set(code, knownCode(known.text + this.#textAt(font, at), known.mapped, known.width, known));
  }

  #read(use: ListedFont, at: number, kind: CharacterKind): KnownCode {
    if (this.#isOffBaseline(use, at)) use.font.needsOther = true;
    const text = kind === CharacterKind.hyphen ? '-' : this.#textAt(use.font, at);
    const mapped = kind !== CharacterKind.unmapped && !CONTROL.test(text);
    if (!mapped) use.font.hasUnmapped = true;
    return knownCode(text, mapped, this.#widthOf(use, at));
  }

  #textAt(font: PdfiumFont, at: number): string {
    const unicode = this.#pdfium.scratch.words[at + CHARACTER.unicode] ?? 0;
    const text = unicode <= 0x10ffff ? String.fromCodePoint(unicode) : '\ufffd';
    // PDFium lists letters that are read from the right as they are stored elsewhere: apart, and its brackets turned round.
    if (unicode > 0x58f && hasRightToLeft(text)) font.asksFile = true;
    return text;
  }

  #isOffBaseline({ size }: ListedFont, at: number): boolean {
    const { floats } = this.#pdfium.scratch;
    const from = at + CHARACTER.matrix;
    const [a = 0, b = 0, , , e = 0, f = 0] = floats.subarray(from, from + 6);
    const x = (floats[at + CHARACTER.originX] ?? 0) - e;
    const y = (floats[at + CHARACTER.originY] ?? 0) - f;
    const scale = a * a + b * b;
    return Math.abs(b * x - a * y) > OFF_BASELINE * Math.abs(size) * scale;
  }

  /** The advance in thousandths of the font size. */
  #widthOf(use: ListedFont, at: number): number {
    const { scratch } = this.#pdfium;
    const code = scratch.words[at + CHARACTER.code] ?? 0;
    const listed = this.#advance(use.font, use.fontAddress, code);
    if (!use.font.composite || hasIdentityCodes(scratch, use.fontAddress)) return listed;
    const box = this.#boxWidth(use, at);
    return box === undefined || (box.isInk && listed < box.width) ? listed : box.width;
  }

  /**
   * The width of the box that takes in a glyph's advance and all of its ink, where text is upright along an axis:
   * that of italics reaches beyond their advance, and their box says nothing of it.
   */
  #boxWidth(
    { size }: ListedFont,
    at: number,
  ): { readonly width: number; readonly isInk: boolean } | undefined {
    const { floats } = this.#pdfium.scratch;
    const from = at + CHARACTER.matrix;
    const [a = 0, b = 0, c = 0, d = 0] = floats.subarray(from, from + 4);
    const read = (member: number) => floats[at + member] ?? 0;
    const length = Math.hypot(a, b) * Math.abs(size);
    if (isSmall(b, a) && isSmall(c, d)) {
      const start = a * size > 0 ? read(CHARACTER.looseLeft) : read(CHARACTER.looseRight);
      if (Math.abs(start - read(CHARACTER.originX)) > AT_ORIGIN * length) return undefined;
      return {
        width: thousandths(read(CHARACTER.looseRight) - read(CHARACTER.looseLeft), length),
        isInk: read(CHARACTER.inkRight) === read(CHARACTER.looseRight),
      };
    }
    if (!(isSmall(a, b) && isSmall(d, c))) return undefined;
    const start = b * size > 0 ? read(CHARACTER.looseBottom) : read(CHARACTER.looseTop);
    if (Math.abs(start - read(CHARACTER.originY)) > AT_ORIGIN * length) return undefined;
    return {
      width: thousandths(read(CHARACTER.looseTop) - read(CHARACTER.looseBottom), length),
      isInk:
        read(CHARACTER.inkBottom) === read(CHARACTER.looseBottom) ||
        read(CHARACTER.inkTop) === read(CHARACTER.looseTop),
    };
  }

  /** Advance of a character in thousandths of the font size; 0 where the font has none. */
  #glyphWidth(font: number, unicode: number): number {
    const { exports, scratch } = this.#pdfium;
    const found = exports.FPDFFont_GetGlyphWidth(font, unicode, 1000, scratch.at);
    return found === 0 ? 0 : scratch.float(0);
  }

  #nameOf(font: number): string {
    const { exports, scratch } = this.#pdfium;
    const length = exports.FPDFFont_GetBaseFontName(font, scratch.at, NAME_BYTES);
    if (length <= 1 || length > NAME_BYTES) return '';
    return Buffer.from(scratch.bytes.subarray(scratch.at, scratch.at + length - 1)).toString('utf8');
  }
}

/** Whether nothing of a code comes into texts, though it takes room. */
function isUnread({ text, width }: KnownCode): boolean {
  return (text === '' || text === NUL) && width !== 0;
}

/** Codes as a sample shows them: the space between others, since PDFium lists none at the ends of lines. */
function sampleOf({ spaceCode, codes }: PdfiumFont, wanted: readonly number[]): readonly number[] {
  const others = wanted.filter((code) => code !== spaceCode);
  if (others.length === wanted.length) return others;
  const [before = codes.codes().next().value ?? NO_CODE, after = before, ...rest] = others;
  return before === NO_CODE ? [spaceCode] : [before, spaceCode, after, ...rest];
}

/**
 * The advance of the space that a Type 3 font shows, in thousandths of the font size; 0 where it has none, undefined
 * where that cannot be read.
 */
function spaceOf({ texts, encoding, type3 }: FontFacts): number | undefined {
  if (texts === undefined) return undefined;
  const codes = [...texts].filter(([, text]) => text === ' ').map(([code]) => code);
  const named = [...(encoding?.names ?? [])].find(([, name]) => name === 'space')?.[0];
  const code = codes.length > 0 ? Math.min(...codes) : named;
  return code === undefined ? 0 : 1000 * (type3?.advances[code] ?? 0);
}

function isSmall(member: number, other: number): boolean {
  return Math.abs(member) <= LEVEL * Math.abs(other);
}

/** PDFium keeps advances as whole thousandths, so that the rounding of boxes can be undone. */
function thousandths(width: number, length: number): number {
  return length > 0 ? Math.round((1000 * width) / length) : 0;
}
