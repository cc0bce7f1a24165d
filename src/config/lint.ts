/** What is doubtful in a config that the grammar allows: asks every part, as the grammar takes it. */
import { anchorReference } from '../anchors/schema.js';
import type { FoundIssue } from '../errors.js';
import { type AnchorDefinitionField, anchorDefinitionSchema } from '../fields/anchor-definition.js';
import { anchorReferenceIssues, type Placed } from '../fields/anchor-references.js';
import { sourceWarnings } from '../fields/computed-lint.js';
import { warningsOf } from '../schema/grammar.js';
import type { Config } from './config-types.js';
import type { Language } from './schema.js';
import { useWarnings } from './uses.js';
import { walkConfig } from './walk.js';

/** Parts of a config that the grammar has not accepted, and all around them; none of a config without errors. */
type RefusedParts = ReadonlySet<string>;

/** The parts that issues of the grammar concern. */
export function refusedParts(issues: readonly { readonly path: readonly PropertyKey[] }[]): RefusedParts {
  const refused = new Set<string>();
  for (const { path } of issues) {
    for (let length = path.length; length >= 0; length -= 1) {
      const key = keyOf(path.slice(0, length));
      // What is around a part that is known to be refused is known, too.
      if (refused.has(key)) break;
      refused.add(key);
    }
  }
  return refused;
}

function keyOf(path: readonly PropertyKey[]): string {
  return JSON.stringify(path.map((step) => (typeof step === 'symbol' ? String(step) : step)));
}

/**
 * All warnings about a config, and anchors that refer to each other in a circle. Of a config that the grammar has not
 * accepted only its sound parts are looked at, each for itself: what is said of the whole needs all of it.
 */
export function lint(config: Config, language: Language, refused: RefusedParts = new Set()): FoundIssue[] {
  const found: FoundIssue[] = [];
  const definitions: Placed<AnchorDefinitionField>[] = [];
  const references: Placed<{ readonly ref: string }>[] = [];
  walkConfig(language.config, config, (schema, value, place) => {
    if (refused.size > 0 && refused.has(keyOf(place.path))) return;
    for (const { path, code, message } of warningsOf(schema, value, place)) {
      found.push({ path: [...place.path, ...path], message, severity: 'warning', code });
    }
    // A description makes a copy of a schema, not of its definition.
    if (schema._zod.def === anchorDefinitionSchema._zod.def) {
      definitions.push({ part: value as AnchorDefinitionField, path: place.path });
    } else if (schema._zod.def === anchorReference._zod.def) {
      references.push({ part: value as { ref: string }, path: place.path });
    }
  });
  if (refused.size > 0) return found;
  return [
    ...found,
    ...anchorReferenceIssues(definitions, references),
    ...sourceWarnings(config, language),
    ...useWarnings(config),
  ];
}
