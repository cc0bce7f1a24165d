/** Pages whose content streams hold data, but none that can be unpacked. */
import type { PDFObject } from '@cantoo/pdf-lib';
import { type PdfObjects, unpackStream } from './safe-objects.js';

/** Bytes that a stream may unpack to; a page's content that is larger counts as unreadable here. */
const MAX_STREAM = 16 * 1024 * 1024;

/**
 * Whether a page that shows nothing has contents that are damaged: its streams hold bytes, and none of them gives
 * any data. Empty pages are not damaged.
 */
export function isContentDamaged(objects: PdfObjects, pageIndex: number): boolean {
  try {
    const streams = contentStreams(objects, pageIndex).filter((stream) => stream.contents.length > 0);
    return streams.length > 0 && streams.every((stream) => !hasData(objects, stream));
  } catch {
    return false;
  }
}

function contentStreams({ lib, document }: PdfObjects, pageIndex: number) {
  const contents = document.getPage(pageIndex).node.Contents();
  const entries: PDFObject[] =
    contents instanceof lib.PDFArray ? contents.asArray() : contents ? [contents] : [];
  return entries
    .map((entry) => document.context.lookup(entry))
    .filter((object) => object instanceof lib.PDFRawStream);
}

function hasData(objects: PdfObjects, stream: PDFObject): boolean {
  try {
    return (unpackStream(objects, stream, MAX_STREAM)?.length ?? 0) > 0;
  } catch {
    return false;
  }
}
