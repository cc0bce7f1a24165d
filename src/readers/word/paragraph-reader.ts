/** Gathering one paragraph of a Word document: its inlines, its own layout and that of its style and list. */

import { cleanText } from '../../document/cleaning.js';
import { attributeOf, type XmlAttributes } from '../office/xml-reader.js';
import type { BreakInline, Inline, Paragraph, ParagraphLayout, RunLayout, TextInline } from './model.js';
import type { Numbering } from './numbering.js';
import { elementValue, overlay, readParagraphProperty, readRunProperty } from './properties.js';
import { type StyleLayout, type Styles, WORD_SIZE } from './styles.js';

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
  finish(): Paragraph;
}

export function createParagraphReader(styles: Styles, numbering: Numbering): ParagraphReader {
  const own: ParagraphLayout = {};
  const mark: RunLayout = {};
  const inlines: Inline[] = [];
  let run: RunLayout = {};
  let styleId: string | undefined;
  let style: StyleLayout | undefined;
  const styleLayout = (): StyleLayout => {
    style ??= styles.paragraph(styleId);
    return style;
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
    finish() {
      const { paragraph } = styleLayout();
      const list = own.list ?? paragraph.list;
      const item = list === undefined ? undefined : numbering.next(list, own.level ?? paragraph.level ?? 0);
      const layout = overlay(item ? overlay(paragraph, item.layout) : paragraph, own);
      const size = mark.size ?? sizeOf(styleLayout());
      const marker = item?.marker ?? '';
      return { kind: 'paragraph', inlines, layout, size, ...(marker !== '' && { marker }) };
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
