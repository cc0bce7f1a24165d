/** The calls that choose; their code is loaded with the first of them, as most hosts never choose. */
import { Once } from '../../foundation/async/once.js';
import type { ExtraData } from '../../foundation/objects/extra-data.js';
import { PatternTime } from '../../foundation/text/pattern-guard.js';
import { checkedConfig } from '../../language/config/parse.js';
import type { ClassifyOptions } from '../../options.js';
import { closedError } from '../../page/document/memory.js';
import type { Among } from '../classify/document-type.js';
import { baseLines, fingerprintGuard, fingerprintHits } from '../classify/fingerprint-search.js';
import type { Choosing, Classifier } from './classifier.js';
import type { DocumentInput, ExtractionCore } from './extraction-core.js';

/** The calls over what an extractor binds. */
export function classifying(core: ExtractionCore): Classifier {
  const choosing = new Once<Choosing>(async () => (await import('./classifier.js')).createChoosing(core));

  /** Which of the two results it is depends on what is chosen among. */
  async function classify(
    document: DocumentInput,
    among: Among,
    extraData?: ExtraData,
    options?: ClassifyOptions,
  ): Promise<never> {
    const { classify } = await choosing.get();
    return (await classify(document, among as never, extraData, options)) as never;
  }

  return {
    classify,
    extractBestFit: async (...call) => (await choosing.get()).extractBestFit(...call),
    extractPortfolio: async (...call) => (await choosing.get()).extractPortfolio(...call),
    fingerprintHits(document, config) {
      if (document.isClosed()) throw closedError();
      const { fingerprint } = checkedConfig(config, core.language);
      const { patternLimits, interrupt } = core.resolve({});
      const bounds = { patternTime: new PatternTime(patternLimits), interrupt, warn: () => undefined };
      return fingerprintHits(fingerprint, baseLines(document.pages), fingerprintGuard(bounds, 'given'));
    },
  };
}
