/** Reading the layout properties that paragraphs, styles and list levels have in common. */
import { attributeOf, type XmlAttributes } from '../office/xml-reader.js';
import type { ParagraphLayout, RunLayout, TabStop } from './model.js';

const TWIPS_AN_INCH = 1440;
const POINTS_AN_INCH = 72;
/** Lengths beyond this, in inches, are held to it; Word's pages end at 22. */
const LONGEST = 22;
/** Font sizes in points; Word takes 1 to 1,638, but a page could not hold the largest. */
const SMALLEST_FONT = 1;
const LARGEST_FONT = 400;
/** Word keeps no more tab stops. */
const MAX_TAB_STOPS = 64;
/** Line pitch is given in 240ths of a line. */
const PITCH_UNITS = 240;

/** The value of an element, in its attribute `val`. */
export function elementValue(attributes: XmlAttributes): string | undefined {
  return attributeOf(attributes, 'val');
}

/** Whether a switch element is on: it is, unless it says otherwise. */
export function isOn(attributes: XmlAttributes): boolean {
  return !['0', 'false', 'off'].includes(elementValue(attributes) ?? 'true');
}

/** Inches of a length in twips; undefined for what is no length. */
export function inches(twips: string | undefined): number | undefined {
  const length = Number.parseFloat(twips ?? '') / TWIPS_AN_INCH;
  return Number.isFinite(length) ? Math.min(LONGEST, Math.max(-LONGEST, length)) : undefined;
}

/** A whole number of at least 0; undefined for anything else. */
export function count(value: string | undefined): number | undefined {
  const number = Number.parseInt(value ?? '', 10);
  return Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

/** Notes what an element inside of `pPr` says. */
export function readParagraphProperty(
  layout: ParagraphLayout,
  name: string,
  attributes: XmlAttributes,
): void {
  switch (name) {
    case 'jc':
      layout.alignment = alignmentOf(elementValue(attributes));
      break;
    case 'ind':
      readIndent(layout, attributes);
      break;
    case 'spacing':
      readSpacing(layout, attributes);
      break;
    case 'pageBreakBefore':
      layout.pageBreakBefore = isOn(attributes);
      break;
    case 'tab':
      layout.tabs = withTab(layout.tabs ?? [], attributes);
      break;
    case 'numId':
      layout.list = elementValue(attributes) ?? '0';
      break;
    case 'ilvl':
      layout.level = count(elementValue(attributes)) ?? 0;
      break;
  }
}

function alignmentOf(value: string | undefined): 'left' | 'center' | 'right' {
  if (value === 'center') return 'center';
  return value === 'right' || value === 'end' ? 'right' : 'left';
}

function readIndent(layout: ParagraphLayout, attributes: XmlAttributes): void {
  const length = (...names: string[]) =>
    names.map((name) => inches(attributeOf(attributes, name))).find((value) => value !== undefined);
  const left = length('left', 'start');
  const right = length('right', 'end');
  const hanging = length('hanging');
  const firstLine = hanging === undefined ? length('firstLine') : -hanging;
  if (left !== undefined) layout.left = left;
  if (right !== undefined) layout.right = right;
  if (firstLine !== undefined) layout.firstLine = firstLine;
}

function readSpacing(layout: ParagraphLayout, attributes: XmlAttributes): void {
  const before = inches(attributeOf(attributes, 'before'));
  const after = inches(attributeOf(attributes, 'after'));
  const line = Number.parseFloat(attributeOf(attributes, 'line') ?? '');
  if (before !== undefined) layout.before = Math.max(0, before);
  if (after !== undefined) layout.after = Math.max(0, after);
  if (!(line > 0)) return;
  const rule = attributeOf(attributes, 'lineRule');
  layout.pitch =
    rule === 'exact' || rule === 'atLeast'
      ? { rule, value: Math.min(LONGEST, line / TWIPS_AN_INCH) }
      : { rule: 'multiple', value: Math.min(LONGEST, line / PITCH_UNITS) };
}

function withTab(tabs: readonly TabStop[], attributes: XmlAttributes): readonly TabStop[] {
  const position = inches(attributeOf(attributes, 'pos'));
  if (position === undefined || tabs.length === MAX_TAB_STOPS) return tabs;
  const kind = elementValue(attributes) ?? 'left';
  if (kind === 'bar') return tabs;
  const alignment =
    kind === 'clear' || kind === 'center'
      ? kind
      : kind === 'right' || kind === 'end' || kind === 'decimal'
        ? 'right'
        : 'left';
  return [...tabs, { position, alignment }];
}

/** Notes what an element inside of `rPr` says. */
export function readRunProperty(layout: RunLayout, name: string, attributes: XmlAttributes): void {
  if (name === 'vanish') layout.hidden = isOn(attributes);
  if (name !== 'sz') return;
  const points = Number.parseFloat(elementValue(attributes) ?? '') / 2;
  if (points > 0) layout.size = Math.min(LARGEST_FONT, Math.max(SMALLEST_FONT, points)) / POINTS_AN_INCH;
}

/** A layout with what another says put over it; the tab stops of both hold, less those that are cleared. */
export function overlay(base: ParagraphLayout, over: ParagraphLayout): ParagraphLayout {
  const merged = { ...base, ...over };
  if (base.tabs && over.tabs) {
    const said = new Set(over.tabs.map(({ position }) => position));
    merged.tabs = [...base.tabs.filter(({ position }) => !said.has(position)), ...over.tabs].slice(
      0,
      MAX_TAB_STOPS,
    );
  }
  return merged;
}
