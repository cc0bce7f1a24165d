/**
 * `/ActualText` of marked content, and what font dictionaries say about their mappings: the
 * content streams are read a second time, and the text-showing operators in them counted.
 */
// See docs/language/01-document-anchors-fields.md#14-text-cleaning
import type { PDFDict, PDFObject, PDFStream } from '@cantoo/pdf-lib';
import { isPlain } from '../../../page/document/cleaning.js';
import { type Glyph, withActualText } from '../../../page/document/glyph.js';
import { type Operand, type Operation, readOperations } from './content-tokens.js';
import { type PdfObjects, unpackStream } from './safe-objects.js';

/** What the second reading says about one text-showing operator. */
interface ShowMarks {
  /** Replacement text of the outermost marked content around; `span` distinguishes two neighbours. */
  readonly actualText: string | undefined;
  readonly span: number;
  /** The font brings an encoding or a map to Unicode of its own. */
  readonly fontMaps: boolean;
}

/** Forms nested deeper are not entered, and the page's marks are given up. */
const MAX_FORM_DEPTH = 16;

/** Operations read of a page before its marks are given up. */
const MAX_OPERATIONS = 1_000_000;

/** Unpacked bytes of a page's streams before its marks are given up. */
const MAX_STREAM_BYTES = 64 * 1024 * 1024;

const SHOW_OPERATORS: ReadonlySet<string> = new Set(['Tj', 'TJ', "'", '"']);

/** Characters that no mapping may give: noncharacters, controls, the replacement character, private use. */
const UNUSABLE = /^[\p{Cc}\p{Co}\ufffd]+$/u;

/** Whether a page is worth the second reading: some glyph is unmapped, or its text inferred or unreadable. */
export function needsMarks(glyphs: readonly Glyph[]): boolean {
  return glyphs.some((glyph) => !glyph.mapped || glyph.inferred === true || isUnreadable(glyph));
}

/** Whether the text of a glyph says nothing to a reader. */
function isUnreadable({ text }: Glyph): boolean {
  return !isPlain(text) && UNUSABLE.test(text);
}

/**
 * The marks of the text-showing operators in a page's contents (annotations excluded), in order; undefined when
 * they cannot be read within bounds.
 */
export function readMarks(objects: PdfObjects, pageIndex: number): readonly ShowMarks[] | undefined {
  try {
    const page = objects.document.getPage(pageIndex).node;
    const reader = new MarkReader(objects);
    const contents = page.Contents();
    const streams =
      contents instanceof objects.lib.PDFArray ? contents.asArray() : contents ? [contents] : [];
    const parts = streams.map((entry) => reader.unpack(objects.document.context.lookup(entry)));
    reader.walk(joinParts(parts), page.Resources(), 0);
    return reader.shows;
  } catch {
    return undefined;
  }
}

/**
 * Glyphs with `actualText` and with `mapped` settled. Glyphs come back as they are when the two readings do not
 * agree on the number of text-showing operators.
 * @param operations operators of the page's contents as the first reading counted them
 */
export function applyMarks(
  glyphs: readonly Glyph[],
  marks: readonly ShowMarks[] | undefined,
  operations: number,
): readonly Glyph[] {
  if (marks === undefined || marks.length !== operations) return glyphs;
  const begun = new Set<number>();
  return glyphs.map((glyph) => {
    const mark = marks[glyph.style.operation];
    if (mark === undefined) return glyph;
    const mapped = glyph.mapped || (mark.fontMaps && glyph.text !== '\u0000');
    if (mark.actualText === undefined) return mapped === glyph.mapped ? glyph : { ...glyph, mapped };
    const actualText = begun.has(mark.span) ? '' : mark.actualText;
    begun.add(mark.span);
    return withActualText({ ...glyph, mapped }, actualText);
  });
}

/** A page's streams are one text; the border between two is white space. */
function joinParts(parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts.flatMap((part) => [part, Buffer.from('\n')]));
}

/** One reading of a page; throws where a bound is passed. */
class MarkReader {
  readonly shows: ShowMarks[] = [];
  readonly #objects: PdfObjects;
  readonly #fonts = new Map<PDFDict, boolean>();
  /** Marked content around: its replacement text, if it has one, and its number. */
  #marks: { actualText: string | undefined; span: number }[] = [];
  #spans = 0;
  #operations = 0;
  #bytes = 0;
  #entered: PDFObject[] = [];

  constructor(objects: PdfObjects) {
    this.#objects = objects;
  }

  /** The data of a stream. */
  unpack(object: PDFObject | undefined): Uint8Array {
    const data = unpackStream(this.#objects, object, MAX_STREAM_BYTES - this.#bytes);
    if (data === undefined) throw new RangeError('not a stream of the file, or too much content');
    this.#bytes += data.length;
    return data;
  }

  /** Reads a content stream and the forms it shows. */
  walk(bytes: Uint8Array, resources: PDFDict | undefined, depth: number): void {
    if (depth > MAX_FORM_DEPTH) throw new RangeError('forms nested too deep');
    let font = true;
    const saved: boolean[] = [];
    for (const operation of readOperations(bytes)) {
      this.#operations += 1;
      if (this.#operations > MAX_OPERATIONS) throw new RangeError('too many operations');
      if (SHOW_OPERATORS.has(operation.operator)) this.#show(font);
      else if (operation.operator === 'Tf')
        font = this.#fontMaps(resources, nameOf(operation.operands.at(-2)));
      else if (operation.operator === 'q') saved.push(font);
      else if (operation.operator === 'Q') font = saved.pop() ?? font;
      else this.#other(operation, resources, depth);
    }
  }

  #other({ operator, operands }: Operation, resources: PDFDict | undefined, depth: number): void {
    if (operator === 'BDC') this.#begin(this.#actualText(operands.at(-1), resources));
    else if (operator === 'BMC') this.#begin(undefined);
    else if (operator === 'EMC') this.#marks.pop();
    else if (operator === 'Do') this.#enterForm(resources, nameOf(operands.at(-1)), depth);
    else if (operator === 'gs') this.#enterSoftMask(resources, nameOf(operands.at(-1)), depth);
  }

  #begin(actualText: string | undefined): void {
    const outer = this.#marks.at(-1);
    this.#spans += 1;
    this.#marks.push(outer?.actualText === undefined ? { actualText, span: this.#spans } : outer);
  }

  #show(fontMaps: boolean): void {
    const { actualText, span } = this.#marks.at(-1) ?? { actualText: undefined, span: 0 };
    this.shows.push({ actualText, span, fontMaps });
  }

  /** The property list is in line, or named in the resources. */
  #actualText(properties: Operand | undefined, resources: PDFDict | undefined): string | undefined {
    const { PDFString, PDFHexString, PDFDict: Dict, PDFName } = this.#objects.lib;
    if (properties?.kind === 'dictionary') {
      const text = properties.entries.get('ActualText');
      if (text?.kind === 'literal') return PDFString.of(text.value).decodeText();
      return text?.kind === 'hex' ? PDFHexString.of(text.value).decodeText() : undefined;
    }
    const named = this.#resource(resources, 'Properties', nameOf(properties));
    const text = named instanceof Dict ? named.lookup(PDFName.of('ActualText')) : undefined;
    return text instanceof PDFString || text instanceof PDFHexString ? text.decodeText() : undefined;
  }

  #enterForm(resources: PDFDict | undefined, name: string | undefined, depth: number): void {
    const object = this.#resource(resources, 'XObject', name);
    if (this.#isForm(object)) this.#enter(object, resources, depth);
  }

  /** pdf.js evaluates the form of a soft mask where the mask is set. */
  #enterSoftMask(resources: PDFDict | undefined, name: string | undefined, depth: number): void {
    const { PDFDict: Dict, PDFName } = this.#objects.lib;
    const state = this.#resource(resources, 'ExtGState', name);
    const mask = state instanceof Dict ? state.lookup(PDFName.of('SMask')) : undefined;
    const form = mask instanceof Dict ? mask.lookup(PDFName.of('G')) : undefined;
    if (this.#isForm(form)) this.#enter(form, resources, depth);
  }

  #enter(form: PDFStream, resources: PDFDict | undefined, depth: number): void {
    if (this.#entered.includes(form)) return;
    const { PDFDict: Dict, PDFName } = this.#objects.lib;
    const own = form.dict.lookup(PDFName.of('Resources'));
    this.#entered.push(form);
    const marks = this.#marks;
    this.#marks = [...marks];
    this.walk(this.unpack(form), own instanceof Dict ? own : resources, depth + 1);
    this.#marks = marks;
    this.#entered.pop();
  }

  #isForm(object: PDFObject | undefined): object is PDFStream {
    const { PDFStream: Stream, PDFName } = this.#objects.lib;
    return object instanceof Stream && object.dict.lookup(PDFName.of('Subtype')) === PDFName.of('Form');
  }

  #resource(resources: PDFDict | undefined, kind: string, name: string | undefined): PDFObject | undefined {
    const { PDFDict: Dict, PDFName } = this.#objects.lib;
    const group = resources?.lookup(PDFName.of(kind));
    return group instanceof Dict && name !== undefined ? group.lookup(PDFName.of(name)) : undefined;
  }

  /** Whether a font brings an encoding, or a map to Unicode that is not empty. */
  #fontMaps(resources: PDFDict | undefined, name: string | undefined): boolean {
    const { PDFDict: Dict, PDFName, PDFRawStream } = this.#objects.lib;
    const font = this.#resource(resources, 'Font', name);
    if (!(font instanceof Dict)) return true;
    let maps = this.#fonts.get(font);
    if (maps === undefined) {
      const toUnicode = font.lookup(PDFName.of('ToUnicode'));
      const mapped =
        toUnicode instanceof PDFRawStream ? hasEntries(this.unpack(toUnicode)) : toUnicode instanceof PDFName;
      const simple = font.lookup(PDFName.of('Subtype')) !== PDFName.of('Type0');
      maps = mapped || (simple && font.lookup(PDFName.of('Encoding')) !== undefined);
      this.#fonts.set(font, maps);
    }
    return maps;
  }
}

/** A character map with at least one mapping. */
function hasEntries(map: Uint8Array): boolean {
  const text = Buffer.from(map.buffer, map.byteOffset, map.byteLength).toString('latin1');
  return /[1-9]\s{1,4}beginbf/u.test(text);
}

function nameOf(operand: Operand | undefined): string | undefined {
  return operand?.kind === 'name' ? operand.value : undefined;
}
