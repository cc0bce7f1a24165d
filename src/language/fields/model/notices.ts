/** What fields that ask models report of providers, and where. */
import { formatPath, type PathStep } from '../../../errors.js';
import type { FieldScope } from '../definition.js';
import type { ReadyRequest } from './conditions.js';

/** Warns where the provider that a config names is not there, so that the default one answers. */
// See docs/language/08-language-models.md#81-providers-in-configs
export function warnOfSubstitute(
  provider: string | undefined,
  ids: readonly string[],
  scope: FieldScope,
  path: readonly PathStep[],
  { session }: ReadyRequest,
): void {
  if (provider === undefined || session.client.options.onMissingProvider === 'error') return;
  if (!session.client.providerFor(provider).isSubstitute) return;
  const message = `there is no provider ${JSON.stringify(provider)}; ${session.client.options.default.id} answers`;
  scope.run.warn({ code: 'LLM_PROVIDER_SUBSTITUTED', message, ...warningPlace(ids, scope, path) });
}

/** Where a warning about some ids belongs: at the first of them. */
export function warningPlace(ids: readonly string[], scope: FieldScope, path: readonly PathStep[]) {
  const [id] = ids;
  return { ...(id !== undefined && { field_id: [...scope.groups, id].join('.') }), path: formatPath(path) };
}
