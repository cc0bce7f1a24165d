/** Values of fields as text for people. */
import { dayOf } from '../../../../run/spreadsheet/day.js';
import type { FieldNode } from '../payload.js';

/** Characters of a value in the list of fields. */
const PREVIEW = 160;

/** A value in one line, its type and the text it was made from. */
interface ShownValue {
  readonly text: string;
  readonly type: string;
  readonly source?: string;
}

/** Rows of a table, and sections, that are shown with their number. */
const SHOWN_ROWS = 3;

/** How a field's value is shown; undefined where it has none. */
export function shownValue(node: FieldNode): ShownValue | undefined {
  const { value, present, children, kind } = node;
  if (kind === 'section') return undefined;
  if (children.length > 0) {
    const used = children.filter((child) => child.present).length;
    const left = children.length - used;
    const size = `${counted(used, 'section')}${left > 0 ? `, ${left} left out` : ''}`;
    const rows = children
      .filter((child) => child.present)
      .map((section) => section.children.map((child) => shownValue(child)?.text ?? ''));
    return { text: `${size}${begin(rows)}`, type: 'sections' };
  }
  if (!present || value === null || value === undefined) return undefined;
  return ofValue(value);
}

/** The first rows of a table or of sections, behind its size. */
function begin(rows: readonly (readonly string[])[]): string {
  const shown = rows.slice(0, SHOWN_ROWS).map((cells) => cells.join(' | '));
  const more = rows.length > SHOWN_ROWS ? ' …' : '';
  return `${shown.length === 0 ? '' : `: ${shown.join(' · ')}`}${more}`;
}

function ofValue(value: unknown): ShownValue {
  if (Array.isArray(value)) {
    const items = value.map((item) => (item === null ? '–' : ofValue(item).text));
    const first = value.find((item) => item !== null && item !== undefined);
    return {
      text: items.join(', '),
      type: `${first === undefined ? 'list' : ofValue(first).type} × ${value.length}`,
    };
  }
  if (!isObject(value)) return { text: String(value), type: typeof value };
  const { columns, images } = value;
  if (Array.isArray(columns)) {
    const first: unknown = columns[0];
    const rows = isObject(first) && Array.isArray(first['values']) ? first['values'].length : 0;
    const size = `${counted(rows, 'row')}, ${counted(columns.length, 'column')}`;
    return { text: `${size}${begin(tableOf(value)?.rows ?? [])}`, type: 'table' };
  }
  if (Array.isArray(images)) return { text: `${images.length} images`, type: 'images' };
  if (!('value' in value)) return { text: compact(value), type: 'object' };
  const { value: inner, unit, source, type } = value;
  if (type === 'image') return { text: 'image', type };
  const text = dayOf(type, inner) ?? (type === 'percentage' ? `${flatText(inner)}%` : flatText(inner));
  return {
    // A redacted report has what is printed, with its unit, in place of a number.
    text: typeof inner === 'number' && typeof unit === 'string' && unit !== '' ? `${text} ${unit}` : text,
    type: typeof type === 'string' ? type : 'value',
    ...(typeof source === 'string' && { source }),
  };
}

/** The ids and cells of a table, row by row; undefined for other values. */
export function tableOf(
  value: unknown,
): { readonly ids: readonly string[]; readonly rows: readonly (readonly string[])[] } | undefined {
  if (!isObject(value) || !Array.isArray(value['columns'])) return undefined;
  const columns = value['columns'].filter(isObject).map(({ id, values }) => ({
    id: String(id),
    values: Array.isArray(values) ? values : [],
  }));
  const count = Math.max(0, ...columns.map(({ values }) => values.length));
  const cell = (item: unknown) => (item === null || item === undefined ? '' : ofValue(item).text);
  const rows = Array.from({ length: count }, (_, row) => columns.map(({ values }) => cell(values[row])));
  return { ids: columns.map(({ id }) => id), rows };
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Cuts a text for the list. */
export function preview(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  return line.length > PREVIEW ? `${line.slice(0, PREVIEW)}…` : line;
}

/** A text with its white space made visible. */
export function visibleSpaces(text: string): string {
  return text
    .replace(/ /gu, '·')
    .replace(/\t/gu, '→')
    .replace(/\u00a0/gu, '⍽')
    .replace(/\n/gu, '↵\n');
}

function flatText(value: unknown): string {
  if (Array.isArray(value) && value.every((item) => !isObject(item) && !Array.isArray(item)))
    return value.join(', ');
  return isObject(value) || Array.isArray(value) ? compact(value) : String(value);
}

function compact(value: unknown): string {
  return JSON.stringify(value);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
