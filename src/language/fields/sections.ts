/** Sections: cuts the lines of a scope into parts and runs fields in each. */
// See docs/language/06-sections-and-field-kinds.md#1-the-sections-field
// See docs/language/06-sections-and-field-kinds.md#5-result-of-a-sections-field
import * as z from 'zod';
import { settled, withDefault } from '../../foundation/schema/defaults.js';
import { type ConfigWarning, closedObject, taggedUnion } from '../../foundation/schema/grammar.js';
import type { FieldOutput } from '../../foundation/schema/language.js';
import { type PatternGuard, placedGuard } from '../../foundation/text/pattern-guard.js';
import type { Line } from '../../page/document/model.js';
import type { AnchorHit } from '../anchors/anchors.js';
import { ExternalLines } from '../anchors/external-range.js';
import { type HorizontalRange, horizontalRangeSchema, horizontalSections } from '../anchors/ranges.js';
import { extentsOf, type SearchScope, sectionScope, withGuard } from '../anchors/scope.js';
import { holds, store } from '../computed/output.js';
import { definedIds } from './defined-ids.js';
import type { FieldKind, FieldLanguage, FieldScope } from './definition.js';
import { resolveAnchor } from './resolve-anchor.js';
import { placeOf } from './runner.js';
import { documentScope, innerScope, runScope, scopeMembers } from './scope-steps.js';
import { type Bracket, plainTrace, printedLine, type SectionTrace } from './trace.js';
import { type VerticalRange, verticalRangeSchema, verticalSections } from './vertical-ranges.js';

/** How a config says what the sections are. */
type SectionRange = HorizontalRange | VerticalRange;

const sectionRangeSchema = taggedUnion([horizontalRangeSchema, verticalRangeSchema], {
  tag: 'direction',
  what: 'direction',
});

/** A sections field, as a config holds it; the types of its fields depend on the language. */
export interface SectionsField<Field = object, ComputedField = object> {
  id: string;
  type?: 'sections' | undefined;
  range: SectionRange;
  fields: Field[];
  computed_fields?: ComputedField[] | undefined;
  sections?: SectionsField<Field, ComputedField>[] | undefined;
  requiredFields?: string[] | undefined;
  display?: boolean | undefined;
}

const shown = {
  display: withDefault(z.boolean(), true).describe('Whether viewers show where sections begin and end'),
};

export const sections: FieldKind<SectionsField> = {
  id: 'sections',
  summary: 'Similar parts of the document, each with its own fields',
  places: ['fields', 'sections'],
  methodIds: () => [],
  schema: (grammar, place) => {
    const type = z.literal('sections').describe('Makes the field a group of sections');
    return closedObject({
      id: z.string().min(1).describe('Key of the array of sections in the output'),
      type: place === 'sections' ? type.optional() : type,
      range: sectionRangeSchema.describe('Where sections begin and end'),
      ...scopeMembers(grammar),
      requiredFields: z
        .array(z.string())
        .optional()
        .describe('Sections without a value for one of these are left out'),
      ...shown,
    }) as unknown as z.ZodType<SectionsField, SectionsField>;
  },
  matches: (field) => ('type' in field ? field.type === 'sections' : 'range' in field && 'fields' in field),
  warnings: unknownRequired,
  examples: [
    {
      title: 'claims one below the other',
      document: [
        { text: 'Claim C-1', left: 1, top: 1 },
        { text: 'Paid', left: 1, top: 1.3 },
        { text: '$80', left: 2, top: 1.3 },
        { text: 'Claim C-2', left: 1, top: 1.8 },
        { text: 'Paid', left: 1, top: 2.1 },
        { text: 'Total', left: 1, top: 2.6 },
        { text: '$80', left: 2, top: 2.6 },
      ],
      field: {
        id: 'claims',
        type: 'sections',
        range: { anchor: 'claim', stop: 'total' },
        fields: [
          { id: 'number', anchor: 'claim', method: { id: 'label', position: 'right' } },
          { id: 'paid', anchor: 'paid', type: 'currency', method: { id: 'row' } },
        ],
      },
      result: {
        claims: [
          {
            number: { type: 'string', value: 'C-1' },
            paid: { source: '$80', value: 80, unit: '$', type: 'currency' },
          },
          { number: { type: 'string', value: 'C-2' }, paid: null },
        ],
      },
    },
  ],
  async execute(field, scope, path) {
    const { run } = scope;
    const guard = placedGuard(run, () => placeOf(scope, path, field.id));
    const cut = cutSections(field, scope, guard);
    if ('missing' in cut) {
      store(scope, field.id, null);
      scope.run.error({ type: 'configuration', message: cut.missing, ...placeOf(scope, path, field.id) });
      scope.run.trace?.(field.id, plainTrace(path, 'sections', cut.missing));
      return;
    }
    const group: FieldOutput[] = [];
    const anchors = new Set<AnchorHit>();
    const traced: SectionTrace[] = [];
    let index = 0;
    for (const section of cut) {
      await scope.run.turn();
      const inner = innerScope(scope, {
        scope: sectionScope(scope.scope, section.own, section.all),
        place: { group: field.id, index },
      });
      await runScope(field, inner, path);
      const used = (field.requiredFields ?? []).every((id) => holds(inner, id));
      if (used) group.push(inner.output);
      if (scope.run.trace) {
        anchors.add(section.anchor);
        traced.push({ index, used, display: settled(shown, field).display, ...bracketsOf(section) });
      }
      index += 1;
    }
    store(scope, field.id, group);
    scope.run.trace?.(field.id, {
      ...plainTrace(path, 'sections', emptyReason(index, group.length)),
      anchors: [...anchors].map(({ line, start, end }) => ({
        ...printedLine(line),
        range: [start, end],
        used: true,
      })),
      sections: traced,
    });
  },
};

function emptyReason(cut: number, used: number): string | undefined {
  if (used > 0) return undefined;
  return cut === 0 ? 'the range gives no section' : 'no section has all required fields';
}

/** A section before its fields run. */
interface CutSection {
  /** Lines of its range, in document order; never empty. */
  readonly own: readonly Line[];
  readonly external: readonly Line[];
  /** Both, each once, in document order. */
  readonly all: readonly Line[];
  readonly anchor: AnchorHit;
  readonly column?: { readonly left: number; readonly right: number };
}

/** The sections of a field in the own lines of a scope, each made when it is asked for. */
function cutSections(
  { range }: SectionsField,
  scope: FieldScope,
  patternGuard: PatternGuard,
): Iterable<CutSection> | { readonly missing: string } {
  const { run, anchors } = scope;
  const within = withGuard(ownScope(scope.scope), patternGuard);
  const resolve = (anchor: Parameters<typeof resolveAnchor>[0]) => resolveAnchor(anchor, anchors);
  if (range.direction === 'vertical') {
    const found = verticalSections(range, within, resolve);
    return 'missing' in found ? found : columnSections(found);
  }
  const found = horizontalSections(range, within, resolve, run.checkpoint);
  if ('missing' in found) return found;
  const document = documentScope(scope).scope;
  const external = range.externalRange && ExternalLines.in(document, range.externalRange, resolve);
  if (external && 'missing' in external) return external;
  return bandSections(found, document, external);
}

/** What sections inside a section are cut from: its external lines are no part of it. */
function ownScope(scope: SearchScope): SearchScope {
  return scope.ownLines === scope.lines ? scope : sectionScope(scope, scope.ownLines);
}

function* columnSections(
  found: Exclude<ReturnType<typeof verticalSections>, { readonly missing: string }>,
): Generator<CutSection> {
  for (const { lines, anchor, column } of found) {
    if (lines.length > 0) yield { own: lines, external: [], all: lines, anchor, column };
  }
}

function* bandSections(
  found: Exclude<ReturnType<typeof horizontalSections>, { readonly missing: string }>,
  document: SearchScope,
  externalLines: ExternalLines | undefined,
): Generator<CutSection> {
  for (const { lines, anchor } of found) {
    const external = externalLines?.of(anchor.line) ?? [];
    yield { own: lines, external, all: united(lines, external, document), anchor };
  }
}

function united(own: readonly Line[], external: readonly Line[], document: SearchScope): readonly Line[] {
  if (external.length === 0) return own;
  return [...new Set([...own, ...external])].sort((a, b) => document.indexOf(a) - document.indexOf(b));
}

function bracketsOf({ own, external, column }: CutSection): Pick<SectionTrace, 'brackets' | 'external'> {
  return { brackets: brackets(own, column), external: brackets(external) };
}

function brackets(lines: readonly Line[], column?: CutSection['column']): Bracket[] {
  return [...extentsOf(lines)].map(([page, extent]) => ({ page, ...extent, ...column }));
}

/** Required ids that no field of the section gives a value. */
function unknownRequired(field: SectionsField, language: FieldLanguage): ConfigWarning[] {
  const { fields, computed_fields = [], sections: groups = [], requiredFields = [] } = field;
  const defined = definedIds([...fields, ...computed_fields, ...groups], language);
  if (!defined) return [];
  return requiredFields.flatMap((id, i) => {
    if (defined.includes(id)) return [];
    const message = `no field of the section is called ${JSON.stringify(id)}, so every section is left out`;
    return [{ path: ['requiredFields', i], code: 'unknown_field', message }];
  });
}
