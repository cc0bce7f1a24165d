/** The bar above the pages. */
import { button, html, part } from './dom.js';
import type { Pages } from './pages.js';
import type { Report } from './report.js';
import type { Store } from './state.js';
import { themeButton } from './theme.js';

const ZOOM_STEP = 1.25;

/**
 * Fills the bar with buttons for pages, zoom, sides of the preprocessors, theme and keys.
 * @returns shows what of it another report needs
 */
export function toolbar(
  first: Report,
  store: Store,
  pages: Pages,
  { bar, pane }: { readonly bar: HTMLElement; readonly pane: HTMLElement },
): (report: Report) => void {
  let report = first;
  const position = html('span', { class: 'position', attributes: { 'aria-live': 'polite' } });
  const percent = html('span', { class: 'zoom' });
  const update = () => {
    position.textContent = pages.count === 0 ? '0 / 0' : `${pages.current + 1} / ${pages.count}`;
    percent.textContent = `${Math.round((pages.zoom / SCREEN_DPI) * 100)}%`;
  };
  const fit = button('Fit', { label: 'Fit the width (0)', press: () => store.change({ zoom: undefined }) });
  const sides = [true, false].map((before) => {
    const label = before ? 'Pages as they were read (b)' : 'Pages as the fields see them (b)';
    const side = button(before ? 'Before' : 'After', { label, press: () => store.change({ before }) });
    side.dataset['before'] = String(before);
    return side;
  });
  const attributes = { role: 'group', 'aria-label': 'Preprocessors' };
  const preprocessed = html('div', { class: 'group', attributes }, ...sides);
  const updateSides = () => {
    preprocessed.hidden = report.data.before === undefined;
    for (const side of sides)
      side.setAttribute('aria-pressed', String(side.dataset['before'] === String(store.state.before)));
  };
  bar.replaceChildren(
    html(
      'div',
      { class: 'group' },
      button('‹', { label: 'Previous page ([)', press: () => pages.goTo(pages.current - 1) }),
      position,
      button('›', { label: 'Next page (])', press: () => pages.goTo(pages.current + 1) }),
    ),
    html(
      'div',
      { class: 'group' },
      button('−', { label: 'Smaller (-)', press: () => pages.zoomBy(1 / ZOOM_STEP) }),
      percent,
      button('+', { label: 'Larger (+)', press: () => pages.zoomBy(ZOOM_STEP) }),
      fit,
    ),
    preprocessed,
    html(
      'div',
      { class: 'group' },
      themeButton(),
      button('?', { label: 'Keys (?)', press: () => (part('keys') as HTMLDialogElement).showModal() }),
    ),
  );
  updateSides();
  update();
  store.onChange(() => {
    updateSides();
    update();
  });
  pane.addEventListener('scroll', update, { passive: true });
  new ResizeObserver(update).observe(pane);
  return (next) => {
    report = next;
    updateSides();
    update();
  };
}

/** Pixels of CSS an inch. */
const SCREEN_DPI = 96;
