/**
 * Objects whose members have any names: ids of fields, keys that a rule makes. Every name is an own member, also
 * `__proto__`, and members keep their order, although JavaScript puts names that look like whole numbers first.
 */

/** Where an object that has such a name keeps the order of all its names; not enumerable, so that nobody sees it. */
const ORDER = Symbol('order of members');

/** Where an object keeps the texts of numbers that JavaScript would write in another way; not enumerable, too. */
const TEXTS = Symbol('texts of numbers');

interface Ordered {
  [ORDER]?: string[];
  [TEXTS]?: Record<string, string>;
}

/** Names up to this number come first in any JavaScript object (ECMA-262, array index). */
const LARGEST_INDEX = 2 ** 32 - 2;

function comesFirst(name: string): boolean {
  const first = name.charCodeAt(0);
  if (first < 48 || first > 57) return false;
  return /^(?:0|[1-9]\d{0,9})$/u.test(name) && Number(name) <= LARGEST_INDEX;
}

/** Makes or changes an own member. One that is new is the last. */
export function setMember<Member>(object: Record<string, Member>, name: string, value: Member): void {
  const { [ORDER]: order } = object as Ordered;
  if (order) {
    if (!Object.hasOwn(object, name)) order.push(name);
  } else if (comesFirst(name) && !Object.hasOwn(object, name)) {
    setOrder(object, [...Object.keys(object), name]);
  }
  if (name === '__proto__') {
    Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
  } else object[name] = value;
}

/** Keeps how a number that is an own member, or an item, was written: `orderedJson` writes it so. */
export function keepText(object: object, name: string | number, text: string): void {
  if (JSON.stringify(Reflect.get(object, name)) === text) return;
  const ordered = object as Ordered;
  if (!ordered[TEXTS]) restoreTexts(object, Object.create(null) as Record<string, string>);
  ordered[TEXTS]![name] = text;
}

/** The texts of numbers that JavaScript would write in another way; undefined without any. */
export function textsOf(object: object): Readonly<Record<string, string>> | undefined {
  return (object as Ordered)[TEXTS];
}

/** Gives an object the texts of numbers that another, of which it is a copy, kept. */
export function restoreTexts(object: object, texts: Readonly<Record<string, string>>): void {
  Object.defineProperty(object, TEXTS, { value: texts, configurable: true });
}

/** Takes an own member away. */
export function deleteMember(object: Record<string, unknown>, name: string): void {
  delete object[name];
  const order = (object as Ordered)[ORDER];
  if (order)
    setOrder(
      object,
      order.filter((each) => each !== name),
    );
}

function setOrder(object: object, names: string[]): void {
  Object.defineProperty(object, ORDER, { value: names, configurable: true });
}

/** The order that an object keeps besides its own; undefined where its own is the order. */
export function orderOf(object: object): readonly string[] | undefined {
  return (object as Ordered)[ORDER];
}

/** Gives an object the order that another, of which it is a copy, kept. */
export function restoreOrder(object: object, names: readonly string[]): void {
  setOrder(object, [...names]);
}

/** Names of the own members, in the order in which they were made. */
export function orderedNames(object: object): readonly string[] {
  // An object may have got or lost members since by other means than these functions.
  const names = Object.keys(object);
  const order = (object as Ordered)[ORDER];
  if (!order) return names;
  const known = new Set(order);
  return [
    ...order.filter((name) => Object.hasOwn(object, name)),
    ...names.filter((name) => !known.has(name)),
  ];
}

/**
 * Own members of an object of a result, in the order of the config. `Object.entries` gives ids that look like whole
 * numbers first, and so does `JSON.stringify`.
 *
 * @example
 * for (const [id, value] of orderedEntries(result.parsed_document)) console.log(id, value);
 */
export function orderedEntries<Member>(object: Readonly<Record<string, Member>>): [string, Member][] {
  return orderedNames(object).map((name) => [name, object[name]!]);
}

/** A copy of a JSON value, its objects with their members in order; what its parts share, those of the copy share. */
export function deepCopy<Value>(value: Value): Value {
  return copied(value, new Map()) as Value;
}

function copied(value: unknown, known: Map<object, unknown>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const made = known.get(value);
  if (made !== undefined) return made;
  if (Array.isArray(value)) {
    const items = value.map((item) => copied(item, known));
    known.set(value, items);
    return items;
  }
  const copy: Record<string, unknown> = {};
  for (const [name, member] of orderedEntries(value as Record<string, unknown>)) {
    setMember(copy, name, copied(member, known));
  }
  known.set(value, copy);
  return copy;
}

/**
 * A value as JSON, as `JSON.stringify` writes it, but with the members of objects in their order.
 * @param indent spaces of each level; 0 writes all on one line
 */
export function orderedJson(value: unknown, indent = 0): string {
  return json(value, indent === 0 ? undefined : ' '.repeat(indent), '\n') ?? 'null';
}

function json(value: unknown, indent: string | undefined, newLine: string): string | undefined {
  if (typeof value !== 'object' || value === null || hasToJson(value)) return JSON.stringify(value);
  const inner = indent === undefined ? '' : newLine + indent;
  const outer = indent === undefined ? '' : newLine;
  const nested = (member: unknown) => json(member, indent, inner);
  const texts = textsOf(value);
  const writtenMember = (name: string | number, member: unknown) => {
    const written = texts?.[name];
    // The member may have got another value since.
    return written !== undefined && Number(written) === member ? written : nested(member);
  };
  if (Array.isArray(value))
    return enclosed(
      '[',
      value.map((item, i) => writtenMember(i, item) ?? 'null'),
      ']',
      inner,
      outer,
    );
  const members = orderedEntries(value as Record<string, unknown>).flatMap(([name, member]) => {
    const text = writtenMember(name, member);
    return text === undefined ? [] : [`${JSON.stringify(name)}:${indent === undefined ? '' : ' '}${text}`];
  });
  return enclosed('{', members, '}', inner, outer);
}

function hasToJson(value: object): boolean {
  return 'toJSON' in value && typeof value.toJSON === 'function';
}

function enclosed(
  open: string,
  parts: readonly string[],
  close: string,
  inner: string,
  outer: string,
): string {
  return parts.length === 0 ? open + close : `${open}${inner}${parts.join(`,${inner}`)}${outer}${close}`;
}
