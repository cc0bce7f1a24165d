/** What of a document its author may want, where nothing is named: values with captions, boxes to tick, tables. */

import { englishWords } from '../../foundation/text/english-words.js';
import type { TypeRegistry } from '../../language/types/registry.js';
import { boxHeight, overlapX } from '../../page/document/geometry.js';
import type { Document, Line } from '../../page/document/model.js';
import { lastText } from './anchor-text.js';
import type { Area } from './area.js';
import { type AnchorForm, Captions } from './captions.js';
import { tokensOf, wordFit, wordsOfId } from './id-words.js';
import { freeId, idFrom } from './ids.js';
import { Marks, nameOf } from './marks.js';
import { PageIndex } from './page-index.js';
import { LABEL_REACH } from './place.js';
import type { Suggestion } from './suggest.js';
import { type HeadedTable, headedTables } from './tables.js';
import { prepareTypes, spaced, targetOf, type WantedValue } from './wanted.js';

/** Values, and boxes to tick, that are guessed at most: a config to begin with, not a copy of the page. */
const MOST_VALUES = 40;
const MOST_BOXES = 40;
/** Longest text that is taken for a value. */
const LONGEST_VALUE = 60;
/** Words with small letters, after the first one, that values and captions have at most: more make a sentence. */
const VALUE_WORDS = 2;
const CAPTION_WORDS = 5;
/** Shortest caption of a guess, in letters. */
const SHORTEST_CAPTION = 3;
/** Share of the words of an id, made from a caption, that the anchor of a proposal says at least. */
const SAID = 0.5;
/** Inches to the right within which the value of a caption is. */
const REACH = 5;
/** How far a caption above a value begins from it at most, in inches, and its height, as a share of that of the value. */
const ABOVE = { inches: 0.15, height: 0.9 };
/** Inches that the boxes of two lines below each other may share. */
const TOUCHING = 0.02;
/** One word with a figure in it names something, as FJ-20418 does: it is no caption of its own. */
const CODE = /^(?=.*\d)\S{4,}$/u;
/** Highest cost of a proposal that is worth keeping: a label, a row or a column, no measured region. */
const SIMPLE = 4;

/**
 * The tables of a document that have headings, with the anchors that may find them.
 * @param drawn an area that is one table
 */
export async function guessTables(
  document: Document,
  types: TypeRegistry,
  drawn?: Pick<Area, 'page' | 'area'>,
): Promise<readonly GuessedTable[]> {
  const [english] = await Promise.all([englishWords(), prepareTypes(types, [])]);
  const index = new PageIndex(document);
  const captions = new Captions(index, [], english);
  const used = new Set<string>();
  return (await headedTables(document, index, captions, drawn)).map((table) =>
    guessedTable(table, captions, used),
  );
}

/** What was found on a document. */
interface Guesses {
  /** Values and states of boxes, with ids from their captions. */
  readonly wanted: readonly WantedValue[];
  readonly tables: readonly GuessedTable[];
}

/** A table, the anchors that may find its headings, and an id for it. */
export interface GuessedTable {
  readonly id: string;
  readonly table: HeadedTable;
  readonly forms: readonly AnchorForm[];
  /** The caption that ends it; undefined where none does. */
  readonly stop: string | undefined;
}

/**
 * Values with a caption (`Caption: value` in one line or a row, dates, amounts and numbers beside a text, values below
 * a smaller caption), boxes to tick, and tables with headings.
 */
export async function guessValues(document: Document, types: TypeRegistry): Promise<Guesses> {
  const [english] = await Promise.all([englishWords(), prepareTypes(types, [])]);
  const index = new PageIndex(document);
  const captions = new Captions(index, [], english);
  const tables = await headedTables(document, index, captions);
  const inTables = new Set(tables.flatMap(({ lines }) => [...lines]));
  const used = new Set<string>();
  const wanted: WantedValue[] = [];
  const seen = new Set<string>();
  const add = (caption: string, value: string | boolean, at?: WantedValue['at']) => {
    const id = freeId(idFrom(caption), used);
    used.add(id);
    wanted.push({ id, values: [value], ...(at && { at }) });
  };
  const look = new Look(index, captions, types);
  for (const line of index.lines) {
    if (inTables.has(line) || wanted.length >= MOST_VALUES) continue;
    const { caption, value } = look.valueAt(line) ?? {};
    if (caption === undefined || value === undefined || !isValue(value)) continue;
    const key = `${caption} ${value}`;
    if (!seen.has(key)) add(caption, value);
    seen.add(key);
  }
  const marks = new Marks(document, index);
  const boxes = [];
  for (const page of document.pages) boxes.push(...(await marks.on(page.index)));
  for (const mark of boxes.filter(({ caption }) => caption !== '').slice(0, MOST_BOXES)) {
    const name = nameOf(mark, captions);
    const at = { document: 0, page: mark.page, area: mark.bounds };
    if (name !== undefined) add(name, await mark.box.isSelected(), at);
  }
  return { wanted, tables: tables.map((table) => guessedTable(table, captions, used)) };
}

function guessedTable(table: HeadedTable, captions: Captions, used: Set<string>): GuessedTable {
  const { title, headings, next } = table;
  const id = freeId(idFrom(title ?? captions.captionOf(headings[0]!) ?? ''), used);
  used.add(id);
  const forms = headings.flatMap((line) => {
    const caption = captions.captionOf(line);
    return caption === undefined ? [] : captions.formsFor(line, caption);
  });
  const stop = next && captions.captionOf(next);
  return { id, table, forms: forms.toSorted((a, b) => a.cost - b.cost), stop };
}

/** Whether a text may be a value: letters and digits, but no sentence. */
function isValue(text: string): boolean {
  if (text.length > LONGEST_VALUE || !/^[$€£(#+-]{0,3}[\p{L}\p{N}]/u.test(text) || /_{3}/u.test(text))
    return false;
  return !isSentence(text, VALUE_WORDS);
}

/** Whether a text has many words with small letters after its first one. */
function isSentence(text: string, most: number): boolean {
  return (text.match(/(?<=\s)\p{Ll}+/gu)?.length ?? 0) > most;
}

interface Guess {
  readonly value: string;
  readonly caption: string;
}

/** Looks for values beside and below captions. */
class Look {
  readonly #index: PageIndex;
  readonly #captions: Captions;
  readonly #types: TypeRegistry;

  constructor(index: PageIndex, captions: Captions, types: TypeRegistry) {
    this.#index = index;
    this.#captions = captions;
    this.#types = types;
  }

  /** The value that a line is the caption of, or holds one of. */
  valueAt(line: Line): Guess | undefined {
    const [, caption, rest = ''] = /^([^:\d]{3,48}):\s*(.*)$/u.exec(line.text) ?? [];
    if (caption !== undefined && rest !== '') return { value: rest, caption: spaced(caption) };
    const own = this.#captions.captionOf(line);
    if (own === undefined || own.length < SHORTEST_CAPTION || isSentence(own, CAPTION_WORDS))
      return undefined;
    const beside = this.#besideOf(line);
    if (beside) {
      const text = spaced(beside.text);
      if (caption !== undefined || this.#isShaped(text)) return { value: text, caption: own };
    }
    const below = this.#below(line);
    return below && { value: spaced(below.text), caption: own };
  }

  /** The next line to the right that is no number of an item. */
  #besideOf(line: Line): Line | undefined {
    const next = this.#index
      .rowOf(line)
      .filter(({ left }) => left >= line.right)
      .find((each) => !this.#captions.kinds.isItemNumber(each, 0, each.text.length));
    const isNear = next !== undefined && next.left - line.right <= REACH;
    return isNear && !next.text.endsWith(':') && !this.#captions.kinds.isProse(next) ? next : undefined;
  }

  /** A larger line just below a caption, or one of a shape that captions do not have. */
  #below(line: Line): Line | undefined {
    const [next] = this.#index
      .on(line.page)
      .filter((each) => each.top >= line.bottom - TOUCHING && overlapX(each, line) > 0)
      .toSorted((a, b) => a.top - b.top);
    if (!next || next.top - line.bottom > LABEL_REACH || Math.abs(next.left - line.left) > ABOVE.inches)
      return undefined;
    const isSmaller = boxHeight(line) <= ABOVE.height * boxHeight(next);
    return isSmaller && !next.text.endsWith(':') && !this.#captions.kinds.isProse(next) ? next : undefined;
  }

  #isShaped(text: string): boolean {
    return CODE.test(text) || targetOf(text, undefined, this.#types).types[0]!.type !== 'string';
  }
}

/** The guesses that came to something: simple fields at their own captions, each field once. */
export function simpleOnly(suggestions: readonly Suggestion[]): readonly Suggestion[] {
  const seen = new Set<string>();
  return suggestions.filter(({ id, proposals: [best] }) => {
    if (!best || best.cost > SIMPLE || !isSaid(id, lastText(best.field.anchor))) return false;
    const key = JSON.stringify(best.field);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function isSaid(id: string, anchor: string): boolean {
  const { words } = wordFit(wordsOfId(id).words, tokensOf(anchor));
  return words.reduce((sum, sure) => sum + sure, 0) >= SAID * words.length;
}
