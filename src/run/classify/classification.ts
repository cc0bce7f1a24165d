/** What the public functions of classification give. */

import type { ExtractionWarning } from '../../language/fields/runner.js';
import type { ExtractionResult } from '../extraction/result.js';
import type { ClassificationEntry, FingerprintCount } from './best-fit.js';

/** The config that fits a document best. */
export interface ConfigClassification {
  readonly configuration: string;
  readonly configuration_fingerprint: FingerprintCount;
  /** All configs, the best first, those that did not run last. */
  readonly classification_summary: readonly ClassificationEntry[];
  readonly warnings: readonly ExtractionWarning[];
}

/** What the config that fits best gives. */
export interface BestFitResult extends ExtractionResult {
  readonly configuration: string;
  readonly configuration_fingerprint: FingerprintCount;
  /** All configs, the best first, those that did not run last. */
  readonly classification_summary: readonly ClassificationEntry[];
}
