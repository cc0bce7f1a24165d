/** Compiles and prepares the types that a config refers to, and derives their grammar. */
// See docs/language/04-types.md#42-configuration-forms-and-validation
import type { Grammar, TypeReference } from '../../foundation/schema/language.js';
import type { CompiledType, TypeDefinition } from './definition.js';
import { idOf, nounOf } from './nested.js';
import { typeGrammar } from './schema.js';

/** The types of a language. References are those of a config that the grammar has accepted. */
export interface TypeRegistry {
  /** Schemas of type references in every place where one may be. */
  readonly grammar: Grammar;
  /**
   * Makes a type ready to run; the same reference gives the same compiled type.
   * @throws TypeError for an id that does not exist
   */
  compile(reference: TypeReference): CompiledType;
  /** Loads what types need, those nested in them included. Must be done before they run. */
  prepare(references: Iterable<TypeReference>): Promise<void>;
}

/** A compiled type with every definition that takes part in it. */
interface Entry {
  readonly type: CompiledType;
  readonly definitions: ReadonlySet<TypeDefinition>;
}

/** Binds definitions of types together. */
export function createTypeRegistry(definitions: readonly TypeDefinition[]): TypeRegistry {
  const byId = new Map(definitions.map((definition) => [definition.id, definition]));
  const grammar = typeGrammar(definitions);
  const entries = new WeakMap<object, Entry>();
  const plainEntries = new Map<string, Entry>();

  function entryOf(reference: TypeReference): Entry {
    const known = typeof reference === 'string' ? plainEntries.get(reference) : entries.get(reference);
    if (known) return known;
    const entry = makeEntry(reference);
    if (typeof reference === 'string') plainEntries.set(reference, entry);
    else entries.set(reference, entry);
    return entry;
  }

  function makeEntry(reference: TypeReference): Entry {
    const id = idOf(reference);
    const definition = byId.get(id);
    if (!definition) throw new TypeError(`there is no type ${JSON.stringify(id)}`);
    // The id alone means the object without members; parsing fills in the defaults of a host's type.
    const options = typeof reference === 'string' ? grammar.type.parse({ id }) : reference;
    const nested: Entry[] = [];
    const compiled = definition.compile(options as never, {
      compile(inner) {
        const entry = entryOf(inner);
        nested.push(entry);
        return entry.type;
      },
    });
    const promptHint = definition.promptHint?.(options as never);
    return {
      type: { ...compiled, id, noun: nounOf(reference), ...(promptHint !== undefined && { promptHint }) },
      definitions: new Set([definition, ...nested.flatMap((entry) => [...entry.definitions])]),
    };
  }

  return {
    grammar,
    compile: (reference) => entryOf(reference).type,
    async prepare(references) {
      const used = new Set<TypeDefinition>();
      for (const reference of references) {
        for (const definition of entryOf(reference).definitions) if (definition.prepare) used.add(definition);
      }
      if (used.size > 0) await Promise.all([...used].map((definition) => definition.prepare?.()));
    },
  };
}
