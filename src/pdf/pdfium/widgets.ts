/** Widgets of the interactive form, as pdf.js tells them. */
import { applyTransform, boundingBox, type Transform } from '../../document/geometry.js';
import type { FormWidget } from '../../document/page-graphics.js';
import {
  CHECK_BOX,
  COMBO_BOX,
  fieldValue,
  HIDDEN,
  MAX_ANNOTATIONS,
  NO_VIEW,
  OFF,
  PUSH_BUTTON,
  RADIO_BUTTON,
  TEXT_FIELD,
  WIDGET,
} from './annotations.js';
import type { Pdfium } from './library.js';
import { closeForm, geometryOf, type Opened, openForm } from './opened.js';
import { MAX_TEXT_BYTES } from './scratch.js';

/** PDFium's number for a document without an interactive form. */
const NO_FORM = 0;

/** Pages of the longest form that is read here, in one call: pages of which no place is known are read for it, 2 to 5 ms each. */
const MAX_PAGES = 16;

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
 * All widgets of a document's form, page by page; the document is opened once more for them, because its pages may
 * have taken in their annotations.
 * @param places user space of pages that were read to inches on them, by index
 * @returns undefined where pdf.js must be asked: long documents, signatures, lists, and widgets that are in no field
 */
export function readWidgets(
  { pdfium, document, pageCount, openAgain }: Opened,
  places: ReadonlyMap<number, Transform>,
): readonly FormWidget[] | undefined {
  const { exports } = pdfium;
  if (exports.FPDF_GetFormType(document) === NO_FORM) return [];
  if (pageCount > MAX_PAGES) return undefined;
  const again = openAgain();
  if (again === 0) return undefined;
  const form = openForm(pdfium, again);
  try {
    const found: FormWidget[] = [];
    for (let index = 0; index < pageCount; index++) {
      const base = places.get(index) ?? placeOf(pdfium, again, index);
      if (!base || !addWidgets(pdfium, { document: again, index, base, form: form.handle }, found))
        return undefined;
    }
    return found;
  } finally {
    closeForm(pdfium, form);
    exports.FPDF_CloseDocument(again);
  }
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

/** A page, and PDFium's handles of the document and of its form. */
interface FormPage {
  readonly document: number;
  readonly index: number;
  /** User space to inches on the page. */
  readonly base: Transform;
  readonly form: number;
}

/** Adds the widgets of a page. @returns false where one of them is not told here */
function addWidgets(pdfium: Pdfium, at: FormPage, into: FormWidget[]): boolean {
  const { exports } = pdfium;
  const count = exports.EPDFPage_GetAnnotCountRaw(at.document, at.index);
  if (count > MAX_ANNOTATIONS) return false;
  for (let index = 0; index < count; index++) {
    const annotation = exports.EPDFPage_GetAnnotRaw(at.document, at.index, index);
    if (annotation === 0) continue;
    const isWidget = exports.FPDFAnnot_GetSubtype(annotation) === WIDGET;
    const widget = isWidget ? widgetOf(pdfium, annotation, at) : undefined;
    exports.FPDFPage_CloseAnnot(annotation);
    if (widget) into.push(widget);
    else if (isWidget) return false;
  }
  return true;
}

function widgetOf(pdfium: Pdfium, annotation: number, at: FormPage): FormWidget | undefined {
  const { exports, scratch } = pdfium;
  const { form, index, base } = at;
  const type = exports.FPDFAnnot_GetFormFieldType(form, annotation);
  const kind = KINDS[type];
  const name = textOf(pdfium, (to, bytes) => exports.FPDFAnnot_GetFormFieldName(form, annotation, to, bytes));
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

/** Undefined for a button whose states are not told here. */
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
 * value is its own on-state. A value that is neither "off" nor the on-state may be a further one, which is not told here.
 */
function buttonState(
  pdfium: Pdfium,
  annotation: number,
  kind: 'checkbox' | 'radio' | 'signature',
  form: number,
): Pick<FormWidget, 'value' | 'selected'> | undefined {
  const { exports, scratch } = pdfium;
  const onState = textOf(pdfium, (to, bytes) =>
    exports.EPDFAnnot_GetButtonExportValue(annotation, to, bytes),
  );
  const ofField = textOf(pdfium, (to, bytes) =>
    exports.EPDFAnnot_GetFormFieldRawValue(form, annotation, to, bytes),
  );
  const shown = textOf(pdfium, (to, bytes) =>
    exports.FPDFAnnot_GetStringValue(annotation, scratch.put('AS'), to, bytes),
  );
  const value = (kind === 'checkbox' && shown) || ofField;
  const isTold = onState !== '' && (kind === 'radio' || ['', OFF, onState].includes(value));
  return isTold ? { value: value || null, selected: value !== OFF && value === onState } : undefined;
}

function textOf({ scratch }: Pdfium, write: (address: number, bytes: number) => number): string {
  return scratch.text(write, MAX_TEXT_BYTES);
}
