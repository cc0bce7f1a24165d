/** Reading golden documents: whether they can be read, and their text as fields see it. */
import type { PrintedPage } from '../../run/extraction/result.js';
import type { ServiceContext } from '../context.js';
import type { LeasedJob } from '../queue.js';
import type { StoredDocument, TypeRow } from '../rows.js';
import { settingsOf } from '../schemas/document-types.js';
import type { GoldenText } from '../schemas/goldens.js';
import { checkConfig } from './checks.js';
import { asServiceError } from './classify.js';
import { documentBytes } from './extraction-job.js';
import { failureOf } from './failures.js';

/** Looks whether the bytes of a golden can be read, and notes why not. */
export async function goldenJob(context: ServiceContext, job: LeasedJob): Promise<void> {
  const { store, queue, extractor, blobs } = context;
  const row = await store.getGolden({ id: job.key });
  if (row?.document) {
    const bytes = await documentBytes(context, row);
    const { contentType } = row.document;
    const facts = { contentType, filename: row.name, ocrLevel: 0 } as const;
    let picture: Uint8Array | undefined;
    let error: string | null = null;
    try {
      picture = await extractor.drawPage(bytes, 0, THUMBNAIL_PIXELS, facts);
    } catch (thrown) {
      error = failureOf(thrown).issue.message;
    }
    const thumbnailKey = picture ? `${row.account}/${row.id}/${context.newId()}` : null;
    if (picture && thumbnailKey) await blobs.put(thumbnailKey, picture, { contentType: 'image/png' });
    await store.changeGolden(row.id, { error, thumbnailKey });
  }
  await queue.done(job);
}

/** Longer side of a picture of a first page, in pixels. */
const THUMBNAIL_PIXELS = 400;

/** Decimals of inches in the text of goldens. */
const DECIMALS = 3;
/** From here on results hold the document as the fields saw it. */
const VERBOSITY = 3;

/**
 * The text of a stored document after the preprocessors of a configuration.
 * @throws ServiceError `config_invalid`, and what is wrong with the document
 */
export async function documentText(
  context: ServiceContext,
  type: TypeRow,
  document: StoredDocument,
  configuration: object | undefined,
  signal: AbortSignal,
): Promise<GoldenText> {
  const config = JSON.stringify({ fields: [], ...configuration, verbosity: VERBOSITY });
  await checkConfig(context, config, signal);
  const { ocr_level: ocrLevel, prevent_default_merge_lines: preventDefaultMergeLines } = settingsOf(type);
  const bytes = await documentBytes(context, { document });
  try {
    const { text } = await context.extractor.extract(bytes, config, undefined, {
      contentType: document.contentType,
      ocrLevel,
      preventDefaultMergeLines,
      signal,
    });
    return { pages: (text?.pages ?? []).map(shownPage) };
  } catch (error) {
    throw asServiceError(error);
  }
}

function shownPage({ width, height, rotation, transform, lines }: PrintedPage): GoldenText['pages'][number] {
  const { a, b, c, d, e, f } = transform;
  return {
    width: rounded(width),
    height: rounded(height),
    rotation,
    transform: { a: rounded(a), b: rounded(b), c: rounded(c), d: rounded(d), e: rounded(e), f: rounded(f) },
    lines: lines.map(({ text, boundingPolygon }) => ({
      text,
      boundingPolygon: boundingPolygon.map(({ x, y }) => ({ x: rounded(x), y: rounded(y) })),
    })),
  };
}

function rounded(value: number): number {
  return Number(value.toFixed(DECIMALS));
}
