/** Widgets of the interactive form, from pdf.js' annotations. */
import { applyTransform, boundingBox, type Transform } from '../../../page/document/geometry.js';
import type { FormWidget } from '../../../page/document/page-graphics.js';

/** Annotation flags that keep a widget off the screen: hidden (bit 2) and no view (bit 6). */
const HIDDEN_FLAGS = 0x02 | 0x20;

/** State of a button that is not on. */
const OFF = 'Off';

/** Members of pdf.js' widget annotations. */
export interface WidgetData {
  readonly id?: unknown;
  readonly subtype?: unknown;
  readonly fieldType?: unknown;
  readonly fieldName?: unknown;
  readonly fieldValue?: unknown;
  readonly checkBox?: unknown;
  readonly radioButton?: unknown;
  /** On-state of a check box. */
  readonly exportValue?: unknown;
  /** On-state of a radio button. */
  readonly buttonValue?: unknown;
  readonly rect?: unknown;
  readonly annotationFlags?: unknown;
  readonly readOnly?: unknown;
  /** The file draws the widget, or asks viewers to draw all of them. */
  readonly hasAppearance?: unknown;
  /** Lines of text in the appearance. */
  readonly textContent?: unknown;
  readonly password?: unknown;
  /** Choices: a box that shows one of them, not a list. */
  readonly combo?: unknown;
  /** Choices with their labels. */
  readonly options?: unknown;
}

/**
 * A widget as the contract wants it; undefined for an annotation that is not one, or has no place.
 * @param base user space to inches on the displayed page
 * @param signed whether the signature field of a widget, by the number of its object, holds a signature
 */
export function formField(
  widget: WidgetData,
  page: number,
  base: Transform,
  signed: (widget: number) => boolean,
): FormWidget | undefined {
  const kind = fieldKind(widget);
  const box = widgetBox(widget.rect, base);
  if (widget.subtype !== 'Widget' || kind === undefined || box === undefined) return undefined;
  const name = typeof widget.fieldName === 'string' ? widget.fieldName : '';
  const flags = typeof widget.annotationFlags === 'number' ? widget.annotationFlags : 0;
  return {
    name,
    kind,
    value: fieldValue(widget.fieldValue),
    ...(kind === 'checkbox' || kind === 'radio' ? { selected: isSelected(widget) } : {}),
    ...(kind === 'signature' ? { signed: signed(Number.parseInt(String(widget.id), 10)) } : {}),
    page,
    box,
    hidden: (flags & HIDDEN_FLAGS) !== 0,
    readOnly: widget.readOnly === true,
  };
}

function fieldKind(widget: WidgetData): FormWidget['kind'] | undefined {
  switch (widget.fieldType) {
    case 'Tx':
      return 'text';
    case 'Ch':
      return 'choice';
    case 'Sig':
      return 'signature';
    case 'Btn':
      if (widget.checkBox === true) return 'checkbox';
      return widget.radioButton === true ? 'radio' : 'button';
    default:
      return undefined;
  }
}

/** A choice of one value is that value. */
function fieldValue(value: unknown): FormWidget['value'] {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return null;
  const strings = value.filter((item) => typeof item === 'string');
  return strings.length > 1 ? strings : (strings[0] ?? null);
}

/** The widget's own on-state is the field's value; without a known on-state, any value but "off" is on. */
function isSelected(widget: WidgetData): boolean {
  const { fieldValue: value } = widget;
  if (typeof value !== 'string' || value === OFF) return false;
  const onState = widget.radioButton === true ? widget.buttonValue : widget.exportValue;
  return typeof onState === 'string' ? onState === value : value !== '';
}

function widgetBox(rect: unknown, base: Transform): FormWidget['box'] | undefined {
  const [x0, y0, x1, y1]: unknown[] = Array.isArray(rect) ? rect : [];
  if (typeof x0 !== 'number' || typeof y0 !== 'number' || typeof x1 !== 'number' || typeof y1 !== 'number') {
    return undefined;
  }
  return boundingBox([applyTransform(base, { x: x0, y: y0 }), applyTransform(base, { x: x1, y: y1 })]);
}
