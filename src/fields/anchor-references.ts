/** Anchors that are referred to by name, in a whole config: names that nothing defines, and circles of them. */
import type { FoundIssue, PathStep } from '../errors.js';
import { suggestion } from '../grammar.js';
import type { AnchorDefinitionField } from './anchor-definition.js';

/** A part of a config, and where it stands. */
export interface Placed<Part> {
  readonly part: Part;
  readonly path: readonly PathStep[];
}

/** Warnings about names that no definition has, and errors about definitions that refer to themselves. */
export function anchorReferenceIssues(
  definitions: readonly Placed<AnchorDefinitionField>[],
  references: readonly Placed<{ readonly ref: string }>[],
): FoundIssue[] {
  const names = [...new Set(definitions.map(({ part }) => part.name))];
  const unknown = references
    .filter(({ part }) => !names.includes(part.ref))
    .map(
      ({ part, path }): FoundIssue => ({
        path: [...path, 'ref'],
        message: `no anchorDefinition is named ${JSON.stringify(part.ref)}${suggestion(part.ref, names)}`,
        severity: 'warning',
        code: 'unknown_anchor',
      }),
    );
  return [...unknown, ...cycles(definitions)];
}

/** Definitions that refer to themselves, directly or over others, can never be resolved. */
function cycles(definitions: readonly Placed<AnchorDefinitionField>[]): FoundIssue[] {
  const refs = new Map(definitions.map(({ part }) => [part.name, refOf(part)]));
  return definitions
    .filter(({ part }) => reaches(part.name, refs))
    .map(({ part, path }) => ({
      path: [...path, 'anchor', 'ref'],
      message: `the anchor ${JSON.stringify(part.name)} refers to itself`,
      severity: 'error',
      code: 'anchor_cycle',
    }));
}

function refOf({ anchor }: AnchorDefinitionField): string | undefined {
  return typeof anchor === 'object' && 'ref' in anchor ? anchor.ref : undefined;
}

function reaches(name: string, refs: ReadonlyMap<string, string | undefined>): boolean {
  const seen = new Set<string>();
  for (let at = refs.get(name); at !== undefined && !seen.has(at); at = refs.get(at)) {
    if (at === name) return true;
    seen.add(at);
  }
  return false;
}
