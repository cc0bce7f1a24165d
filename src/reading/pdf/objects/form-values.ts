/**
 * Values of form fields that the file stores without drawing them. Viewers draw such values themselves, and so
 * does pdf.js once it is given them (font and size from `/DA`, alignment, several lines, cells of comb fields).
 */
import type { Glyph } from '../../../page/document/glyph.js';
import type { WidgetData } from '../pdfjs/widgets.js';

/** Characters of a value that are drawn; setting a longer one takes pdf.js too long. */
const MAX_VALUE = 10_000;

/** Characters that are drawn in the smallest field, and on a square point of larger ones: its text is of one point. */
const MIN_VALUE = 256;
const CHARACTERS_PER_POINT = 2;

/** Fonts of fields have the characters of Windows' code page 1252; others pdf.js draws as any byte. */
const DRAWABLE = /[\n\r\x20-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/u;

/** Drawn for what the font cannot draw: a letter of middling width. */
const STAND_IN = 'n';

/** A field's text as it should be on the page. */
interface WrittenValue {
  /** pdf.js' name of the widget. */
  readonly id: string;
  readonly text: string;
}

/** What pdf.js is made to draw for a widget: a text, or the chosen options of a list. */
interface DrawnValue {
  readonly id: string;
  readonly value: string | readonly string[];
}

/** Glyphs that one annotation shows: from the first to before the last index. */
export interface AppearanceGlyphs {
  readonly id: string;
  readonly from: number;
  readonly to: number;
}

/**
 * The values of a page's widgets that have no appearance of their own. One without text counts as none: programs
 * that fill forms leave the empty appearance of the empty field in place.
 */
export function valuesToDraw(widgets: readonly WidgetData[]): DrawnValue[] {
  return widgets.flatMap((widget) => {
    const { id, hasAppearance, fieldType } = widget;
    if (typeof id !== 'string' || showsText(widget)) return [];
    if (fieldType === 'Ch' && widget.combo !== true) {
      return hasAppearance === true ? [] : chosenOptions(id, widget.fieldValue);
    }
    const text = textOfWidget(widget);
    return text === '' ? [] : [{ id, value: drawable(text) }];
  });
}

/** pdf.js reads the text of the appearances that it does not draw itself. */
function showsText({ hasAppearance, textContent }: WidgetData): boolean {
  return hasAppearance === true && Array.isArray(textContent) && textContent.join('').trim() !== '';
}

/** The values of a page's widgets that are one text, whether drawn by the file or not. */
export function writtenValues(widgets: readonly WidgetData[]): WrittenValue[] {
  return widgets.flatMap((widget) => {
    const text = textOfWidget(widget);
    return typeof widget.id === 'string' && text !== '' ? [{ id: widget.id, text }] : [];
  });
}

/** The text of a text field, or the label of a combo box's choice; `''` for none and for passwords. */
function textOfWidget({ fieldType, fieldValue, combo, options, password, rect }: WidgetData): string {
  if (password === true) return '';
  const value = Array.isArray(fieldValue) ? fieldValue[0] : fieldValue;
  if (typeof value !== 'string' || (fieldType !== 'Tx' && !(fieldType === 'Ch' && combo === true))) return '';
  return labelOf(value, options).slice(0, capacity(rect)).trimEnd();
}

/** Characters of a value that are drawn in a rectangle. */
function capacity(rect: unknown): number {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = (Array.isArray(rect) ? rect : []) as readonly number[];
  const area = Math.abs((x1 - x0) * (y1 - y0));
  return Math.min(MAX_VALUE, Math.max(MIN_VALUE, Math.floor(area * CHARACTERS_PER_POINT) || 0));
}

function labelOf(value: string, options: unknown): string {
  const entries = (Array.isArray(options) ? options : []) as readonly ChoiceOption[];
  const label = entries.find(({ exportValue }) => exportValue === value)?.displayValue;
  return typeof label === 'string' ? label : value;
}

interface ChoiceOption {
  readonly exportValue?: unknown;
  readonly displayValue?: unknown;
}

function chosenOptions(id: string, value: unknown): DrawnValue[] {
  const chosen = Array.isArray(value) ? value.filter((option) => typeof option === 'string') : [];
  return chosen.length === 0 ? [] : [{ id, value: chosen }];
}

function drawable(text: string): string {
  return Array.from(text.normalize('NFC'), (character) =>
    DRAWABLE.test(character) ? character : STAND_IN,
  ).join('');
}

/**
 * Glyphs with the characters of the values that they show, where a font could not draw them all: one glyph a
 * character, and the same text as far as the font has it.
 * @param appearances in order, not overlapping
 */
export function restoreValues(
  glyphs: readonly Glyph[],
  appearances: readonly AppearanceGlyphs[],
  values: readonly WrittenValue[],
): readonly Glyph[] {
  const texts = new Map(values.map(({ id, text }) => [id, text]));
  if (texts.size === 0) return glyphs;
  const restored = [...glyphs];
  for (const { id, from, to } of appearances) {
    const characters = [...(texts.get(id) ?? '').normalize('NFC').replace(/[\r\n]/gu, '')];
    const shown = glyphs.slice(from, to);
    if (characters.length !== shown.length || characters.every((character) => DRAWABLE.test(character)))
      continue;
    const same = shown.every(
      (glyph, at) => glyph.text === characters[at] || !DRAWABLE.test(characters[at] ?? ''),
    );
    if (!same) continue;
    for (const [at, glyph] of shown.entries()) {
      restored[from + at] = { ...glyph, text: characters[at] ?? '', mapped: true };
    }
  }
  return restored;
}
