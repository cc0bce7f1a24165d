/**
 * Blocks that come again and again, as forms print vehicles or claims one below the other. Each block is looked at as a
 * document of its own, so that fields are proposed for the values of blocks as they are for those of documents.
 */

import { englishWords } from '../../foundation/text/english-words.js';
import { ExternalLines } from '../../language/anchors/external-range.js';
import type { FieldAnchor } from '../../language/anchors/forms.js';
import { type HorizontalRange, horizontalSections } from '../../language/anchors/ranges.js';
import { scopeOf } from '../../language/anchors/scope.js';
import type { Config } from '../../language/config/config-types.js';
import { resolveAnchor } from '../../language/fields/resolve-anchor.js';
import type { Document, Line } from '../../page/document/model.js';
import { Captions } from './captions.js';
import { ownGuard } from './guard.js';
import { guessValues, simpleOnly } from './guess.js';
import { folded } from './id-words.js';
import { freeId, idFrom } from './ids.js';
import { PageIndex } from './page-index.js';
import { type Suggestion, type SuggestOptions, suggestFields } from './suggest.js';

/** Blocks at least: one alone is no repetition. */
const LEAST_BLOCKS = 2;
/** Lines of a block at least, and captions of its first rows that may begin each. */
const LEAST_LINES = 2;
const MOST_HEADS = 4;
/** Blocks beside the chosen one that fields are tried on. */
const MOST_OTHERS = 5;

/** What may begin blocks, and end them. */
type BlockAnchor = Extract<FieldAnchor, NonNullable<HorizontalRange['stop']>>;

/** Where the blocks begin, the line behind the last of them, and the lines from elsewhere that they share. */
export interface BlockRange extends Pick<HorizontalRange, 'stop' | 'stopOffsetY' | 'externalRange'> {
  readonly anchor: BlockAnchor;
}

/** A field that gives one object for each block. */
export interface SectionsField {
  readonly type: 'sections';
  readonly range: BlockRange;
  readonly fields: readonly { readonly id: string }[];
  /** Columns without whose value a block is left out. */
  readonly requiredFields?: readonly string[];
  readonly method?: undefined;
}

/** Whether a field gives sections. */
export function isSections(field: object): field is SectionsField {
  return 'range' in field;
}

/** A field for the blocks of a document. */
export interface FoundSections {
  readonly id: string;
  readonly field: SectionsField;
  readonly count: number;
}

/** A document as blocks are looked for on it. */
export interface BlockSubject {
  readonly document: Document;
  readonly index: PageIndex;
}

/** What may begin blocks: an anchor, and the positions of the lines that it finds. */
interface BlockHead {
  readonly anchor: BlockAnchor;
  readonly at: readonly number[];
}

/** The anchors by which a caption may begin blocks, the simplest first. */
export function headsOf(caption: string, { index }: Pick<BlockSubject, 'index'>): readonly BlockHead[] {
  const low = folded(caption);
  const at = index.holding(caption);
  const those = (fits: (text: string) => boolean) => at.filter((each) => fits(index.foldedOf(each)));
  return [
    { anchor: caption, at },
    {
      anchor: { match: { type: 'startsWith', text: caption } },
      at: those((text) => text.startsWith(low)),
    },
    { anchor: { match: { type: 'equals', text: caption } }, at: those((text) => text === low) },
  ];
}

/** The blocks of a document, as sections see them, each as a document that has its lines alone. */
export function blocksOf({ document, index }: BlockSubject, range: BlockRange): readonly Document[] {
  const scope = scopeOf(index.lines, document.pages, ownGuard());
  const resolve = (anchor: FieldAnchor) => resolveAnchor(anchor, new Map());
  const found = horizontalSections(range, scope, resolve);
  const shared = range.externalRange && ExternalLines.in(scope, range.externalRange, resolve);
  if ('missing' in found || (shared && 'missing' in shared)) return [];
  return found.map(({ lines, anchor }) =>
    onlyLines(document, [...(shared?.of(anchor.line) ?? []), ...lines]),
  );
}

/**
 * The sections of which some lines are one: what begins them is a caption that the block has once, and their fields are
 * the values beside the captions in it, by the way that leads to one in most blocks. Undefined where the block is there but
 * once, or holds no such values.
 */
export async function suggestSections(
  subject: BlockSubject & { readonly captions: Captions },
  block: readonly Line[],
  options: SuggestOptions,
): Promise<FoundSections | undefined> {
  if (block.length < LEAST_LINES) return undefined;
  const own = new Set(block.map((line) => subject.index.positionOf(line)));
  for (const line of block.slice(0, MOST_HEADS)) {
    const caption = subject.captions.captionOf(line);
    if (caption === undefined) continue;
    const head = headsOf(caption, subject).find(
      ({ at }) => at.length >= LEAST_BLOCKS && at.filter((each) => own.has(each)).length === 1,
    );
    const found = head && (await sectionsAt(subject, head, block.slice(block.indexOf(line)), options));
    if (found) return { id: idFrom(caption), ...found };
  }
  return undefined;
}

/** The sections in which some texts are, at least two different ones beside the same caption of different blocks. */
export async function suggestBlocks(
  document: Document,
  texts: readonly string[],
  options: SuggestOptions,
): Promise<readonly Suggestion<SectionsField>[]> {
  const index = new PageIndex(document);
  const subject = { document, index, captions: new Captions(index, texts, await englishWords()) };
  const block = blockHolding(subject, texts);
  const found = block && (await suggestSections(subject, block, options));
  if (!found) return [];
  const { id, field, count } = found;
  const { page, left, top } = block[0]!;
  const counts = { exact: 1, plausible: 0, wrong: 0 };
  const proposal = {
    field,
    cost: 0,
    fit: 1,
    says: 1,
    relation: 'from each',
    place: { page, left, top },
    ...counts,
  };
  return [
    { wanted: { id, values: [] }, id, places: 1, proposals: [proposal], note: sectionsNote(field, count) },
  ];
}

/** What sections give, in words. */
export function sectionsNote({ fields }: SectionsField, count: number): string {
  return `${count} sections of ${fields.map(({ id }) => id).join(', ')}`;
}

/** The first block of those in which two texts are beside one caption: it begins with the first caption that comes as often. */
function blockHolding(
  { index, captions }: Omit<BlockSubject, 'document'> & { readonly captions: Captions },
  texts: readonly string[],
): readonly Line[] | undefined {
  const seen = new Map<string, { readonly text: string; readonly at: number }>();
  for (const [at, line] of index.lines.entries()) {
    const text = texts.find((each) => line.text === each || line.text.endsWith(` ${each}`));
    if (text === undefined) continue;
    const before = index.rowOf(line).findLast(({ right }) => right <= line.left);
    const caption =
      captions.captionIn(line.text.slice(0, -text.length)) ?? (before && captions.captionOf(before));
    if (caption === undefined) continue;
    const first = seen.get(caption);
    if (!first) seen.set(caption, { text, at });
    if (!first || first.text === text) continue;
    const count = index.holding(caption).length;
    const length = at - first.at;
    const from = Math.max(0, first.at - length + 1);
    const begins = index.lines.slice(from, first.at + 1).findIndex((each, i) => {
      const own = captions.captionOf(each);
      return (
        own !== undefined &&
        headsOf(own, { index }).some((head) => head.at.length === count && head.at.includes(from + i))
      );
    });
    return begins < 0 ? undefined : index.lines.slice(from + begins, from + begins + length);
  }
  return undefined;
}

async function sectionsAt(
  subject: BlockSubject,
  { anchor }: BlockHead,
  block: readonly Line[],
  options: SuggestOptions,
): Promise<Omit<FoundSections, 'id'> | undefined> {
  const blocks = blocksOf(subject, { anchor });
  const alone = onlyLines(subject.document, block);
  const first = placeOf(block[0]!);
  const chosen = blocks.find(({ pages }) =>
    pages.some(({ lines }) => lines.some((each) => placeOf(each) === first)),
  );
  if (!chosen || blocks.length < LEAST_BLOCKS) return undefined;
  const others = blocks.filter((each) => each !== chosen).slice(0, MOST_OTHERS);
  const { wanted } = await guessValues(alone, options.language.types);
  const found = simpleOnly(await suggestFields([chosen, ...others], wanted, { ...options, limit: 1 }));
  const used = new Set<string>();
  const fields = found.map(({ id, proposals: [best] }) => {
    const free = freeId(id, used);
    used.add(free);
    return { id: free, ...best!.field };
  });
  if (fields.length === 0) return undefined;
  const field: SectionsField = { type: 'sections', range: { anchor }, fields };
  const { parsed_document } = await options.extract(subject.document, {
    fields: [{ id: 's', ...field }],
  } as unknown as Config);
  const sections = parsed_document['s'];
  if (!Array.isArray(sections) || sections.length < LEAST_BLOCKS) return undefined;
  return { field, count: sections.length };
}

/** A document without all other lines. */
function onlyLines(document: Document, lines: readonly Line[]): Document {
  const places = new Set(lines.map(placeOf));
  return withLines(document, (line) => (places.has(placeOf(line)) ? [line] : []));
}

/** A document with other lines, or none, in place of each of its own. */
export function withLines(document: Document, linesFor: (line: Line) => readonly Line[]): Document {
  return {
    ...document,
    pages: document.pages.map((page) => ({ ...page, lines: page.lines.flatMap(linesFor) })),
    isClosed: () => document.isClosed(),
    close: () => document.close(),
  };
}

function placeOf({ page, left, top }: Line): string {
  return `${page} ${left} ${top}`;
}
