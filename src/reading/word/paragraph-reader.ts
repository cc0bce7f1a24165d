/** Gathering one paragraph of a Word document: its inlines, its own layout and that of its style and list. */

import { cleanText } from '../../page/document/cleaning.js';
import { attributeOf, type XmlAttributes } from '../office/xml-reader.js';
import type { BreakInline, Inline, Paragraph, ParagraphLayout, RunLayout, TextInline } from './model.js';
import type { Numbering } from './numbering.js';
import { elementValue, overlay, readParagraphProperty, readRunProperty } from './properties.js';
import { type StyleLayout, type Styles, WORD_SIZE } from './styles.js';

/**
 * A paragraph whose end does not show: the next one goes on in its row. Of one whose end is deleted the next one gives
 * layout and list, as in Word; one whose end is hidden, as that of a heading with text behind it, keeps its own.
 */
export interface UnendedParagraph {
  readonly paragraph: Paragraph;
  readonly inlines: Inline[];
  readonly end: 'deleted' | 'hidden';
}

/** A paragraph while it is read. */
export interface ParagraphReader {
  /** An element inside of `pPr`; its own `rPr` is about the mark at its end. */
  property(name: string, attributes: XmlAttributes, ofMark: boolean): void;
  startRun(): void;
  /** An element inside of a run's `rPr`. */
  runProperty(name: string, attributes: XmlAttributes): void;
  /** @returns how many inlines were added: 0 or 1 */
  text(text: string, field?: TextInline['field']): number;
  /** @returns how many inlines were added: 0 or 1 */
  break(kind: BreakInline['kind']): number;
  /** Says that the end of the paragraph was deleted. */
  removeEnd(): void;
  /** The paragraph, and the same once more where the next one goes on with it. */
  finish(): { readonly paragraph: Paragraph; readonly unended: UnendedParagraph | undefined };
}

/** @param before a paragraph that this one goes on with */
export function createParagraphReader(
  styles: Styles,
  numbering: Numbering,
  before?: UnendedParagraph,
): ParagraphReader {
  const own: ParagraphLayout = {};
  const mark: RunLayout = {};
  const inlines: Inline[] = before?.inlines ?? [];
  let isEndRemoved = false;
  let run: RunLayout = {};
  let styleId: string | undefined;
  let style: StyleLayout | undefined;
  const styleLayout = (): StyleLayout => {
    style ??= styles.paragraph(styleId);
    return style;
  };
  const goesOn = before?.end === 'hidden' && inlines.length > 0 ? before.paragraph : undefined;
  const finished = (isShown: boolean): Paragraph => {
    if (goesOn) return { ...goesOn, inlines };
    const { paragraph } = styleLayout();
    const list = isShown ? (own.list ?? paragraph.list) : undefined;
    const item = list === undefined ? undefined : numbering.next(list, own.level ?? paragraph.level ?? 0);
    const layout = overlay(item ? overlay(paragraph, item.layout) : paragraph, own);
    const size = mark.size ?? sizeOf(styleLayout());
    const marker = item?.marker ?? '';
    return { kind: 'paragraph', inlines, layout, size, ...(marker !== '' && { marker }) };
  };
  const isHidden = () => run.hidden ?? styleLayout().run.hidden ?? false;
  return {
    property(name, attributes, ofMark) {
      if (ofMark) readRunProperty(mark, name, attributes);
      else if (name === 'pStyle') styleId = elementValue(attributes);
      else readParagraphProperty(own, name, attributes);
    },
    startRun() {
      run = {};
    },
    runProperty(name, attributes) {
      if (name === 'rStyle') run = { ...styles.character(elementValue(attributes) ?? ''), ...run };
      else readRunProperty(run, name, attributes);
    },
    text(text, field) {
      const cleaned = cleanText(text);
      if (cleaned === '' || isHidden()) return 0;
      const size = run.size ?? sizeOf(styleLayout());
      const last = inlines.at(-1);
      if (last?.kind === 'text' && last.size === size && last.field === field) {
        inlines[inlines.length - 1] = { ...last, text: last.text + cleaned };
        return 0;
      }
      inlines.push({ kind: 'text', text: cleaned, size, ...(field && { field }) });
      return 1;
    },
    break(kind) {
      if (isHidden()) return 0;
      inlines.push({ kind });
      return 1;
    },
    removeEnd() {
      isEndRemoved = true;
    },
    finish() {
      const isEndHidden = mark.hidden ?? styleLayout().run.hidden ?? false;
      const end = isEndRemoved ? 'deleted' : isEndHidden ? 'hidden' : undefined;
      // Items of a list that do not show are not counted.
      const paragraph = finished(end === undefined || (end === 'hidden' && inlines.length > 0));
      return { paragraph, unended: end && { paragraph, inlines, end } };
    },
  };
}

function sizeOf({ run }: StyleLayout): number {
  return run.size ?? WORD_SIZE;
}

/** What a break element breaks; a column break is taken for a line break, as columns are not laid out. */
export function breakKind(attributes: XmlAttributes): BreakInline['kind'] {
  return attributeOf(attributes, 'type') === 'page' ? 'page' : 'line';
}
