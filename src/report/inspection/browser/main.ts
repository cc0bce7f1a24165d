/** The program of an inspection report. */
import { LAYER_NAMES, type LayerName } from '../layers.js';
import type { FieldMark } from '../marks.js';
import type { Problem, ReportData } from '../payload.js';
import { button, html, part } from './dom.js';
import { Fields } from './fields.js';
import { Inspector } from './inspector.js';
import { keysDialog, onKeys } from './keys.js';
import { Pages } from './pages.js';
import { type Entry, Report } from './report.js';
import { AT_FIRST, keepState, keptState, Store } from './state.js';
import { themeButton } from './theme.js';
import { watch } from './watch.js';

/** Parts whose scrolling outlives a reload. */
const SCROLLED = ['pages', 'tree', 'inspector'];
const ZOOM_STEP = 1.25;

start(JSON.parse(part('data').textContent ?? '') as ReportData);

function start(data: ReportData): void {
  const report = new Report(data);
  const kept = keptState();
  const store = new Store(kept?.state ?? AT_FIRST);
  const pages = new Pages(report, store, part('pages'));
  const search = part('search') as HTMLInputElement;
  const fields = new Fields(report, store, { tree: part('tree'), filters: part('filters'), search });
  new Inspector(report, store, part('inspector'), (page, path) => {
    store.change({ before: false });
    pages.reveal(page, path);
  });
  header(report);
  problems(report, store);
  layers(report, store);
  toolbar(report, store, pages);
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
    canSwitch: data.before !== undefined,
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

/** The mark of a field that is scrolled to: its value, else its anchor, else whatever there is. */
function mainMark(entry: Entry): FieldMark | undefined {
  const marks = entry.node.runs.flatMap((run) => run.marks);
  const sections = entry.node.kind === 'section' ? sectionMarks(entry) : [];
  const inside = () => entry.children.flatMap((child) => mainMark(child) ?? []);
  const of = (layer: LayerName) => marks.find((mark) => mark.layer === layer && !mark.faint);
  return of('values') ?? of('anchors') ?? of('captured') ?? sections[0] ?? marks[0] ?? inside()[0];
}

function sectionMarks({ node, parent }: Entry): FieldMark[] {
  const marks = parent?.node.runs.flatMap((run) => run.marks) ?? [];
  return marks.filter(({ layer, title }) => layer === 'sections' && title === `section ${node.id}`);
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

function problems(report: Report, store: Store): void {
  const { problems: all } = report.data;
  const pane = part('problems') as HTMLDetailsElement;
  pane.hidden = all.length === 0;
  if (all.length === 0) return;
  const count = (severity: Problem['severity'], noun: string) => {
    const found = all.filter((problem) => problem.severity === severity).length;
    return found === 0
      ? []
      : [html('span', { class: `count ${severity}` }, `${found} ${noun}${found === 1 ? '' : 's'}`)];
  };
  const summary = html(
    'summary',
    {},
    ...count('error', 'error'),
    ...count('warning', 'warning'),
    ...count('skipped', 'skipped check'),
  );
  const items = all.map((problem) => problemItem(problem, report, store));
  pane.replaceChildren(summary, html('ul', {}, ...items));
  pane.open = all.some(({ severity }) => severity === 'error');
}

function problemItem(
  { severity, kind, message, field, page, path }: Problem,
  report: Report,
  store: Store,
): HTMLElement {
  const entry = field && report.named(field);
  const name = field?.join('.');
  return html(
    'li',
    { class: severity },
    html('code', {}, kind),
    entry && name !== undefined
      ? button(name, {
          kind: 'link',
          press: () => store.change({ selection: { kind: 'field', key: entry.key } }),
        })
      : name !== undefined && html('strong', {}, name),
    html('span', {}, message),
    html(
      'span',
      { class: 'quiet' },
      [...(page === undefined ? [] : [`page ${page + 1}`]), ...(path === undefined ? [] : [path])].join(
        ' · ',
      ),
    ),
  );
}

/** The legend, whose entries switch layers. */
function layers(report: Report, store: Store): void {
  const present = LAYER_NAMES.filter((name) => hasMarks(report, name)).reverse();
  const chips = present.map((name) => {
    const { title, about, colour } = report.data.layers[name];
    const swatch = html('span', { class: `swatch swatch-${name}` });
    swatch.style.setProperty('--colour', colour);
    const press = () => {
      const { layers: shown } = store.state;
      store.change({
        layers: shown.includes(name) ? shown.filter((each) => each !== name) : [...shown, name],
      });
    };
    const chip = button(title, { kind: 'chip', press });
    chip.prepend(swatch);
    chip.title = about;
    chip.dataset['layer'] = name;
    return chip;
  });
  const update = () => {
    for (const chip of chips) {
      const isShown = store.state.layers.includes(chip.dataset['layer'] as LayerName);
      chip.setAttribute('aria-pressed', String(isShown));
    }
  };
  part('legend').replaceChildren(...chips);
  update();
  store.onChange(update);
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

function toolbar({ data }: Report, store: Store, pages: Pages): void {
  const position = html('span', { class: 'position', attributes: { 'aria-live': 'polite' } });
  const percent = html('span', { class: 'zoom' });
  const update = () => {
    position.textContent = pages.count === 0 ? '0 / 0' : `${pages.current + 1} / ${pages.count}`;
    percent.textContent = `${Math.round((pages.zoom / SCREEN_DPI) * 100)}%`;
  };
  const fit = button('Fit', { label: 'Fit the width (0)', press: () => store.change({ zoom: undefined }) });
  const sides = data.before
    ? [false, true]
        .map((before) => {
          const label = before ? 'Pages as they were read (b)' : 'Pages as the fields see them (b)';
          const side = button(before ? 'Before' : 'After', { label, press: () => store.change({ before }) });
          side.dataset['before'] = String(before);
          return side;
        })
        .reverse()
    : [];
  const updateSides = () => {
    for (const side of sides)
      side.setAttribute('aria-pressed', String(side.dataset['before'] === String(store.state.before)));
  };
  part('toolbar').replaceChildren(
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
    ...(sides.length > 0
      ? [
          html(
            'div',
            { class: 'group', attributes: { role: 'group', 'aria-label': 'Preprocessors' } },
            ...sides,
          ),
        ]
      : []),
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
  part('pages').addEventListener('scroll', update, { passive: true });
  new ResizeObserver(update).observe(part('pages'));
}

/** Pixels of CSS an inch. */
const SCREEN_DPI = 96;
