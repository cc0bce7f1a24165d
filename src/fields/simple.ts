/** The simple field: an anchor, a method, a type and a selection among the anchor's matches (chapter 1, 4). */
import { z } from 'zod';
import { type Anchor, type AnchorHit, AnchorSearch } from '../anchors/anchors.js';
import { type FieldAnchor, fieldAnchorSchema } from '../anchors/schema.js';
import type { AnyMethodOptions } from '../config/schema.js';
import type { Line, Region } from '../document/model.js';
import { formatPath, type PathStep } from '../errors.js';
import { closedObject } from '../grammar.js';
import type {
  Capture,
  Finished,
  MethodContext,
  MethodDefinition,
  SearchPoint,
} from '../methods/definition.js';
import { filterPieces, withoutSpace } from '../methods/filters.js';
import { yieldOf } from '../methods/yield.js';
import type { TypeReference } from '../types/definition.js';
import { idOf } from '../types/nested.js';
import { runType } from '../types/select.js';
import { store } from '../values/store.js';
import type { FieldKind, FieldScope, FieldValue } from './definition.js';
import { decorate } from './output.js';
import { resolveAnchor } from './resolve-anchor.js';
import { placeOf, type Run } from './run.js';
import { FIELD_SELECTIONS, type FieldSelection, select } from './selection.js';
import { type FieldTrace, plainTrace, printedLine, type TracedAnchor, type TracedPiece } from './trace.js';

/** A simple field as a parsed config holds it. */
export interface SimpleFieldConfig {
  readonly id: string;
  readonly anchor?: FieldAnchor | undefined;
  readonly method: AnyMethodOptions;
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
  readonly unsupported?: true;
  readonly warning?: Capture['warning'];
}

export const simple: FieldKind<SimpleFieldConfig> = {
  id: 'simple',
  summary: 'A value that a method finds at an anchor',
  places: ['fields'],
  methodIds: (grammar) => [...grammar.methods.keys()],
  schema: (grammar) =>
    closedObject({
      id: z.string().min(1).describe('Key of the value in the output'),
      anchor: fieldAnchorSchema.optional().describe('Where to look'),
      method: grammar.method.describe('How to capture text there'),
      type: grammar.type.optional().describe('What the text must be; default string'),
      match: z
        .enum(FIELD_SELECTIONS)
        .optional()
        .describe('Which of several anchor matches to use; default first'),
    }).superRefine((field, context) => {
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
  matches: (field) => 'method' in field || 'anchor' in field || 'id' in field,
  async execute(field, scope, path) {
    const { types, method: methodById } = scope.run.language;
    const method = methodById(field.method.id);
    await types.prepare([field.type ?? 'string', ...(field.method.typeFilters ?? [])]);
    const anchor = field.anchor === undefined ? undefined : resolveAnchor(field.anchor, scope.anchors);
    if (anchor && 'missing' in anchor) {
      store(scope.output, field.id, null);
      scope.run.error({ type: 'configuration', message: anchor.missing, ...place(field, scope, path) });
      scope.run.trace?.(field.id, plainTrace(path, field.method.id, anchor.missing));
      return;
    }
    const search = anchor && new AnchorSearch(anchor, scopeFor(field, scope, path));
    const outcome = await select(field.match ?? 'first', search?.candidates() ?? [undefined], (hit) =>
      attempt(field, method, hit, scope, path),
    );
    store(scope.output, field.id, outcome.value);
    enterNotes(outcome.attempts, scope.run, place(field, scope, path));
    if (scope.run.trace) scope.run.trace(field.id, traceOf(field, path, outcome.attempts, search?.missing));
  },
};

function place(field: SimpleFieldConfig, scope: FieldScope, path: readonly PathStep[]) {
  return placeOf(scope, path, field.id);
}

/** The scope, with its reports told of this field. */
function scopeFor(field: SimpleFieldConfig, scope: FieldScope, path: readonly PathStep[]) {
  const report = (message: string) =>
    scope.run.error({ type: 'configuration', code: 'regex_timeout', message, ...place(field, scope, path) });
  return { ...scope.scope, report };
}

/** Runs the method at one anchor match and turns what it captured into a value. */
async function attempt(
  field: SimpleFieldConfig,
  method: MethodDefinition,
  anchor: AnchorHit | undefined,
  fieldScope: FieldScope,
  path: readonly PathStep[],
): Promise<Attempt> {
  const scope = scopeFor(field, fieldScope, path);
  const context: MethodContext<AnyMethodOptions> = {
    options: field.method,
    scope,
    anchor,
    find: (other) => firstHit(other, scope, fieldScope.anchors),
    types: fieldScope.run.language.types,
    withLines: (value, lines) => {
      const origin = { lines, points: [], regions: [], anchors: anchor?.lines ?? [] };
      return decorate(value, origin, fieldScope.run.verbosity);
    },
  };
  // The grammar has checked the options against the method's own schema, and that required anchors are there.
  const run = method as {
    lines?: (context: unknown) => Capture | Finished | Promise<Capture | Finished>;
    value?: (context: unknown) => Finished | Promise<Finished>;
  };
  const result = run.value ? await run.value(context) : await run.lines!(context);
  const { unsupported, warning } = result;
  const outcome =
    'value' in result
      ? finished(result, anchor, fieldScope)
      : typed(result, field, method, anchor, fieldScope, scope.report);
  return { ...outcome, ...(unsupported && { unsupported }), ...(warning && { warning }) };
}

/** Enters what the searches of a field tell beside their results, once a field however many anchors it has. */
function enterNotes(attempts: readonly TracedAttempt[], run: Run, at: ReturnType<typeof place>): void {
  const unsupported = attempts.find(({ result }) => result.unsupported);
  if (unsupported) {
    const { result, hit } = unsupported;
    const message = result.reason ?? 'the method cannot run here';
    run.error({ type: 'unsupported', message, ...at, ...(hit && { page: hit.line.page }) });
  }
  const warned = attempts.find(({ result }) => result.warning);
  if (warned?.result.warning) {
    run.warn({ ...warned.result.warning, ...at, ...(warned.hit && { page: warned.hit.line.page }) });
  }
}

function firstHit(
  anchor: FieldAnchor,
  scope: MethodContext<unknown>['scope'],
  defined: ReadonlyMap<string, Anchor>,
): AnchorHit | { readonly missing: string } {
  const resolved = resolveAnchor(anchor, defined);
  if ('missing' in resolved) return resolved;
  const search = new AnchorSearch(resolved, scope);
  return search.first() ?? { missing: search.missing ?? 'anchor not found' };
}

function finished(result: Finished, anchor: AnchorHit | undefined, scope: FieldScope): Attempt {
  const { points = [], regions = [], lines } = result;
  const shown = result.withoutLines ? undefined : lines;
  const value =
    result.value === null
      ? null
      : decorate(
          result.value,
          { lines: shown, points, regions, anchors: anchor?.lines ?? [] },
          scope.run.verbosity,
        );
  return { value, reason: result.reason, captured: [], lines, points, regions };
}

function typed(
  capture: Capture,
  field: SimpleFieldConfig,
  method: MethodDefinition,
  anchor: AnchorHit | undefined,
  scope: FieldScope,
  report: (message: string) => void,
): Attempt {
  const { language, verbosity } = scope.run;
  const { points = [], regions = [] } = capture;
  const typeFilters = (field.method.typeFilters ?? []).map((type) => language.types.compile(type));
  const { pieces, dropped } = filterPieces(capture.pieces, field.method, anchor?.line, typeFilters, report);
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
  const type = language.types.compile(field.type ?? 'string');
  const result = runType(type, pieces, field.method.tiebreaker ?? method.defaultTiebreaker, report);
  if (result.value === null)
    return { value: null, reason: result.reason, captured, lines: [], points, regions };
  const lines = [...new Set(result.lines.map((position) => pieces[position]!.line))];
  const text = finalText(result.value, field);
  const origin = { lines, points, regions, anchors: anchor?.lines ?? [] };
  return { value: decorate(text, origin, verbosity), captured, lines, points, regions };
}

/** `whitespaceFilter` acts once more on joined text, so that `all` removes the joints too (chapter 1, 5.1, 10). */
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
      },
    ];
  });
  const used = attempts.filter((attempt) => attempt.used);
  const shown = used.length > 0 ? used : attempts;
  const reason = used.some(({ result }) => result.value !== null)
    ? undefined
    : (missing ?? shown.findLast(({ result }) => result.reason !== undefined)?.result.reason);
  return {
    path: formatPath(path),
    method: field.method.id,
    anchors,
    captured: shown.flatMap(({ result }) => result.captured),
    lines: used.flatMap(({ result }) => result.lines.map(printedLine)),
    points: shown.flatMap(({ result }) => result.points),
    regions: shown.flatMap(({ result }) => result.regions),
    ...(reason !== undefined && { reason }),
  };
}
