/** Distributing the strips of a Word document over pages. Lengths are inches. */

import { type Interrupt, Turns } from '../../foundation/async/interrupt.js';
import { type Limits, limitError } from '../../limits.js';
import { IDENTITY } from '../../page/document/geometry.js';
import type { Line, Page } from '../../page/document/model.js';
import { sortPageLines } from '../../page/document/order.js';
import { placedLine } from '../synthetic-layout.js';
import { type Strip, type StripFragment, stack, stripsOf } from './block-layout.js';
import type { Block, PageKind, PageSetup, Section } from './model.js';
import type { Column } from './paragraph-layout.js';
import { type PlacedRow, tablesOfRows } from './table-grids.js';

/** A document ready to be laid out. */
interface Story {
  readonly sections: readonly Section[];
  /** Headers and footers by the ids that the sections name them by. */
  readonly parts: ReadonlyMap<string, readonly Block[]>;
  /** Whether even pages have their own headers and footers. */
  readonly evenPages: boolean;
}

interface PagesOptions extends Interrupt {
  readonly limits: Limits;
}

interface OpenPage {
  readonly section: SectionParts;
  readonly kind: PageKind;
  readonly lines: Line[];
  /** Rows of tables, from top to bottom. */
  readonly rows: PlacedRow[];
  characters: number;
}

/** A section with its headers and footers, inherited ones included. */
interface SectionParts extends Section {
  readonly headerParts: ReadonlyMap<PageKind, readonly Block[]>;
  readonly footerParts: ReadonlyMap<PageKind, readonly Block[]>;
}

/** A page that is less full than this goes on where the saving program began another: the two drift apart. */
const RENDERED_BREAK_FROM = 0.5;
/** Most of a page's height that its upper or lower margin takes, so that room for the text is left. */
const MARGIN_SHARE = 0.4;
const SLACK = 0.001;

/**
 * The pages of a document.
 * @throws DocumentError `too_many_pages`, `too_large`, `timed_out`, `aborted`
 */
export async function layOutPages(story: Story, options: PagesOptions): Promise<readonly Page[]> {
  const builder = new PageBuilder(story.evenPages, options);
  for (const section of withParts(story)) await builder.section(section);
  return builder.finish();
}

/** Sections with the headers and footers that hold for them: those not given are as in the section before. */
function* withParts({ sections, parts }: Story): Generator<SectionParts> {
  let headerParts = new Map<PageKind, readonly Block[]>();
  let footerParts = new Map<PageKind, readonly Block[]>();
  const resolve = (before: Map<PageKind, readonly Block[]>, ids: ReadonlyMap<PageKind, string>) =>
    new Map([...before, ...[...ids].map(([kind, id]) => [kind, parts.get(id) ?? []] as const)]);
  for (const section of sections) {
    headerParts = resolve(headerParts, section.headers);
    footerParts = resolve(footerParts, section.footers);
    yield { ...section, headerParts, footerParts };
  }
}

class PageBuilder {
  private readonly pages: OpenPage[] = [];
  private lines = 0;
  private y = 0;
  private top = 0;
  private bottom = 0;
  private isEmpty = true;
  /** Whether a table has merged cells. Then the places of all are kept, so that none is passed over for another. */
  private isMerged = false;
  private readonly heights = new WeakMap<readonly Block[], number>();
  private readonly turns: Turns;

  constructor(
    private readonly evenPages: boolean,
    private readonly options: PagesOptions,
  ) {
    this.turns = new Turns(options);
  }

  async section(section: SectionParts): Promise<void> {
    const open = this.pages.at(-1);
    const goesOn = section.continuous && open && sameSetup(open.section.setup, section.setup);
    if (!goesOn) this.newPage(section, section.titlePage ? 'first' : undefined);
    for (const strip of stripsOf(section.blocks, textColumn(section.setup))) {
      this.strip(strip, section);
      await this.turns.next(this.pages.length - 1);
    }
  }

  private newPage(section: SectionParts, kind?: PageKind): void {
    const index = this.pages.length;
    if (index >= this.options.limits.pages) throw limitError('pages', this.options.limits);
    const isEven = this.evenPages && index % 2 === 1;
    const page: OpenPage = {
      section,
      kind: kind ?? (isEven ? 'even' : 'default'),
      lines: [],
      rows: [],
      characters: 0,
    };
    this.pages.push(page);
    const { height, margins } = section.setup;
    const column = textColumn(section.setup);
    const header = this.heightOf(section.headerParts.get(page.kind), column);
    const footer = this.heightOf(section.footerParts.get(page.kind), column);
    const most = MARGIN_SHARE * height;
    this.top = Math.min(most, Math.max(margins.top, header && margins.header + header));
    this.bottom = height - Math.min(most, Math.max(margins.bottom, footer && margins.footer + footer));
    this.y = this.top;
    this.isEmpty = true;
  }

  /** Height of a header or footer; they push the text away when they are higher than the margin. */
  private heightOf(blocks: readonly Block[] | undefined, column: Column): number {
    if (!blocks) return 0;
    let height = this.heights.get(blocks);
    if (height === undefined) {
      height = stack(stripsOf(blocks, column)).height;
      this.heights.set(blocks, height);
    }
    return height;
  }

  private strip(strip: Strip, section: SectionParts): void {
    if (this.breaksBefore(strip)) this.newPage(section);
    if (!this.isEmpty) this.y += strip.before;
    const room = this.bottom - this.y;
    if (strip.height <= room + SLACK) this.placeWhole(strip);
    else if (strip.height <= this.bottom - this.top) {
      this.newPage(section);
      this.placeWhole(strip);
    } else this.divide(strip, section);
    this.isEmpty = false;
  }

  private placeWhole({ pieces, height, row }: Strip): void {
    const top = this.y;
    this.place(pieces, top);
    this.y += height;
    if (!row) return;
    this.isMerged ||= row.isMerged;
    if (height > 0) this.pages.at(-1)!.rows.push({ row, top, bottom: this.y });
  }

  private breaksBefore({ breakBefore }: Strip): boolean {
    if (this.isEmpty || breakBefore === undefined) return false;
    return breakBefore === 'page' || this.y - this.top > RENDERED_BREAK_FROM * (this.bottom - this.top);
  }

  /** A strip higher than a page goes on over the next ones. */
  private divide({ pieces, height }: Strip, section: SectionParts): void {
    let start = 0;
    for (const piece of pieces) {
      const isOver = this.y + piece.top + piece.size - start > this.bottom + SLACK;
      if (isOver && (piece.top > start || this.y > this.top + SLACK)) {
        start = piece.top;
        this.newPage(section);
      }
      this.place([piece], this.y - start);
    }
    this.y = Math.min(this.bottom, this.y + height - start);
  }

  private place(pieces: readonly StripFragment[], y: number): void {
    const page = this.pages.length - 1;
    for (const piece of pieces) this.add(page, piece, y);
  }

  private add(index: number, { text, left, right, top, size, segments }: StripFragment, y: number): void {
    const { limits } = this.options;
    const page = this.pages[index]!;
    if (++this.lines > limits.lines) throw limitError('lines', limits, index);
    page.characters += text.length;
    if (page.characters > limits.charactersPerPage) throw limitError('charactersPerPage', limits, index);
    page.lines.push(placedLine({ rawText: text, page: index, left, right, top: y + top, size, segments }));
  }

  /** Headers and footers are set last, when the number of pages is known. */
  async finish(): Promise<readonly Page[]> {
    const count = this.pages.length;
    const finished: Page[] = [];
    for (const [index, { section, kind, lines, rows }] of this.pages.entries()) {
      await this.turns.next(index);
      const { width, height, margins } = section.setup;
      const column = textColumn(section.setup);
      const contentOf = (parts: ReadonlyMap<PageKind, readonly Block[]>) =>
        stack(stripsOf(numbered(parts.get(kind) ?? [], index + 1, count), column));
      const header = contentOf(section.headerParts);
      const footer = contentOf(section.footerParts);
      for (const piece of header.pieces) this.add(index, piece, margins.header);
      for (const piece of footer.pieces) {
        this.add(index, piece, Math.max(0, height - margins.footer - footer.height));
      }
      finished.push({
        index,
        width,
        height,
        rotation: 0,
        transform: IDENTITY,
        lines: sortPageLines(lines),
        ...(this.isMerged && rows.length > 0 && { tables: tablesOfRows(rows) }),
        synthetic: true,
      });
    }
    return finished;
  }
}

function textColumn({ width, margins }: PageSetup): Column {
  return { left: margins.left, right: width - margins.right };
}

function sameSetup(a: PageSetup, b: PageSetup): boolean {
  return a.width === b.width && a.height === b.height;
}

/** Blocks with the fields that number pages filled in. */
function numbered(blocks: readonly Block[], page: number, pages: number): readonly Block[] {
  return blocks.map((block): Block => {
    if (block.kind === 'table') {
      const rows = block.rows.map((row) => ({
        ...row,
        cells: row.cells.map((cell) => ({ ...cell, blocks: numbered(cell.blocks, page, pages) })),
      }));
      return { ...block, rows };
    }
    const inlines = block.inlines.map((inline) =>
      inline.kind === 'text' && inline.field
        ? { ...inline, text: String(inline.field === 'page' ? page : pages) }
        : inline,
    );
    return { ...block, inlines };
  });
}
