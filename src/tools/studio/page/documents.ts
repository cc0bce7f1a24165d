/** The documents that lie open, as tabs. */
import { button, html } from '../../report/inspection/browser/dom.js';
import type { DocumentId } from '../messages.js';
import type { CaseDocument } from './case-folder.js';
import { type EngineClient, EngineError } from './engine-client.js';
import { PageStore } from './page-store.js';

/** A document in the studio. */
export interface StudioDocument {
  readonly id: DocumentId;
  readonly name: string;
  /** From the folder that it was opened with. */
  readonly path: string;
  readonly bytes: Blob;
  /** Text of its file of expected values. */
  expected: string | undefined;
  readonly store: PageStore;
  state:
    | { readonly is: 'opening'; readonly progress?: string }
    | { readonly is: 'open'; readonly pages: number }
    | { readonly is: 'failed'; readonly why: string; readonly needsPassword: boolean };
}

/** What the tabs are made with. */
export interface DocumentsOptions {
  readonly engine: EngineClient;
  readonly bar: HTMLElement;
  /** Hears of another document that is shown, or that can be run over now. */
  readonly onShown: () => void;
  /** Hears that another one can be run over now. */
  readonly onOpened: () => void;
}

export class Documents {
  readonly #options: DocumentsOptions;
  readonly #all: StudioDocument[] = [];
  #shown: StudioDocument | undefined;
  #count = 0;

  constructor(options: DocumentsOptions) {
    this.#options = options;
    options.bar.addEventListener('keydown', (event) => this.#onKey(event));
    this.#draw();
  }

  get all(): readonly StudioDocument[] {
    return this.#all;
  }

  get shown(): StudioDocument | undefined {
    return this.#shown;
  }

  /** Opens documents, one after the other; the first of them is shown. */
  async open(files: readonly CaseDocument[]): Promise<void> {
    const { engine } = this.#options;
    const added = files.map(({ path, bytes, expected }): StudioDocument => {
      const id = `document-${this.#count++}`;
      const store = new PageStore(engine, id);
      return { id, name: shortName(path), path, bytes, expected, store, state: { is: 'opening' } };
    });
    this.#all.push(...added);
    const [first] = added;
    if (first) this.show(first);
    for (const each of added) await this.#load(each);
  }

  show(document: StudioDocument): void {
    this.#shown = document;
    this.#draw();
    this.#options.onShown();
  }

  /** Opens a document that a password protects. */
  async unlock(document: StudioDocument, password: string): Promise<void> {
    document.state = { is: 'opening' };
    this.#draw();
    await this.#load(document, password);
  }

  close(document: StudioDocument): void {
    const at = this.#all.indexOf(document);
    if (at < 0) return;
    this.#all.splice(at, 1);
    document.store.close();
    void this.#options.engine.call('close', { id: document.id });
    if (this.#shown === document) this.#shown = this.#all[at] ?? this.#all.at(-1);
    this.#draw();
    this.#options.onShown();
  }

  async #load(document: StudioDocument, password?: string): Promise<void> {
    const { engine, onShown, onOpened } = this.#options;
    const { id, name, bytes } = document;
    try {
      const { pages } = await engine.call(
        'open',
        { id, name, bytes, password },
        {
          onProgress: (progress) => {
            document.state = { is: 'opening', progress };
            this.#draw();
          },
        },
      );
      document.state = { is: 'open', pages };
    } catch (error) {
      const code = error instanceof EngineError ? error.code : undefined;
      const why = error instanceof Error ? error.message : String(error);
      const needsPassword = code === 'password_required' || code === 'password_wrong';
      document.state = { is: 'failed', why, needsPassword };
    }
    this.#draw();
    if (document === this.#shown) onShown();
    else onOpened();
  }

  #draw(): void {
    const { bar } = this.#options;
    const hadFocus = bar.contains(document.activeElement);
    bar.hidden = this.#all.length === 0;
    bar.replaceChildren(...this.#all.map((each) => this.#tab(each)));
    const shown = bar.querySelector<HTMLElement>('[aria-pressed="true"]');
    shown?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (hadFocus) shown?.focus();
  }

  #tab(each: StudioDocument): HTMLElement {
    const isShown = each === this.#shown;
    const { state } = each;
    const tab = html(
      'button',
      {
        class: `tab ${state.is}`,
        attributes: {
          type: 'button',
          'aria-pressed': String(isShown),
          tabindex: isShown ? '0' : '-1',
          title: state.is === 'failed' ? state.why : each.path,
        },
        on: { click: () => this.show(each) },
      },
      html('span', { class: 'name' }, each.name),
      state.is === 'opening' && html('span', { class: 'quiet' }, state.progress ?? '…'),
      state.is === 'failed' && html('span', { class: 'count error' }, '!'),
    );
    const close = button('×', { label: `Close ${each.name}`, kind: 'close', press: () => this.close(each) });
    return html('div', { class: isShown ? 'document shown' : 'document' }, tab, close);
  }

  #onKey(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined || !this.#shown) return;
    const next = this.#all[this.#all.indexOf(this.#shown) + step];
    if (!next) return;
    event.preventDefault();
    this.show(next);
  }
}

/** A document of a case is called as the folder of the case is. */
function shortName(path: string): string {
  const parts = path.split('/');
  const isCase = /^document\.[^.]*$/iu.test(parts.at(-1) ?? '');
  return (isCase ? parts.at(-2) : parts.at(-1)) ?? path;
}
