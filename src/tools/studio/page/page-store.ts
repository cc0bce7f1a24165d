/** The pages that the engine has sent, with their pictures and what is drawn on them. */
import { html } from '../../report/inspection/browser/dom.js';
import { undrawnNote } from '../../report/inspection/browser/pages.js';
import type { PageData, ReportData } from '../../report/inspection/payload.js';
import type { DocumentId, DocumentRun, PageKey } from '../messages.js';
import type { EngineClient } from './engine-client.js';

/** A picture of a page: its address, if there is one, and why it shows the lines alone or nothing. */
interface Picture {
  readonly address?: string;
  readonly undrawn?: string;
}

/** Of one document: pages by their keys, the other way round, and pictures by their numbers. */
export class PageStore {
  readonly #engine: EngineClient;
  readonly #document: DocumentId;
  #pages = new Map<PageKey, PageData>();
  readonly #pictures = new Map<number, Promise<Picture>>();
  readonly #marked = new WeakSet<PageData>();

  constructor(engine: EngineClient, document: DocumentId) {
    this.#engine = engine;
    this.#document = document;
  }

  /** Takes the pages of a run in. Every run has to come by here: pages are sent once. */
  take({ after, before, fresh, ...run }: DocumentRun): ReportData {
    const sent = new Map(fresh);
    const kept = new Map<PageKey, PageData>();
    const pageOf = (key: PageKey): PageData => {
      const known = this.#pages.get(key) ?? kept.get(key);
      const page = known ?? { ...sent.get(key)!, marks: {} };
      kept.set(key, page);
      return page;
    };
    const pages = after.map(pageOf);
    const read = before?.map(pageOf);
    this.#pages = kept;
    return { ...run, pages, ...(read && { before: read }) };
  }

  /** The picture of a page, which comes when the engine has drawn it. */
  picture({ picture, index }: PageData): readonly HTMLElement[] {
    if (picture === undefined) return [];
    const image = html('img', { attributes: { alt: `Page ${index + 1}`, decoding: 'async' } });
    void this.#drawn(picture).then(({ address, undrawn }) => {
      if (address !== undefined) image.src = address;
      if (undrawn !== undefined) image.after(undrawnNote(undrawn));
    });
    return [image];
  }

  /** Asks for what is drawn on pages. @returns whether there is something new */
  async mark(pages: readonly PageData[]): Promise<boolean> {
    let isNew = false;
    for (const [key, page] of this.#pages) {
      if (!pages.includes(page) || this.#marked.has(page)) continue;
      this.#marked.add(page);
      const marks = await this.#engine.call('marks', { document: this.#document, page: key });
      Object.assign(page.marks, marks);
      isNew = true;
    }
    return isNew;
  }

  /** Frees the pictures. */
  close(): void {
    for (const picture of this.#pictures.values()) {
      void picture.then(({ address }) => address !== undefined && URL.revokeObjectURL(address));
    }
    this.#pictures.clear();
  }

  #drawn(picture: number): Promise<Picture> {
    const known = this.#pictures.get(picture);
    if (known) return known;
    const drawn = this.#draw(picture);
    this.#pictures.set(picture, drawn);
    return drawn;
  }

  async #draw(picture: number): Promise<Picture> {
    try {
      const drawn = await this.#engine.call('picture', { document: this.#document, picture });
      if (!drawn) return {};
      const { jpeg, ...rest } = drawn;
      return { address: URL.createObjectURL(jpeg), ...rest };
    } catch (error) {
      return { undrawn: error instanceof Error ? error.message : String(error) };
    }
  }
}
