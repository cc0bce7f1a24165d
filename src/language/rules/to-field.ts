/** From the result of a rule to field values. */
// See docs/language/07-computed-rules-postprocessor.md#3-from-rule-result-to-field
import { orderedEntries, setMember } from '../../foundation/objects/members.js';
import {
  isArray,
  isFieldObject,
  isObject,
  isTable,
  kindOf,
  ownMember,
  type Value,
  type ValueObject,
} from './value.js';

/** Types that values in results carry. */
// See docs/language/07-computed-rules-postprocessor.md#3-from-rule-result-to-field
// See docs/language/01-document-anchors-fields.md#61-value-shapes-in-parsed_document
const OUTPUT_TYPES: ReadonlySet<string> = new Set([
  'string',
  'number',
  'boolean',
  'currency',
  'accountingCurrency',
  'periodDelimitedCurrency',
  'address',
  'date',
  'distance',
  'image',
  'images',
  'name',
  'phoneNumber',
  'paragraph',
  'percentage',
  'table',
  'weight',
  'replaced_string',
]);

/** What the conversion needs to know of the field. */
export interface FieldConversion {
  /**
   * Runs the type that the field asks for on a text or a number: a field value, several, or null when the type does not
   * recognise it. Absent when the field names no type; plain values then keep their own.
   */
  readonly typed?: ((value: string | number) => Value) | undefined;
  /** Whether a type name belongs to a custom type of the config. */
  isCustomType(name: string): boolean;
  /** Called with one sentence on what could not be converted and became null. */
  report(message: string): void;
}

/**
 * The field value for the result of a rule, which must share nothing with the document (as the values of
 * `evaluate` do): null, a field, a table, an array of fields and nulls, or a group of sections.
 */
export function toField(result: Value, conversion: FieldConversion): Value {
  if (!isArray(result)) return toSingle(result, conversion);
  return result.flatMap((item) => toItem(item, conversion));
}

/**
 * The fields for the result of a rule that gives several: one for each member of an object, in order;
 * none for null, and none with a report for anything else.
 */
export function toFieldGroup(
  result: Value,
  conversion: FieldConversion,
): readonly (readonly [id: string, value: Value])[] {
  if (result === null) return [];
  if (!isObject(result)) {
    conversion.report(`the rule must give an object whose members become fields, not ${kindOf(result)}`);
    return [];
  }
  return orderedEntries(result).map(([id, value]) => [id, toField(value, conversion)] as const);
}

function toSingle(value: Value, conversion: FieldConversion): Value {
  if (value === null) return null;
  if (typeof value !== 'object') return toScalar(value, conversion);
  if (isFieldObject(value)) return knownField(value, conversion);
  if (isTable(value)) return value;
  conversion.report('a single field cannot hold an object; use a group of fields or the postprocessor');
  return null;
}

function toScalar(value: boolean | number | string, { typed }: FieldConversion): Value {
  if (!typed) return { value, type: typeof value };
  return typed(typeof value === 'number' ? value : String(value));
}

function knownField(
  field: ValueObject & { readonly type: string },
  { isCustomType, report }: FieldConversion,
): Value {
  if (ownMember(field, 'value') === null) return null;
  if (OUTPUT_TYPES.has(field.type) || isCustomType(field.type)) return field;
  report(`a rule gave a field of the unknown type ${JSON.stringify(field.type)}`);
  return null;
}

/** A type may give several values for one text; they are taken as items of the array. */
function toItem(item: Value, conversion: FieldConversion): Value | Value[] {
  if (isArray(item)) {
    conversion.report('a field cannot hold arrays inside an array; use "flatten"');
    return null;
  }
  if (isObject(item) && !isFieldObject(item) && !isTable(item)) return toSection(item, conversion);
  const field = toSingle(item, conversion);
  return isArray(field) ? [...field] : field;
}

/** The explicit type of the field is one of its own values, not of those inside its sections. */
function toSection(item: ValueObject, { isCustomType, report }: FieldConversion): Value {
  const section: Record<string, Value> = {};
  for (const [id, value] of orderedEntries(item)) {
    setMember(section, id, toField(value, { isCustomType, report }));
  }
  return section;
}
