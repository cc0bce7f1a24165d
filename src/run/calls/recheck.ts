/** What follows from the values of a finished document, once more: for values that a reader has corrected. */

import { checkInterrupt, Turns } from '../../foundation/async/interrupt.js';
import { settled } from '../../foundation/schema/defaults.js';
import { PatternTime } from '../../foundation/text/pattern-guard.js';
import type { Config } from '../../language/config/config-types.js';
import { type Language, verbosityMember } from '../../language/config/schema.js';
import { ruleSources } from '../../language/fields/rules.js';
import type { ExtractionIssue } from '../../language/fields/runner.js';
import { postprocess } from '../../language/postprocess/apply.js';
import {
  reportOn,
  type ValidatedResult,
  type ValidateOptions,
  type ValidationReport,
} from '../../language/validate/report.js';
import type { Validation } from '../../language/validate/schema.js';
import { runValidationsInTurns } from '../../language/validate/validate.js';
import type { LoadOptions, ResolvedOptions } from '../../options.js';

/** What is done again; nothing where it is absent. */
export interface RecheckWork {
  readonly validations?: readonly Validation[] | undefined;
  /** Its postprocessor runs. */
  readonly config?: Config | string | undefined;
}

/** How `recheck` runs: the file name, time and chance that rules see, and when to give up. */
export interface RecheckOptions extends ValidateOptions, Pick<LoadOptions, 'limits' | 'signal'> {}

/** What a postprocessor made of a finished document. */
interface PostprocessReport {
  readonly type: string;
  /** As in the result of an extraction: null when it failed. */
  readonly output: unknown;
  /** What went wrong. */
  readonly errors: readonly ExtractionIssue[];
}

/** What follows from the values of a document. */
export interface RecheckReport extends ValidationReport {
  /** Absent where the config has none, or there is no config. */
  readonly postprocessor?: PostprocessReport;
}

/**
 * Runs validations that are checked, and the postprocessor of a checked config. All patterns of both share the time of one
 * extraction, and other work of the process has its turn. No language model is asked.
 * @param filename of the document, which results do not hold
 * @throws DocumentError `aborted`, `timed_out`
 */
export async function recheck(
  { parsed_document: parsed, ...facts }: ValidatedResult,
  config: Config | undefined,
  filename: string | undefined,
  { language, resolved }: { readonly language: Language; readonly resolved: ResolvedOptions },
): Promise<RecheckReport> {
  const { now, random, patternLimits, interrupt, validations = [] } = resolved;
  const turns = new Turns(interrupt);
  const shared = {
    language,
    document: { filename, contentType: facts.content_type, pageCount: facts.page_count },
    extraData: facts.extra_data,
    patternTime: new PatternTime(patternLimits),
    now,
    random,
    turn: () => turns.next(),
    checkpoint: () => checkInterrupt(interrupt),
  };
  const errors: ExtractionIssue[] = [];
  const entries = await runValidationsInTurns(validations, parsed, {
    sources: ruleSources(shared),
    rules: language.rules,
    error: (issue) => errors.push(issue),
    turn: shared.turn,
  });
  const report = reportOn(parsed, entries, errors);
  const { postprocessor } = config ?? {};
  if (!config || !postprocessor) return report;
  const own: ExtractionIssue[] = [];
  const run = {
    ...shared,
    verbosity: settled(verbosityMember, config).verbosity,
    error: (issue: ExtractionIssue) => own.push(issue),
    warn: () => undefined,
    models: undefined,
  };
  const output = await postprocess(postprocessor, parsed, run, language, 'never');
  return { ...report, postprocessor: { type: postprocessor.type, output, errors: own } };
}
