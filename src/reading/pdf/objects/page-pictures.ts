/** Whether a page may show raster images, by the objects that it leads to: nothing is decoded for it. */
import type { FileObjects } from './file-objects.js';
import {
  isDictionary,
  isReference,
  nameIn,
  objectValue,
  type PdfDictionary,
  type PdfValue,
  resolve,
  resolveDictionary,
  resolveList,
} from './object-values.js';

/** Lists of pages above a page that are looked at for resources. */
const MAX_PARENTS = 32;

/** Resources in resources, and bytes of all that are looked at: beyond them a page may show anything. */
const MAX_DEPTH = 100;
const MAX_BYTES = 64 * 1024 * 1024;

/** An image in a content stream begins with this operator. */
const INLINE_IMAGE = /(?:^|[\s\]>)])BI(?=[\s/])/u;

/**
 * False where neither a page nor what it shows (forms, patterns, glyphs that are drawn, soft masks, annotations) has an image.
 * True where that cannot be decided, as where streams are encrypted.
 * @param page number of the page's object
 */
export function mayShowPictures(objects: FileObjects, page: number): boolean {
  const dictionary = objectValue(objects, page);
  if (!isDictionary(dictionary) || nameIn(dictionary.get('Type')) !== 'Page') return true;
  if (objects.parts.includes(undefined)) return true;
  const search = new PictureSearch(objects);
  return (
    search.ofContents(dictionary.get('Contents')) ||
    search.ofResources(inherited(objects, dictionary, 'Resources')) ||
    (resolveList(objects, dictionary.get('Annots')) ?? []).some((annotation) =>
      search.ofAnnotation(annotation),
    )
  );
}

/** An entry of a page, or of the lists of pages above it. */
function inherited(objects: FileObjects, page: PdfDictionary, key: string): PdfValue {
  let node: PdfDictionary | undefined = page;
  for (let level = 0; node && level < MAX_PARENTS; level++) {
    const value = node.get(key);
    if (value !== undefined) return value;
    node = resolveDictionary(objects, node.get('Parent'));
  }
  return undefined;
}

/** Looks at each object once. */
class PictureSearch {
  readonly #objects: FileObjects;
  readonly #seen = new Set<number>();
  #depth = 0;
  #bytes = 0;

  constructor(objects: FileObjects) {
    this.#objects = objects;
  }

  /** A stream, or a list of them. */
  ofContents(entry: PdfValue): boolean {
    const list = resolveList(this.#objects, entry);
    return list ? list.some((each) => this.#ofStream(each)) : this.#ofStream(entry);
  }

  ofResources(entry: PdfValue): boolean {
    if (this.#isSeen(entry)) return false;
    if (this.#depth >= MAX_DEPTH) return true;
    this.#depth += 1;
    const isFound = this.#isInResources(resolveDictionary(this.#objects, entry));
    this.#depth -= 1;
    return isFound;
  }

  /** Its appearances, each of which may have several states. */
  ofAnnotation(entry: PdfValue): boolean {
    const appearances = resolveDictionary(this.#objects, entry)?.get('AP');
    return this.#anyOf(
      appearances,
      (each) =>
        this.#ofObject(each) ||
        (!this.#isStream(each) && this.#anyOf(each, (state) => this.#ofObject(state))),
    );
  }

  #isInResources(resources: PdfDictionary | undefined): boolean {
    return (
      this.#anyOf(resources?.get('XObject'), (each) => this.#ofObject(each)) ||
      this.#anyOf(resources?.get('Pattern'), (each) => this.#ofStream(each)) ||
      this.#anyOf(resources?.get('ExtGState'), (each) => this.#ofState(each)) ||
      this.#anyOf(resources?.get('Font'), (each) => this.#ofFont(each))
    );
  }

  /** An image, or a form. */
  #ofObject(entry: PdfValue): boolean {
    const kind = nameIn(resolveDictionary(this.#objects, entry)?.get('Subtype'));
    return kind === 'Image' || this.#ofStream(entry);
  }

  #ofState(entry: PdfValue): boolean {
    const state = resolveDictionary(this.#objects, entry);
    const mask = resolveDictionary(this.#objects, state?.get('SMask'));
    const [font] = resolveList(this.#objects, state?.get('Font')) ?? [];
    return this.#ofStream(mask?.get('G')) || this.#ofFont(font);
  }

  /** Glyphs of Type 3 are content. */
  #ofFont(entry: PdfValue): boolean {
    const font = resolveDictionary(this.#objects, entry);
    return (
      nameIn(font?.get('Subtype')) === 'Type3' &&
      (this.#anyOf(font?.get('CharProcs'), (each) => this.#ofStream(each)) ||
        this.ofResources(font?.get('Resources')))
    );
  }

  /** A stream of content, and what it names. */
  #ofStream(entry: PdfValue): boolean {
    if (!this.#isStream(entry) || this.#isSeen(entry)) return false;
    const data = this.#objects.stream(entry.number);
    this.#bytes += data?.length ?? 0;
    if (data === undefined || this.#bytes > MAX_BYTES) return true;
    const text = Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('latin1');
    return (
      INLINE_IMAGE.test(text) || this.ofResources(resolveDictionary(this.#objects, entry)?.get('Resources'))
    );
  }

  #isStream(entry: PdfValue): entry is { readonly number: number } {
    return isReference(entry) && this.#objects.packedStream(entry.number) !== undefined;
  }

  #anyOf(entry: PdfValue, test: (value: PdfValue) => boolean): boolean {
    const dictionary = resolve(this.#objects, entry);
    return isDictionary(dictionary) && [...dictionary.values()].some(test);
  }

  #isSeen(entry: PdfValue): boolean {
    if (!isReference(entry)) return false;
    const isSeen = this.#seen.has(entry.number);
    this.#seen.add(entry.number);
    return isSeen;
  }
}
