/** Fields for a block that comes again and again, made from one of the blocks. */
import type { Config } from '../../language/config/config-types.js';
import type { Document, Line } from '../../page/document/model.js';
import type { Captions } from './captions.js';
import { guessValues, simpleOnly } from './guess.js';
import { freeId, idFrom } from './ids.js';
import type { PageIndex } from './page-index.js';
import type { CandidateField } from './place.js';
import { type SuggestOptions, suggestFields } from './suggest.js';

/** Blocks at least: one alone is no repetition. */
const LEAST_BLOCKS = 2;
/** Lines of a block at least, and captions of its first rows that may begin each. */
const LEAST_LINES = 2;
const MOST_HEADS = 4;

/** A field that gives one object for each block. */
export interface SectionsField {
  readonly type: 'sections';
  readonly range: { readonly anchor: string };
  readonly fields: readonly (CandidateField & { readonly id: string })[];
  readonly method?: undefined;
}

/** A field for the blocks of a document. */
export interface FoundSections {
  readonly id: string;
  readonly field: SectionsField;
  readonly count: number;
}

/**
 * The sections of which some lines are one: what begins them is a caption that every block has once, and their fields are
 * the values beside the captions in it. Undefined where the block is there but once, or holds no such values.
 */
export async function suggestSections(
  document: Document,
  block: readonly Line[],
  { index, captions }: { readonly index: PageIndex; readonly captions: Captions },
  options: SuggestOptions,
): Promise<FoundSections | undefined> {
  if (block.length < LEAST_LINES) return undefined;
  const own = new Set(block);
  for (const head of block.slice(0, MOST_HEADS)) {
    const anchor = captions.captionOf(head);
    if (anchor === undefined) continue;
    const heads = index.holding(anchor).map((at) => index.lines[at]!);
    if (heads.length < LEAST_BLOCKS || heads.filter((line) => own.has(line)).length > 1) continue;
    const found = await sectionsAt(document, anchor, block.slice(block.indexOf(head)), options);
    if (found) return found;
  }
  return undefined;
}

async function sectionsAt(
  document: Document,
  anchor: string,
  block: readonly Line[],
  options: SuggestOptions,
): Promise<FoundSections | undefined> {
  const alone = onlyLines(document, block);
  const { wanted } = await guessValues(alone, options.language.types);
  const used = new Set<string>();
  const fields = simpleOnly(await suggestFields([alone], wanted, { ...options, limit: 1 })).map(
    ({ id, proposals: [best] }) => {
      const own = freeId(id, used);
      used.add(own);
      return { id: own, ...best!.field };
    },
  );
  if (fields.length === 0) return undefined;
  const field: SectionsField = { type: 'sections', range: { anchor }, fields };
  const { parsed_document } = await options.extract(document, {
    fields: [{ id: 's', ...field }],
  } as unknown as Config);
  const sections = parsed_document['s'];
  if (!Array.isArray(sections) || sections.length < LEAST_BLOCKS) return undefined;
  return { id: idFrom(anchor), field, count: sections.length };
}

/** A document without all other lines. */
function onlyLines(document: Document, lines: readonly Line[]): Document {
  const places = new Set(lines.map(placeOf));
  return {
    ...document,
    pages: document.pages.map((page) => ({
      ...page,
      lines: page.lines.filter((line) => places.has(placeOf(line))),
    })),
    isClosed: () => document.isClosed(),
    close: () => document.close(),
  };
}

function placeOf({ page, left, top }: Line): string {
  return `${page} ${left} ${top}`;
}
