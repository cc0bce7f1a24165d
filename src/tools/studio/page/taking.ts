/** Takes a value from a page: what is pointed at becomes fields to choose from, each with what it gives everywhere. */
import type { Box, Point } from '../../../page/document/geometry.js';
import { button, html } from '../../report/inspection/browser/dom.js';
import { boundsOf } from '../../report/inspection/browser/overlay.js';
import { shownValue } from '../../report/inspection/browser/values.js';
import type { FieldNode, PageData } from '../../report/inspection/payload.js';
import type { ProposeAnswer, ProposedField } from '../messages.js';

/** A place on a page of the document that is shown. */
export interface Place {
  readonly page: number;
  /** In inches. */
  readonly area: Box;
  readonly isDrawn: boolean;
  /** The text of a line that was chosen, and the words of it that are meant, from one to another; absent for all. */
  readonly text?: string;
  readonly words?: readonly [number, number];
}

/** What it is made with. */
export interface TakingOptions {
  /** The pages, where is pointed. */
  readonly pane: HTMLElement;
  /** Where fields are proposed, in the place of the editor. */
  readonly panel: HTMLElement;
  /** Where a place that was chosen otherwise is offered. */
  readonly details: HTMLElement;
  pageOf(index: number): PageData | undefined;
  /** Names of the open documents, the one that is shown first. */
  names(): readonly string[];
  propose(place: Place, signal: AbortSignal): Promise<ProposeAnswer>;
  insert(field: Pick<ProposedField, 'id' | 'text'>): void;
}

/** Pixels that a pointer moves before it draws an area: less is a click. */
const DRAWN = 5;

/** An area that is being drawn. */
interface Drawing {
  readonly page: HTMLElement;
  readonly from: Point;
  readonly shape: HTMLElement;
  isDrawn: boolean;
}

export class Taking {
  readonly #options: TakingOptions;
  #drawing: Drawing | undefined;
  /** Chosen, and not yet looked at. */
  #offered: Place | undefined;
  /** The line that was chosen first, where others are added to it. */
  #first: Place | undefined;
  #running: AbortController | undefined;
  #shape: HTMLElement | undefined;
  /** The blocks of sections that are proposed, on their pages. */
  #blocks: readonly HTMLElement[] = [];

  constructor(options: TakingOptions) {
    const { pane } = options;
    this.#options = options;
    pane.addEventListener('pointerdown', (event) => this.#begin(event));
    pane.addEventListener('pointermove', (event) => this.#draw(event));
    pane.addEventListener('pointerup', (event) => this.#end(event));
    pane.addEventListener('pointercancel', () => this.#drop());
    pane.addEventListener('click', (event) => this.#onClick(event), { capture: true });
    pane.addEventListener('keydown', (event) => this.#add(event), { capture: true });
    document.addEventListener('keydown', (event) => this.#onKey(event));
  }

  /** Offers a place that was chosen otherwise, also when the details are shown again; a button and a key take it. */
  offer(chosen: Place | undefined): void {
    const place = chosen && this.#withFirst(chosen);
    const isOther = JSON.stringify(place) !== JSON.stringify(this.#offered);
    this.#offered = place;
    if (isOther) this.close();
    this.#options.details.querySelector('.take')?.remove();
    if (!place) return;
    const { text, words } = place;
    const part =
      words &&
      text
        ?.split(' ')
        .slice(words[0], words[1] + 1)
        .join(' ');
    const what = place.isDrawn ? 'these lines' : part === undefined ? 'this value' : `“${part}”`;
    const more = place.isDrawn ? '' : '; Shift and an arrow leave a word out';
    const made = button(`Take ${what}`, {
      label: `Take ${what} (t)${more}`,
      kind: 'take',
      press: () => void this.take(place),
    });
    this.#options.details.prepend(made);
  }

  /** Proposes fields for a place. */
  async take(place: Place): Promise<void> {
    const { panel, propose } = this.#options;
    this.#running?.abort();
    const controller = new AbortController();
    this.#running = controller;
    panel.hidden = false;
    panel.replaceChildren(this.#head('Looking for fields…'));
    panel.querySelector('button')?.focus();
    try {
      const answer = await propose(place, controller.signal);
      if (!controller.signal.aborted) this.#show(answer);
    } catch (error) {
      if (controller.signal.aborted) return;
      const message = error instanceof Error ? error.message : String(error);
      panel.replaceChildren(this.#head('Nothing was proposed'), html('p', { class: 'reason' }, message));
    }
  }

  /** Shows the editor again. */
  close(): void {
    const { panel } = this.#options;
    this.#running?.abort();
    this.#shape?.remove();
    this.#shape = undefined;
    this.#showBlocks([]);
    panel.hidden = true;
  }

  /** Remembers the line that others are added to: with Shift, by a click on the last one, or by arrows. */
  #add({ shiftKey }: MouseEvent | KeyboardEvent): void {
    this.#first = shiftKey ? (this.#first ?? this.#offered) : undefined;
  }

  /** All rows from the line that was chosen first to another one on its page. */
  #withFirst(last: Place): Place {
    const page = this.#options.pageOf(last.page);
    const first = this.#first;
    if (!page || !first || first.page !== last.page || first.area.top === last.area.top) return last;
    const top = Math.min(first.area.top, last.area.top);
    const bottom = Math.max(first.area.bottom, last.area.bottom);
    return { page: last.page, area: { left: 0, top, right: page.width, bottom }, isDrawn: true };
  }

  /** Outlines the blocks of the sections that a field gives on the document that is shown. */
  #showBlocks(nodes: readonly FieldNode[]): void {
    for (const each of this.#blocks) each.remove();
    const marks = (nodes[0]?.runs ?? []).flatMap((run) =>
      run.marks.filter(({ layer }) => layer === 'sections'),
    );
    this.#blocks = marks.flatMap(({ page: index, path }) => {
      const page = this.#options.pane.querySelector<HTMLElement>(`.page[data-page="${index}"]`);
      const shape = html('div', { class: 'drawn block' });
      if (!page) return [];
      put(shape, scaled(boundsOf(path), this.#scaleOf(page)));
      page.append(shape);
      return shape;
    });
  }

  #show({ text, fields, reason }: ProposeAnswer): void {
    const { panel } = this.#options;
    const title = text === '' ? 'What was pointed at' : `“${text}”`;
    panel.replaceChildren(
      this.#head(title),
      ...(reason === undefined ? [] : [html('p', { class: 'quiet' }, `No field for the value: ${reason}.`)]),
      ...(fields.length === 0 && reason === undefined
        ? [
            html(
              'p',
              { class: 'quiet' },
              'Nothing here leads to a field. Draw around a value with the pointer, or choose a line.',
            ),
          ]
        : []),
      ...fields.map((field) => this.#proposal(field)),
    );
    this.#showBlocks(fields.find(({ kind }) => kind === 'sections')?.gives ?? []);
    panel.querySelector<HTMLElement>('.proposal button')?.focus();
  }

  #head(title: string): HTMLElement {
    return html(
      'div',
      { class: 'head' },
      html('h2', {}, title),
      button('×', { label: 'Close (Esc)', kind: 'close', press: () => this.close() }),
    );
  }

  #proposal(field: ProposedField): HTMLElement {
    const { kind, how, text, gives } = field;
    const names = this.#options.names();
    const press = () => {
      this.close();
      this.#options.insert(field);
    };
    return html(
      'article',
      { class: 'proposal' },
      html(
        'div',
        { class: 'head' },
        html('span', { class: 'kind' }, KINDS[kind]),
        html('span', { class: 'how' }, how),
        button('Insert', { label: `Insert the field ${how}`, press }),
      ),
      html('pre', {}, text.replaceAll('\n    ', '\n')),
      html('dl', {}, ...outcomes(gives, names)),
    );
  }

  #begin(event: PointerEvent): void {
    const page = event.target instanceof Element ? event.target.closest<HTMLElement>('.page') : null;
    if (event.button !== 0 || !page) return;
    const shape = html('div', { class: 'drawn' });
    this.#drawing = { page, from: pointIn(page, event), shape, isDrawn: false };
  }

  #draw(event: PointerEvent): void {
    const drawing = this.#drawing;
    if (!drawing) return;
    const { page, from, shape } = drawing;
    const to = pointIn(page, event);
    if (!drawing.isDrawn && Math.hypot(to.x - from.x, to.y - from.y) < DRAWN) return;
    if (!drawing.isDrawn) {
      this.close();
      drawing.isDrawn = true;
      page.append(shape);
      this.#options.pane.setPointerCapture(event.pointerId);
    }
    put(shape, boxOf(from, to));
  }

  #end(event: PointerEvent): void {
    const drawing = this.#drawing;
    if (!drawing?.isDrawn) {
      this.#drawing = undefined;
      return;
    }
    const { page, from, shape } = drawing;
    const to = pointIn(page, event);
    this.#shape = shape;
    const scale = this.#scaleOf(page);
    const index = Number(page.dataset['page']);
    void this.take({ page: index, area: scaled(boxOf(from, to), 1 / scale), isDrawn: true });
  }

  #drop(): void {
    this.#drawing?.shape.remove();
    this.#drawing = undefined;
  }

  /** The click that ends a drawing chooses nothing; one on a box to tick takes that. */
  #onClick(event: MouseEvent): void {
    const wasDrawn = this.#drawing?.isDrawn === true;
    this.#drawing = undefined;
    this.#add(event);
    if (wasDrawn) {
      event.stopPropagation();
      return;
    }
    const page = event.target instanceof Element ? event.target.closest<HTMLElement>('.page') : null;
    if (!page) return;
    const scale = this.#scaleOf(page);
    const { x, y } = pointIn(page, event);
    const index = Number(page.dataset['page']);
    const box = this.#options
      .pageOf(index)
      ?.marks.boxes?.map(({ path }) => boundsOf(path))
      .find(
        ({ left, top, right, bottom }) =>
          x / scale >= left && x / scale <= right && y / scale >= top && y / scale <= bottom,
      );
    if (!box) return;
    event.stopPropagation();
    void this.take({ page: index, area: box, isDrawn: false });
  }

  #onKey(event: KeyboardEvent): void {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (target instanceof HTMLInputElement || (target instanceof HTMLElement && target.isContentEditable))
      return;
    if (event.shiftKey && this.#offered && (key === 'ArrowRight' || key === 'ArrowLeft')) {
      event.preventDefault();
      this.offer(withoutWord(this.#offered, key === 'ArrowRight'));
    } else if (key === 't' && this.#offered) {
      event.preventDefault();
      void this.take(this.#offered);
    } else if (key === 'Escape' && !this.#options.panel.hidden) {
      event.stopImmediatePropagation();
      this.close();
    }
  }

  /** Pixels an inch of a page on the screen. */
  #scaleOf(page: HTMLElement): number {
    const data = this.#options.pageOf(Number(page.dataset['page']));
    return data ? page.clientWidth / data.width : 1;
  }
}

/** A place without its first word, or its last one; all of it again where none would be left. */
function withoutWord(place: Place, isFirst: boolean): Place {
  const { words: _, ...whole } = place;
  const count = place.text?.split(' ').length ?? 0;
  const [from, to] = place.words ?? [0, count - 1];
  const words = isFirst ? ([from + 1, to] as const) : ([from, to - 1] as const);
  return words[0] > words[1] ? whole : { ...whole, words };
}

const KINDS: Readonly<Record<ProposedField['kind'], string>> = {
  value: 'Value',
  box: 'Check box',
  table: 'Table',
  sections: 'Sections',
  region: 'Region',
};

/** What a field gives on documents; those on which it gives the same, or nothing for the same reason, are one row. */
function outcomes(nodes: readonly FieldNode[], names: readonly string[]): HTMLElement[] {
  const rows = new Map<string, { readonly shown: HTMLElement; readonly names: string[] }>();
  for (const [i, node] of nodes.entries()) {
    const value = shownValue(node);
    const [kind, text] = value ? ['found', value.text] : ['missing', node.reason ?? 'null'];
    const key = `${kind} ${text}`;
    const row = rows.get(key) ?? { shown: html('dd', { class: kind }, text), names: [] };
    rows.set(key, row);
    row.names.push(names[i] ?? '');
  }
  return [...rows.values()].flatMap(({ shown, names: [first = '', ...others] }) => {
    const all = [first, ...others].join('\n');
    const more = others.length > 0 && html('span', { class: 'quiet' }, ` and ${others.length} more`);
    return [html('dt', { attributes: { title: all } }, first, more), shown];
  });
}

/** A box from one corner to the opposite one. */
function boxOf(a: Point, b: Point): Box {
  return {
    left: Math.min(a.x, b.x),
    top: Math.min(a.y, b.y),
    right: Math.max(a.x, b.x),
    bottom: Math.max(a.y, b.y),
  };
}

function scaled({ left, top, right, bottom }: Box, scale: number): Box {
  return { left: left * scale, top: top * scale, right: right * scale, bottom: bottom * scale };
}

/** Moves a shape to a place on its page, in pixels. */
function put({ style }: HTMLElement, { left, top, right, bottom }: Box): void {
  style.left = `${left}px`;
  style.top = `${top}px`;
  style.width = `${right - left}px`;
  style.height = `${bottom - top}px`;
}

/** Where the pointer is on a page, in pixels. */
function pointIn(page: HTMLElement, { clientX, clientY }: MouseEvent): Point {
  const { left, top } = page.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}
