/** Runs the postprocessor of a config on the finished document (chapter 7, section 4). */
import type { PostprocessorConfig } from '../config/schema.js';
import { isInterruption } from '../document/interrupt.js';
import type { FieldOutput } from '../fields/definition.js';
import type { Run } from '../fields/run.js';
import { typedText } from '../types/select.js';
import { bareOutput, evaluateRule, ruleSources } from '../values/rules.js';
import { POSTPROCESSOR_PATH, type PostprocessContext } from './definition.js';

/**
 * When a language model may shape the result of jsonSchema: never, when the mapping without one leaves
 * problems, or always.
 */
export type PostprocessorLlm = 'never' | 'fallback' | 'always';

/** What the postprocessor makes of a document: JSON, null when it fails. What goes wrong becomes entries of `errors`. */
export function postprocess(
  config: PostprocessorConfig,
  document: FieldOutput,
  run: Run,
  llm: PostprocessorLlm,
): unknown {
  const definition = run.language.postprocessors.get(config.type);
  if (!definition) throw new TypeError(`there is no postprocessor ${JSON.stringify(config.type)}`);
  if (llm === 'always' && config.type === 'jsonSchema') {
    const message = 'no language model is configured; the document is mapped to the schema without one';
    run.error({ type: 'llm', code: 'LLM_NOT_CONFIGURED', message, context: 'postprocessor' });
  }
  try {
    return definition.run(config as never, contextOf(document, run));
  } catch (error) {
    if (isInterruption(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    run.error({
      type: 'unexpected',
      message: `the postprocessor failed: ${reason}`,
      context: 'postprocessor',
    });
    return null;
  }
}

function contextOf(document: FieldOutput, run: Run): PostprocessContext {
  const place = { context: 'postprocessor' } as const;
  return {
    document,
    bare: () => (run.verbosity > 0 ? bareOutput(document) : document),
    rule(rule, member) {
      const placed = { rule, path: [...POSTPROCESSOR_PATH, member], place };
      const { value, failed } = evaluateRule(placed, { ...ruleSources(run), data: document }, run.error);
      return failed ? undefined : value;
    },
    readBoolean(text) {
      const report = (message: string) => run.error({ type: 'postprocessor', message, ...place });
      const read = typedText(text, run.language.types.compile('boolean'), report).value?.value;
      return typeof read === 'boolean' ? read : null;
    },
    problem: (message) => run.error({ type: 'postprocessor', message, ...place }),
    checkpoint: run.checkpoint,
  };
}
