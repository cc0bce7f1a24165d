/** When a field asks a language model, and what it gives when it does not. */
// See docs/language/08-language-models.md#841-when-a-field-asks

import { formatPath, type PathStep } from '../../../errors.js';
import { type PageWindow, windowEnd } from '../../../llm/chunks.js';
import { cleanForModel } from '../../../llm/clean.js';
import type { Line } from '../../../page/document/model.js';
import { type AnchorHit, AnchorSearch } from '../../anchors/anchors.js';
import type { FieldAnchor } from '../../anchors/forms.js';
import { holds, passed, store } from '../../computed/output.js';
import { type SourceIds, selectIds } from '../../computed/sources.js';
import type { CommonOptions } from '../../methods/filters.js';
import type { FieldScope } from '../definition.js';
import { resolveAnchor } from '../resolve-anchor.js';
import type { ExtractionIssue } from '../runner.js';
import { emptySelection, type FieldSelection } from '../selection.js';
import { plainTrace, skippedTrace } from '../trace.js';
import { modelScope } from './model-scope.js';
import type { ModelSession } from './session.js';
import type { ModelTrace } from './trace.js';

/** What a field wants to ask. */
interface ModelRequest {
  /** Id of the method, for traces. */
  readonly method: string;
  /** Keys of the output that the answers would fill, in order. */
  readonly ids: readonly string[];
  /** The field asks only where this is found. */
  readonly anchor?: FieldAnchor | undefined;
  /** Fields that the answers are made from, instead of the lines of the scope. */
  readonly sources?: SourceIds | undefined;
  /** Whether pictures of the pages are sent, so that lines are not needed. */
  readonly pictures?: boolean | undefined;
  /** How the one answer of the method is shown, of fields that are asked for one. */
  readonly match?: FieldSelection | undefined;
  /** Why no answer could be a value, so that there is nothing to ask. */
  readonly unfit?: string | undefined;
  /** What the method says of the pages that the model may see; default what the config's `nlp` says. */
  readonly pageRange?: PageWindow | undefined;
  /** What the method says of the lines that the model is shown. */
  readonly filters?: CommonOptions | undefined;
}

/** A field that may ask. */
export interface ReadyRequest {
  /** Ids without a value yet, each once. */
  readonly open: readonly string[];
  readonly session: ModelSession;
  /** Where the anchor was found, if there is one. */
  readonly hit: AnchorHit | undefined;
  /** Ids of the fields that the answers are made from. */
  readonly sources: readonly string[] | undefined;
  readonly match?: FieldSelection | undefined;
}

/**
 * Looks whether a field has something to ask, and somebody to ask. Where not, its open ids become null: with an
 * entry in `errors` when no model is configured, without one when nothing is there to ask about.
 * @param path where the field is in the config
 */
export function readyToAsk(
  request: ModelRequest,
  scope: FieldScope,
  path: readonly PathStep[],
): ReadyRequest | undefined {
  const ids = [...new Set(request.ids)];
  const open = ids.filter((id) => !holds(scope, id));
  for (const id of ids) {
    if (holds(scope, id)) scope.run.trace?.(id, skippedTrace(path, request.method));
  }
  if (open.length === 0) return undefined;
  const found = conditionsOf(request, open, scope);
  if ('reason' in found) {
    giveNull(open, request.method, found, scope, path, request.match);
    return undefined;
  }
  noteFallbacks(open, scope, found.session);
  return { open, match: request.match, ...found };
}

/** Notes which ids are asked for because a field without a model found nothing: that has left null in the output. */
function noteFallbacks(open: readonly string[], { groups, output }: FieldScope, session: ModelSession): void {
  for (const id of open) {
    const name = [...groups, id].join('.');
    if (Object.hasOwn(output, id) && !session.asked.has(name)) session.fallbacks.add(name);
    session.asked.add(name);
  }
}

/** Why there is no answer; without an issue that is nobody's fault. */
interface Obstacle {
  readonly reason: string;
  readonly issue?: Pick<ExtractionIssue, 'type' | 'code'>;
  /** What a model was asked all the same. */
  readonly model?: ModelTrace;
}

/** Gives ids no value, with an entry in `errors` where something went wrong, and the reason in the trace. */
export function giveNull(
  ids: readonly string[],
  method: string,
  { reason, issue, model }: Obstacle,
  scope: FieldScope,
  path: readonly PathStep[],
  match?: FieldSelection,
): void {
  for (const id of ids) {
    store(scope, id, emptySelection(match));
    scope.run.trace?.(id, { ...plainTrace(path, method, reason), ...(model && { model }) });
  }
  if (issue) scope.run.error({ ...issue, message: reason, ...placeOfIds(ids, scope, path) });
}

/** Where something went wrong that concerns some ids. */
export function placeOfIds(ids: readonly string[], scope: FieldScope, path: readonly PathStep[]) {
  const names = ids.map((id) => [...scope.groups, id].join('.'));
  return {
    ...(names.length === 1 ? { field_id: names[0]! } : { field_ids: names }),
    path: formatPath(path),
  };
}

function conditionsOf(
  { anchor, sources, pictures, pageRange, unfit, filters }: ModelRequest,
  open: readonly string[],
  fieldScope: FieldScope,
): Omit<ReadyRequest, 'open' | 'match'> | Obstacle {
  if (unfit !== undefined) return { reason: unfit };
  const { scope, output, anchors, run } = fieldScope;
  let hit: AnchorHit | undefined;
  let found: readonly string[] | undefined;
  if (sources) {
    found = selectIds(sources, output, '', scope.patternGuard).filter(
      (id) => !open.includes(id) && passed(output[id]),
    );
    if (found.length === 0) return { reason: 'none of the fields it reads has a value' };
  } else {
    if (anchor !== undefined) {
      const resolved = resolveAnchor(anchor, anchors);
      if ('missing' in resolved) return { reason: resolved.missing, issue: { type: 'configuration' } };
      const search = new AnchorSearch(resolved, scope);
      hit = search.first();
      if (!hit) return { reason: search.missing ?? 'anchor not found' };
    }
    if (!pictures) {
      if (!holdsText(scope.lines)) return { reason: 'there is no text to ask about' };
      const shown = { filters, anchor: hit?.line };
      if (!holdsText(modelScope(fieldScope, undefined, shown).lines)) {
        return { reason: 'there is no text in the xRangeFilter to ask about' };
      }
      const range = pageRange ?? run.models?.defaults.all.pageRange;
      if (range && !holdsText(modelScope(fieldScope, range, shown).lines)) {
        return { reason: `there is no text on ${pagesOf(range)}` };
      }
    }
  }
  if (run.models) return { session: run.models, hit, sources: found };
  const reason = 'the field asks a language model, and no language model is configured';
  return { reason, issue: { type: 'llm', code: 'LLM_NOT_CONFIGURED' } };
}

/** Whether a model would be shown anything of some lines. */
function holdsText(lines: readonly Line[]): boolean {
  return lines.some(({ text }) => cleanForModel(text).trim() !== '');
}

/** A page range in words. */
function pagesOf(window: PageWindow): string {
  const end = windowEnd(window);
  return `the pages of pageRange (from ${window.startPage ?? 0} on${end === undefined ? '' : `, before ${end}`})`;
}
