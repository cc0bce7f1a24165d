/** Anchors that are referred to by name, in a whole config: names that nothing defines, and circles of them. */
import { type FoundIssue, type PathStep, shortened } from '../../errors.js';
import { suggestion } from '../../foundation/schema/grammar.js';
import type { AnchorDefinitionField } from './anchor-definition.js';

/** A part of a config, and where it is. */
export interface Placed<Part> {
  readonly part: Part;
  readonly path: readonly PathStep[];
}

/** Names that an unknown one is compared with. */
const MAX_SUGGESTED = 1_000;

/** Warnings about names that no definition has, and errors about definitions that refer to themselves. */
export function anchorReferenceIssues(
  definitions: readonly Placed<AnchorDefinitionField>[],
  references: readonly Placed<{ readonly ref: string }>[],
): FoundIssue[] {
  const defined = new Set(definitions.map(({ part }) => part.name));
  const names = [...defined].slice(0, MAX_SUGGESTED);
  const unknown = references
    .filter(({ part }) => !defined.has(part.ref))
    .map(
      ({ part, path }): FoundIssue => ({
        path: [...path, 'ref'],
        message: `no anchorDefinition is named ${JSON.stringify(shortened(part.ref))}${suggestion(part.ref, names)}`,
        severity: 'warning',
        code: 'unknown_anchor',
      }),
    );
  return [...unknown, ...cycles(definitions)];
}

/** Definitions that refer to themselves, directly or over others, can never be resolved. */
function cycles(definitions: readonly Placed<AnchorDefinitionField>[]): FoundIssue[] {
  const refs = new Map(definitions.map(({ part }) => [part.name, refOf(part)]));
  const circles = inCircles(refs);
  return definitions
    .filter(({ part }) => circles.has(part.name))
    .map(({ part, path }) => ({
      path: [...path, 'anchor', 'ref'],
      message: `the anchor ${JSON.stringify(shortened(part.name))} refers to itself`,
      severity: 'error',
      code: 'anchor_cycle',
    }));
}

function refOf({ anchor }: AnchorDefinitionField): string | undefined {
  return typeof anchor === 'object' && 'ref' in anchor ? anchor.ref : undefined;
}

/** Names that references lead back to. Each name has one reference at most, so that every walk is made once. */
function inCircles(refs: ReadonlyMap<string, string | undefined>): ReadonlySet<string> {
  const circles = new Set<string>();
  const walkOf = new Map<string, string>();
  for (const start of refs.keys()) {
    let at: string | undefined = start;
    while (at !== undefined && refs.has(at) && !walkOf.has(at)) {
      walkOf.set(at, start);
      at = refs.get(at);
    }
    // A walk that meets itself has found a circle; one that meets an earlier walk has found nothing new.
    if (at === undefined || walkOf.get(at) !== start) continue;
    for (let name = at; !circles.has(name); name = refs.get(name)!) circles.add(name);
  }
  return circles;
}
