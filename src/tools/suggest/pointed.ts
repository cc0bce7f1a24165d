/** Fields for what an author points at on a page: a value, a box to tick, a table, an area. */

import { englishWords } from '../../foundation/text/english-words.js';
import type { Config } from '../../language/config/config-types.js';
import { monthSource } from '../../language/types/month-names.js';
import {
  type Box,
  boundingBox,
  centreY,
  isCentreIn,
  overlapX,
  overlapY,
  unionBox,
} from '../../page/document/geometry.js';
import type { Document, Line } from '../../page/document/model.js';
import { lastText } from './anchor-text.js';
import { type Area, wordsIn } from './area.js';
import { round } from './by-place.js';
import { type SectionsField, sectionsNote, suggestSections } from './by-section.js';
import { suggestTables } from './by-table.js';
import { Captions } from './captions.js';
import { guessTables } from './guess.js';
import { idFrom } from './ids.js';
import { type Mark, Marks, nameOf } from './marks.js';
import { PageIndex } from './page-index.js';
import { type CandidateField, REACH } from './place.js';
import { type Suggestion, type SuggestOptions, suggestFields } from './suggest.js';
import { prepareTypes, spaced, type WantedValue } from './wanted.js';

/** A place on a page of one of several documents. */
export interface Pointed extends Area {
  /** Whether the author drew the area; else it is around something that is on the page. */
  readonly isDrawn: boolean;
  /** The words of the only line there that are meant, from one to another, both included; absent for all. */
  readonly words?: readonly [number, number] | undefined;
}

/** A field for it. */
export interface PointedField {
  readonly kind: 'value' | 'box' | 'table' | 'sections' | 'region';
  readonly id: string;
  readonly field: CandidateField | SectionsField;
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

/** A caption of few words, a colon, and what is captioned. */
const CAPTIONED = /^([^:]{2,48}):\s+(\S.*)$/u;
/**
 * A caption without a colon, and behind it a number, a date or a code: words with digits, a word between two of them, and a month
 * before them, as dates are written in English alone. Of the 10 values of a corpus that are in such lines, or are one, 10 are
 * taken by a click instead of 5.
 */
const CAPTIONED_DIGITS = new RegExp(
  String.raw`^(\p{L}\D{1,47}?)\s+(?=.{3})((?:${monthSource('en')}\s+)?[^\s\d]*\d\S*(?:(?:\s+\p{L}{2,9}\.?)?\s+[^\s\d]*\d\S*)*)$`,
  'iu',
);
/**
 * What speaks against the best field for a whole line, up to which it is meant rather than what is behind its first words:
 * "CORVID TOURER 28" is below its caption, "Due on April 12, 2024" is not.
 */
const SURE_COST = 2;
/** Boxes to tick of one area that fields are proposed for. */
const MOST_BOXES = 6;
/** Captions near an area that are tried as its anchor, and regions that are proposed. */
const REGION_ANCHORS = 6;
const MOST_REGIONS = 2;

/** Proposes fields for a place. Each was run on its document, and gives what is there. */
export async function suggestAt(
  documents: readonly Document[],
  place: Pointed,
  options: SuggestOptions,
): Promise<PointedFields> {
  const document = documents[place.document];
  if (!document) throw new RangeError(`There is no document ${place.document}.`);
  const [english] = await Promise.all([englishWords(), prepareTypes(options.language.types, [])]);
  const index = new PageIndex(document);
  const captions = new Captions(index, [], english);
  const pointed = { ...place, area: areaOf(index, place) };
  const on = { ...pointed, document, index, captions, marks: new Marks(document, index) };
  const { lines, text } = textIn(index, pointed);
  const marks = await marksAt(on, lines);
  const boxes = await boxFields(documents, on, marks, options);
  const isMark = marks.some(({ bounds, answer }) => answer !== undefined || isCentreIn(pointed.area, bounds));
  const answer = isMark ? undefined : answerIn(lines, text);
  const answers = answer ? await valueFields(documents, { ...pointed, ...answer }, options) : undefined;
  const values =
    isMark || text === '' ? undefined : await valueFields(documents, { ...pointed, text }, options);
  const sections = pointed.isDrawn ? await sectionFields(on, lines, options) : [];
  const tables = await tableFields(on, lines, options);
  const regions = pointed.isDrawn ? await regionFields(on, options) : [];
  const isPart = answer !== undefined && (answer.isSure || isMeant(answers, values));
  const all = [...(isPart ? [answers, values] : [values, answers])].flatMap((each) => each?.fields ?? []);
  // A table that was drawn around has rows that look like sections.
  const drawn = pointed.isDrawn && lines.length > 1 ? [...tables, ...sections] : sections;
  const isMissing = all.length + sections.length + tables.length === 0;
  return {
    text: answer && isPart && !pointed.isDrawn ? answer.text : text,
    fields: [...new Set([...boxes, ...drawn, ...all, ...tables, ...regions])],
    ...(isMissing && values?.reason !== undefined && { reason: values.reason }),
  };
}

/** Whether what is behind the first words of a line is meant, rather than the line: no caption leads to that, or it is a date or an amount. */
function isMeant(part: Values | undefined, whole: Values | undefined): boolean {
  const types = [part, whole].map((each) => typeOf(each?.fields[0]?.field));
  return (whole?.cost ?? Infinity) > SURE_COST || (OWN_TYPES.has(types[0]) && types[1] === undefined);
}

/** Types of values that no name ends with. */
const OWN_TYPES: ReadonlySet<unknown> = new Set(['date', 'currency']);

/** Id of the type of a field; undefined for text. */
function typeOf(field: object | undefined): unknown {
  const { type } = (field ?? {}) as { readonly type?: unknown };
  return typeof type === 'object' && type !== null && 'id' in type ? type.id : type;
}

/** A place with what is around it. */
interface Around extends Omit<Pointed, 'document'> {
  readonly document: Document;
  readonly index: PageIndex;
  readonly captions: Captions;
  readonly marks: Marks;
}

/** The area of the words that are meant, else all of it. */
function areaOf(index: PageIndex, { page, area, words }: Pointed): Box {
  const [line, ...others] = index.on(page).filter((each) => wordsIn(each, area).length > 0);
  if (!words || !line || others.length > 0) return area;
  const boxes = line.words
    .slice(words[0], words[1] + 1)
    .map(({ boundingPolygon }) => boundingBox(boundingPolygon));
  return boxes.length === 0 ? area : boxes.reduce<Box>(unionBox, boxes[0]!);
}

/** The lines in an area, and their text: of a line that reaches out of it only the words inside. */
function textIn(
  index: PageIndex,
  { page, area }: Pick<Pointed, 'page' | 'area'>,
): { readonly lines: readonly Line[]; readonly text: string } {
  const lines: Line[] = [];
  const texts: string[] = [];
  for (const line of index.on(page)) {
    const words = wordsIn(line, area);
    if (words.length === 0) continue;
    lines.push(line);
    texts.push(words.length === line.words.length ? line.text : words.map((word) => word.text).join(' '));
  }
  return { lines, text: spaced(texts.join(' ')) };
}

/**
 * What follows the caption of a line that is `Caption: value`, or `Caption 12`, where it is, and the caption; undefined
 * elsewhere. It is sure behind a colon.
 */
function answerIn(
  [line, ...others]: readonly Line[],
  text: string,
): { readonly text: string; readonly area: Box; readonly id: string; readonly isSure: boolean } | undefined {
  if (!line || others.length > 0 || text !== line.text) return undefined;
  const behindColon = CAPTIONED.exec(text);
  const [, caption, value] = behindColon ?? CAPTIONED_DIGITS.exec(text) ?? [];
  if (caption === undefined || value === undefined) return undefined;
  const boxes = line.words
    .slice(-value.split(' ').length)
    .map(({ boundingPolygon }) => boundingBox(boundingPolygon));
  const area = boxes.reduce<Box>(unionBox, boxes[0]!);
  return { text: value, area, id: idFrom(caption), isSure: behindColon !== null };
}

/** Fields for a text, or why there are none, and what speaks against the best one. */
interface Values {
  readonly fields: readonly PointedField[];
  readonly reason: string | undefined;
  readonly cost: number | undefined;
}

/** Fields for a text where it is. @param id default that of the caption that leads there */
async function valueFields(
  documents: readonly Document[],
  { document, page, area, text, id }: Area & { readonly text: string; readonly id?: string },
  options: SuggestOptions,
): Promise<Values> {
  const values = documents.map((_, i) => (i === document ? text : undefined));
  const [found] = await suggestFields(documents, [{ id, values, at: { document, page, area } }], options);
  const fields = found ? fieldsFrom(found, 'value', id) : [];
  return { fields, reason: found?.reason, cost: found?.proposals[0]?.cost };
}

/** A field for the block that was drawn around, and its like. */
async function sectionFields(
  around: Around,
  lines: readonly Line[],
  options: SuggestOptions,
): Promise<readonly PointedField[]> {
  const found = await suggestSections(around, lines, options);
  if (!found) return [];
  const { id, field, count } = found;
  return [{ kind: 'sections', id, field, how: sectionsNote(field, count) }];
}

/** The proposals for a value. */
function fieldsFrom(
  { proposals }: Suggestion,
  kind: PointedField['kind'],
  id?: string,
): readonly PointedField[] {
  return proposals.map(({ field, relation }) => {
    const anchor = spaced(lastText(field.anchor));
    return { kind, id: id ?? idFrom(anchor), field, how: `${relation} “${anchor}”` };
  });
}

/** The boxes to tick in an area, or the one whose caption was chosen. */
async function marksAt({ marks, page, area }: Around, lines: readonly Line[]): Promise<readonly Mark[]> {
  const all = await marks.on(page);
  const inside = all.filter(({ bounds }) => isCentreIn(area, bounds));
  if (inside.length > 0) return inside.slice(0, MOST_BOXES);
  return all.filter(({ captionLines }) => lines.length === 1 && captionLines.includes(lines[0]!));
}

/** A field for each of some boxes to tick. */
async function boxFields(
  documents: readonly Document[],
  { document, captions }: Around,
  marks: readonly Mark[],
  options: SuggestOptions,
): Promise<readonly PointedField[]> {
  const wanted: WantedValue[] = [];
  for (const mark of marks) {
    const state = await mark.box.isSelected();
    wanted.push({
      id: idFrom(nameOf(mark, captions) ?? ''),
      values: documents.map((each) => (each === document ? state : undefined)),
      at: { document: documents.indexOf(document), page: mark.page, area: mark.bounds },
    });
  }
  const found = await suggestFields(documents, wanted, { ...options, limit: 1 });
  return found.flatMap((each) => fieldsFrom(each, 'box', each.id));
}

/** A field for the table that was drawn around, else for the one that some of the lines are in. */
async function tableFields(
  { document, page, area, isDrawn }: Around,
  lines: readonly Line[],
  options: SuggestOptions,
): Promise<readonly PointedField[]> {
  const { types } = options.language;
  const drawn = isDrawn && lines.length > 1 ? await guessTables(document, types, { page, area }) : [];
  const own = await suggestTables(document, drawn, options);
  const others = (await guessTables(document, types)).filter(({ table }) =>
    lines.some((line) => isOneOf(line, [...table.lines, ...table.headings])),
  );
  const found = own.length > 0 ? own : await suggestTables(document, others, options);
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
      offsetX: round(area.left - line.left),
      offsetY: round(area.top - centreY(line)),
      width: round(area.right - area.left),
      height: round(area.bottom - area.top),
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
