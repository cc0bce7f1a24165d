/** What is doubtful in a config that the grammar allows: asks every part, as the grammar takes it. */

import type { FoundIssue } from '../../errors.js';
import { warningsOf } from '../../foundation/schema/grammar.js';
import { anchorReference } from '../anchors/schema.js';
import { type AnchorDefinitionField, anchorDefinitionSchema } from '../fields/anchor-definition.js';
import { anchorReferenceIssues, type Placed } from '../fields/anchor-references.js';
import { sourceWarnings } from '../fields/computed-lint.js';
import type { Config } from './config-types.js';
import type { Language } from './schema.js';
import { useWarnings } from './uses.js';
import { type LookAtPart, walkConfig } from './walk.js';

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
  const anchors = new NamedAnchors();
  walkConfig(language.config, config, (schema, value, place) => {
    if (refused.size > 0 && refused.has(keyOf(place.path))) return;
    for (const { path, code, message } of warningsOf(schema, value, place)) {
      found.push({ path: [...place.path, ...path], message, severity: 'warning', code });
    }
    anchors.look(schema, value, place);
  });
  if (refused.size > 0) return found;
  return [...found, ...anchors.issues(), ...sourceWarnings(config, language), ...useWarnings(config)];
}

/** Whether anchors of a config that the grammar has accepted refer to each other in a circle: the one error that it does not see. */
export function hasAnchorCycle(config: Config, language: Language): boolean {
  if (!holdsMember(config, REFERENCE)) return false;
  const anchors = new NamedAnchors();
  walkConfig(language.config, config, anchors.look);
  return anchors.issues().some(({ severity }) => severity === 'error');
}

/** The member by which anchors refer to others. */
const REFERENCE = 'ref';

function holdsMember(value: unknown, name: string): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, name) || Object.values(value).some((member) => holdsMember(member, name));
}

/** Anchors with names, and where they are referred to. */
class NamedAnchors {
  readonly #definitions: Placed<AnchorDefinitionField>[] = [];
  readonly #references: Placed<{ readonly [REFERENCE]: string }>[] = [];

  readonly look: LookAtPart = (schema, value, { path }) => {
    // A description makes a copy of a schema, not of its definition.
    if (schema._zod.def === anchorDefinitionSchema._zod.def) {
      this.#definitions.push({ part: value as AnchorDefinitionField, path });
    } else if (schema._zod.def === anchorReference._zod.def) {
      this.#references.push({ part: value as { [REFERENCE]: string }, path });
    }
  };

  issues(): readonly FoundIssue[] {
    return anchorReferenceIssues(this.#definitions, this.#references);
  }
}
