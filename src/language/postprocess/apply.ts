/** Runs the postprocessor of a config on the finished document. */
// See docs/language/07-computed-rules-postprocessor.md#4-postprocessor

import { formatPath, LlmCallFailure, withCause } from '../../errors.js';
import { isInterruption } from '../../foundation/async/interrupt.js';
import type { FieldOutput } from '../../foundation/schema/language.js';
import { placedGuard } from '../../foundation/text/pattern-guard.js';
import { bareOutput, evaluateRule, type RuleFacts, ruleSources } from '../fields/rules.js';
import type { ExtractionRun } from '../fields/runner.js';
import type { TypeRegistry } from '../types/registry.js';
import { typedText } from '../types/select.js';
import {
  POSTPROCESSOR_PATH,
  type PostprocessContext,
  type PostprocessorDefinition,
  type PostprocessorLlm,
} from './definition.js';

/** The postprocessor of a config that the grammar has checked. */
interface PostprocessorEntry {
  readonly type: string;
}

/** The definitions that postprocessors run by. */
interface PostprocessorLanguage {
  readonly types: TypeRegistry;
  readonly postprocessors: ReadonlyMap<string, PostprocessorDefinition>;
}

/** What a postprocessor needs to know of the extraction that it belongs to. */
interface PostprocessRun
  extends RuleFacts,
    Pick<ExtractionRun, 'verbosity' | 'error' | 'warn' | 'checkpoint' | 'turn' | 'models'> {
  readonly language: Pick<ExtractionRun['language'], 'rules'>;
}

/**
 * What the postprocessor makes of a document: JSON, null when it fails. What goes wrong becomes entries of `errors`.
 * @throws DocumentError `aborted`, `timed_out`; with the option `strict` of `llm` also `LlmCallFailure`
 */
export async function postprocess(
  config: PostprocessorEntry,
  document: FieldOutput,
  run: PostprocessRun,
  language: PostprocessorLanguage,
  llm: PostprocessorLlm,
): Promise<unknown> {
  const definition = language.postprocessors.get(config.type);
  if (!definition) throw new TypeError(`there is no postprocessor ${JSON.stringify(config.type)}`);
  try {
    return await definition.run(config as never, contextOf(document, run, language.types, llm));
  } catch (error) {
    if (isInterruption(error) || error instanceof LlmCallFailure) throw error;
    const message = `the postprocessor ${config.type} failed unexpectedly and made nothing`;
    run.error(withCause({ type: 'unexpected', message, context: 'postprocessor' }, error));
    return null;
  }
}

function contextOf(
  document: FieldOutput,
  run: PostprocessRun,
  types: TypeRegistry,
  llm: PostprocessorLlm,
): PostprocessContext {
  const place = { context: 'postprocessor' } as const;
  const tools = { rules: run.language.rules, error: run.error };
  return {
    document,
    bare: () => (run.verbosity > 0 ? bareOutput(document) : document),
    async rule(rule, member) {
      const placed = { rule, path: [...POSTPROCESSOR_PATH, member], place };
      const environment = { ...ruleSources(run), data: document };
      const { value, failed } = evaluateRule(placed, environment, tools);
      return failed ? undefined : value;
    },
    readBoolean(text) {
      const read = typedText(
        text,
        types.compile('boolean'),
        placedGuard(run, () => place),
      ).value?.value;
      return typeof read === 'boolean' ? read : null;
    },
    problem: (message) => run.error({ type: 'postprocessor', message, ...place }),
    model: { when: llm, client: run.models?.client },
    failure: (code, message) => run.error({ type: 'llm', code, message, ...place }),
    warn: (code, message) => run.warn({ code, message, path: formatPath(POSTPROCESSOR_PATH) }),
    checkpoint: run.checkpoint,
  };
}
