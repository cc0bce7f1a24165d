/** Fields that ask a language model: when they ask, and what they give without one (chapter 8, 8.4.1). */
import { AnchorSearch } from '../anchors/anchors.js';
import type { FieldAnchor } from '../anchors/schema.js';
import { type SourceIds, selectIds } from '../computed/sources.js';
import { formatPath, type PathStep } from '../errors.js';
import { holds, passed, store } from '../values/store.js';
import type { FieldScope } from './definition.js';
import { resolveAnchor } from './resolve-anchor.js';
import type { ExtractionIssue } from './run.js';
import { plainTrace } from './trace.js';

/** What a field wants to ask. */
export interface ModelRequest {
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
}

/**
 * Answers with null for every id that holds no value yet. No model is bound to this library, so a field that
 * has something to ask leaves an entry in `errors`; one that has not (its anchor or its sources are missing,
 * its scope is empty) leaves none.
 * @param path where the field stands in the config
 */
export function answerWithoutModel(
  request: ModelRequest,
  scope: FieldScope,
  path: readonly PathStep[],
): void {
  const ids = [...new Set(request.ids)].filter((id) => !holds(scope.output, id));
  if (ids.length === 0) return;
  const obstacle = obstacleTo(request, ids, scope);
  for (const id of ids) {
    store(scope.output, id, null);
    scope.run.trace?.(id, plainTrace(path, request.method, obstacle.reason));
  }
  if (!obstacle.issue) return;
  const names = ids.map((id) => [...scope.groups, id].join('.'));
  scope.run.error({
    ...obstacle.issue,
    message: obstacle.reason,
    ...(names.length === 1 ? { field_id: names[0]! } : { field_ids: names }),
    path: formatPath(path),
  });
}

/** Why there is no answer; without an issue that is nobody's fault. */
interface Obstacle {
  readonly reason: string;
  readonly issue?: Pick<ExtractionIssue, 'type' | 'code'>;
}

function obstacleTo(
  request: ModelRequest,
  ids: readonly string[],
  { scope, output, anchors }: FieldScope,
): Obstacle {
  const { anchor, sources, pictures } = request;
  if (sources) {
    const found = selectIds(sources, output, '', scope.report).filter((id) => !ids.includes(id));
    if (!found.some((id) => passed(output[id]))) return { reason: 'none of the fields it reads has a value' };
  } else {
    if (anchor !== undefined) {
      const resolved = resolveAnchor(anchor, anchors);
      if ('missing' in resolved) return { reason: resolved.missing, issue: { type: 'configuration' } };
      const search = new AnchorSearch(resolved, scope);
      if (!search.first()) return { reason: search.missing ?? 'anchor not found' };
    }
    if (scope.lines.length === 0 && !pictures) return { reason: 'there is no text to ask about' };
  }
  const reason = 'the field asks a language model, and no language model is configured';
  return { reason, issue: { type: 'llm', code: 'LLM_NOT_CONFIGURED' } };
}
