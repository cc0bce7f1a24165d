/** Documents as rows, fields as columns: what each gives, and what is other than expected. */
import { button, html } from '../../report/inspection/browser/dom.js';
import { preview, shownValue } from '../../report/inspection/browser/values.js';
import type { FieldNode } from '../../report/inspection/payload.js';
import type { CheckAnswer } from '../messages.js';
import type { StudioDocument } from './documents.js';

/** What it is made with. */
export interface SheetOptions {
  readonly pane: HTMLElement;
  /** Goes to a document, and to one of its fields. */
  show(document: StudioDocument, field: string | undefined): void;
  /** What a document gives is right. */
  accept(document: StudioDocument, expected: string): void;
}

export class Sheet {
  readonly #options: SheetOptions;
  readonly #answers = new Map<StudioDocument, CheckAnswer>();
  #documents: readonly StudioDocument[] = [];

  constructor(options: SheetOptions) {
    this.#options = options;
    this.#draw();
  }

  /** Takes in which documents there are. */
  list(documents: readonly StudioDocument[]): void {
    this.#documents = documents;
    for (const known of this.#answers.keys()) if (!documents.includes(known)) this.#answers.delete(known);
    this.#draw();
  }

  /** Takes in what a document gives. */
  take(document: StudioDocument, answer: CheckAnswer): void {
    this.#answers.set(document, answer);
    this.#draw();
  }

  #draw(): void {
    const { pane } = this.#options;
    const ids = [...new Set([...this.#answers.values()].flatMap(({ fields }) => fields.map(({ id }) => id)))];
    const headings = ['Document', ...ids].map((id) => html('th', { attributes: { scope: 'col' } }, id));
    const pending = [...this.#answers].filter(
      ([, { isWhole, differences }]) => isWhole && differences?.length !== 0,
    );
    const acceptAll = button('Accept all', {
      label: 'Accept all: what the documents give is right',
      press: () => {
        for (const [document, { accepted }] of pending) this.#options.accept(document, accepted);
      },
    });
    acceptAll.disabled = pending.length === 0;
    pane.replaceChildren(
      html(
        'table',
        {},
        html(
          'thead',
          {},
          html('tr', {}, ...headings, html('th', { attributes: { scope: 'col' } }, acceptAll)),
        ),
        html('tbody', {}, ...this.#documents.map((each) => this.#row(each, ids))),
      ),
    );
  }

  #row(document: StudioDocument, ids: readonly string[]): HTMLElement {
    const answer = this.#answers.get(document);
    const name = button(document.name, {
      kind: 'link',
      press: () => this.#options.show(document, undefined),
    });
    return html(
      'tr',
      {},
      html('th', { attributes: { scope: 'row' } }, name),
      ...ids.map((id) => this.#cell(document, id, answer)),
      html('td', {}, ...(answer ? this.#verdict(document, answer) : [])),
    );
  }

  #cell(document: StudioDocument, id: string, answer: CheckAnswer | undefined): HTMLElement {
    const node = answer?.fields.find((each) => each.id === id);
    const difference = answer?.differences?.find((each) => each.id === id);
    const press = () => this.#options.show(document, id);
    const missing = answer?.isWhole && !node?.present ? 'missing' : '';
    return html(
      'td',
      { class: difference ? `${missing} different` : missing, on: { click: press } },
      node ? fieldText(node) : '',
      difference && html('span', { class: 'explanation' }, difference.messages.join('; ')),
    );
  }

  #verdict(
    document: StudioDocument,
    { differences, accepted, isWhole }: CheckAnswer,
  ): (HTMLElement | string)[] {
    if (!isWhole) return [];
    if (differences?.length === 0) return [html('span', { class: 'badge good' }, 'as expected')];
    const press = () => this.#options.accept(document, accepted);
    const count = differences && html('span', { class: 'badge' }, `${differences.length} different`);
    return [
      ...(count ? [count] : []),
      button('Accept', { label: `Accept what ${document.name} gives`, press }),
    ];
  }
}

function fieldText(node: FieldNode): string {
  const value = shownValue(node);
  return value ? preview(value.text) : (node.reason ?? 'null');
}
