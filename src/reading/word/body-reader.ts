/**
 * Reading the text parts of a Word document (body, headers, footers, notes) into blocks. Left out: deleted and
 * moved-away text, hidden text, field codes, old formatting, the second form of drawings that are kept in two,
 * pictures, and everything outside the file. The text of a text box follows its paragraph. A fraction of a formula is
 * written in one row, `1/2`.
 */

import { DocumentError } from '../../errors.js';
import type { Interrupt } from '../../foundation/async/interrupt.js';
import { type Limits, limitError } from '../../limits.js';
import { attributeOf, readXml, type XmlAttributes } from '../office/xml-reader.js';
import type { Archive } from '../office/zip-guard.js';
import { createControlTracker } from './controls.js';
import { createFieldTracker } from './fields.js';
import { type Block, MAX_COLUMNS, type Section, type TableCell, type TableRow } from './model.js';
import type { Numbering } from './numbering.js';
import {
  breakKind,
  createParagraphReader,
  type ParagraphReader,
  type UnendedParagraph,
} from './paragraph-reader.js';
import { count, elementValue, inches } from './properties.js';
import { createSectionReader, type SectionReader } from './sections.js';
import type { Styles } from './styles.js';

export interface BodyContext extends Interrupt {
  readonly archive: Archive;
  readonly styles: Styles;
  readonly numbering: Numbering;
  readonly limits: Limits;
  /** Rows of the files that the document takes in, by the ids of their relationships. */
  readonly chunks: ReadonlyMap<string, readonly string[]>;
}

interface Body {
  /** Parts with their own page setup; none in headers, footers and notes. */
  readonly sections: readonly Section[];
  /** Blocks after the last section. */
  readonly rest: readonly Block[];
  /** Whether it takes in a file that is not inside the document. */
  readonly hasOutside: boolean;
}

/** Elements whose whole content is no text of the document. */
const SKIPPED: ReadonlySet<string> = new Set([
  'del',
  'moveFrom',
  'Fallback',
  'sdtPr',
  'rt',
  'pPrChange',
  'rPrChange',
  'tblPrChange',
  'tblGridChange',
  'trPrChange',
  'tcPrChange',
  'sectPrChange',
  'numberingChange',
  'tblPrEx',
]);

/** Elements that say of the end of a paragraph, a row or text that it is not there any more. */
const REMOVED: ReadonlySet<string> = new Set(['del', 'moveFrom']);

/** Blocks and inlines kept in memory, for each line of text that the limits allow. */
const PARTS_A_LINE = 4;
/** Tables nested deeper are made to break readers: the text of a table is laid out once for each around it. */
const MAX_TABLE_DEPTH = 30;

interface OpenTable {
  readonly columns: number[];
  readonly rows: TableRow[];
  indent: number;
  row: { skipped: number; cells: TableCell[]; deleted: boolean };
  cell: { span: number; fromAbove: boolean; fromLeft: boolean };
}

interface OpenParagraph {
  readonly reader: ParagraphReader;
  /** Text boxes anchored in the paragraph. */
  readonly boxes: Block[];
  section?: SectionReader;
}

/**
 * Reads a part.
 * @throws DocumentError `invalid_document`, `too_large`, `timed_out`, `aborted`
 */
export async function readBody(part: string, context: BodyContext): Promise<Body> {
  const reader = new BodyReader(context);
  await readXml(
    context.archive,
    part,
    {
      open: (name, attributes) => reader.open(name, attributes),
      text: (text) => reader.text(text),
      close: (name) => reader.close(name),
    },
    context,
  );
  return { sections: reader.sections, rest: reader.root, hasOutside: reader.hasOutside };
}

class BodyReader {
  readonly sections: Section[] = [];
  readonly root: Block[] = [];
  hasOutside = false;
  private readonly containers: Block[][] = [this.root];
  private readonly paragraphs: OpenParagraph[] = [];
  private readonly tables: OpenTable[] = [];
  private readonly path: string[] = [];
  private readonly fields = createFieldTracker();
  private readonly controls = createControlTracker();
  private section: SectionReader | undefined;
  /** The paragraph that was read last, where the next one goes on with it. */
  private unended: UnendedParagraph | undefined;
  private skipDepth = 0;
  private parts = 0;

  constructor(private readonly context: BodyContext) {}

  open(name: string, attributes: XmlAttributes): void {
    const parent = this.path.at(-1);
    if (parent === 'trPr' && name === 'del') this.tables.at(-1)!.row.deleted = true;
    if (parent === 'rPr' && REMOVED.has(name) && this.isInside('pPr'))
      this.paragraphs.at(-1)?.reader.removeEnd();
    if (this.skipDepth > 0 || SKIPPED.has(name)) {
      if (this.skipDepth === 2 && parent === 'sdt') this.controls.property(name, attributes);
      this.skipDepth++;
      return;
    }
    this.path.push(name);
    this.fields.open(name, attributes);
    this.controls.open(name);
    if (this.section && this.path.includes('sectPr')) this.section.read(name, attributes);
    else if (name === 'sectPr') this.section = createSectionReader();
    else if (name === 'altChunk') this.takeIn(attributeOf(attributes, 'id', 'r') ?? '');
    else if (this.openContainer(name)) this.keep(1);
    else if (this.isInside('pPr')) {
      this.paragraphs.at(-1)?.reader.property(name, attributes, this.isInside('rPr'));
    } else if (this.isInside('rPr')) {
      if (this.isInside('r')) this.paragraphs.at(-1)?.reader.runProperty(name, attributes);
    } else if (!this.openTablePart(name, attributes)) this.openInline(name, attributes);
  }

  text(text: string): void {
    if (this.skipDepth > 0) return;
    const element = this.path.at(-1);
    if (element === 'instrText') this.fields.code(text);
    else if (element === 't') this.addText(text);
  }

  close(name: string): void {
    if (this.skipDepth > 0) {
      this.skipDepth--;
      return;
    }
    this.path.pop();
    this.controls.close(name);
    const shown = this.fields.close(name);
    if (shown !== undefined) this.keep(this.paragraphs.at(-1)?.reader.text(shown) ?? 0);
    if (name === 'f' && this.path.includes('oMath')) this.addText(' ');
    if (name === 'p') this.closeParagraph();
    else if (name === 'txbxContent') this.containers.pop();
    else if (name === 'tc') this.closeCell();
    else if (name === 'tr') this.closeRow();
    else if (name === 'tbl') this.closeTable();
    else if (name === 'sectPr') this.closeSection();
  }

  /** Whether an element is open since the innermost paragraph, table or text box began. */
  private isInside(name: string): boolean {
    for (let i = this.path.length - 2; i >= 0; i--) {
      const element = this.path[i]!;
      if (element === name) return true;
      if (element === 'p' || element === 'tc' || element === 'txbxContent') return false;
    }
    return false;
  }

  private openContainer(name: string): boolean {
    if (name === 'p') {
      const reader = createParagraphReader(this.context.styles, this.context.numbering, this.takeUnended());
      this.paragraphs.push({ reader, boxes: [] });
    } else if (name === 'tbl') {
      if (this.tables.length === MAX_TABLE_DEPTH) {
        throw new DocumentError(
          'too_large',
          `The document nests tables more than ${MAX_TABLE_DEPTH} deep, as no real document does.`,
        );
      }
      this.tables.push({ columns: [], rows: [], indent: 0, row: newRow(), cell: newCell() });
    } else if (name === 'tr' && this.tables.length > 0) this.tables.at(-1)!.row = newRow();
    else if (name === 'tc') {
      if (this.tables.length > 0) this.tables.at(-1)!.cell = newCell();
      this.containers.push([]);
    } else if (name === 'txbxContent') this.containers.push(this.paragraphs.at(-1)?.boxes ?? []);
    else return false;
    return true;
  }

  /** Puts the rows of a file that the document takes in where it names it, each a paragraph. */
  private takeIn(id: string): void {
    const { chunks, styles, numbering } = this.context;
    const rows = chunks.get(id);
    if (!rows) this.hasOutside = true;
    for (const row of rows ?? []) {
      const reader = createParagraphReader(styles, numbering);
      reader.startRun();
      this.keep(1 + reader.text(row));
      this.containers.at(-1)!.push(reader.finish().paragraph);
    }
  }

  private openTablePart(name: string, attributes: XmlAttributes): boolean {
    const table = this.tables.at(-1);
    if (!table) return false;
    const parent = this.path.at(-2);
    if (name === 'gridCol' && table.columns.length < MAX_COLUMNS) {
      table.columns.push(Math.max(0, inches(attributeOf(attributes, 'w')) ?? 0));
    } else if (name === 'tblInd') table.indent = inches(attributeOf(attributes, 'w')) ?? 0;
    else if (name === 'gridBefore') table.row.skipped = columnCount(attributes);
    else if (name === 'gridSpan') table.cell.span = Math.max(1, columnCount(attributes));
    else if (name === 'vMerge') table.cell.fromAbove = elementValue(attributes) !== 'restart';
    else if (name === 'hMerge') table.cell.fromLeft = elementValue(attributes) !== 'restart';
    else return parent === 'tblGrid' || parent === 'tcPr' || parent === 'trPr' || parent === 'tblPr';
    return true;
  }

  private openInline(name: string, attributes: XmlAttributes): void {
    const reader = this.paragraphs.at(-1)?.reader;
    if (!reader) return;
    if (name === 'r') reader.startRun();
    else if (name === 'sym') {
      this.addText(symbolText(attributeOf(attributes, 'font'), attributeOf(attributes, 'char')));
    } else if (name === 'noBreakHyphen') this.addText('-');
    else if (name === 'f' && this.path.includes('oMath')) this.addText(' ');
    else if (name === 'den' && this.path.includes('oMath')) this.addText('/');
    else if (!this.fields.visible) return;
    else if (name === 'tab' || name === 'ptab') this.keep(reader.break('tab'));
    else if (name === 'cr') this.keep(reader.break('line'));
    else if (name === 'br' && this.path.at(-2) === 'r') this.keep(reader.break(breakKind(attributes)));
    else if (name === 'lastRenderedPageBreak') this.keep(reader.break('rendered-page'));
  }

  private addText(text: string): void {
    if (!this.fields.visible) return;
    this.fields.shown();
    this.keep(this.paragraphs.at(-1)?.reader.text(this.controls.shown(text), this.fields.meaning) ?? 0);
  }

  private closeParagraph(): void {
    const open = this.paragraphs.pop();
    if (!open) return;
    const container = this.containers.at(-1)!;
    const { paragraph, unended } = open.reader.finish();
    container.push(paragraph, ...open.boxes);
    this.unended = unended;
    if (open.section && container === this.root) {
      this.sections.push(open.section.finish(this.root.splice(0)));
    }
  }

  /** Takes back the paragraph before this place, where its end does not show. */
  private takeUnended(): UnendedParagraph | undefined {
    const { unended } = this;
    this.unended = undefined;
    const container = this.containers.at(-1)!;
    if (!unended || container.at(-1) !== unended.paragraph) return undefined;
    container.pop();
    return unended;
  }

  private closeSection(): void {
    const reader = this.section;
    this.section = undefined;
    const paragraph = this.paragraphs.at(-1);
    if (!reader) return;
    if (paragraph) paragraph.section = reader;
    else this.sections.push(reader.finish(this.root.splice(0)));
  }

  private closeCell(): void {
    const blocks = this.containers.length > 1 ? this.containers.pop()! : [];
    const table = this.tables.at(-1);
    if (!table) return;
    const { span, fromAbove, fromLeft } = table.cell;
    const { cells } = table.row;
    const before = fromLeft ? cells.pop() : undefined;
    if (before) cells.push({ ...before, span: before.span + span });
    else cells.push({ span, isContinued: fromAbove, blocks: fromAbove || fromLeft ? [] : blocks });
  }

  private closeRow(): void {
    const table = this.tables.at(-1);
    if (!table) return;
    const { skipped, cells, deleted } = table.row;
    if (!deleted) table.rows.push({ skipped, cells });
  }

  private closeTable(): void {
    const table = this.tables.pop();
    if (!table) return;
    const { columns, indent, rows } = table;
    this.containers.at(-1)!.push({ kind: 'table', columns, indent, rows });
  }

  /** Counts what is kept, so that a small file of countless empty parts cannot fill the memory. */
  private keep(added: number): void {
    this.parts += added;
    if (this.parts > this.context.limits.lines * PARTS_A_LINE) throw limitError('lines', this.context.limits);
  }
}

function newRow(): OpenTable['row'] {
  return { skipped: 0, cells: [], deleted: false };
}

function newCell(): OpenTable['cell'] {
  return { span: 1, fromAbove: false, fromLeft: false };
}

function columnCount(attributes: XmlAttributes): number {
  return Math.min(MAX_COLUMNS, count(elementValue(attributes)) ?? 0);
}

/** Codes of Wingdings that mark choices, bullets and arrows, as Unicode has them. */
const WINGDINGS: ReadonlyMap<number, string> = new Map([
  [0x6c, '\u25CF'],
  [0x6e, '\u25A0'],
  [0x6f, '\u25A1'],
  [0x71, '\u2751'],
  [0x78, '\u2327'],
  [0xa1, '\u25CB'],
  [0xa7, '\u25AA'],
  [0xa8, '\u2610'],
  [0xdf, '\u2190'],
  [0xe0, '\u2192'],
  [0xfb, '\u2717'],
  [0xfc, '\u2713'],
  [0xfd, '\u2612'],
  [0xfe, '\u2611'],
]);
const WINGDINGS_2: ReadonlyMap<number, string> = new Map([
  [0x2a, '\u2610'],
  [0x4f, '\u2717'],
  [0x50, '\u2713'],
  [0x51, '\u2612'],
  [0x52, '\u2611'],
  [0x53, '\u2612'],
  [0x54, '\u2612'],
  [0xa3, '\u2610'],
]);
/** Codes that are given as private-use characters begin here. */
const PRIVATE_USE = 0xf000;

/**
 * The character of a symbol; one that is not known stays as the private-use character of the file.
 * @param code hexadecimal, as the file gives it
 */
function symbolText(font: string | undefined, code: string | undefined): string {
  const given = Number.parseInt(code ?? '', 16);
  if (!(given > 0 && given <= 0xffff)) return '';
  const low = given >= PRIVATE_USE ? given - PRIVATE_USE : given;
  const name = font?.toLowerCase();
  const known = name === 'wingdings' ? WINGDINGS : name === 'wingdings 2' ? WINGDINGS_2 : undefined;
  return known?.get(low) ?? String.fromCharCode(given);
}
