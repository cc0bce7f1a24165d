/** The keys of the report. */
import { button, html } from './dom.js';
import type { Pages } from './pages.js';
import type { Store } from './state.js';

const ZOOM_STEP = 1.25;

/** What keys act on. */
interface Targets {
  readonly store: Store;
  readonly pages: Pages;
  readonly search: () => void;
  readonly fields: () => void;
  readonly help: () => void;
  /** Whether there are pages before the preprocessors. */
  readonly canSwitch: () => boolean;
}

/** Listens for the keys that work wherever the focus is, but not while somebody writes. */
export function onKeys({ store, pages, search, fields, help, canSwitch }: Targets): void {
  const actions: Readonly<Record<string, () => void>> = {
    '/': search,
    f: fields,
    ']': () => pages.goTo(pages.current + 1),
    '[': () => pages.goTo(pages.current - 1),
    '+': () => pages.zoomBy(ZOOM_STEP),
    '=': () => pages.zoomBy(ZOOM_STEP),
    '-': () => pages.zoomBy(1 / ZOOM_STEP),
    '0': () => store.change({ zoom: undefined }),
    b: () => canSwitch() && store.change({ before: !store.state.before }),
    Escape: () => store.change({ selection: undefined }),
    '?': help,
  };
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof HTMLInputElement && event.key === 'Escape') event.target.blur();
    if (isWriting(event.target) || document.querySelector('dialog[open]')) return;
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
    if (!action) return;
    event.preventDefault();
    action();
  });
}

/** Whether somebody writes there: in a field, a list of choices, or an editor. */
function isWriting(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLElement && target.isContentEditable;
}

/** A key, or some, and what it does. */
export type KeyHelp = readonly [key: string, what: string];

const KEYS: readonly KeyHelp[] = [
  ['↑ ↓', 'in the list: field to field; on a page: line to line'],
  ['← →', 'close and open sections'],
  ['/', 'search fields'],
  ['f', 'to the list of fields'],
  ['[ ]', 'previous and next page'],
  ['+ − 0', 'larger, smaller, fit the width; Ctrl and the wheel do, too'],
  ['Esc', 'select nothing'],
];
const SWITCH_KEY = ['b', 'before or after the preprocessors'] as const;

/** Fills the dialog that lists the keys. @param own those that a page has beside them, before and after the others */
export function keysDialog(
  dialog: HTMLDialogElement,
  canSwitch: boolean,
  own: { readonly first: readonly KeyHelp[]; readonly last: readonly KeyHelp[] } = { first: [], last: [] },
): void {
  const all = [...own.first, ...KEYS, ...(canSwitch ? [SWITCH_KEY] : []), ...own.last];
  dialog.replaceChildren(
    html('h2', {}, 'Keys'),
    html(
      'dl',
      {},
      ...all.flatMap(([key, what]) => [html('dt', {}, html('kbd', {}, key)), html('dd', {}, what)]),
    ),
    button('Close', { press: () => dialog.close() }),
  );
}
