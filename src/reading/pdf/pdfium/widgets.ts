/** Widgets of the interactive form, as pdf.js gives them. */
import { applyTransform, boundingBox, type Transform } from '../../../page/document/geometry.js';
import type { FormWidget } from '../../../page/document/page-graphics.js';
import {
  CHECK_BOX,
  COMBO_BOX,
  closeWidgets,
  fieldValue,
  HIDDEN,
  NO_VIEW,
  OFF,
  openWidgets,
  PUSH_BUTTON,
  RADIO_BUTTON,
  TEXT_FIELD,
} from './annotations.js';
import type { Pdfium } from './library.js';
import { formOf, geometryOf, MAX_FORM_PAGES, type Opened } from './opened.js';
import { MAX_TEXT_BYTES } from './scratch.js';

/** Flag of fields that cannot be changed (ISO 32000-1, table 221). */
const READ_ONLY = 1;

const KINDS: Readonly<Record<number, FormWidget['kind']>> = {
  [PUSH_BUTTON]: 'button',
  [CHECK_BOX]: 'checkbox',
  [RADIO_BUTTON]: 'radio',
  [COMBO_BOX]: 'choice',
  [TEXT_FIELD]: 'text',
};

/**
 * All widgets of a document that has a form, page by page. Pages of which no place is known are read for it, 2 to 5 ms each.
 * @param places user space of pages that were read to inches on them, by index
 * @returns undefined where pdf.js must be asked: long documents, signatures, lists, and widgets that are in no field
 */
export function readWidgets(
  opened: Opened,
  places: ReadonlyMap<number, Transform>,
): readonly FormWidget[] | undefined {
  const { pdfium, document, pageCount } = opened;
  if (pageCount > MAX_FORM_PAGES) return undefined;
  const found: FormWidget[] = [];
  for (let index = 0; index < pageCount; index++) {
    const base = places.get(index) ?? placeOf(pdfium, document, index);
    if (!base || !addWidgets(opened, { index, base, form: formOf(opened) }, found)) return undefined;
  }
  return found;
}

/** User space of a page to inches on it; undefined where the page cannot be read. */
function placeOf(pdfium: Pdfium, document: number, index: number): Transform | undefined {
  const { exports } = pdfium;
  const page = exports.FPDF_LoadPage(document, index);
  if (page === 0) return undefined;
  const { base } = geometryOf(pdfium, page);
  exports.FPDF_ClosePage(page);
  return base;
}

/** A page, and PDFium's handle of its document's form. */
interface FormPage {
  readonly index: number;
  /** User space to inches on the page. */
  readonly base: Transform;
  readonly form: number;
}

/** Adds the widgets of a page. @returns false where one of them is not handled here */
function addWidgets(opened: Opened, at: FormPage, into: FormWidget[]): boolean {
  const { pdfium, document, met, widgets } = opened;
  if (met.get(at.index)?.appearances === 'in file') {
    return addAll(pdfium, widgets.get(at.index), at, into);
  }
  const own = openWidgets(pdfium, document, at.index);
  const isKnown = addAll(pdfium, own, at, into);
  if (own) closeWidgets(pdfium, own);
  return isKnown;
}

function addAll(
  pdfium: Pdfium,
  widgets: readonly number[] | undefined,
  at: FormPage,
  into: FormWidget[],
): boolean {
  return (
    widgets?.every((widget) => {
      const read = widgetOf(pdfium, widget, at);
      if (read) into.push(read);
      return read !== undefined;
    }) ?? false
  );
}

function widgetOf(pdfium: Pdfium, annotation: number, at: FormPage): FormWidget | undefined {
  const { exports, scratch } = pdfium;
  const { form, index, base } = at;
  const type = exports.FPDFAnnot_GetFormFieldType(form, annotation);
  const kind = KINDS[type];
  const name = writtenText(pdfium, (to, bytes) =>
    exports.FPDFAnnot_GetFormFieldName(form, annotation, to, bytes),
  );
  if (kind === undefined || name === '' || exports.FPDFAnnot_GetRect(annotation, scratch.at) === 0)
    return undefined;
  const corners = [
    { x: scratch.float(0), y: scratch.float(1) },
    { x: scratch.float(2), y: scratch.float(3) },
  ];
  const state = stateOf(pdfium, annotation, kind, form);
  if (state === undefined) return undefined;
  return {
    name,
    kind,
    ...state,
    page: index,
    box: boundingBox(corners.map((corner) => applyTransform(base, corner))),
    hidden: (exports.FPDFAnnot_GetFlags(annotation) & (HIDDEN | NO_VIEW)) !== 0,
    readOnly: (exports.FPDFAnnot_GetFormFieldFlags(form, annotation) & READ_ONLY) !== 0,
  };
}

/** Undefined for a button whose states are not handled here. */
function stateOf(
  pdfium: Pdfium,
  annotation: number,
  kind: FormWidget['kind'],
  form: number,
): Pick<FormWidget, 'value' | 'selected'> | undefined {
  if (kind === 'button') return { value: null };
  if (kind === 'text') return { value: fieldValue(pdfium, annotation, form) };
  if (kind === 'choice') return { value: fieldValue(pdfium, annotation, form) || null };
  return buttonState(pdfium, annotation, kind, form);
}

/**
 * A check box is what its appearance state says, and else its field's value; a radio button is on where the field's
 * value is its own on-state. A value that is neither "off" nor the on-state may be a further one, which is not handled
 * here.
 */
function buttonState(
  pdfium: Pdfium,
  annotation: number,
  kind: 'checkbox' | 'radio' | 'signature',
  form: number,
): Pick<FormWidget, 'value' | 'selected'> | undefined {
  const { exports, scratch } = pdfium;
  const onState = writtenText(pdfium, (to, bytes) =>
    exports.EPDFAnnot_GetButtonExportValue(annotation, to, bytes),
  );
  const ofField = writtenText(pdfium, (to, bytes) =>
    exports.EPDFAnnot_GetFormFieldRawValue(form, annotation, to, bytes),
  );
  const shown = writtenText(pdfium, (to, bytes) =>
    exports.FPDFAnnot_GetStringValue(annotation, scratch.put('AS'), to, bytes),
  );
  const value = (kind === 'checkbox' && shown) || ofField;
  const isKnown = onState !== '' && (kind === 'radio' || ['', OFF, onState].includes(value));
  return isKnown ? { value: value || null, selected: value !== OFF && value === onState } : undefined;
}

function writtenText({ scratch }: Pdfium, write: (address: number, bytes: number) => number): string {
  return scratch.text(write, MAX_TEXT_BYTES);
}
