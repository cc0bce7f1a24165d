/** Annotations of a page: their appearances become part of its content, as far as the file draws them. */
import { tooLarge } from '../bitmap-limit.js';
import type { Pdfium } from './library.js';
import { MAX_TEXT_BYTES } from './scratch.js';

/** PDFium's numbers of kinds of annotations. */
const NOTE = 1;
const LINK = 2;
const POPUP = 16;
const ATTACHMENT = 17;
const WIDGET = 20;

/** Kinds that show nothing on the page where the file does not draw them. */
const SHOWN_BY_VIEWERS: ReadonlySet<number> = new Set([NOTE, LINK, POPUP, ATTACHMENT]);

/** Flags of annotations (ISO 32000-1, table 165). */
export const HIDDEN = 0x02;
export const NO_VIEW = 0x20;

/** PDFium's numbers of kinds of form fields. */
export const PUSH_BUTTON = 1;
export const CHECK_BOX = 2;
export const RADIO_BUTTON = 3;
export const COMBO_BOX = 4;
const LIST_BOX = 5;
export const TEXT_FIELD = 6;

/** Flag of text fields whose value is not shown. */
const PASSWORD = 1 << 13;

/** More annotations on a page than are looked at. */
const MAX_ANNOTATIONS = 20_000;

/** Annotations on a page beyond which the page counts as hostile: pdf.js makes each, which is not asked then. */
const TOO_MANY_ANNOTATIONS = 50_000;

/** The value of a button that is off. */
export const OFF = 'Off';

/** A string that is shown, other than one of spaces; hexadecimal ones are never empty where programs write them. */
const SHOWS_TEXT = /\(\s*[^\s()]|<\s*[\da-fA-F]{2}/u;

/** How the annotations of a page come into its content: there are none; PDFium puts them there; viewers must draw some. */
export type Appearances = 'none' | 'in file' | 'by viewer';

/**
 * Looks at the annotations of a page.
 * @param page PDFium's handle of it, and its place in the file
 * @param form PDFium's handle of the document's form
 * @throws DocumentError `too_large` for more annotations than any page has
 */
export function appearancesOf(
  pdfium: Pdfium,
  page: { readonly handle: number; readonly index: number },
  form: () => number,
): Appearances {
  const { exports } = pdfium;
  const count = exports.FPDFPage_GetAnnotCount(page.handle);
  if (count > TOO_MANY_ANNOTATIONS) throw tooLarge(page.index);
  if (count > MAX_ANNOTATIONS) return 'by viewer';
  let found: Appearances = 'none';
  for (let index = 0; index < count && found !== 'by viewer'; index++) {
    const annotation = exports.FPDFPage_GetAnnot(page.handle, index);
    if (annotation === 0) continue;
    const one = appearanceOf(pdfium, annotation, form);
    if (one !== 'none') found = one;
    exports.FPDFPage_CloseAnnot(annotation);
  }
  return found;
}

/**
 * PDFium's handles of the widgets of a page that are in its list still, which the caller closes.
 * @param document PDFium's handle
 * @param index of the page
 * @returns undefined where the page has more annotations than are looked at
 */
export function openWidgets(
  { exports }: Pdfium,
  document: number,
  index: number,
): readonly number[] | undefined {
  const widgets: number[] = [];
  const count = exports.EPDFPage_GetAnnotCountRaw(document, index);
  if (count > MAX_ANNOTATIONS) return undefined;
  for (let at = 0; at < count; at++) {
    const annotation = exports.EPDFPage_GetAnnotRaw(document, index, at);
    if (annotation === 0) continue;
    if (exports.FPDFAnnot_GetSubtype(annotation) === WIDGET) widgets.push(annotation);
    else exports.FPDFPage_CloseAnnot(annotation);
  }
  return widgets;
}

export function closeWidgets({ exports }: Pdfium, widgets: readonly number[]): void {
  for (const widget of widgets) exports.FPDFPage_CloseAnnot(widget);
}

function appearanceOf(pdfium: Pdfium, annotation: number, form: () => number): Appearances {
  const { exports, scratch } = pdfium;
  const flags = exports.FPDFAnnot_GetFlags(annotation);
  if ((flags & HIDDEN) !== 0) return 'none';
  const kind = exports.FPDFAnnot_GetSubtype(annotation);
  if (kind === POPUP) return 'none';
  const isDrawn = exports.FPDFAnnot_HasKey(annotation, scratch.put('AP')) !== 0;
  if (isDrawn && (flags & NO_VIEW) !== 0) return 'by viewer';
  if (kind === WIDGET) {
    if (showsOtherValue(pdfium, annotation, form(), isDrawn)) return 'by viewer';
  } else if (!isDrawn && !SHOWN_BY_VIEWERS.has(kind)) {
    return 'by viewer';
  }
  return isDrawn ? 'in file' : 'none';
}

/** Whether a widget has a value that its appearance does not show. */
function showsOtherValue(pdfium: Pdfium, annotation: number, form: number, isDrawn: boolean): boolean {
  const { exports } = pdfium;
  const kind = exports.FPDFAnnot_GetFormFieldType(form, annotation);
  if (kind === TEXT_FIELD || kind === COMBO_BOX) {
    if ((exports.FPDFAnnot_GetFormFieldFlags(form, annotation) & PASSWORD) !== 0 && kind === TEXT_FIELD)
      return false;
    return fieldValue(pdfium, annotation, form).trim() !== '' && !(isDrawn && showsText(pdfium, annotation));
  }
  if (isDrawn) return false;
  if (kind === LIST_BOX) return fieldValue(pdfium, annotation, form) !== '';
  return kind === CHECK_BOX && !['', OFF].includes(fieldValue(pdfium, annotation, form));
}

/** The value of a widget's field, as it is shown. @param form PDFium's handle of the document's form */
export function fieldValue({ exports, scratch }: Pdfium, annotation: number, form: number): string {
  return scratch.text(
    (at, bytes) => exports.FPDFAnnot_GetFormFieldValue(form, annotation, at, bytes),
    MAX_TEXT_BYTES,
  );
}

/** Whether the normal appearance of a widget shows a text. */
function showsText({ exports, scratch }: Pdfium, annotation: number): boolean {
  return SHOWS_TEXT.test(
    scratch.text((at, bytes) => exports.FPDFAnnot_GetAP(annotation, 0, at, bytes), MAX_TEXT_BYTES),
  );
}
