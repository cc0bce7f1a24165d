/** What mapper and split share: a text in, for a single value or for each of an array. */
// See docs/language/07-computed-rules-postprocessor.md#15-methods
import type { FieldValue } from '../../foundation/schema/language.js';
import type { ComputedContext } from './definition.js';
import { shapeOf, valueText } from './shapes.js';

/**
 * The result for a field, or an array of the results for each of an array, in which null stays null. Anything
 * that is no text is reported and gives null.
 */
export function forEachText(
  context: ComputedContext<unknown>,
  id: string,
  work: (field: object, text: string) => FieldValue,
): FieldValue {
  const source = context.value(id);
  const one = (field: FieldValue): FieldValue => {
    const text = valueText(field);
    return field === null || text === null ? null : work(field, text);
  };
  switch (shapeOf(source)) {
    case 'none':
      return null;
    case 'field':
      return one(source);
    case 'fields':
      return (source as FieldValue[]).map(one);
    default:
      context.report(`${JSON.stringify(id)} is a table or a group of sections, not text`);
      return null;
  }
}
