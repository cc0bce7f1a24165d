/** The legend, whose entries switch layers. */
import { LAYER_NAMES, type LayerName } from '../layers.js';
import { button, html } from './dom.js';
import type { Report } from './report.js';
import type { Store } from './state.js';

export class Legend {
  readonly #store: Store;
  readonly #pane: HTMLElement;
  #names: readonly LayerName[] = [];
  #chips: readonly HTMLButtonElement[] = [];

  constructor(report: Report, store: Store, pane: HTMLElement) {
    this.#store = store;
    this.#pane = pane;
    this.show(report);
    store.onChange(() => this.#update());
  }

  /** Shows the layers that another report has. */
  show(report: Report): void {
    const present = LAYER_NAMES.filter((name) => hasMarks(report, name)).reverse();
    if (present.join() === this.#names.join()) return;
    this.#names = present;
    this.#chips = present.map((name) => this.#chip(report, name));
    this.#pane.replaceChildren(...this.#chips);
    this.#update();
  }

  #chip(report: Report, name: LayerName): HTMLButtonElement {
    const { title, about, colour } = report.data.layers[name];
    const swatch = html('span', { class: `swatch swatch-${name}` });
    swatch.style.setProperty('--colour', colour);
    const press = () => {
      const { layers: shown } = this.#store.state;
      this.#store.change({
        layers: shown.includes(name) ? shown.filter((each) => each !== name) : [...shown, name],
      });
    };
    const chip = button(title, { kind: 'chip', press });
    chip.prepend(swatch);
    chip.title = about;
    chip.dataset['layer'] = name;
    return chip;
  }

  #update(): void {
    for (const chip of this.#chips) {
      const isShown = this.#store.state.layers.includes(chip.dataset['layer'] as LayerName);
      chip.setAttribute('aria-pressed', String(isShown));
    }
  }
}

function hasMarks({ data, entries }: Report, layer: LayerName): boolean {
  if (layer === 'lines') return data.pages.some(({ lines }) => lines.length > 0);
  if (data.layers[layer].ofField) {
    return entries.some(({ node }) =>
      node.runs.some(({ marks }) => marks.some((mark) => mark.layer === layer)),
    );
  }
  return data.pages.some(({ marks }) => (marks[layer as keyof typeof marks]?.length ?? 0) > 0);
}
