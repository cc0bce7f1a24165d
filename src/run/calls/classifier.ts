/** The calls of an extractor that choose: which config, which type, which documents in a file. */

import type { ExtraData } from '../../foundation/objects/extra-data.js';
import { PatternTime } from '../../foundation/text/pattern-guard.js';
import type { Config } from '../../language/config/config-types.js';
import type { ExtractionWarning } from '../../language/fields/runner.js';
import { createLlmClient, type LlmClient } from '../../llm/client.js';
import {
  type BestFitOptions,
  type CheckedCall,
  type ClassifyOptions,
  checkedCall,
  type GivenOptions,
  type PortfolioOptions,
  type ResolvedOptions,
} from '../../options.js';
import type { Document } from '../../page/document/model.js';
import { type BestFit, bestFit, fingerprintCount, narrowing } from '../classify/best-fit.js';
import type { BestFitAmong, BestFitConfig, ConfigClassification } from '../classify/classification.js';
import {
  type Among,
  areTypes,
  type CheckedType,
  checkedType,
  checkedTypes,
  type DocumentType,
  type NamedConfig,
} from '../classify/document-type.js';
import type { FingerprintHits } from '../classify/fingerprint-search.js';
import { checkNaming, nameType, type TypeClassification } from '../classify/naming.js';
import { checkSegmenting, extractDocuments, type PortfolioResult } from '../classify/portfolio.js';
import { type DocumentInput, type ExtractionCore, isDocument, withDocument } from './extraction-core.js';

/** Chooses configs and types for documents, and documents in files. */
export interface Choosing {
  /**
   * Says of which type a document is, without extracting from it.
   * @throws ClassificationError `no_matching_type`; `llm_unavailable` when a model is asked for and there is none
   * @throws ProviderError the model gave no answer
   * @throws DocumentError, ConfigError, TypeError, RangeError as `extract`
   */
  classify(
    document: DocumentInput,
    types: readonly DocumentType[],
    extraData?: ExtraData,
    options?: ClassifyOptions,
  ): Promise<TypeClassification>;
  /**
   * Says which config of a document type, or which of some configs, fits a document best.
   * @throws ClassificationError `no_published_config`, `no_fingerprint_match`
   * @throws DocumentError, ConfigError, ExtraDataError, TypeError, RangeError as `extract`
   */
  classify(
    document: DocumentInput,
    configs: DocumentType | readonly NamedConfig[],
    extraData?: ExtraData,
    options?: ClassifyOptions,
  ): Promise<ConfigClassification>;
  /**
   * Extracts with the config that fits a document best. What the call's options say counts more than what the
   * document type does.
   * @throws ClassificationError `no_published_config`, `no_fingerprint_match`
   * @throws DocumentError, ConfigError, ExtraDataError, TypeError, RangeError as `extract`
   */
  extractBestFit<const Among extends DocumentType | readonly BestFitConfig[]>(
    document: DocumentInput,
    configs: Among,
    extraData?: ExtraData,
    options?: BestFitOptions,
  ): Promise<BestFitAmong<Among>>;
  /**
   * Extracts from every document in a file of several; all get the same extra data. Every page is tested whether it
   * needs OCR, unless `ocrLevel` says otherwise.
   * @throws ClassificationError `llm_unavailable` when a model is asked for and there is none
   * @throws ProviderError the model did not separate the documents
   * @throws DocumentError, ConfigError, ExtraDataError, TypeError, RangeError as `extract`; when the extractions from
   *   all documents fail, the error of the first
   */
  extractPortfolio(
    document: DocumentInput,
    types: readonly DocumentType[],
    extraData?: ExtraData,
    options?: PortfolioOptions,
  ): Promise<PortfolioResult>;
}

/** The same, and where fingerprints are found. */
export interface Classifier extends Choosing {
  /** Where a document holds what the fingerprint of a config looks for. @throws ConfigError, DocumentError */
  fingerprintHits(document: Document, config: Config | string): FingerprintHits;
}

/** Every page is tested: one scan among other pages would not make a document one for OCR. */
const PORTFOLIO_OCR_LEVEL = 5;

/** The calls over what an extractor binds. */
export function createChoosing(core: ExtractionCore): Choosing {
  const { language } = core;

  /** The options of a call with what a document type says where they say nothing. */
  function resolveFor(type: CheckedType, given: GivenOptions): ResolvedOptions {
    const resolved = core.resolve({
      ...given,
      ocrLevel: given.ocrLevel ?? type.ocr_level,
      preventDefaultMergeLines: given.preventDefaultMergeLines ?? type.prevent_default_merge_lines,
    });
    // The engine of a document type is a label: one that is not registered is replaced, with a warning.
    const ocrEngine = given.ocrEngine ?? type.ocr_engine ?? resolved.ocr.ocrEngine;
    return {
      ...resolved,
      ocr: { ...resolved.ocr, ocrEngine },
      validations: resolved.validations ?? type.validations,
    };
  }

  function boundsOf({ patternLimits, interrupt }: ResolvedOptions) {
    return { patternTime: new PatternTime(patternLimits), interrupt };
  }

  function clientOf({ llm, interrupt }: ResolvedOptions): LlmClient | undefined {
    return llm && createLlmClient(llm, interrupt);
  }

  /** The config of a type that fits best, with warnings of fingerprints that could not be searched for. */
  async function fitted(
    input: DocumentInput,
    type: CheckedType,
    { given, extraData }: CheckedCall,
  ): Promise<BestFit> {
    const resolved = resolveFor(type, given);
    const warnings: ExtractionWarning[] = [];
    const found = await withDocument(core.load, input, resolved, (document) =>
      bestFit(document, type.candidates, {
        mode: narrowing(given, type.fingerprint_mode),
        effort: given.effort,
        language,
        bounds: { ...boundsOf(resolved), warn: (warning) => warnings.push(warning) },
        run: ({ config }) => core.run(document, config, resolved, extraData),
      }),
    );
    return { ...found, warnings: [...warnings, ...found.warnings] };
  }

  async function typeOf(
    input: DocumentInput,
    types: readonly CheckedType[],
    { given }: CheckedCall,
  ): Promise<TypeClassification> {
    const resolved = core.resolve(given);
    checkNaming(given.classifyBy, resolved.llm !== undefined);
    return withDocument(core.load, input, resolved, (document) =>
      nameType(document, types, {
        method: given.classifyBy,
        client: clientOf(resolved),
        bounds: { ...boundsOf(resolved), warn: () => undefined },
      }),
    );
  }

  function classify(
    document: DocumentInput,
    types: readonly DocumentType[],
    extraData?: ExtraData,
    options?: ClassifyOptions,
  ): Promise<TypeClassification>;
  function classify(
    document: DocumentInput,
    configs: DocumentType | readonly NamedConfig[],
    extraData?: ExtraData,
    options?: ClassifyOptions,
  ): Promise<ConfigClassification>;
  async function classify(
    document: DocumentInput,
    among: Among,
    extraData?: ExtraData,
    options?: ClassifyOptions,
  ): Promise<TypeClassification | ConfigClassification> {
    const call = checkedCall('classify', extraData, options);
    if (Array.isArray(among) && areTypes(among)) {
      return typeOf(document, checkedTypes(among, language), call);
    }
    const type = checkedType(among as DocumentType | readonly NamedConfig[], language);
    const { winner, summary, warnings } = await fitted(document, type, call);
    return {
      configuration: winner.name,
      configuration_fingerprint: fingerprintCount(winner),
      classification_summary: summary,
      warnings,
    };
  }

  return {
    classify,
    async extractBestFit(document, configs, extraData, options): Promise<never> {
      const call = checkedCall('extractBestFit', extraData, options);
      const type = checkedType(configs as DocumentType | readonly NamedConfig[], language);
      const { winner, result, summary, warnings } = await fitted(document, type, call);
      return {
        ...result,
        warnings: [...result.warnings, ...warnings],
        configuration: winner.name,
        configuration_fingerprint: fingerprintCount(winner),
        classification_summary: summary,
      } as never;
    },
    async extractPortfolio(document, types, extraData, options) {
      const { given, extraData: data } = checkedCall('extractPortfolio', extraData, options);
      const checked = checkedTypes(types, language);
      const resolved = core.resolve({ ...given, ocrLevel: given.ocrLevel ?? PORTFOLIO_OCR_LEVEL });
      checkSegmenting(given.segmentBy, resolved.llm !== undefined);
      const { preventDefaultMergeLines } = resolved.reader;
      let unmerged: Promise<Document> | undefined;
      const loadUnmerged = () => {
        if (isDocument(document)) return Promise.resolve(undefined);
        const asIs = { preventDefaultMergeLines: true };
        const { reader, ocr } = resolved;
        unmerged ??= core.load(document, {
          ...resolved,
          reader: { ...reader, ...asIs },
          ocr: { ...ocr, ...asIs },
        });
        return unmerged;
      };
      try {
        return await withDocument(core.load, document, resolved, (read) =>
          extractDocuments(read, checked, {
            method: given.segmentBy,
            effort: given.effort,
            strict: given.strict,
            allConfigs: given.allConfigs,
            client: clientOf(resolved),
            language,
            extraData: data,
            bounds: boundsOf(resolved),
            run: (slice, { config }, { validations }) =>
              core.run(
                slice,
                config,
                { ...resolved, validations: resolved.validations ?? validations },
                data,
              ),
            unmerged: () => (preventDefaultMergeLines ? Promise.resolve(read) : loadUnmerged()),
          }),
        );
      } finally {
        const other = await unmerged?.catch(() => undefined);
        await other?.close();
      }
    },
  };
}
