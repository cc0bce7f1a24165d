/** The panel with everything about the field or line that is selected. */

import type { Path } from '../marks.js';
import type { LineUse, ModelData, RunData } from '../payload.js';
import { button, type Child, html } from './dom.js';
import { boundsOf } from './overlay.js';
import type { Entry, Report } from './report.js';
import type { Selection, Store } from './state.js';
import { shownValue, tableOf, visibleSpaces } from './values.js';

/** Decimals of inches. */
const DECIMALS = 3;
const PERCENT = 100;

/** Shows a place on the pages. */
type Reveal = (page: number, path: Path) => void;

export class Inspector {
  #report: Report;
  readonly #store: Store;
  readonly #pane: HTMLElement;
  readonly #reveal: Reveal;

  constructor(report: Report, store: Store, pane: HTMLElement, reveal: Reveal) {
    this.#report = report;
    this.#store = store;
    this.#pane = pane;
    this.#reveal = reveal;
    this.#show(store.state.selection);
    store.onChange((state, old) => {
      if (state.selection !== old.selection) this.#show(state.selection);
    });
  }

  /** Shows the same of another report. */
  show(report: Report): void {
    this.#report = report;
    this.#show(this.#store.state.selection);
  }

  #show(selection: Selection): void {
    const entry = selection?.kind === 'field' ? this.#report.entry(selection.key) : undefined;
    const content = entry
      ? this.#field(entry)
      : selection?.kind === 'line'
        ? this.#line(selection)
        : this.#nothing();
    this.#pane.replaceChildren(
      ...content.filter((each) => each !== null && each !== undefined && each !== false),
    );
    this.#pane.scrollTop = 0;
  }

  #nothing(): Child[] {
    const { facts, preprocessors, document: file } = this.#report.data;
    return [
      html('h2', {}, 'Select a field or a line'),
      html(
        'p',
        { class: 'quiet' },
        'A field shows its anchor, its value and where it looked. A line shows its text, its place and the fields that use it.',
      ),
      rows([
        ['Document', file.name],
        ['Type', file.contentType],
        ['Pages', String(file.pages)],
        ...(preprocessors.length > 0 ? [['Preprocessors', preprocessors.join(', ')] as const] : []),
        ...facts,
      ]),
      details('Result as JSON', html('pre', {}, this.#report.data.result)),
    ];
  }

  #field(entry: Entry): Child[] {
    const { node, name } = entry;
    const value = shownValue(node);
    return [
      html('p', { class: 'path' }, this.#crumbs(entry)),
      html('h2', {}, name.slice(entry.parent ? entry.parent.name.length : 0).replace(/^\./u, '')),
      value
        ? html('p', { class: 'big-value' }, value.text)
        : html('p', { class: 'no-value' }, node.kind === 'section' && node.present ? 'section' : 'null'),
      !node.present && node.reason !== undefined && html('p', { class: 'reason' }, node.reason),
      rows([
        ...(value ? [['Type', value.type] as const] : []),
        ...(value?.source !== undefined ? [['Source', visibleSpaces(value.source)] as const] : []),
      ]),
      valueTable(node.value),
      isStructured(node.value) &&
        details('Value as JSON', html('pre', {}, JSON.stringify(node.value, undefined, 2))),
      ...node.runs.map((run, i) => this.#run(run, i, node.runs.length)),
      ...this.#without(entry),
    ];
  }

  /** What is shown for a value without a trace: the field that it may come from. */
  #without(entry: Entry): Child[] {
    const { node } = entry;
    if (node.runs.length > 0 || node.children.length > 0) return [];
    const origin = this.#report.originOf(entry);
    return [
      html(
        'p',
        { class: 'quiet' },
        'There is no record of how this value was made: it was copied or computed.',
      ),
      origin && html('h3', {}, 'The same text was found by'),
      origin &&
        button(html('span', { class: 'text mono' }, origin.name), {
          kind: 'use',
          press: () => this.#choose(origin.key),
        }),
    ];
  }

  #crumbs(entry: Entry): HTMLElement {
    const crumbs = html('span');
    for (let at = entry.parent; at; at = at.parent) {
      const { key, node } = at;
      const text = node.kind === 'section' ? `[${node.id}]` : node.id;
      crumbs.prepend(button(text, { kind: 'link', press: () => this.#choose(key) }), ' › ');
    }
    return crumbs;
  }

  #run(run: RunData, position: number, count: number): HTMLElement {
    const { anchors, captured, lines, table, model, reason, config } = run;
    const title = count > 1 ? `Field ${position + 1} of ${count} with this id` : 'How';
    return html(
      'section',
      { class: 'run' },
      html('h3', {}, title, html('code', {}, run.method), html('span', { class: 'quiet' }, run.path)),
      count > 1 && reason !== undefined && html('p', { class: 'reason' }, reason),
      this.#uses('Anchor', anchors, 'not used'),
      this.#uses('Captured', captured, 'dropped'),
      this.#uses('Value from', lines, ''),
      table && this.#table(table),
      model && modelPart(model),
      config !== undefined && details('Field in the config', html('pre', {}, config), true),
    );
  }

  #uses(title: string, uses: readonly LineUse[], unused: string): Child {
    if (uses.length === 0) return null;
    return html(
      'div',
      { class: 'uses-list' },
      html('h4', {}, title, uses.length > 1 && html('span', { class: 'quiet' }, String(uses.length))),
      ...uses.slice(0, MOST_USES).map((use) => this.#use(use, unused)),
      uses.length > MOST_USES && html('p', { class: 'quiet' }, `and ${uses.length - MOST_USES} more`),
    );
  }

  #use(use: LineUse, unused: string): HTMLElement {
    const { text, page, path, line, used, reason, range, note, confidence } = use;
    const press = () => {
      this.#reveal(page, path);
      if (line !== undefined) {
        this.#store.change({ before: false, selection: { kind: 'line', page, line, before: false } });
      }
    };
    const shown = html('span', { class: 'text' }, ...(range ? marked(text, range) : [text]));
    const notes = [
      `page ${page + 1}`,
      ...(confidence === undefined ? [] : [`${Math.round(confidence * PERCENT)}% sure`]),
      ...(note === undefined ? [] : [note]),
      ...(used ? [] : [reason === undefined ? unused : `${unused}: ${reason}`]),
    ];
    return button(html('span', {}, shown, html('span', { class: 'note' }, notes.join(' · '))), {
      kind: used ? 'use' : 'use unused',
      press,
    });
  }

  #table({ columns, rows: all }: NonNullable<RunData['table']>): HTMLElement {
    const left = all.filter(({ reason }) => reason !== undefined).length;
    const cells = html('table');
    cells.append(html('thead', {}, html('tr', {}, ...columns.map((id) => html('th', {}, id)))));
    const body = html('tbody');
    for (const { cells: texts, cellReasons = [], reason, page, top } of all) {
      const row = html(
        'tr',
        {
          class: reason === undefined ? '' : 'left-out',
          attributes: { title: reason ?? `page ${page + 1}` },
          on: { click: () => this.#reveal(page, [0, top, 1, top]) },
        },
        ...texts.map((text, i) => tableCell(text ?? '', cellReasons[i])),
      );
      body.append(row);
      if (reason !== undefined) {
        const attributes = { colspan: String(Math.max(1, columns.length)) };
        body.append(html('tr', { class: 'why' }, html('td', { attributes }, reason)));
      }
    }
    cells.append(body);
    const count = `${all.length - left} of ${all.length} rows${left > 0 ? `, ${left} left out` : ''}`;
    return html(
      'div',
      { class: 'table' },
      html('h4', {}, 'Rows', html('span', { class: 'quiet' }, count)),
      html('div', { class: 'scroll' }, cells),
    );
  }

  #line({ page, line, before }: Extract<Selection, { kind: 'line' }>): Child[] {
    const { pages, before: read = pages } = this.#report.data;
    const data = (before ? read : pages).find(({ index }) => index === page)?.lines[line];
    if (!data) return this.#nothing();
    const { left, top, right, bottom } = boundsOf(data.path);
    const uses = before ? [] : this.#report.usesOf({ page, line });
    const roles = new Map<Entry, string[]>();
    for (const { entry, role } of uses) roles.set(entry, [...(roles.get(entry) ?? []), role]);
    const inches = (length: number) => `${length.toFixed(DECIMALS)} in`;
    return [
      html(
        'p',
        { class: 'path' },
        `Page ${page + 1} · line ${line + 1}${before ? ' · before preprocessors' : ''}`,
      ),
      html('h2', {}, 'Line'),
      html('pre', { class: 'line-text' }, visibleSpaces(data.text)),
      rows([
        ['Left', inches(left)],
        ['Top', inches(top)],
        ['Right', inches(right)],
        ['Bottom', inches(bottom)],
        ['Size', `${inches(right - left)} × ${inches(bottom - top)}`],
        ...(data.angle === undefined ? [] : [['Angle', shownAngle(data.angle)] as const]),
        ...(data.confidence === undefined
          ? []
          : [['OCR', `${Math.round(data.confidence * PERCENT)}% sure`] as const]),
      ]),
      html('h3', {}, 'Fields that use it'),
      uses.length === 0
        ? html(
            'p',
            { class: 'quiet' },
            before ? 'Fields see the lines after the preprocessors.' : 'No field uses this line.',
          )
        : html(
            'div',
            { class: 'uses-list' },
            ...[...roles].map(([entry, all]) =>
              button(
                html(
                  'span',
                  {},
                  html('span', { class: 'text mono' }, entry.name),
                  html('span', { class: 'note' }, all.join(' · ')),
                ),
                {
                  kind: 'use',
                  press: () => this.#choose(entry.key),
                },
              ),
            ),
          ),
    ];
  }

  #choose(key: string): void {
    this.#store.change({ selection: { kind: 'field', key } });
  }
}

/** Lines of one field that are listed. */
const MOST_USES = 200;

/** A cell as it is printed; below it, why its value is null although something is printed there. */
function tableCell(text: string, reason: string | null | undefined): HTMLElement {
  if (reason === null || reason === undefined) return html('td', {}, text);
  const why = text.trim() !== '' && html('div', { class: 'reason' }, `null: ${reason}`);
  return html('td', { attributes: { title: reason } }, text, why);
}

/** A table as a table. */
function valueTable(value: unknown): Child {
  const found = tableOf(value);
  if (!found) return null;
  const body = found.rows.map((row) => html('tr', {}, ...row.map((text) => html('td', {}, text))));
  const head = html('thead', {}, html('tr', {}, ...found.ids.map((id) => html('th', {}, id))));
  return html('div', { class: 'scroll' }, html('table', {}, head, html('tbody', {}, ...body)));
}

/** Where a part of the document begins and ends. @param start pages from the top: 1.5 is the middle of the second */
function stretch(start: number, end: number): string {
  const first = Math.floor(start);
  const last = Math.max(first, Math.ceil(end) - 1);
  const share = (part: number) => `${Math.round(part * PERCENT)}%`;
  const from = start > first ? `page ${first + 1} from ${share(start - first)}` : `page ${first + 1}`;
  const to = end - last < 1 ? `page ${last + 1} to ${share(end - last)}` : `page ${last + 1}`;
  return from === to ? from : `${from} – ${to}`;
}

function isStructured(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** A text with the characters that an anchor matched marked. */
function marked(text: string, [start, end]: readonly [number, number]): Child[] {
  return [text.slice(0, start), html('mark', {}, text.slice(start, end)), text.slice(end)];
}

function modelPart({
  chunks,
  omitted,
  calls,
  answer,
  choice,
  signal,
  grounding,
  cells,
}: ModelData): HTMLElement {
  const decimal = (value: number) => value.toFixed(2);
  return html(
    'div',
    { class: 'model' },
    html('h4', {}, 'Language model'),
    rows([
      ...calls.map(
        (call) =>
          [
            call.purpose,
            `${call.model}, ${call.inputTokens} + ${call.outputTokens} tokens${call.cached ? ', cached' : ''}`,
          ] as const,
      ),
      ...chunks.map(
        ({ start, end, score }, i) =>
          [i === 0 ? 'Shown' : '', `${stretch(start, end)}, score ${decimal(score)}`] as const,
      ),
      ...(omitted > 0 ? [['', `${omitted} more chunks did not fit the request`] as const] : []),
      ...(choice === undefined ? [] : [['Class', choice ?? 'none'] as const]),
      ...(answer === undefined ? [] : [['Answer', answer ?? 'none'] as const]),
      ...(grounding === undefined
        ? []
        : [
            [
              'Found',
              grounding === null
                ? 'not on the pages'
                : `${grounding.stage}, score ${decimal(grounding.score)}`,
            ] as const,
          ]),
      ...(signal === undefined ? [] : [['Signal', signal] as const]),
      ...(cells ? [['Cells', `${cells.located} of ${cells.total} found on the pages`] as const] : []),
      ...(cells?.missing ?? []).map((text) => ['not found', text] as const),
    ]),
  );
}

/** @param degrees clockwise */
function shownAngle(degrees: number): string {
  return `${Math.abs(degrees)}° ${degrees > 0 ? 'clockwise' : 'counter-clockwise'}`;
}

/** Names and texts in two columns. */
function rows(all: readonly (readonly [string, string])[]): Child {
  if (all.length === 0) return null;
  return html('dl', {}, ...all.flatMap(([name, text]) => [html('dt', {}, name), html('dd', {}, text)]));
}

function details(title: string, content: HTMLElement, open = false): HTMLElement {
  const made = html('details', {}, html('summary', {}, title), content);
  made.open = open;
  return made;
}
