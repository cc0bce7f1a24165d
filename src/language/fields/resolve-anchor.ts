/** Looks up anchors that are given by name. */
import { type Anchor, normaliseAnchor } from '../anchors/anchors.js';
import type { FieldAnchor } from '../anchors/forms.js';

/** The anchor itself, or why a name means none. */
export function resolveAnchor(
  anchor: FieldAnchor,
  defined: ReadonlyMap<string, Anchor>,
): Anchor | { readonly missing: string } {
  const normal = normaliseAnchor(anchor);
  if (!('ref' in normal)) return normal;
  return (
    defined.get(normal.ref) ?? {
      missing: `no anchorDefinition named ${JSON.stringify(normal.ref)} comes before this field`,
    }
  );
}
