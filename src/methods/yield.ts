/** What a method gives that is not made from text, for the checks of a field's type (chapter 4, 4.2). */
import type { MethodDefinition } from './definition.js';

/** `table` or `images` for a method that makes such a value with its members; undefined for text. */
export function yieldOf(
  method: MethodDefinition | undefined,
  options: { readonly id: string },
): 'table' | 'images' | undefined {
  // The grammar has checked the members against the method's own schema.
  return method?.yields?.(options as never);
}
