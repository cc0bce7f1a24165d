/** What the public functions of classification give. */

import type { AnyRow, ConfigLiteral, ParsedDocument } from '../../language/config/infer.js';
import type { ExtractionWarning } from '../../language/fields/runner.js';
import type { ExtractionResult } from '../extraction/result.js';
import type { ClassificationEntry, FingerprintCount } from './best-fit.js';
import type { DocumentType } from './document-type.js';

/** The config that fits a document best. */
export interface ConfigClassification {
  readonly configuration: string;
  readonly configuration_fingerprint: FingerprintCount;
  /** All configs, the best first, those that did not run last. */
  readonly classification_summary: readonly ClassificationEntry[];
  readonly warnings: readonly ExtractionWarning[];
}

/** What the config that fits best gives; its name says which one, and so what the document holds. */
export interface BestFitResult<Name extends string = string, Output = AnyRow>
  extends ExtractionResult<Output> {
  readonly configuration: Name;
  readonly configuration_fingerprint: FingerprintCount;
  /** All configs, the best first, those that did not run last. */
  readonly classification_summary: readonly ClassificationEntry[];
}

/** A config as `defineConfig` gives it, or its text, and its name. */
export interface BestFitConfig {
  readonly name: string;
  readonly config: ConfigLiteral | string;
}

/** What one of some configs gives: where their names are literals, `configuration` distinguishes their results. */
export type BestFitAmong<Among extends DocumentType | readonly BestFitConfig[]> =
  Among extends readonly (infer Each extends BestFitConfig)[] ? BestFitOf<Each> : BestFitResult;

type BestFitOf<Each extends BestFitConfig> = Each extends BestFitConfig
  ? string extends Each['name']
    ? BestFitResult
    : BestFitResult<Each['name'], ParsedDocument<Each['config']>>
  : never;
