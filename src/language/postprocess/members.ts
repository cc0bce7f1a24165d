/** Finds the values of a document that the names of a schema mean. */
// See docs/language/07-computed-rules-postprocessor.md#43-jsonschema

import { orderedEntries, setMember } from '../../foundation/objects/members.js';
import type { FieldOutput, FieldValue } from '../../foundation/schema/language.js';
import { isField, isSection, isTable, tableSections } from '../computed/shapes.js';
import type { Value } from '../rules/value.js';

/** A member that was found. */
interface FoundMember {
  readonly value: unknown;
  /** Its id, when it is one of the source itself and not of a group inside it. */
  readonly own: string | undefined;
}

/** The members of an object by the names that they answer to. */
export class MemberIndex {
  readonly #source: FieldOutput;
  #names: { readonly whole: Names; readonly last: Names } | undefined;
  #inner: readonly MemberIndex[] | undefined;

  constructor(source: FieldOutput) {
    this.#source = source;
  }

  /**
   * The member of this name; else the only one whose id is the same but for case and punctuation; else the
   * only one whose last part is; else the same in the groups that hold one section, level by level.
   */
  find(name: string): FoundMember | undefined {
    const own = this.#own(name);
    if (own !== undefined) return { value: this.#source[own], own };
    for (
      let level = this.#groups();
      level.length > 0;
      level = level.flatMap((index) => [...index.#groups()])
    ) {
      const found = level.flatMap((index) => {
        const id = index.#own(name);
        return id === undefined ? [] : [index.#source[id]];
      });
      if (found.length > 0) return found.length === 1 ? { value: found[0], own: undefined } : undefined;
    }
    return undefined;
  }

  #own(name: string): string | undefined {
    if (Object.hasOwn(this.#source, name)) return name;
    this.#names ??= namesOf(Object.keys(this.#source));
    const key = folded(name);
    return this.#names.whole.get(key) ?? this.#names.last.get(key) ?? undefined;
  }

  #groups(): readonly MemberIndex[] {
    this.#inner ??= Object.values(this.#source).flatMap((value) => {
      const only: FieldValue = Array.isArray(value) && value.length === 1 ? (value[0] ?? null) : null;
      return only !== null && isSection(only) ? [new MemberIndex(only)] : [];
    });
    return this.#inner;
  }
}

/** Ids by name; null where several have it. */
type Names = ReadonlyMap<string, string | null>;

function namesOf(ids: readonly string[]): { readonly whole: Names; readonly last: Names } {
  const whole = new Map<string, string | null>();
  const last = new Map<string, string | null>();
  for (const id of ids) {
    enter(whole, folded(id), id);
    enter(last, folded(id.slice(id.lastIndexOf('.') + 1)), id);
  }
  return { whole, last };
}

function enter(names: Map<string, string | null>, name: string, id: string): void {
  names.set(name, names.has(name) ? null : id);
}

/** Text without case and punctuation. */
export function folded(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** A value without types and sources: of a field its value, of a table its rows, of a section its members. */
export function plain(value: unknown): Value {
  if (typeof value !== 'object' || value === null) return (value ?? null) as Value;
  if (Array.isArray(value)) return value.map(plain);
  if (isField(value)) return plain(value.value);
  if (isTable(value)) return tableSections(value).map(plain);
  const made: Record<string, Value> = {};
  for (const [name, member] of orderedEntries(value as Record<string, unknown>)) {
    setMember(made, name, plain(member));
  }
  return made;
}
