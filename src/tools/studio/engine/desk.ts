/** The documents that lie open in the studio, each read once, with the pages of its last run. */

import type { ConfigIssue } from '../../../errors.js';
import { createExtractor } from '../../../extractor.js';
import { orderedJson } from '../../../foundation/objects/members.js';
import type { Config } from '../../../language/config/config-types.js';
import type { Document, Page } from '../../../page/document/model.js';
import type { PageGraphics } from '../../../page/document/page-graphics.js';
import type { ExtractionResult } from '../../../run/extraction/result.js';
import type { Difference } from '../../authoring/differences.js';
import { compareResult, readExpectation, updatedExpectation } from '../../authoring/expectation.js';
import { proposeAt } from '../../authoring/propose.js';
import { shownValue } from '../../authoring/show.js';
import type { FieldNode, PageData } from '../../report/inspection/payload.js';
import { pagePicture } from '../../report/inspection/picture.js';
import {
  marksOf,
  pageLines,
  type RunPart,
  runPart,
  shownPages,
} from '../../report/inspection/report-data.js';
import { fieldText } from '../../suggest/config-text.js';
import { freeId } from '../../suggest/ids.js';
import type {
  CheckAnswer,
  CheckRequest,
  DocumentId,
  DocumentRun,
  DrawnPage,
  OpenedFile,
  PageKey,
  ProposeAnswer,
  ProposeRequest,
  RunAnswer,
  RunRequest,
} from '../messages.js';
import { hasOcr } from './packed.js';

/** Pixels of the longer side of a picture: small print can be read at twice its size. */
const PICTURE_PIXELS = 1_600;

/** Runs where a config says nothing yet, or nothing that can be run: its pages are looked at. */
const NO_FIELDS: Config = { fields: [] };

const NO_OCR =
  'the page has no text of its own, and this studio was made without what reads scans: make it with "anchorline studio --ocr"';

/** How deep fields are in configs as they are usually written. */
const FIELD_INDENT = '    ';

interface Opened {
  readonly document: Document;
  readonly name: string;
  /** Pages of the last run by their keys. */
  pages: ReadonlyMap<PageKey, Page>;
  /** Drawings by the numbers of their pictures. */
  readonly drawings: Map<number, Page>;
}

export class Desk {
  readonly #extractor = createExtractor();
  /** Of documents that are being read, too: whoever asks for one waits for it. */
  readonly #opened = new Map<DocumentId, Promise<Opened>>();
  readonly #numbers = new Numbers();

  /** @throws DocumentError the document cannot be read */
  async open(
    file: OpenedFile,
    signal: AbortSignal,
    onProgress: (text: string) => void,
  ): Promise<{ readonly pages: number }> {
    const { id } = file;
    await this.close(id);
    const opening = this.#read(file, signal, onProgress);
    this.#opened.set(id, opening);
    try {
      return { pages: (await opening).document.pageCount };
    } catch (error) {
      if (this.#opened.get(id) === opening) this.#opened.delete(id);
      throw error;
    }
  }

  async close(id: DocumentId): Promise<undefined> {
    const opening = this.#opened.get(id);
    this.#opened.delete(id);
    const opened = await opening?.catch(() => undefined);
    await opened?.document.close();
  }

  async #read(
    { name, bytes, password }: OpenedFile,
    signal: AbortSignal,
    onProgress: (text: string) => void,
  ): Promise<Opened> {
    const document = await this.#extractor.load(bytes, {
      filename: name,
      contentType: bytes.type || undefined,
      password,
      signal,
      ocr: hasOcr() ? 'auto' : 'never',
      onProgress: ({ stage, done, total }) => onProgress(`${stage} ${done} of ${total}`),
    });
    const warnings = document.warnings.map((each) =>
      each.code === 'OCR_OFF' ? { ...each, message: NO_OCR } : each,
    );
    return { document: { ...document, warnings }, name, pages: new Map(), drawings: new Map() };
  }

  /** @throws DocumentError `aborted`, or where the document is not open */
  async run({ config: text, document: id }: RunRequest, signal: AbortSignal): Promise<RunAnswer> {
    const parsed = this.#extractor.safeParseConfig(text);
    const issues: readonly ConfigIssue[] = parsed.success ? parsed.warnings : parsed.error.issues;
    if (id === undefined) return { issues };
    const opened = await this.#documentOf(id);
    const config = parsed.success ? parsed.data : NO_FIELDS;
    const { document } = opened;
    let seen: readonly Page[] = document.pages;
    const begun = performance.now();
    const result = await this.#extractor.extract(document, config, undefined, {
      trace: true,
      signal,
      onPages(pages) {
        seen = pages;
      },
    });
    const milliseconds = performance.now() - begun;
    const shown = shownPages({ config, before: document.pages, after: seen });
    const part = partOf(opened, config, result, seen);
    return {
      issues,
      run: { ...part, isWhole: parsed.success, ...this.#pagesOf(opened, shown), milliseconds },
    };
  }

  /** @throws DocumentError `closed` */
  async picture(id: DocumentId, picture: number): Promise<DrawnPage | undefined> {
    const page = (await this.#opened.get(id))?.drawings.get(picture);
    const drawn = page && (await pagePicture(page, PICTURE_PIXELS));
    return drawn && { ...drawn, jpeg: new Blob([drawn.jpeg as BlobPart], { type: 'image/jpeg' }) };
  }

  /** A page that is no longer shown has none. @throws DocumentError `closed` */
  async marks(id: DocumentId, key: PageKey): Promise<PageData['marks']> {
    const page = (await this.#opened.get(id))?.pages.get(key);
    return page ? marksOf(page) : {};
  }

  /** @throws DocumentError `aborted`, TypeError the expected values are no such values */
  async check(
    { config: text, document: id, expected }: CheckRequest,
    signal: AbortSignal,
  ): Promise<CheckAnswer> {
    const opened = await this.#documentOf(id);
    const parsed = this.#extractor.safeParseConfig(text);
    const before = expected === undefined ? undefined : readExpectation(JSON.parse(expected));
    if (!parsed.success)
      return { fields: [], isWhole: false, differences: undefined, accepted: expected ?? '' };
    let seen: readonly Page[] = opened.document.pages;
    const result = await this.#extractor.extract(opened.document, parsed.data, undefined, {
      trace: true,
      signal,
      onPages(pages) {
        seen = pages;
      },
    });
    const differences = before && compareResult(before, result, false);
    return {
      fields: partOf(opened, parsed.data, result, seen).fields.map((node) => ({ ...node, runs: [] })),
      isWhole: true,
      differences: differences?.map((each) => ({
        id: each.id,
        messages: each.differences.map(differenceText),
      })),
      accepted: `${orderedJson(updatedExpectation(before, result, false), 2)}\n`,
    };
  }

  /** Fields for a place, with what each gives on all documents. @throws DocumentError `aborted` */
  async propose(
    { config: text, documents: ids, ...place }: ProposeRequest,
    signal: AbortSignal,
  ): Promise<ProposeAnswer> {
    const parsed = this.#extractor.safeParseConfig(text);
    const { preprocessors = [], fields: known } = parsed.success ? parsed.data : NO_FIELDS;
    const base: Config = { preprocessors, fields: [] };
    const opened = await Promise.all(ids.map((id) => this.#documentOf(id)));
    const seen: Document[] = [];
    for (const { document } of opened) {
      seen.push((await this.#extractor.preprocess(document, base, { signal })).document);
    }
    const options = { extractor: this.#extractor, signal };
    const { fields, ...rest } = await proposeAt(seen, { ...place, document: 0 }, options);
    const used = new Set(
      known.flatMap((field) => ('id' in field && typeof field.id === 'string' ? field.id : [])),
    );
    const named = fields.map(({ id, field, ...each }) => {
      const own = freeId(id, used);
      used.add(own);
      return { ...each, id: own, field: { id: own, ...field } };
    });
    const gives: (readonly FieldNode[])[] = [];
    for (const [i, document] of seen.entries()) {
      const tried = { fields: named.map(({ field }) => field) } as unknown as Config;
      const result = await this.#extractor.extract(document, tried, undefined, { trace: true, signal });
      gives.push(partOf(opened[i]!, tried, result, document.pages).fields);
    }
    const nodeOf = (id: string) =>
      gives.map((nodes) => nodes.find((node) => node.id === id)).filter((node) => node !== undefined);
    return {
      ...rest,
      fields: named.map(({ field, ...each }) => ({
        ...each,
        text: fieldText(field, FIELD_INDENT),
        gives: nodeOf(each.id),
      })),
    };
  }

  #documentOf(id: DocumentId): Promise<Opened> {
    return this.#opened.get(id) ?? Promise.reject(new Error('The document is not open.'));
  }

  #pagesOf(
    opened: Opened,
    { after, before }: ReturnType<typeof shownPages>,
  ): Pick<DocumentRun, 'after' | 'before' | 'fresh'> {
    const pages = new Map<PageKey, Page>();
    const fresh: DocumentRun['fresh'][number][] = [];
    const keyOf = (page: Page): PageKey => {
      const key = this.#numbers.of(page);
      if (!pages.has(key) && !opened.pages.has(key)) {
        const picture = this.#pictureOf(opened, page);
        fresh.push([key, { ...pageLines(page), ...(picture !== undefined && { picture }) }]);
      }
      pages.set(key, page);
      return key;
    };
    const keys = { after: after.map(keyOf), ...(before && { before: before.map(keyOf) }) };
    opened.pages = pages;
    return { ...keys, fresh };
  }

  #pictureOf({ drawings }: Opened, page: Page): number | undefined {
    const { graphics, synthetic } = page;
    if (!graphics || synthetic) return undefined;
    const number = this.#numbers.of(graphics);
    drawings.set(number, page);
    return number;
  }
}

/** A difference in one line. */
function differenceText({ path, expected, actual }: Difference): string {
  return `${path}: expected ${shownValue(expected)}, got ${shownValue(actual)}`;
}

/** What a run shows. @param after pages as the fields saw them */
function partOf(
  { document, name }: Pick<Opened, 'document' | 'name'>,
  config: Config,
  result: ExtractionResult,
  after: readonly Page[],
): RunPart {
  const { contentType, pageCount } = document;
  return runPart({
    document: { name, contentType, pageCount },
    configName: '',
    config,
    result,
    before: document.pages,
    after,
  });
}

/** Gives objects numbers, each the same as long as it lives. */
class Numbers {
  readonly #known = new WeakMap<Page | PageGraphics, number>();
  #next = 0;

  of(object: Page | PageGraphics): number {
    const known = this.#known.get(object) ?? this.#next++;
    this.#known.set(object, known);
    return known;
  }
}
