/** Whether a signature field holds a signature: engines give its widgets, but not what it holds. */
import type { FileObjects } from './file-objects.js';
import {
  isDictionary,
  nameIn,
  objectValue,
  type PdfValue,
  resolve,
  resolveDictionary,
} from './object-values.js';

/** Fields around a widget that are looked at. */
const MAX_PARENTS = 32;

/** @param widget number of the object of a widget of a signature field, which may be the field itself */
export function isSigned(objects: FileObjects, widget: number): boolean {
  let node: PdfValue = objectValue(objects, widget);
  for (let level = 0; level < MAX_PARENTS && isDictionary(node); level++) {
    const isOther = !['Sig', undefined].includes(nameIn(resolve(objects, node.get('FT'))));
    if (isOther) return false;
    if (resolveDictionary(objects, node.get('V'))) return true;
    node = resolve(objects, node.get('Parent'));
  }
  return false;
}
