/** Runs a config over a document and keeps all that there is to see of the run: for pictures and for the report. */

import type { Extractor } from '../../../extractor.js';
import type { ExtraData } from '../../../foundation/objects/extra-data.js';
import type { Config } from '../../../language/config/config-types.js';
import type { ExtractOptions } from '../../../options.js';
import type { Document, Page } from '../../../page/document/model.js';
import type { DocumentInput } from '../../../run/calls/extraction-core.js';
import type { ExtractionResult } from '../../../run/extraction/result.js';
import { htmlFile, type WatchedFile } from './html-file.js';
import { imageOf, marksOf, type PageImage, type PageImageOptions } from './page-image.js';
import { type PictureCache, Pictures } from './pictures.js';
import { redactedReport } from './redacted.js';
import { reportData } from './report-data.js';

/** How a document is inspected. */
export interface InspectOptions extends Omit<ExtractOptions, 'trace' | 'onPages'> {
  /** Runs the config, with its language and its providers; one without workers. Default: one with embedded defaults. */
  readonly extractor?: Extractor | undefined;
}

/** A page as the fields saw it. */
export interface InspectedPage {
  /** Zero-based page of the original file. */
  readonly index: number;
  /** In inches. */
  readonly width: number;
  readonly height: number;
  /**
   * Draws the page with what is on it, and with what fields did there.
   *
   * @example
   * const { png } = await inspection.pages[0].toImage({ draw: ['anchors', 'values', 'regions'] });
   * @throws TypeError for a layer that does not exist, RangeError for a resolution that is not positive
   * @throws DocumentError `closed` after `close`
   */
  toImage(options?: InspectedImageOptions): Promise<PageImage>;
}

/** What a picture of an inspected page shows. */
export interface InspectedImageOptions extends PageImageOptions {
  /** Ids of the fields whose marks are drawn; default all. */
  readonly fields?: readonly string[] | undefined;
}

/** What a report says of itself. */
export interface ReportOptions {
  /** Name of the document, default that of the option `filename`. */
  readonly documentName?: string | undefined;
  readonly configName?: string | undefined;
  /**
   * Replaces what the document says by text of the same form, and leaves pictures out, so that a report shows a fault and no
   * person. Ids, places, units and the config with its anchors stay, and values are shown as they are printed.
   */
  readonly redact?: boolean | undefined;
  /** Called for each page that is drawn for the report. */
  readonly onPage?: ((done: number, total: number) => void) | undefined;
}

/** A run of a config over a document, to be looked at. */
export interface Inspection {
  /** With its trace. */
  readonly result: ExtractionResult;
  /** As the fields saw them, after the preprocessors. */
  readonly pages: readonly InspectedPage[];
  /**
   * The report: one file of HTML that needs nothing else.
   * @param watched for a report that is made again and again, see `anchorline inspect --watch`
   * @throws DocumentError `closed` after `close`
   */
  toHtml(options?: ReportOptions, watched?: WatchedReport): Promise<string>;
  /** Frees what was made for the inspection; a document that was given loaded stays open. */
  close(): Promise<void>;
}

/** What a watching command keeps from run to run, and writes into the report. */
export interface WatchedReport extends WatchedFile {
  readonly version: number;
  readonly failure?: readonly string[] | undefined;
  readonly pictures: PictureCache;
}

/**
 * Runs a config over a document, to look at how its fields found their values.
 *
 * @example
 * const inspection = await inspect(await readFile('invoice.pdf'), await readFile('invoice.json', 'utf8'));
 * await writeFile('report.html', await inspection.toHtml());
 * await inspection.close();
 * @throws as `extract`
 */
export async function inspect(
  document: DocumentInput,
  config: Config | string,
  extraData?: ExtraData,
  options: InspectOptions = {},
): Promise<Inspection> {
  const { extractor: given, ...rest } = options;
  const extractor = given ?? (await import('../../../extractor.js')).createExtractor();
  const endExtractor = async () => {
    if (!given) await extractor.close();
  };
  try {
    const parsed = typeof config === 'string' ? extractor.parseConfig(config) : config;
    const isLoaded = 'pages' in document;
    const loaded = isLoaded ? document : await extractor.load(document, loadOptions(rest));
    const end = async () => {
      if (!isLoaded) await loaded.close();
      await endExtractor();
    };
    try {
      return await inspectionOf(loaded, parsed, extraData, { extractor, options: rest, end });
    } catch (error) {
      if (!isLoaded) await loaded.close();
      throw error;
    }
  } catch (error) {
    await endExtractor();
    throw error;
  }
}

/** For a report without pictures. */
const NO_PICTURES: Pick<Pictures, 'of'> = { of: async () => undefined };

/** Options of an extraction that loading takes, too. */
function loadOptions({
  validations: _validations,
  forgivingAnchors: _forgivingAnchors,
  now: _now,
  random: _random,
  postprocessorLlm: _postprocessorLlm,
  words: _words,
  llm: _llm,
  ...load
}: Omit<InspectOptions, 'extractor'>) {
  return load;
}

async function inspectionOf(
  document: Document,
  config: Config,
  extraData: ExtraData | undefined,
  {
    extractor,
    options,
    end,
  }: {
    readonly extractor: Extractor;
    readonly options: Omit<InspectOptions, 'extractor'>;
    readonly end: () => Promise<void>;
  },
): Promise<Inspection> {
  let seen: readonly Page[] = document.pages;
  const onPages = (pages: readonly Page[]) => {
    seen = pages;
  };
  const result = await extractor.extract(document, config, extraData, { ...options, trace: true, onPages });
  const { trace = {} } = result;
  return {
    result,
    pages: seen.map((page) => ({
      index: page.index,
      width: page.width,
      height: page.height,
      toImage: ({ fields, ...image } = {}) => imageOf(page, marksOf(trace, fields, seen), image),
    })),
    async toHtml({ documentName, configName = 'config', redact = false, onPage } = {}, watched) {
      const name = documentName ?? options.filename ?? document.filename ?? 'document';
      const pictures = new Pictures(document.pages.length, watched?.pictures ?? new WeakMap());
      const { contentType, pageCount } = document;
      const whole = await reportData(
        {
          document: { name, contentType, pageCount },
          configName,
          config,
          result,
          before: document.pages,
          after: seen,
        },
        redact ? NO_PICTURES : pictures,
        onPage,
      );
      const data = redact ? redactedReport(whole, config, crypto.randomUUID()) : whole;
      if (!watched) return htmlFile(data, pictures.jpegs);
      const { version, failure } = watched;
      return htmlFile({ ...data, version, ...(failure && { failure }) }, pictures.jpegs, watched);
    },
    close: end,
  };
}
