/** What the reader of a report has chosen. It outlives a reload, so that a report that is made again stays where it was. */
import type { LayerName } from '../layers.js';
import type { LinePlace } from './report.js';

/** A field, by its key, or a line. */
export type Selection =
  | { readonly kind: 'field'; readonly key: string }
  | ({ readonly kind: 'line'; readonly before: boolean } & LinePlace)
  | undefined;

export interface State {
  readonly selection: Selection;
  readonly layers: readonly LayerName[];
  /** Pixels an inch; undefined to fit the width. */
  readonly zoom: number | undefined;
  /** Whether pages are shown as they were read. */
  readonly before: boolean;
  /** Keys of entries that the reader opened or closed. */
  readonly toggled: readonly string[];
  readonly filter: 'all' | 'found' | 'missing';
  readonly search: string;
}

const LAYERS_AT_FIRST: readonly LayerName[] = [
  'sections',
  'chunks',
  'rows',
  'regions',
  'captured',
  'anchors',
  'values',
  'points',
];

export const AT_FIRST: State = {
  selection: undefined,
  layers: LAYERS_AT_FIRST,
  zoom: undefined,
  before: false,
  toggled: [],
  filter: 'all',
  search: '',
};

/** Holds the state and reports changes. */
export class Store {
  #state: State;
  readonly #listeners: ((state: State, old: State) => void)[] = [];

  constructor(state: State) {
    this.#state = state;
  }

  get state(): State {
    return this.#state;
  }

  onChange(listener: (state: State, old: State) => void): void {
    this.#listeners.push(listener);
  }

  change(change: Partial<State>): void {
    const old = this.#state;
    this.#state = { ...old, ...change };
    for (const listener of this.#listeners) listener(this.#state, old);
  }
}

/** What is kept over a reload: the state, and how far the pages and the fields were scrolled. */
interface Kept {
  readonly state: State;
  readonly scroll: Readonly<Record<string, number>>;
}

/** What was kept by the page before it was reloaded. */
export function keptState(): Kept | undefined {
  const kept: unknown = history.state;
  return typeof kept === 'object' && kept !== null && 'state' in kept ? (kept as Kept) : undefined;
}

export function keepState(kept: Kept): void {
  history.replaceState(kept, '');
}
