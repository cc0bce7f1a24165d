/** What went wrong in a run, and what is worth knowing of it. */
import type { Problem } from '../payload.js';
import { button, html } from './dom.js';
import type { Report } from './report.js';
import type { Store } from './state.js';

/** Fills the list of what went wrong in a run; without any it is hidden. */
export function showProblems(report: Report, store: Store, pane: HTMLDetailsElement): void {
  const { problems: all } = report.data;
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
