/** The simple field: an anchor, a method, a type and a selection among the anchor's matches. */
// See docs/language/01-document-anchors-fields.md#4-config-and-field-object
import * as z from 'zod';
import { formatPath, type PathStep } from '../../errors.js';
import { settled, withDefault } from '../../foundation/schema/defaults.js';
import { type ConfigWarning, closedObject } from '../../foundation/schema/grammar.js';
import { DEFAULT_TYPE, type FieldValue, type TypeReference } from '../../foundation/schema/language.js';
import { type PatternGuard, placedGuard } from '../../foundation/text/pattern-guard.js';
import { unvaluedBeside } from '../../page/document/formula-cells.js';
import type { Line, Region } from '../../page/document/model.js';
import { type AnchorHit, AnchorSearch } from '../anchors/anchors.js';
import type { FieldAnchor } from '../anchors/forms.js';
import { fieldAnchorSchema } from '../anchors/schema.js';
import { type SearchScope, withGuard } from '../anchors/scope.js';
import { store } from '../computed/output.js';
import type {
  Capture,
  Finished,
  MethodContext,
  MethodDefinition,
  SearchedTable,
  SearchPoint,
  Yield,
} from '../methods/definition.js';
import { filterPieces, withoutSpace } from '../methods/filters.js';
import { idOf } from '../types/nested.js';
import { runType } from '../types/select.js';
import { TooMuchCaptured } from './capture-budget.js';
import type { FieldKind, FieldScope, MethodReference } from './definition.js';
import { warnOfDoubts, warnOfIgnoredSigns } from './doubts.js';
import { warnOfIgnored } from './ignored.js';
import { decorate } from './output.js';
import { resolveAnchor } from './resolve-anchor.js';
import { type ExtractionIssue, placeOf } from './runner.js';
import { emptySelection, FIELD_SELECTIONS, type FieldSelection, select } from './selection.js';
import {
  type FieldTrace,
  plainTrace,
  printedLine,
  printedPoint,
  type TracedAnchor,
  type TracedPiece,
} from './trace.js';

/** A simple field as a parsed config holds it. */
export interface SimpleFieldConfig {
  readonly id: string;
  readonly anchor?: FieldAnchor | undefined;
  readonly method: MethodReference;
  readonly type?: TypeReference | undefined;
  readonly match?: FieldSelection | undefined;
}

/** What one anchor match gave. */
interface Attempt {
  readonly value: FieldValue;
  readonly reason?: string | undefined;
  readonly captured: readonly TracedPiece[];
  readonly lines: readonly Line[];
  readonly points: readonly SearchPoint[];
  readonly regions: readonly Region[];
  readonly table?: SearchedTable | undefined;
  /** Characters of the value that are not its lines'. */
  readonly size?: number;
  /** Say of values that they were read without their signs. */
  readonly ignoredSigns?: readonly (() => string)[] | undefined;
  readonly unsupported?: true;
  readonly warning?: Capture['warning'];
  /** Why a name among the method's own anchors means none. */
  readonly unknownAnchor?: string | undefined;
}

const NO_SECTIONS =
  'unknown member; sections are fields with "type": "sections", or are in "sections" of a config';

/** Members that mean sections. */
const SECTION_MEMBERS = {
  section: NO_SECTIONS,
  sections: NO_SECTIONS,
  range: NO_SECTIONS,
  fields: NO_SECTIONS,
};

const choice = {
  match: withDefault(z.enum(FIELD_SELECTIONS), 'first').describe('Which of several anchor matches to use'),
};

export const simple: FieldKind<SimpleFieldConfig> = {
  id: 'simple',
  summary: 'A value that a method finds at an anchor',
  places: ['fields'],
  methodIds: (grammar) => [...grammar.methods.keys()],
  schema: (grammar) =>
    closedObject(
      {
        id: z.string().min(1).describe('Key of the value in the output'),
        anchor: fieldAnchorSchema.optional().describe('Where to look'),
        method: grammar.method.describe('How to capture text there'),
        type: withDefault(grammar.type, DEFAULT_TYPE).describe('Type of the value'),
        ...choice,
      },
      SECTION_MEMBERS,
    ).superRefine((field, context) => {
      const method = grammar.methods.get(field.method.id);
      if (
        yieldOf(method, field.method) !== 'images' &&
        field.type !== undefined &&
        idOf(field.type) === 'images'
      ) {
        context.addIssue({
          code: 'custom',
          path: ['type'],
          message: 'images come only from the method documentRange with "includeImages": true',
        });
      }
      if (method?.anchor === 'required' && field.anchor === undefined) {
        context.addIssue({
          code: 'custom',
          path: ['anchor'],
          message: `is required: the method ${field.method.id} looks near an anchor`,
          params: { code: 'required' },
        });
      }
    }),
  failed: ({ match }) => emptySelection(match),
  matches: (field) => 'method' in field || 'anchor' in field || 'id' in field,
  warnings: (field, { methods }) => [
    ...selectionWarnings(field),
    ...typeWarnings(field, methods.get(field.method.id)),
  ],
  examples: [
    {
      title: 'the amount on the row of its caption',
      document: [
        { text: 'Total due', left: 1, top: 1 },
        { text: '$2,601.00', left: 4, top: 1 },
      ],
      field: { id: 'total', anchor: 'total due', type: 'currency', method: { id: 'row' } },
      result: { total: { source: '$2,601.00', value: 2601, unit: '$', type: 'currency' } },
    },
  ],
  async execute(field, scope, path) {
    const { types, method: methodById } = scope.run.language;
    const method = methodById(field.method.id);
    await types.prepare([field.type ?? DEFAULT_TYPE, ...(field.method.typeFilters ?? [])]);
    const anchor = field.anchor === undefined ? undefined : resolveAnchor(field.anchor, scope.anchors);
    if (anchor && 'missing' in anchor) return giveUp('configuration', anchor.missing, field, scope, path);
    const search = anchor && new AnchorSearch(anchor, scopeFor(field, scope, path));
    const { match } = settled(choice, field);
    let isFirst = true;
    const tryAt = async (hit: AnchorHit | undefined) => {
      // Before the first match the field itself had its turn.
      if (!isFirst) await scope.run.turn();
      const result = await attempt(field, method, hit, scope, path);
      // A first match captures the document once at most; their number alone says how large pictures are.
      if (!isFirst || result.size) {
        scope.run.captureBudget.take(result.lines, result.captured.length, result.size);
      }
      isFirst = false;
      return result;
    };
    const selecting = select(match, search ? search.candidates() : [undefined], tryAt);
    const selected = await selecting.catch(tooMuchCaptured);
    if (selected instanceof TooMuchCaptured) {
      return giveUp('unsupported', selected.message, field, scope, path);
    }
    store(scope, field.id, selected.value);
    warnOfIgnored(method.ignored?.(field.method) ?? [], field.id, scope, [...path, 'method']);
    await enterNotes(selected.attempts, scope, () => place(field, scope, path));
    if (scope.run.trace) scope.run.trace(field.id, traceOf(field, path, selected.attempts, search?.missing));
  },
};

function selectionWarnings({ anchor, match }: SimpleFieldConfig): ConfigWarning[] {
  if (match === undefined || anchor !== undefined) return [];
  const message = 'has no effect without an anchor: there are no anchor matches to select from';
  return [{ path: ['match'], code: 'ignored_member', message }];
}

/** A type that does not go with what the method gives. */
function typeWarnings(
  { type, method: options }: SimpleFieldConfig,
  method: MethodDefinition | undefined,
): ConfigWarning[] {
  const yields = yieldOf(method, options);
  const typeId = type === undefined ? undefined : idOf(type);
  const warn = (message: string): ConfigWarning[] => [
    { path: type === undefined ? [] : ['type'], code: 'type_mismatch', message },
  ];
  if (typeId === 'table' && yields !== 'table') {
    return warn(`the method ${options.id} gives no table, so the value is always null`);
  }
  if (yields === 'table' && typeId !== undefined && typeId !== 'table') {
    return warn(`the method ${options.id} gives a table; the type is taken as table`);
  }
  if (yields === 'images' && typeId !== 'images') {
    return warn('with includeImages the value is images; write "type": "images"');
  }
  if (yields === 'image' && typeId !== undefined && typeId !== 'string') {
    return warn('with asImage the value is a picture; the type has no effect');
  }
  return [];
}

/** Leaves a field that cannot be looked for without a value. */
function giveUp(
  type: ExtractionIssue['type'],
  message: string,
  field: SimpleFieldConfig,
  scope: FieldScope,
  path: readonly PathStep[],
): void {
  store(scope, field.id, emptySelection(field.match));
  scope.run.error({ type, message, ...place(field, scope, path) });
  scope.run.trace?.(field.id, plainTrace(path, field.method.id, message));
}

function tooMuchCaptured(error: unknown): TooMuchCaptured {
  if (error instanceof TooMuchCaptured) return error;
  throw error;
}

function place(field: SimpleFieldConfig, scope: FieldScope, path: readonly PathStep[]) {
  return placeOf(scope, path, field.id);
}

/** The scope, with its patterns bounded for this field. */
function scopeFor(field: SimpleFieldConfig, scope: FieldScope, path: readonly PathStep[]) {
  return withGuard(
    scope.scope,
    placedGuard(scope.run, () => place(field, scope, path)),
  );
}

/** Runs the method at one anchor match and turns what it captured into a value. */
async function attempt(
  field: SimpleFieldConfig,
  method: MethodDefinition,
  anchor: AnchorHit | undefined,
  fieldScope: FieldScope,
  path: readonly PathStep[],
): Promise<Attempt> {
  const { run, scope } = fieldScope;
  const guard = placedGuard(run, () => place(field, fieldScope, path));
  let unknownAnchor: string | undefined;
  const context = contextOf(withGuard(scope, guard), field, anchor, fieldScope, (missing) => {
    unknownAnchor = missing;
  });
  // The grammar has checked the options against the method's own schema, and that required anchors are there.
  const result = await method.capture(context);
  const { unsupported, warning } = result;
  const outcome =
    'value' in result
      ? finished(result, anchor, fieldScope)
      : readValue(result, field, method, anchor, fieldScope, guard);
  const formula =
    outcome.value === null && anchor
      ? unvaluedBeside(anchor.line, scope.pages.get(anchor.line.page))
      : undefined;
  const reason = formula === undefined ? {} : { reason: formula };
  return {
    ...outcome,
    ...reason,
    ...(unsupported && { unsupported }),
    ...(warning && { warning }),
    unknownAnchor,
  };
}

/**
 * What a method is given at one anchor match.
 * @param scope with its patterns bounded for this field
 * @param onUnknown called with why a name among the method's own anchors means none
 */
function contextOf(
  scope: SearchScope,
  field: SimpleFieldConfig,
  anchor: AnchorHit | undefined,
  fieldScope: FieldScope,
  onUnknown: (missing: string) => void,
): MethodContext<MethodReference> {
  return {
    options: field.method,
    scope,
    anchor,
    find(other) {
      const resolved = resolveAnchor(other, fieldScope.anchors);
      if ('missing' in resolved) {
        onUnknown(resolved.missing);
        return resolved;
      }
      const search = new AnchorSearch(resolved, scope);
      return search.first() ?? { missing: search.missing ?? 'anchor not found' };
    },
    types: fieldScope.run.language.types,
    tableBudget: fieldScope.run.tableBudget,
    withLines: (value, lines) => {
      const origin = { lines, points: [], regions: [], anchors: anchor?.lines ?? [] };
      return decorate(value, origin, fieldScope.run.verbosity);
    },
  };
}

/** Enters what the searches of a field report beside their results, once a field however many anchors it has. */
async function enterNotes(
  attempts: readonly TracedAttempt[],
  scope: FieldScope,
  at: () => ReturnType<typeof place>,
): Promise<void> {
  const { run } = scope;
  const unsupported = attempts.find(({ result }) => result.unsupported);
  if (unsupported) {
    const { result, hit } = unsupported;
    const message = result.reason ?? 'the method cannot run here';
    run.error({ type: 'unsupported', message, ...at(), ...(hit && { page: hit.line.page }) });
  }
  const unknown = attempts.find(({ result }) => result.unknownAnchor !== undefined)?.result.unknownAnchor;
  if (unknown !== undefined) run.error({ type: 'configuration', message: unknown, ...at() });
  const warned = attempts.find(({ result }) => result.warning);
  if (warned?.result.warning) {
    run.warn({ ...warned.result.warning, ...at(), ...(warned.hit && { page: warned.hit.line.page }) });
  }
  for (const { result, used } of attempts) {
    if (!used || result.value === null) continue;
    await warnOfDoubts(result.value, result.lines, scope, at);
    warnOfIgnoredSigns(result.ignoredSigns ?? [], run, at);
  }
}

function finished(result: Finished, anchor: AnchorHit | undefined, scope: FieldScope): Attempt {
  const { points = [], regions = [], lines, table, size, ignoredSigns } = result;
  const shown = result.withoutLines ? undefined : lines;
  const value =
    result.value === null
      ? null
      : decorate(
          result.value,
          { lines: shown, points, regions, anchors: anchor?.lines ?? [] },
          scope.run.verbosity,
        );
  return {
    value,
    reason: result.reason,
    captured: [],
    lines,
    points,
    regions,
    table,
    ignoredSigns,
    ...(size && { size }),
  };
}

function readValue(
  capture: Capture,
  field: SimpleFieldConfig,
  method: MethodDefinition,
  anchor: AnchorHit | undefined,
  scope: FieldScope,
  guard: PatternGuard,
): Attempt {
  const { language, verbosity } = scope.run;
  const { points = [], regions = [] } = capture;
  const typeFilters = (field.method.typeFilters ?? []).map((type) => language.types.compile(type));
  const { pieces, dropped } = filterPieces(capture.pieces, field.method, anchor?.line, typeFilters, guard);
  const captured: TracedPiece[] = scope.run.trace
    ? [
        ...pieces.map(({ line, text }) => ({ ...printedLine(line), text, kept: true })),
        ...dropped.map(({ piece, reason }) => ({
          ...printedLine(piece.line),
          text: piece.text,
          kept: false,
          reason,
        })),
      ]
    : [];
  if (pieces.length === 0) {
    const reason = dropped[0] ? `all captured text was dropped: ${dropped[0].reason}` : capture.reason;
    return {
      value: null,
      reason: reason ?? 'the method captured nothing',
      captured,
      lines: [],
      points,
      regions,
    };
  }
  const type = language.types.compile(field.type ?? DEFAULT_TYPE);
  const result = runType(type, pieces, field.method.tiebreaker ?? method.defaultTiebreaker, guard);
  if (result.value === null) {
    const reason = scope.run.trace && { reason: result.reason };
    return { value: null, ...reason, captured, lines: [], points, regions };
  }
  const lines = [...new Set(result.lines.map((position) => pieces[position]!.line))];
  const text = finalText(result.value, field);
  const origin = { lines, points, regions, anchors: anchor?.lines ?? [] };
  const ignoredSigns = result.ignoredSign && [result.ignoredSign];
  const value = decorate(text, origin, verbosity);
  return { value, captured, lines, points, regions, ignoredSigns };
}

/** `whitespaceFilter` acts once more on joined text, so that `all` removes the joints too. */
// See docs/language/01-document-anchors-fields.md#51-order-of-application
// See docs/language/01-document-anchors-fields.md
function finalText(value: object, field: SimpleFieldConfig): object {
  const filter = field.method.whitespaceFilter;
  const isText = 'type' in value && value.type === 'string' && 'value' in value && !('source' in value);
  if (filter === undefined || !isText || typeof value.value !== 'string') return value;
  return { ...value, value: withoutSpace(value.value, filter) };
}

type TracedAttempt = {
  readonly hit: AnchorHit | undefined;
  readonly used: boolean;
  readonly result: Attempt;
};

function misreadNote(texts: AnchorHit['misread']): string {
  return `matched in spite of OCR: ${texts.map((text) => JSON.stringify(text)).join(', ')}`;
}

function traceOf(
  field: SimpleFieldConfig,
  path: readonly PathStep[],
  attempts: readonly TracedAttempt[],
  missing: string | undefined,
): FieldTrace {
  const anchors = attempts.flatMap(({ hit, used, result }): TracedAnchor[] => {
    if (!hit) return [];
    const reason = used ? undefined : (result.reason ?? 'another anchor match was selected');
    return [
      {
        ...printedLine(hit.line),
        range: [hit.start, hit.end],
        used,
        ...(reason !== undefined && { reason }),
        ...(hit.misread.length > 0 && { note: misreadNote(hit.misread) }),
      },
    ];
  });
  const used = attempts.filter((attempt) => attempt.used);
  const shown = used.length > 0 ? used : attempts;
  const reason = used.some(({ result }) => result.value !== null)
    ? undefined
    : (missing ?? shown.findLast(({ result }) => result.reason !== undefined)?.result.reason);
  const tables = shown.flatMap(({ result }) => result.table ?? []);
  return {
    path: formatPath(path),
    method: field.method.id,
    anchors,
    captured: shown.flatMap(({ result }) => result.captured),
    lines: used.flatMap(({ result }) => result.lines.map(printedLine)),
    points: shown.flatMap(({ result }) => result.points.map(printedPoint)),
    regions: shown.flatMap(({ result }) => result.regions),
    ...(tables.length > 0 && { table: joinedTables(tables) }),
    ...(reason !== undefined && { reason }),
  };
}

/** Tables at several anchors, as one. */
function joinedTables(tables: readonly SearchedTable[]): SearchedTable {
  return { columns: tables.flatMap(({ columns }) => columns), rows: tables.flatMap(({ rows }) => rows) };
}

/**
 * What a method gives with its members that is not made from text, for the checks of a field's type; undefined for
 * text.
 */
// See docs/language/04-types.md#42-configuration-forms-and-validation
function yieldOf(method: MethodDefinition | undefined, options: { readonly id: string }): Yield | undefined {
  // The grammar has checked the members against the method's own schema.
  return method?.yields?.(options as never);
}
