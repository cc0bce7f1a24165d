/**
 * The pipeline, top to bottom: a document and a checked config go in, a result comes out. Loading has happened before
 * (`reading/load.ts`), and only the pages that the config keeps were read (`language/config/reading-plan.ts`). Every stage takes
 * values and gives values; what all of them share, such as the time that is left, is the run.
 */

import { guarded } from './foundation/async/interrupt.js';
import { placedGuard } from './foundation/text/pattern-guard.js';
import { scopeOf } from './language/anchors/scope.js';
import { valuesOf } from './language/computed/output.js';
import type { Config } from './language/config/config-types.js';
import { ruleSources } from './language/fields/rules.js';
import { runScope } from './language/fields/scope-steps.js';
import { postprocess } from './language/postprocess/apply.js';
import { runValidationsInTurns } from './language/validate/validate.js';
import type { Document } from './page/document/model.js';
import { preprocessedPages, warnOfDoubtfulPages, warnOfEmptyDocument } from './run/extraction/pages.js';
import { type Extraction, resultOf } from './run/extraction/result.js';
import { beginRun, type RunOptions } from './run/extraction/run.js';

/**
 * Runs a checked config over a document. It ends with its interrupt, whatever it waits for, such as a drawing, which may
 * go on until the document is closed.
 * @throws DocumentError `timed_out`, `aborted`
 */
export async function runExtraction(
  document: Document,
  config: Config,
  options: RunOptions,
): Promise<Extraction> {
  return guarded(stages(document, config, options), options.interrupt);
}

/** The stages in their order. Time and aborts are looked at between them, and between the parts of each. */
async function stages(document: Document, config: Config, options: RunOptions): Promise<Extraction> {
  const begun = await beginRun(document, config, options);
  const { run } = begun;

  const pages = await preprocessedPages(document, config, begun, options);
  options.onPages?.(pages);
  warnOfDoubtfulPages(pages, run.warn);
  warnOfEmptyDocument([...document.pages, ...pages], run.warn);

  const guard = placedGuard(run, () => ({}));
  const lines = pages.flatMap((page) => page.lines);
  const values = valuesOf();
  const { output } = values;
  const scope = { run, scope: scopeOf(lines, pages, guard), ...values, anchors: new Map(), groups: [] };
  await runScope(config, scope, []);
  await run.turn();

  const tools = { sources: ruleSources(run), rules: run.language.rules, error: run.error, turn: run.turn };
  const validations = await runValidationsInTurns(options.validations ?? [], output, tools);

  const { postprocessor } = config;
  const { language, postprocessorLlm } = options;
  const postprocessed =
    postprocessor && (await postprocess(postprocessor, output, run, language, postprocessorLlm));

  return resultOf(document, config, { pages, output, validations, postprocessed }, begun, options);
}
