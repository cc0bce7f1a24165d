/** What is doubtful in a config that the grammar allows: asks every part, as the grammar takes it. */
import { anchorReference } from '../anchors/schema.js';
import type { FoundIssue } from '../errors.js';
import { type AnchorDefinitionField, anchorDefinitionSchema } from '../fields/anchor-definition.js';
import { anchorReferenceIssues, type Placed } from '../fields/anchor-references.js';
import { sourceWarnings } from '../fields/computed-lint.js';
import { warningsOf } from '../grammar.js';
import type { Config } from './config-types.js';
import type { Language } from './schema.js';
import { useWarnings } from './uses.js';
import { walkConfig } from './walk.js';

/** All warnings about a config that the grammar has accepted, and anchors that refer to each other in a circle. */
export function lint(config: Config, language: Language): FoundIssue[] {
  const found: FoundIssue[] = [];
  const definitions: Placed<AnchorDefinitionField>[] = [];
  const references: Placed<{ readonly ref: string }>[] = [];
  walkConfig(language.config, config, (schema, value, place) => {
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
  return [
    ...found,
    ...anchorReferenceIssues(definitions, references),
    ...sourceWarnings(config, language),
    ...useWarnings(config),
  ];
}
