/** The parts of the page that show a run, made with the rooms of the inspection report. */
import { html, part } from '../../report/inspection/browser/dom.js';
import { Fields } from '../../report/inspection/browser/fields.js';
import { Inspector } from '../../report/inspection/browser/inspector.js';
import { keysDialog, onKeys } from '../../report/inspection/browser/keys.js';
import { Legend } from '../../report/inspection/browser/legend.js';
import { Pages } from '../../report/inspection/browser/pages.js';
import { showProblems } from '../../report/inspection/browser/problems.js';
import { type Entry, mainMark, Report } from '../../report/inspection/browser/report.js';
import { AT_FIRST, Store } from '../../report/inspection/browser/state.js';
import { toolbar } from '../../report/inspection/browser/toolbar.js';
import type { LineData, PageData, ReportData } from '../../report/inspection/payload.js';
import type { DocumentId } from '../messages.js';

/** A line of a page that was chosen. */
export interface ChosenLine {
  /** Zero-based page of the file. */
  readonly page: number;
  readonly line: LineData;
}

/** What a view is made with. */
export interface ViewOptions {
  /** What shows a page as it looks. */
  readonly picture: (page: PageData) => readonly HTMLElement[];
  /** Hears which field was chosen. */
  onChosen(entry: Entry): void;
  /** Hears which line was chosen, or that none is any more. */
  readonly onLine: (line: ChosenLine | undefined) => void;
}

/** Shows runs: pages, fields and details. */
export class View {
  readonly #store = new Store(AT_FIRST);
  readonly #pages: Pages;
  readonly #fields: Fields;
  readonly #inspector: Inspector;
  readonly #legend: Legend;
  readonly #toolbar: (report: Report) => void;
  readonly #onLine: ViewOptions['onLine'];
  #report: Report;
  /** The document whose run is shown. */
  shows: DocumentId | undefined;

  constructor(data: ReportData, { picture, onChosen, onLine }: ViewOptions) {
    const report = new Report(data);
    const store = this.#store;
    this.#report = report;
    this.#onLine = onLine;
    this.#pages = new Pages(report, store, part('pages'), picture);
    const finder = part('search') as HTMLInputElement;
    this.#fields = new Fields(report, store, {
      tree: part('tree'),
      filters: part('filters'),
      search: finder,
      none: 'No fields yet. Click a value on the page and press t.',
    });
    this.#inspector = new Inspector(report, store, part('inspector'), (page, path) => {
      store.change({ before: false });
      this.#pages.reveal(page, path);
    });
    this.#legend = new Legend(report, store, part('legend'));
    this.#toolbar = toolbar(report, store, this.#pages, { bar: part('toolbar'), pane: part('pages') });
    store.onChange((state, old) => {
      if (state.selection === old.selection) return;
      onLine(this.#chosenLine());
      if (state.selection?.kind !== 'field') return;
      const entry = this.#report.entry(state.selection.key);
      if (!entry) return;
      const mark = mainMark(this.#report.originOf(entry) ?? entry);
      if (mark) this.#pages.reveal(mark.page, mark.path);
      onChosen(entry);
    });
    const dialog = part('keys') as HTMLDialogElement;
    keysDialog(dialog, true, OWN_KEYS);
    onKeys({
      store,
      pages: this.#pages,
      search: () => finder.focus(),
      fields: () => this.#fields.focus(),
      canSwitch: () => this.#report.data.before !== undefined,
      help: () => dialog.showModal(),
    });
    this.#counts();
  }

  /** Pages in sight, and those near. */
  get near(): readonly PageData[] {
    return this.#pages.near;
  }

  /** Shows another run. */
  show(data: ReportData): void {
    const report = new Report(data);
    const old = this.#report;
    this.#report = report;
    if (this.#store.state.before && !data.before) this.#store.change({ before: false });
    this.#pages.show(report);
    this.#fields.show(report);
    this.#inspector.show(report);
    this.#legend.show(report);
    this.#toolbar(report);
    showProblems(report, this.#store, part('problems') as HTMLDetailsElement);
    this.#counts();
    this.#follow(old);
    this.#onLine(this.#chosenLine());
  }

  /** Keeps a field chosen whose id was written over: the new one of the same part of the config. @param old the run before */
  #follow(old: Report): void {
    const { selection } = this.#store.state;
    if (selection?.kind !== 'field' || this.#report.entry(selection.key)) return;
    const path = old.entry(selection.key)?.node.runs[0]?.path;
    const renamed = this.#report.entries.find(
      ({ key, node }) => !old.entry(key) && path !== undefined && node.runs[0]?.path === path,
    );
    if (renamed) this.#store.change({ selection: { kind: 'field', key: renamed.key } });
  }

  /** A page of the run that is shown. @param index zero-based page of the file */
  page(index: number): PageData | undefined {
    return this.#report.page(index);
  }

  /** Selects a field. @param id of one outside sections */
  choose(id: string): void {
    if (this.#report.entry(id)) this.#store.change({ selection: { kind: 'field', key: id } });
  }

  /** Shows what has become known of pages meanwhile. */
  remark(): void {
    this.#pages.show(this.#report);
    this.#legend.show(this.#report);
  }

  /** The line that is selected; none of those before the preprocessors, which fields do not see. */
  #chosenLine(): ChosenLine | undefined {
    const { selection } = this.#store.state;
    if (selection?.kind !== 'line' || selection.before) return undefined;
    const line = this.#report.page(selection.page)?.lines[selection.line];
    return line && { page: selection.page, line };
  }

  #counts(): void {
    const { found, coverage } = this.#report.data;
    const isAll = found.present === found.fields;
    const badge = html(
      'span',
      { class: isAll ? 'badge good' : 'badge', attributes: { title: 'coverage' } },
      `${Math.round(coverage * PERCENT)}%`,
    );
    part('counts').replaceChildren(
      ...(found.fields === 0
        ? [html('span', { class: 'quiet' }, 'No fields yet')]
        : [
            html('strong', {}, `${found.present} of ${found.fields}`),
            html('span', { class: 'unit' }, ' fields found'),
            badge,
          ]),
    );
  }
}

const PERCENT = 100;

/** Keys of the studio, beside those of reports. */
const OWN_KEYS = {
  first: [
    ['t', 'take the line that is chosen: fields for its value are proposed'],
    ['drag', 'on a page: draw around a value, to have fields proposed for it'],
    ['Shift click', 'on a line, after another one: take both and what is between, as one of repeated blocks'],
    ['Shift ← →', 'on a line: leave out its last or first word before t'],
    ['click', 'on a box to tick: fields for it are proposed'],
    ['Enter', 'insert the proposal that has the focus'],
  ],
  last: [
    ['Ctrl Space', 'in the editor: what can be written here'],
    ['Ctrl F', 'in the editor: search and replace'],
    ['Ctrl Z', 'in the editor: undo'],
    ['Esc, Tab', 'in the editor: leave it'],
    ['← →', 'on the tabs: document to document'],
  ],
} as const;
