/** The form widgets of a page while it is read or drawn. */

import { valuesToDraw } from '../objects/form-values.js';
import type { OpenedDocument, PdfjsDocument, PdfjsPage } from './library.js';
import type { WidgetData } from './widgets.js';

/**
 * Works on a page while pdf.js knows the values that it must draw into the page's widgets. Documents without a
 * form have no widgets.
 * @param work gets the page's annotations, widgets among them
 */
export async function withFormValues<T>(
  { document }: OpenedDocument,
  page: PdfjsPage,
  work: (widgets: readonly WidgetData[]) => Promise<T>,
): Promise<T> {
  const widgets = await readWidgets(document, page);
  const values = valuesToDraw(widgets);
  for (const { id, value } of values) document.annotationStorage.setValue(id, { value });
  try {
    return await work(widgets);
  } finally {
    for (const { id } of values) document.annotationStorage.remove(id);
  }
}

/** A form that is damaged costs the values of its fields, not the page. */
async function readWidgets(document: PdfjsDocument, page: PdfjsPage): Promise<readonly WidgetData[]> {
  try {
    return (await document.getFieldObjects()) === null ? [] : await page.getAnnotations({ intent: 'any' });
  } catch {
    return [];
  }
}
