/** Gives values the shape of a schema without guessing: by names, types and plain conversions. */
// See docs/language/07-computed-rules-postprocessor.md#43-jsonschema

import type { PathStep } from '../../errors.js';
import { orderedEntries, setMember } from '../../foundation/objects/members.js';
import type { FieldOutput, FieldValue } from '../../foundation/schema/language.js';
import { passed } from '../computed/output.js';
import { isField, isSection, isTable, tableSections } from '../computed/shapes.js';
import type { Value } from '../rules/value.js';
import { folded, MemberIndex, plain } from './members.js';
import type { ArrayParameter, ObjectParameter, Parameter, UnionParameter } from './parameter.js';

/** What does not fit; the path counts from the schema. */
export interface Misfit {
  readonly path: readonly PathStep[];
  readonly message: string;
  /** Whether the value is required, and there is none. */
  readonly isMissing?: boolean;
}

export interface Fitted {
  readonly value: Value;
  readonly problems: readonly Misfit[];
}

export interface FitTools {
  readBoolean(text: string): boolean | null;
  checkpoint(): void;
}

/** The value in the shape of the schema, and all that did not fit. */
export function fitted(schema: Parameter, value: FieldOutput, tools: FitTools): Fitted {
  return new Fitter(tools).fit(schema, value, []);
}

const fitting = (value: Value): Fitted => ({ value, problems: [] });
const misfit = (path: readonly PathStep[], message: string): Fitted => ({
  value: null,
  problems: [{ path, message }],
});

class Fitter {
  readonly #tools: FitTools;

  constructor(tools: FitTools) {
    this.#tools = tools;
  }

  fit(schema: Parameter, value: unknown, path: readonly PathStep[]): Fitted {
    if ('anyOf' in schema) return this.#union(schema, value, path);
    switch (schema.type) {
      case 'object':
        return this.#object(schema, value, path);
      case 'array':
        return this.#array(schema, value, path);
      case 'string':
        return this.#string(schema.enum, value, path);
      case 'number':
      case 'integer':
        return this.#number(schema.type === 'integer', value, path);
      case 'boolean':
        return this.#boolean(value, path);
      case 'null':
        return fitting(null);
    }
  }

  #union({ anyOf }: UnionParameter, value: unknown, path: readonly PathStep[]): Fitted {
    if (isMissing(value) && anyOf.some(allowsNull)) return fitting(null);
    let best: Fitted | undefined;
    for (const [i, option] of anyOf.entries()) {
      // A null would always fit; it represents values that are missing.
      if ('type' in option && option.type === 'null') continue;
      const fitted = this.fit(option, value, [...path, 'anyOf', i]);
      if (!best || fitted.problems.length < best.problems.length) best = fitted;
    }
    return best ?? (anyOf.length > 0 ? fitting(null) : misfit(path, 'anyOf is empty: no value fits'));
  }

  #object(schema: ObjectParameter, value: unknown, path: readonly PathStep[]): Fitted {
    const source = membersOf(value);
    if (!source) return misfit(path, 'the document has no single object of values for this');
    const index = new MemberIndex(source);
    const required = new Set(schema.required ?? []);
    const made: Record<string, Value> = {};
    const problems: Misfit[] = [];
    const used = new Set<string>();
    for (const [name, property] of Object.entries(schema.properties)) {
      const found = index.find(name);
      if (found?.own !== undefined) used.add(found.own);
      const at = [...path, 'properties', name];
      const fitted = this.#property(property, found?.value, required.has(name), at);
      problems.push(...fitted.problems);
      if (fitted.value !== null || required.has(name)) setMember(made, name, fitted.value);
    }
    if (schema.additionalProperties) {
      for (const [name, member] of orderedEntries(source)) {
        if (!used.has(name) && !Object.hasOwn(made, name)) setMember(made, name, plain(member));
      }
    }
    return { value: made, problems };
  }

  #property(schema: Parameter, value: unknown, required: boolean, path: readonly PathStep[]): Fitted {
    if (!isMissing(value)) return this.fit(schema, value, path);
    if (!required || allowsNull(schema)) return fitting(null);
    const message = 'is required, but the document has no value for it';
    return { value: null, problems: [{ path, message, isMissing: true }] };
  }

  #array({ items }: ArrayParameter, value: unknown, path: readonly PathStep[]): Fitted {
    const elements = elementsOf(value);
    if (!elements) return misfit(path, 'the document has no values for this');
    const nulls = allowsNull(items);
    const problems: Misfit[] = [];
    const made: Value[] = [];
    for (const element of elements) {
      this.#tools.checkpoint();
      if (isMissing(element)) {
        if (nulls) made.push(null);
        continue;
      }
      const fitted = this.fit(items, element, [...path, 'items']);
      problems.push(...fitted.problems);
      if (fitted.value !== null || nulls) made.push(fitted.value);
    }
    return { value: made, problems };
  }

  #string(allowed: readonly string[] | undefined, value: unknown, path: readonly PathStep[]): Fitted {
    const text = textFrom(value);
    if (text === null) return misfit(path, 'the value is not text');
    if (!allowed || allowed.includes(text)) return fitting(text);
    const near = allowed.find((each) => folded(each) === folded(text));
    return near === undefined
      ? misfit(path, `${JSON.stringify(text)} is not one of ${allowed.join(', ')}`)
      : fitting(near);
  }

  #number(integer: boolean, value: unknown, path: readonly PathStep[]): Fitted {
    const number = numberFrom(value);
    if (number === null) return misfit(path, 'the value is not a number');
    if (integer && !Number.isInteger(number)) return misfit(path, `${number} is not a whole number`);
    return fitting(number);
  }

  #boolean(value: unknown, path: readonly PathStep[]): Fitted {
    const single = singleValue(value);
    if (typeof single === 'boolean') return fitting(single);
    const read = typeof single === 'string' ? this.#tools.readBoolean(single) : null;
    return read === null ? misfit(path, 'the value is neither yes nor no') : fitting(read);
  }
}

function isMissing(value: unknown): boolean {
  return value === undefined || !passed(value as FieldValue);
}

function allowsNull(schema: Parameter): boolean {
  return 'anyOf' in schema ? schema.anyOf.some(allowsNull) : schema.type === 'null';
}

/** The members that an object's properties are taken from. */
function membersOf(value: unknown): FieldOutput | undefined {
  const single: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (typeof single !== 'object' || single === null || Array.isArray(single)) return undefined;
  if (isSection(single)) return single;
  return isField(value as FieldValue) ? (single as FieldOutput) : undefined;
}

function elementsOf(value: unknown): readonly unknown[] | undefined {
  if (isMissing(value)) return undefined;
  if (Array.isArray(value)) return value;
  const single = value as FieldValue;
  if (isTable(single)) return tableSections(single);
  // The value of a name is a list of names.
  return isField(single) && Array.isArray(single.value) ? single.value : [value];
}

/** The plain value of a field, or of the only element of an array. */
function singleValue(value: unknown): unknown {
  const single: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (typeof single !== 'object' || single === null) return single;
  return isField(single) ? single.value : undefined;
}

function textFrom(value: unknown): string | null {
  const single = singleValue(value);
  if (single === undefined || single === null) return null;
  const printable = typeof single !== 'object' || Array.isArray(single);
  return printable ? String(single) : null;
}

/**
 * A number with a point before its fraction, in groups of three or in none. A comma elsewhere may be a decimal one, a
 * space elsewhere is between two numbers: `12,50 €` is not 1250, nor `10 20` 1020.
 */
const PLAIN_NUMBER =
  /^([+\-\u2212]?)\s*(\d{1,300}|\d{1,3}(?:,\d{3}){1,99}|\d{1,3}(?:\s\d{3}){1,99})(\.\d+)?$/u;

/** Currency signs and separators of thousands are left out of texts. */
function numberFrom(value: unknown): number | null {
  const single = singleValue(value);
  if (typeof single === 'number') return Number.isFinite(single) ? single : null;
  if (typeof single !== 'string') return null;
  const match = PLAIN_NUMBER.exec(single.replace(/\p{Sc}/gu, '').trim());
  if (!match) return null;
  const [, sign = '', whole = '', fraction = ''] = match;
  const number = Number(whole.replace(/\D/gu, '') + fraction);
  return sign === '' || sign === '+' ? number : -number;
}
