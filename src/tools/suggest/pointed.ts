/** Fields for what an author points at on a page: a value, a box to tick, a table, an area. */

import { englishWords } from '../../foundation/text/english-words.js';
import type { Config } from '../../language/config/config-types.js';
import { type Box, centreX, centreY, overlapX, overlapY } from '../../page/document/geometry.js';
import type { Document, Line } from '../../page/document/model.js';
import { lastText } from './anchor-text.js';
import { suggestTables } from './by-table.js';
import { Captions } from './captions.js';
import { boxesOn, guessTables } from './guess.js';
import { idFrom } from './ids.js';
import { PageIndex } from './page-index.js';
import { type CandidateField, REACH } from './place.js';
import { type Suggestion, type SuggestOptions, suggestFields } from './suggest.js';
import { prepareTypes, spaced } from './wanted.js';

/** A place on a page of one of several documents. */
export interface Pointed {
  /** Position of the document. */
  readonly document: number;
  /** Zero-based page of the original file. */
  readonly page: number;
  /** In inches. */
  readonly area: Box;
  /** Whether the author drew the area; else it is around something that is on the page. */
  readonly isDrawn: boolean;
}

/** A field for it. */
export interface PointedField {
  readonly kind: 'value' | 'box' | 'table' | 'region';
  readonly id: string;
  readonly field: CandidateField;
  /** How the field gets there, in words. */
  readonly how: string;
}

/** What was found. */
export interface PointedFields {
  /** The text in the area, as the fields would give it. */
  readonly text: string;
  /** Best first, by kind. */
  readonly fields: readonly PointedField[];
  /** Why there is none for a value. */
  readonly reason?: string;
}

/** Proposals for a value that are looked through: several places may print the same. */
const LOOKED_AT = 12;
const DEFAULT_LIMIT = 3;
/** Inches that a proposal may be from the line that was pointed at. */
const SAME_PLACE = 0.05;
/** Captions near an area that are tried as its anchor, and regions that are proposed. */
const REGION_ANCHORS = 6;
const MOST_REGIONS = 2;

/** Proposes fields for a place. Each was run on its document, and gives what is there. */
export async function suggestAt(
  documents: readonly Document[],
  pointed: Pointed,
  options: SuggestOptions,
): Promise<PointedFields> {
  const document = documents[pointed.document];
  if (!document) throw new RangeError(`There is no document ${pointed.document}.`);
  const [english] = await Promise.all([englishWords(), prepareTypes(options.language.types, [])]);
  const index = new PageIndex(document);
  const captions = new Captions(index, [], english);
  const on = { ...pointed, document, index, captions };
  const { lines, text } = textIn(index, pointed);
  const boxes = await boxFields(documents, on, options);
  const value = text === '' ? undefined : await suggestionFor(documents, pointed.document, text, options);
  const values = value ? fieldsAt(value, lines, options.limit ?? DEFAULT_LIMIT) : [];
  const tables = await tableFields(on, lines, options);
  const regions = pointed.isDrawn ? await regionFields(on, options) : [];
  return {
    text,
    fields: [...boxes, ...values, ...tables, ...regions],
    ...(values.length === 0 && value?.reason !== undefined && { reason: value.reason }),
  };
}

/** A place with what is around it. */
interface Around extends Omit<Pointed, 'document'> {
  readonly document: Document;
  readonly index: PageIndex;
  readonly captions: Captions;
}

/** The lines in an area, and their text: of a line that reaches out of it only the words inside. */
function textIn(
  index: PageIndex,
  { page, area }: Pick<Pointed, 'page' | 'area'>,
): { readonly lines: readonly Line[]; readonly text: string } {
  const lines: Line[] = [];
  const texts: string[] = [];
  for (const line of index.on(page)) {
    const words = line.words.filter(({ boundingPolygon }) => {
      const xs = boundingPolygon.map(({ x }) => x);
      const ys = boundingPolygon.map(({ y }) => y);
      const middle = {
        x: (Math.min(...xs) + Math.max(...xs)) / 2,
        y: (Math.min(...ys) + Math.max(...ys)) / 2,
      };
      return isWithin(area, middle.x, middle.y);
    });
    if (words.length === 0) continue;
    lines.push(line);
    texts.push(words.length === line.words.length ? line.text : words.map((word) => word.text).join(' '));
  }
  return { lines, text: spaced(texts.join(' ')) };
}

function isWithin({ left, top, right, bottom }: Box, x: number, y: number): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}

async function suggestionFor(
  documents: readonly Document[],
  position: number,
  text: string,
  options: SuggestOptions,
): Promise<Suggestion | undefined> {
  const values = documents.map((_, i) => (i === position ? text : undefined));
  const [found] = await suggestFields(documents, [{ values }], { ...options, limit: LOOKED_AT });
  return found;
}

/** The proposals that read one of the lines. */
function fieldsAt({ proposals }: Suggestion, lines: readonly Line[], limit: number): readonly PointedField[] {
  const here = proposals.filter(({ place }) =>
    lines.some(
      ({ page, left, top }) =>
        page === place.page &&
        Math.abs(left - place.left) <= SAME_PLACE &&
        Math.abs(top - place.top) <= SAME_PLACE,
    ),
  );
  return here.slice(0, limit).map(({ field, relation }) => {
    const anchor = spaced(lastText(field.anchor));
    return { kind: 'value', id: idFrom(anchor), field, how: `${relation} “${anchor}”` };
  });
}

/** Fields for the boxes to tick in an area. */
async function boxFields(
  documents: readonly Document[],
  { document, index, captions, page, area }: Around,
  options: SuggestOptions,
): Promise<readonly PointedField[]> {
  const own = document.pages.find((each) => each.index === page);
  const boxes = own ? await boxesOn(own, index, captions) : [];
  const [box] = boxes.filter(({ bounds }) => isWithin(area, centreX(bounds), centreY(bounds)));
  if (!box) return [];
  const id = idFrom(box.caption);
  const values = documents.map((each) => (each === document ? box.state : undefined));
  const [found] = await suggestFields(documents, [{ id, values }], options);
  return (found?.proposals ?? [])
    .filter(({ place }) => place.page === page)
    .slice(0, 1)
    .map(({ field, relation }) => ({
      kind: 'box',
      id,
      field,
      how: `${relation} “${spaced(lastText(field.anchor))}”`,
    }));
}

/** A field for the table that some of the lines are in. */
async function tableFields(
  { document }: Around,
  lines: readonly Line[],
  options: SuggestOptions,
): Promise<readonly PointedField[]> {
  const tables = (await guessTables(document, options.language.types)).filter(({ table }) =>
    lines.some((line) => isOneOf(line, [...table.lines, ...table.headings])),
  );
  const found = await suggestTables(document, tables, options);
  return found.flatMap(({ id, note, proposals: [best] }) =>
    best ? [{ kind: 'table', id, field: best.field, how: note ?? '' }] : [],
  );
}

/** Whether a line is one of others, by its place: each index of a document has lines of its own. */
function isOneOf(line: Line, others: readonly Line[]): boolean {
  return others.some(
    (each) => each.page === line.page && overlapX(each, line) > 0 && overlapY(each, line) > 0,
  );
}

/** Rectangles of the size that was drawn, at captions near them, which give something. */
async function regionFields(
  { document, index, captions, page, area }: Around,
  options: SuggestOptions,
): Promise<readonly PointedField[]> {
  const away = (line: Line) =>
    Math.max(0, area.left - line.right, line.left - area.right) +
    2 * Math.max(0, area.top - line.bottom, line.top - area.bottom);
  const near = index
    .on(page)
    .filter((line) => overlapX(line, area) > -REACH.x && overlapY(line, area) > -REACH.y)
    .filter((line) => line.left <= area.right && line.top <= area.bottom)
    .toSorted((a, b) => away(a) - away(b));
  const fields: PointedField[] = [];
  for (const line of near) {
    if (fields.length >= REGION_ANCHORS) break;
    const caption = captions.captionOf(line);
    const [form] = caption === undefined ? [] : captions.formsFor(line, caption);
    if (!form || caption === undefined) continue;
    const method = {
      id: 'region',
      start: 'left',
      offsetX: rounded(area.left - line.left),
      offsetY: rounded(area.top - centreY(line)),
      width: rounded(area.right - area.left),
      height: rounded(area.bottom - area.top),
    };
    const { anchor, match } = form;
    const field = { anchor, ...(match && { match }), method };
    fields.push({
      kind: 'region',
      id: idFrom(caption),
      field,
      how: `the area that was drawn, from “${caption}”`,
    });
  }
  if (fields.length === 0) return [];
  const tried = fields.map(({ field }, i) => ({ id: `r${i}`, ...field }));
  const { parsed_document } = await options.extract(document, { fields: tried } as unknown as Config);
  return fields.filter((_, i) => parsed_document[`r${i}`]).slice(0, MOST_REGIONS);
}

/** Hundredths of an inch: more nobody draws. */
function rounded(inches: number): number {
  return Math.round(inches * 100) / 100;
}
