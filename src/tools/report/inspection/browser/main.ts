/** The program of an inspection report. */
import type { ReportData } from '../payload.js';
import { html, part } from './dom.js';
import { Fields } from './fields.js';
import { Inspector } from './inspector.js';
import { keysDialog, onKeys } from './keys.js';
import { Legend } from './legend.js';
import { embeddedPicture, Pages } from './pages.js';
import { showProblems } from './problems.js';
import { mainMark, Report } from './report.js';
import { AT_FIRST, keepState, keptState, Store } from './state.js';
import { toolbar } from './toolbar.js';
import { watch } from './watch.js';

/** Parts whose scrolling outlives a reload. */
const SCROLLED = ['pages', 'tree', 'inspector'];

start(JSON.parse(part('data').textContent ?? '') as ReportData);

function start(data: ReportData): void {
  const report = new Report(data);
  const kept = keptState();
  const store = new Store(kept?.state ?? AT_FIRST);
  const pages = new Pages(report, store, part('pages'), embeddedPicture);
  const search = part('search') as HTMLInputElement;
  const fields = new Fields(report, store, {
    tree: part('tree'),
    filters: part('filters'),
    search,
    none: 'The config has no fields.',
  });
  new Inspector(report, store, part('inspector'), (page, path) => {
    store.change({ before: false });
    pages.reveal(page, path);
  });
  header(report);
  showProblems(report, store, part('problems') as HTMLDetailsElement);
  new Legend(report, store, part('legend'));
  toolbar(report, store, pages, { bar: part('toolbar'), pane: part('pages') });
  store.onChange((state, old) => {
    if (state.selection === old.selection || state.selection?.kind !== 'field') return;
    const entry = report.entry(state.selection.key);
    const mark = entry && mainMark(report.originOf(entry) ?? entry);
    if (mark) pages.reveal(mark.page, mark.path);
  });
  onKeys({
    store,
    pages,
    search: () => search.focus(),
    fields: () => fields.focus(),
    canSwitch: () => data.before !== undefined,
    help: () => (part('keys') as HTMLDialogElement).showModal(),
  });
  keysDialog(part('keys') as HTMLDialogElement, data.before !== undefined);
  for (const id of kept ? SCROLLED : []) part(id).scrollTop = kept?.scroll[id] ?? 0;
  watch(data.version, () =>
    keepState({
      state: store.state,
      scroll: Object.fromEntries(SCROLLED.map((id) => [id, part(id).scrollTop])),
    }),
  );
}

function header({ data }: Report): void {
  const { document: file, config, coverage, found, failure } = data;
  part('document').textContent = file.name;
  part('config').textContent = config;
  const badge = html(
    'span',
    { class: found.present === found.fields ? 'badge good' : 'badge' },
    `${Math.round(coverage * 100)}%`,
  );
  badge.title = 'coverage';
  part('counts').replaceChildren(
    html('strong', {}, `${found.present} of ${found.fields}`),
    ' fields found',
    badge,
  );
  const shown = part('failure');
  shown.hidden = failure === undefined;
  if (failure) {
    shown.replaceChildren(
      html('strong', {}, 'The last run failed. What you see is the run before it.'),
      html('pre', {}, failure.join('\n')),
    );
  }
}
