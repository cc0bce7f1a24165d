/** The pages in the middle: pictures that are loaded when they come into sight, with what is drawn over them. */
import type { Path } from '../marks.js';
import type { PageData } from '../payload.js';
import { UNDRAWN } from '../undrawn.js';
import { html } from './dom.js';
import { boundsOf, overlay } from './overlay.js';
import type { Report } from './report.js';
import type { Store } from './state.js';

/** How far from sight pages are made ready, as a margin of CSS. */
const NEAR = '1200px 0px';
const WHEEL_STEP = 1.1;
const LEAST_ZOOM = 24;
const LARGEST_ZOOM = 600;
/** Space around pages that fit the width, in pixels. */
const MARGIN = 48;

/** What shows a page as it looks; called when the page comes near. */
type PictureSource = (page: PageData) => readonly HTMLElement[];

/** A page on the screen. */
interface PageView {
  data: PageData;
  readonly frame: HTMLElement;
  isNear: boolean;
}

export class Pages {
  #report: Report;
  readonly #store: Store;
  readonly #pane: HTMLElement;
  readonly #pictureOf: PictureSource;
  readonly #observer: IntersectionObserver;
  #views: readonly PageView[] = [];

  constructor(report: Report, store: Store, pane: HTMLElement, pictureOf: PictureSource) {
    this.#report = report;
    this.#store = store;
    this.#pane = pane;
    this.#pictureOf = pictureOf;
    this.#observer = new IntersectionObserver((seen) => this.#onSight(seen), {
      root: pane,
      rootMargin: NEAR,
    });
    this.#build();
    store.onChange((state, old) => {
      if (state.before !== old.before) this.#build();
      else if (state.zoom !== old.zoom) this.#resize();
      if (state.selection !== old.selection || state.layers !== old.layers) this.#redraw();
    });
    new ResizeObserver(() => this.#resize()).observe(pane);
    pane.addEventListener('click', (event) => this.#onClick(event));
    pane.addEventListener('keydown', (event) => this.#onKey(event));
    pane.addEventListener('wheel', (event) => this.#onWheel(event), { passive: false });
  }

  /** Shows another report. Pages of the same sizes stay where they are, with their pictures. */
  show(report: Report): void {
    const isSame = report.data.document.name === this.#report.data.document.name;
    this.#report = report;
    const pages = this.#pages();
    if (
      !isSame ||
      pages.length !== this.#views.length ||
      this.#views.some(({ data }, i) => !fits(data, pages[i]!))
    ) {
      this.#build();
      return;
    }
    for (const [i, view] of this.#views.entries()) view.data = pages[i]!;
    this.#redraw();
  }

  /** Pixels an inch now. */
  get zoom(): number {
    const { zoom } = this.#store.state;
    if (zoom !== undefined) return zoom;
    const widest = Math.max(1, ...this.#pages().map(({ width }) => width));
    return clamped((this.#pane.clientWidth - MARGIN) / widest);
  }

  /** Makes pages larger or smaller. */
  zoomBy(factor: number): void {
    this.#store.change({ zoom: clamped(this.zoom * factor) });
  }

  /** Position of the page that is most in sight. */
  get current(): number {
    const { top, height } = this.#pane.getBoundingClientRect();
    const middle = top + height / 3;
    const at = this.#views.findIndex(({ frame }) => frame.getBoundingClientRect().bottom >= middle);
    return at < 0 ? Math.max(0, this.#views.length - 1) : at;
  }

  get count(): number {
    return this.#views.length;
  }

  /** Pages in sight, and those that are made ready. */
  get near(): readonly PageData[] {
    return this.#views.filter(({ isNear }) => isNear).map(({ data }) => data);
  }

  /** Scrolls to a page by its position among those shown. */
  goTo(position: number): void {
    this.#views[Math.max(0, Math.min(position, this.#views.length - 1))]?.frame.scrollIntoView({
      block: 'start',
    });
  }

  /** Scrolls so that a place is in sight. @param page zero-based page of the file */
  reveal(page: number, path: Path): void {
    const view = this.#views.find(({ data }) => data.index === page);
    if (!view) return;
    const { left, top, right, bottom } = boundsOf(path);
    const frame = view.frame.getBoundingClientRect();
    const pane = this.#pane.getBoundingClientRect();
    const scale = this.zoom;
    const y = frame.top + ((top + bottom) / 2) * scale - pane.top;
    const x = frame.left + ((left + right) / 2) * scale - pane.left;
    const isSeen = y > pane.height * 0.12 && y < pane.height * 0.88 && x > 0 && x < pane.width;
    if (isSeen) return;
    const smooth = !matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.#pane.scrollBy({
      top: y - pane.height * 0.4,
      left: x < 0 || x > pane.width ? x - pane.width / 2 : 0,
      behavior: smooth && Math.abs(y) < pane.height * 4 ? 'smooth' : 'auto',
    });
  }

  #pages(): readonly PageData[] {
    const { pages, before = pages } = this.#report.data;
    return this.#store.state.before ? before : pages;
  }

  #build(): void {
    const at = this.current;
    const top = this.#topOf(at);
    this.#observer.disconnect();
    this.#views = this.#pages().map((data) => ({ data, frame: this.#frame(data), isNear: false }));
    const empty = html('p', { class: 'nothing' }, 'No pages are left after the preprocessors.');
    this.#pane.replaceChildren(
      ...(this.#views.length > 0
        ? this.#views.map(({ frame }) => frame.parentElement as HTMLElement)
        : [empty]),
    );
    this.#resize();
    for (const { frame } of this.#views) this.#observer.observe(frame);
    // The page that is looked at stays where it is.
    if (top !== undefined) this.#pane.scrollTop += (this.#topOf(at) ?? top) - top;
  }

  /** Where a page begins on the screen, in pixels; the last one, where there are fewer. */
  #topOf(position: number): number | undefined {
    const view = this.#views[position] ?? this.#views.at(-1);
    return view?.frame.getBoundingClientRect().top;
  }

  #frame({ index, notes, width, height }: PageData): HTMLElement {
    const frame = html('div', { class: 'page', attributes: { 'data-page': String(index) } });
    const size = `${width.toFixed(2)} × ${height.toFixed(2)} in`;
    const caption = html(
      'figcaption',
      {},
      `Page ${index + 1}`,
      html('span', {}, [size, ...notes].join(' · ')),
    );
    html('figure', {}, caption, frame);
    return frame;
  }

  #resize(): void {
    const scale = this.zoom;
    for (const { frame, data } of this.#views) {
      frame.style.width = `${data.width * scale}px`;
      frame.style.height = `${data.height * scale}px`;
    }
  }

  #onSight(seen: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of seen) {
      const view = this.#views.find(({ frame }) => frame === target);
      if (!view) continue;
      view.isNear = isIntersecting;
      if (isIntersecting) view.frame.replaceChildren(...this.#pictureOf(view.data), this.#overlay(view.data));
      else view.frame.replaceChildren();
    }
  }

  #redraw(): void {
    for (const { data, frame, isNear } of this.#views) {
      if (!isNear) continue;
      const old = frame.querySelector('svg');
      const hadFocus = old !== null && old === document.activeElement;
      const drawn = this.#overlay(data);
      if (old) old.replaceWith(drawn);
      if (hadFocus) drawn.focus({ preventScroll: true });
    }
  }

  #overlay(data: PageData): SVGSVGElement {
    const { state } = this.#store;
    const after = this.#report.page(data.index);
    const withFields = !state.before || isUnmoved(data, after);
    return overlay(data, { report: this.#report, state, withFields, before: state.before });
  }

  #onClick(event: Event): void {
    const { target } = event;
    if (!(target instanceof Element)) return;
    const line = target.getAttribute('data-line');
    const page = target.closest('.page')?.getAttribute('data-page');
    if (line === null || !page) {
      if (target.closest('.page') === null) this.#store.change({ selection: undefined });
      return;
    }
    this.#select(Number(page), Number(line));
  }

  #onKey(event: KeyboardEvent): void {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    const page = event.target instanceof Element && event.target.closest('.page')?.getAttribute('data-page');
    if (step === undefined || !page) return;
    const index = Number(page);
    const data = this.#pages().find((each) => each.index === index);
    if (!data || data.lines.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const { selection } = this.#store.state;
    const isHere = selection?.kind === 'line' && selection.page === index;
    const line = isHere ? selection.line + step : step > 0 ? 0 : data.lines.length - 1;
    const within = Math.max(0, Math.min(line, data.lines.length - 1));
    this.#select(index, within);
    this.reveal(index, data.lines[within]!.path);
  }

  #select(page: number, line: number): void {
    this.#store.change({ selection: { kind: 'line', page, line, before: this.#store.state.before } });
  }

  #onWheel(event: WheelEvent): void {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.zoomBy(event.deltaY < 0 ? WHEEL_STEP : 1 / WHEEL_STEP);
  }
}

function clamped(zoom: number): number {
  return Math.max(LEAST_ZOOM, Math.min(LARGEST_ZOOM, zoom));
}

/** Whether what is on a page is in the same places after the preprocessors. */
function isUnmoved(before: PageData, after: PageData | undefined): boolean {
  return (
    after !== undefined &&
    before.picture === after.picture &&
    before.width === after.width &&
    before.height === after.height
  );
}

/** Whether two pages take up the same place and look the same. */
function fits(a: PageData, b: PageData): boolean {
  return a.index === b.index && a.width === b.width && a.height === b.height && a.picture === b.picture;
}

/** The picture that a report holds of a page. */
export function embeddedPicture({ picture, index, undrawn }: PageData): readonly HTMLElement[] {
  const text = picture === undefined ? undefined : document.getElementById(`picture-${picture}`)?.textContent;
  if (!text) return [];
  const attributes = { src: `data:image/jpeg;base64,${text}`, alt: `Page ${index + 1}`, decoding: 'async' };
  return [html('img', { attributes }), ...(undrawn === undefined ? [] : [undrawnNote(undrawn)])];
}

/** What a page that could not be drawn says on itself. */
export function undrawnNote(why: string): HTMLElement {
  const attributes = { role: 'note' };
  return html('p', { class: 'undrawn', attributes }, html('strong', {}, UNDRAWN), ` ${why}`);
}
