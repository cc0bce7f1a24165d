/**
 * Sections fields for rows that a model found, where each row is printed as a block: a caption that all samples have as
 * often as they have rows begins each, and the values of a row are looked for in its block as those of a document are.
 */
import { englishWords } from '../../foundation/text/english-words.js';
import type { Document, Line } from '../../page/document/model.js';
import { confirmedValues, isSame, objectsOf } from '../../run/extraction/answers.js';
import type { AskedRows, AskedValue } from '../../run/extraction/asked-fields.js';
import {
  type BlockRange,
  type BlockSubject,
  blocksOf,
  headsOf,
  type SectionsField,
} from '../suggest/by-section.js';
import { Captions } from '../suggest/captions.js';
import { PageIndex } from '../suggest/page-index.js';
import { spaced } from '../suggest/wanted.js';
import { positionIn, rangesFromAbove } from './above-blocks.js';
import { alignRows } from './align-rows.js';
import type { Answered } from './answered.js';
import type { LeftColumns } from './left.js';
import { type RunFields, trialOf } from './prove.js';
import { type TriedValue, triedValues } from './prove-values.js';
import { printedText, type RowSample } from './row-sample.js';

/**
 * Share of the cells whose text must be in the block of their row. With twice as much, 6 columns of a form in the tuned half of
 * `bench:distil` are lost, whose boxes to tick are columns without text.
 */
const HELD = 0.3;
/** Share of the rows whose cells of a column lines from above must hold: a model that errs in one cell of ten holds them. */
const COLUMN = 0.75;
/** Captions that are tried as the beginning of blocks, and blocks of a form at most where not all are filled in. */
const HEADS = 3;
const MOST_HEADS = 40;
/**
 * Blocks that fields are made on, and proposals for each column. With 8 blocks and 12 proposals, 64 of the 140 columns of sections
 * in the tuned half of `bench:distil` are proven, and with these 74.
 */
const MOST_BLOCKS = 16;
const PROPOSALS = 30;
/** Ways to read a column, of which the first that is proven counts: by the later ones 5 columns of the tuned half are proven. */
const WAYS = 3;

type Row = ReturnType<typeof objectsOf>[number];
type KnownSample = BlockSubject & { readonly rows: readonly Row[] };

/**
 * Fields that give the rows as sections: those with a stop first, and of one range those with the best ways to read columns.
 * @param samples those that fields are made on
 * @param left gets why a column has no field in its blocks
 */
export async function sectionCandidates(
  { columns }: AskedRows,
  samples: readonly RowSample[],
  run: RunFields,
  left: LeftColumns,
): Promise<readonly SectionsField[]> {
  const known = samples.flatMap(({ document, rows }): KnownSample[] =>
    rows ? [{ document, rows: objectsOf(rows), index: new PageIndex(document) }] : [],
  );
  if (known.every(({ rows }) => rows.length < 2)) {
    const ids = columns.map(({ id }) => id);
    left.note(ids, 'single');
    return [];
  }
  const asked = columns.map(({ id, type }): AskedValue => ({ id, kind: 'value', description: id, type }));
  const found: SectionsField[] = [];
  for (const { range, blocks } of await cutsOf(known)) {
    const tried = await triedValues(asked, blocks, blocks.length, run, PROPOSALS, true);
    const columns = tried.map((each) => ({ ...each, ways: waysIn(each) }));
    for (const { asked: column, fields, ways } of columns)
      if (ways.length === 0) left.note([column.id], fields.length > 0 ? 'moves' : 'unproposed');
    const most = Math.max(0, ...columns.map(({ ways }) => ways.length));
    const { stop, stopOffsetY, ...open } = range;
    const ranges = stop === undefined || stopOffsetY !== undefined ? [range] : [range, open];
    for (const own of ranges) {
      for (let nth = 0; nth < most; nth++) {
        const fields = columns.flatMap(({ ways }) => ways[nth] ?? ways[0] ?? []);
        found.push({ type: 'sections', range: own, fields });
      }
    }
  }
  return found;
}

/** A range, and blocks that it cuts out, each with the row that is printed in it. */
interface Cut {
  readonly range: BlockRange;
  readonly blocks: readonly Pick<Answered, 'document' | 'values'>[];
  /** Cells that are printed in the block of their row. */
  readonly held: number;
  /** Blocks without a row. */
  readonly empty: number;
  /** Lines of all blocks. */
  readonly lines: number;
}

/** What cuts out a block for each row of all samples and holds its cells; those that hold more of them first. */
async function cutsOf(known: readonly KnownSample[]): Promise<readonly Cut[]> {
  const [first] = known;
  if (!first) return [];
  const captions = new Captions(first.index, first.rows.flatMap(textsOf), await englishWords());
  const all = new Set(first.index.lines.flatMap((line) => captions.captionOf(line) ?? []));
  const cells = known.flatMap(({ rows }) => rows.flatMap(textsOf)).length;
  const cutsFor = (isEnough: (heads: number, rows: number) => boolean) =>
    [...all]
      .flatMap((caption) => {
        const heads = known.map((each) => headsOf(caption, each));
        const head = heads[0]!.find((_, form) =>
          known.every(({ rows }, i) => isEnough(heads[i]![form]!.at.length, rows.length)),
        );
        return head ? [cutBy(rangeAt(head.anchor, known, captions), known)] : [];
      })
      .filter(({ held }) => held >= HELD * cells)
      .toSorted((a, b) => b.held - a.held || a.empty - b.empty)
      .slice(0, HEADS)
      .flatMap((cut) => [...fromAbove(cut, known, [...all]), cut]);
  const exact = cutsFor((heads, rows) => heads === rows);
  return exact.length > 0 ? exact : cutsFor((heads, rows) => heads >= rows && heads <= MOST_HEADS);
}

/** The cut with lines from above its blocks: as few as hold the cells of a column more, or almost the most that any hold. */
function fromAbove(cut: Cut, known: readonly KnownSample[], captions: readonly string[]): readonly Cut[] {
  const rows = known.flatMap((each) => each.rows);
  const ranges = rangesFromAbove(cut.range, known, captions, rows.flatMap(textsOf));
  const found = ranges.map((range) => cutBy(range, known));
  const most = Math.max(...found.map(({ held }) => held));
  const least = Math.max(cut.held + COLUMN * rows.length, most - (1 - COLUMN) * rows.length);
  return found
    .filter(({ held }) => held >= least)
    .toSorted((a, b) => a.lines - b.lines || b.held - a.held)
    .slice(0, 1);
}

function rangeAt(
  anchor: BlockRange['anchor'],
  known: readonly KnownSample[],
  captions: Captions,
): BlockRange {
  const stop = stopOf(anchor, known, captions);
  return { anchor, ...(stop !== undefined && { stop }) };
}

function cutBy(range: BlockRange, known: readonly KnownSample[]): Cut {
  const cuts = known.map((each) => blocksOf(each, range));
  const all = known.map(({ rows }, i) => filledIn(rows, cuts[i]!));
  const held = all.flat().reduce((sum, each) => sum + each.held, 0);
  const empty = cuts.flat().length - all.flat().length;
  // The first blocks of all samples, then the second ones.
  const most = Math.max(...all.map(({ length }) => length));
  const blocks = Array.from({ length: most }, (_, i) => all.flatMap((own) => own[i] ?? [])).flat();
  const lines = cuts.flat().flatMap(({ pages }) => pages.flatMap((page) => page.lines)).length;
  return { range, blocks: blocks.slice(0, MOST_BLOCKS), held, empty, lines };
}

/** The block of each row, in their order: those that hold most of its cells, as a form has more than are filled in. */
function filledIn(rows: readonly Row[], blocks: readonly Document[]) {
  const texts = blocks.map(({ pages }) =>
    spaced(pages.flatMap(({ lines }) => lines.map((line) => line.text)).join(' ')),
  );
  const cells = rows.map(textsOf);
  const held = (row: number, block: number) =>
    cells[row]!.filter((cell) => texts[block]!.includes(cell)).length;
  const positions = alignRows(rows.length, blocks.length, held)?.positions ?? [];
  return positions.map((at, i) => ({
    document: blocks[at]!,
    values: confirmedValues(rows[i]!),
    held: held(i, at),
  }));
}

/** The first caption behind the last blocks that all samples have there, and that none has in its blocks. */
function stopOf(
  anchor: BlockRange['anchor'],
  known: readonly KnownSample[],
  captions: Captions,
): string | undefined {
  const cuts = known.map((each) => blocksOf(each, { anchor }).map((block) => new PageIndex(block).lines));
  const most = Math.max(0, ...cuts.flatMap((own) => own.slice(0, -1).map(({ length }) => length)));
  const extents = known.map((each, i) => extentOf(each, cuts[i]!, most));
  const isBehind = (caption: string) =>
    known.every(({ index }, i) => {
      const { first, last } = extents[i]!;
      const at = index.holding(caption).filter((each) => each >= first);
      return at.length > 0 && at.every((each) => each > last);
    });
  return known[0]!.index.lines
    .slice(extents[0]!.last + 1)
    .flatMap((line) => captions.captionOf(line) ?? [])
    .find(isBehind);
}

/**
 * Positions of the first line of the first block and of the last line that holds a cell of the last row. Nothing ends the last
 * block, so it is taken to have no more lines than others have: a short cell is in any text behind it.
 */
function extentOf(
  { index, rows }: KnownSample,
  blocks: readonly (readonly Line[])[],
  most: number,
): { readonly first: number; readonly last: number } {
  const cells = textsOf(rows.at(-1) ?? {});
  const [head] = blocks[0] ?? [];
  const block = (blocks.at(-1) ?? []).slice(0, most || undefined);
  const end = block.findLast(({ text }) => cells.some((cell) => text.includes(cell))) ?? block[0];
  return { first: positionIn(index, head), last: positionIn(index, end) };
}

/** The cells of a row, as they are printed. */
function textsOf(row: Row): readonly string[] {
  return Object.values(row).flatMap((cell) => (cell === null ? [] : [printedText(cell)]));
}

/**
 * Ways to read a column that give nothing where its cell is not printed, each by another method: those that agree with the
 * model in most blocks first.
 */
function waysIn({ asked: { id }, fields, model }: TriedValue): SectionsField['fields'] {
  const ordered = fields
    .filter(({ steadiness }) => steadiness === 'quiet')
    .map(({ field, given }) => ({ field, trial: trialOf(given, model, isSame) }))
    .toSorted(
      (a, b) =>
        b.trial.same.length - a.trial.same.length ||
        a.trial.alone.length + a.trial.differs.length - b.trial.alone.length - b.trial.differs.length,
    )
    .map(({ field }) => ({ id, ...field }));
  const ofMethods = new Map(ordered.toReversed().map((field) => [methodOf(field), field]));
  return ordered.filter((field) => ofMethods.get(methodOf(field)) === field).slice(0, WAYS);
}

function methodOf(field: object): string | undefined {
  return (field as { readonly method?: { readonly id: string } }).method?.id;
}
