/** What the fields of an extraction that ask language models share. */
import type { LlmClient } from '../../../llm/client.js';
import type { SummarisedUnit } from '../../../llm/summaries.js';
import { type NlpDefaults, nlpDefaults } from './settings.js';

export interface ModelSession {
  readonly client: LlmClient;
  /** What `nlp` entries of the config say. */
  readonly defaults: NlpDefaults;
  /** Digest of the document that is asked about, if it was read from a file. */
  readonly digest: string | undefined;
  /** Summaries of parts of the document, by what was summarised how; made once for all fields. */
  readonly summaries: Map<string, Promise<readonly SummarisedUnit[]>>;
  /** Ids that a model is asked for, with those of the groups around them. */
  readonly asked: Set<string>;
  /** Those of them for which a field without a model had found nothing before. */
  readonly fallbacks: Set<string>;
}

/**
 * @param preprocessors of the config
 * @param digest of the document
 */
export function modelSession(
  client: LlmClient,
  preprocessors: readonly { readonly type: string }[],
  digest?: string,
): ModelSession {
  return {
    client,
    defaults: nlpDefaults(preprocessors),
    digest,
    summaries: new Map(),
    asked: new Set(),
    fallbacks: new Set(),
  };
}
