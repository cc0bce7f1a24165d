/** The list of fields: a tree that keys and clicks walk. */
import { button, html } from './dom.js';
import { type Entry, isLeaf, type Report } from './report.js';
import type { State, Store } from './state.js';
import { preview, shownValue } from './values.js';

/** Entries from which sections are closed at first. */
const MANY_ENTRIES = 120;

export class Fields {
  #report: Report;
  readonly #store: Store;
  readonly #tree: HTMLElement;
  readonly #filters: HTMLElement;
  readonly #none: string;
  readonly #rows = new Map<string, HTMLElement>();

  constructor(report: Report, store: Store, { tree, filters, search, none }: Parts) {
    this.#report = report;
    this.#store = store;
    this.#tree = tree;
    this.#filters = filters;
    this.#none = none;
    search.value = store.state.search;
    search.addEventListener('input', () => store.change({ search: search.value }));
    search.addEventListener('keydown', (event) => {
      if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
      event.preventDefault();
      this.focus();
    });
    tree.addEventListener('keydown', (event) => this.#onKey(event));
    this.#build();
    store.onChange((state, old) => {
      if (state.toggled !== old.toggled || state.filter !== old.filter || state.search !== old.search)
        this.#build();
      else if (state.selection !== old.selection) this.#select();
    });
  }

  /** Shows the fields of another report. */
  show(report: Report): void {
    this.#report = report;
    this.#build();
  }

  /** Goes to the selected field, or the first. */
  focus(): void {
    const [first] = this.#rows.values();
    (this.#row() ?? first)?.focus();
  }

  #row(): HTMLElement | undefined {
    const { selection } = this.#store.state;
    return selection?.kind === 'field' ? this.#rows.get(selection.key) : undefined;
  }

  #build(): void {
    const { state } = this.#store;
    const hadFocus = this.#tree.contains(document.activeElement);
    this.#rows.clear();
    const shown = shownKeys(this.#report, state);
    this.#tree.replaceChildren(...this.#report.roots.flatMap((entry) => this.#branch(entry, shown, state)));
    if (this.#rows.size === 0) this.#tree.append(html('p', { class: 'nothing' }, this.#whyNothing()));
    this.#filters.replaceChildren(...this.#filterButtons(state));
    this.#select();
    if (hadFocus) this.focus();
  }

  /** Why no field is in the list. */
  #whyNothing(): string {
    return this.#report.entries.length === 0 ? this.#none : 'No field fits the search and the filter.';
  }

  #filterButtons({ filter }: State): HTMLElement[] {
    const { leaves } = this.#report;
    const found = leaves.filter(({ node }) => node.present).length;
    const counts = { all: leaves.length, found, missing: leaves.length - found };
    return (['all', 'found', 'missing'] as const).map((name) => {
      const press = () => this.#store.change({ filter: name });
      const made = button(`${name[0]?.toUpperCase()}${name.slice(1)} ${counts[name]}`, { press });
      made.setAttribute('aria-pressed', String(filter === name));
      return made;
    });
  }

  #branch(entry: Entry, shown: ReadonlySet<string>, state: State): HTMLElement[] {
    if (!shown.has(entry.key)) return [];
    const isOpen = !isClosed(entry, state, this.#report);
    const row = this.#made(entry, isOpen);
    this.#rows.set(entry.key, row);
    return isOpen ? [row, ...entry.children.flatMap((child) => this.#branch(child, shown, state))] : [row];
  }

  #made(entry: Entry, isOpen: boolean): HTMLElement {
    const { node, depth, children, key } = entry;
    const isParent = children.length > 0;
    const value = shownValue(node);
    const status = node.hidden ? 'hidden' : node.present ? 'found' : 'missing';
    const attributes = {
      role: 'treeitem',
      tabindex: '-1',
      'aria-level': String(depth + 1),
      'aria-selected': 'false',
      'data-key': key,
      ...(isParent && { 'aria-expanded': String(isOpen) }),
    };
    const name = node.kind === 'section' ? `${entry.parent?.node.id ?? ''}[${node.id}]` : node.id;
    const row = html(
      'div',
      { class: `row ${status}`, attributes, on: { click: () => this.#choose(key) } },
      isParent ? this.#twisty(key, isOpen) : html('span', { class: 'twisty' }),
      html('span', { class: 'dot', attributes: { title: node.present ? 'has a value' : 'has no value' } }),
      html('span', { class: 'name' }, name),
      value && node.kind === 'field' && html('span', { class: 'type' }, value.type),
      html(
        'span',
        { class: 'value', attributes: { title: node.reason ?? value?.text ?? '' } },
        node.kind === 'section' ? sectionText(entry) : value ? preview(value.text) : missingText(entry),
      ),
    );
    row.style.setProperty('--depth', String(depth));
    return row;
  }

  #twisty(key: string, isOpen: boolean): HTMLElement {
    const made = html('span', { class: 'twisty', on: { click: (event) => this.#toggle(key, event) } });
    made.textContent = isOpen ? '▾' : '▸';
    return made;
  }

  #toggle(key: string, event?: Event): void {
    event?.stopPropagation();
    const { toggled } = this.#store.state;
    const others = toggled.filter((each) => each !== key);
    this.#store.change({ toggled: others.length < toggled.length ? others : [...toggled, key] });
  }

  #choose(key: string): void {
    this.#store.change({ selection: { kind: 'field', key } });
    this.#rows.get(key)?.focus({ preventScroll: true });
  }

  #select(): void {
    for (const row of this.#tree.querySelectorAll('[aria-selected="true"]')) {
      row.setAttribute('aria-selected', 'false');
      row.setAttribute('tabindex', '-1');
    }
    const { selection } = this.#store.state;
    for (const row of this.#tree.querySelectorAll('.uses')) row.classList.remove('uses');
    if (selection?.kind === 'line' && !selection.before) {
      for (const { entry } of this.#report.usesOf(selection))
        this.#rows.get(entry.key)?.classList.add('uses');
    }
    const [first] = this.#rows.values();
    const row = this.#row();
    (row ?? first)?.setAttribute('tabindex', '0');
    if (!row) return;
    row.setAttribute('aria-selected', 'true');
    row.scrollIntoView({ block: 'nearest' });
  }

  #onKey(event: KeyboardEvent): void {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('.row') : null;
    const key = row?.dataset['key'];
    if (!row || key === undefined) return;
    const rows = [...this.#rows.values()];
    const at = rows.indexOf(row);
    const entry = this.#report.entry(key);
    const isOpen = row.getAttribute('aria-expanded');
    const target = {
      ArrowDown: rows[at + 1],
      ArrowUp: rows[at - 1],
      Home: rows[0],
      End: rows.at(-1),
      ArrowRight: isOpen === 'true' ? rows[at + 1] : undefined,
      ArrowLeft: isOpen === 'true' ? undefined : this.#rows.get(entry?.parent?.key ?? ''),
      Enter: row,
      ' ': row,
    }[event.key];
    if (
      (event.key === 'ArrowRight' && isOpen === 'false') ||
      (event.key === 'ArrowLeft' && isOpen === 'true')
    ) {
      event.preventDefault();
      this.#toggle(key);
    } else if (target) {
      event.preventDefault();
      this.#choose(target.dataset['key'] ?? key);
    }
  }
}

/** The parts of the page that the list takes up. */
interface Parts {
  readonly tree: HTMLElement;
  readonly filters: HTMLElement;
  readonly search: HTMLInputElement;
  /** What is said where the config has no fields. */
  readonly none: string;
}

/** With many entries sections are closed at first. */
function isClosed({ key, node, parent }: Entry, { toggled, search }: State, report: Report): boolean {
  if (search.trim() !== '') return false;
  const closedAtFirst =
    report.entries.length > MANY_ENTRIES && (node.kind === 'section' || parent !== undefined);
  return toggled.includes(key) !== closedAtFirst;
}

/** Keys of the entries that fit filter and search, with those around them. */
function shownKeys(report: Report, { filter, search }: State): ReadonlySet<string> {
  const wanted = search.trim().toLowerCase();
  const shown = new Set<string>();
  for (const entry of report.entries) {
    if (filter !== 'all' && !(isLeaf(entry) && entry.node.present === (filter === 'found'))) continue;
    if (wanted !== '' && !searchedText(entry).includes(wanted)) continue;
    for (let at: Entry | undefined = entry; at; at = at.parent) shown.add(at.key);
  }
  return shown;
}

function searchedText({ name, node }: Entry): string {
  return `${name} ${shownValue(node)?.text ?? ''}`.toLowerCase();
}

function missingText({ node }: Entry): string {
  return node.reason ?? 'no value';
}

/** What distinguishes a section from others: its first values. */
function sectionText({ node, children }: Entry): string {
  if (!node.present) return node.reason ?? 'left out';
  const values = children.flatMap((child) => shownValue(child.node)?.text ?? []);
  return preview(values.slice(0, FIRST_VALUES).join(' · '));
}

const FIRST_VALUES = 3;
