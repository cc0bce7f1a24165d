/** Runs the postprocessor of a config on a finished document, such as one whose values a reader has corrected. */
import type { Config } from './config/config-types.js';
import { type Language, verbosityMember } from './config/schema.js';
import { settled } from './defaults.js';
import type { ExtractionIssue } from './fields/runner.js';
import { checkInterrupt, Turns } from './interrupt.js';
import type { ResolvedOptions } from './options.js';
import { PatternTime } from './pattern-guard.js';
import { postprocess } from './postprocess/apply.js';
import type { ValidatedResult } from './validate/report.js';

/** What a postprocessor made of a finished document. */
export interface PostprocessReport {
  /** As in the result of an extraction: null when it failed, absent where the config has no postprocessor. */
  readonly postprocessorOutput?: unknown;
  /** What went wrong. */
  readonly errors: readonly ExtractionIssue[];
}

/**
 * Runs the postprocessor of a checked config. No language model is asked.
 * @param filename of the document, which results do not hold
 * @throws DocumentError `aborted`, `timed_out`
 */
export async function postprocessAgain(
  { parsed_document: parsed, ...facts }: ValidatedResult,
  config: Config,
  filename: string | undefined,
  { language, resolved }: { readonly language: Language; readonly resolved: ResolvedOptions },
): Promise<PostprocessReport> {
  const { postprocessor } = config;
  if (!postprocessor) return { errors: [] };
  const errors: ExtractionIssue[] = [];
  const { now, random, patternLimits, interrupt } = resolved;
  const turns = new Turns(interrupt);
  const run = {
    language,
    document: { filename, contentType: facts.content_type, pageCount: facts.page_count },
    extraData: facts.extra_data,
    verbosity: settled(verbosityMember, config).verbosity,
    patternTime: new PatternTime(patternLimits),
    now,
    random,
    error: (issue: ExtractionIssue) => errors.push(issue),
    warn: () => undefined,
    checkpoint: () => checkInterrupt(interrupt),
    turn: () => turns.next(),
    models: undefined,
  };
  return { postprocessorOutput: await postprocess(postprocessor, parsed, run, language, 'never'), errors };
}
