/**
 * What an invoice says beside its items: numbers, dates, parties and totals by their labels. No value of 137 documents and
 * no cell of their tables changes where its thresholds are a fifth smaller, or a quarter larger.
 */
// See docs/language/03-layout-methods-ranges-tables.md#313-table-and-invoice

import type { TypeReference } from '../../../foundation/schema/language.js';
import { overlapX, overlapY } from '../../../page/document/geometry.js';
import type { Line } from '../../../page/document/model.js';
import type { CompiledType } from '../../types/definition.js';
import { runType } from '../../types/select.js';
import type { MethodContext } from '../definition.js';

interface Key {
  readonly id: string;
  readonly labels: readonly string[];
  readonly type: TypeReference;
  /** Which lines of the labelled block count: all, its first, or those after it. */
  readonly part?: 'first' | 'rest';
}

const BILL_TO = ['bill to', 'billed to'];
const SHIP_TO = ['ship to', 'deliver to'];
const PLAIN_TOTAL = 'total';

/** In the order of the output. */
const KEYS: readonly Key[] = [
  { id: 'billing_address', labels: BILL_TO, type: 'address', part: 'rest' },
  { id: 'billing_address_recipient', labels: BILL_TO, type: 'string', part: 'first' },
  { id: 'customer_name', labels: ['customer name', 'ordered by', 'sold to', 'customer'], type: 'string' },
  { id: 'due_date', labels: ['due date', 'payment due'], type: 'date' },
  { id: 'invoice_date', labels: ['invoice date', 'date of invoice', 'bill date'], type: 'date' },
  { id: 'invoice_id', labels: ['invoice #', 'invoice no', 'invoice number', 'invoice id'], type: 'string' },
  {
    id: 'invoice_total',
    labels: ['order total', 'grand total', 'invoice total', 'total due', 'amount due'],
    type: 'currency',
  },
  { id: 'purchase_order', labels: ['po number', 'p.o. number', 'purchase order', 'po #'], type: 'string' },
  { id: 'shipping_address', labels: SHIP_TO, type: 'address', part: 'rest' },
  { id: 'shipping_address_recipient', labels: SHIP_TO, type: 'string', part: 'first' },
  { id: 'sub_total', labels: ['subtotal', 'sub total'], type: 'currency' },
  { id: 'total_tax', labels: ['tax', 'taxes', 'sales tax', 'vat'], type: 'currency' },
];

/** Lines of one visual row share this much of the smaller height. */
// See docs/language/03-layout-methods-ranges-tables.md#301-lines-boxes-order
const ROW_OVERLAP = 0.5;
/** Lines of an address are closer than this, in heights of the lower line. */
const BLOCK_GAP = 1;
/** An address has at most this many lines. */
const BLOCK_LINES = 6;

type Context = Pick<MethodContext<unknown>, 'types' | 'withLines' | 'scope'>;

interface Labelled {
  readonly line: Line;
  /** What follows the label on its line. */
  readonly rest: string;
}

/** The metadata that the lines have labels for; null where a label has no fitting value. Undefined without any. */
export async function invoiceMetadata(lines: readonly Line[], context: Context): Promise<object | undefined> {
  await context.types.prepare(KEYS.map(({ type }) => type));
  const search = new MetadataSearch(lines, context);
  const found: Record<string, object | null> = {};
  const hasGrandTotal = search.labelled(labelsOf('invoice_total')).length > 0;
  for (const key of KEYS) {
    const value = search.value(withPlainTotal(key, hasGrandTotal));
    if (value !== undefined) found[key.id] = value;
  }
  return Object.keys(found).length > 0 ? found : undefined;
}

function labelsOf(id: string): readonly string[] {
  return KEYS.find((key) => key.id === id)!.labels;
}

/** Plain "total" is the sub-total where there is a grand total, else the total. */
function withPlainTotal(key: Key, hasGrandTotal: boolean): Key {
  const takes = key.id === (hasGrandTotal ? 'sub_total' : 'invoice_total');
  return takes ? { ...key, labels: [...key.labels, PLAIN_TOTAL] } : key;
}

class MetadataSearch {
  readonly #lines: readonly Line[];
  readonly #context: Context;

  constructor(lines: readonly Line[], context: Context) {
    this.#lines = lines;
    this.#context = context;
  }

  /** The value of a key; null when only its label is there, undefined without one. */
  value(key: Key): object | null | undefined {
    // Sub-total labels come before plain "total", whichever is first on the page.
    const groups = key.labels.includes(PLAIN_TOTAL)
      ? [key.labels.filter((label) => label !== PLAIN_TOTAL), [PLAIN_TOTAL]]
      : [key.labels];
    const labelled = groups.flatMap((labels) => this.labelled(labels));
    if (labelled.length === 0) return undefined;
    const type = this.#context.types.compile(key.type);
    for (const label of labelled) {
      const value = this.#valueAt(label, key, type);
      if (value) return value;
    }
    return null;
  }

  /** Lines that start with one of some labels. */
  labelled(labels: readonly string[]): Labelled[] {
    const pattern = labelPattern(labels);
    return this.#lines.flatMap((line) => {
      const match = pattern.exec(line.text);
      return match ? [{ line, rest: line.text.slice(match[0].length).trim() }] : [];
    });
  }

  #valueAt({ line, rest }: Labelled, { part }: Key, type: CompiledType): object | null {
    const block = part === undefined ? undefined : this.#block(line, rest);
    const chosen = block && (part === 'first' ? block.slice(0, 1) : block.slice(1));
    const pieces = chosen ?? this.#neighbour(line, rest);
    if (pieces.length === 0) return null;
    const { value } = runType(type, pieces, undefined, this.#context.scope.patternGuard);
    const lines = pieces.map((piece) => piece.line);
    return value && this.#context.withLines(value, lines);
  }

  /** The rest of the label's line, else the nearest line right of it, else the nearest below it. */
  #neighbour(line: Line, rest: string): { readonly text: string; readonly line: Line }[] {
    if (rest !== '') return [{ text: rest, line }];
    const next = this.#right(line) ?? this.#below(line);
    return next ? [{ text: next.text, line: next }] : [];
  }

  #right(line: Line): Line | undefined {
    return nearest(this.#lines, (other) => {
      if (other.page !== line.page || other === line || other.left < line.right) return undefined;
      const smaller = Math.min(other.bottom - other.top, line.bottom - line.top);
      return overlapY(other, line) >= ROW_OVERLAP * smaller ? other.left - line.right : undefined;
    });
  }

  #below(line: Line): Line | undefined {
    return nearest(this.#lines, (other) => {
      const below = other.page === line.page && other.top >= line.bottom && overlapX(other, line) > 0;
      return below ? other.top - line.bottom : undefined;
    });
  }

  /** The lines that a label heads: the rest of its line, and those close below each other. */
  #block(line: Line, rest: string): { readonly text: string; readonly line: Line }[] {
    const block = this.#neighbour(line, rest);
    let last = block[0]?.line;
    while (last && block.length < BLOCK_LINES) {
      const next = this.#below(last);
      if (!next || next.top - last.bottom > BLOCK_GAP * next.lineHeight) break;
      block.push({ text: next.text, line: next });
      last = next;
    }
    return block;
  }
}

/** The line of the smallest distance; `distance` is undefined for lines that do not count. */
function nearest(lines: readonly Line[], distance: (line: Line) => number | undefined): Line | undefined {
  let best: Line | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const line of lines) {
    const own = distance(line);
    if (own === undefined || own >= least) continue;
    best = line;
    least = own;
  }
  return best;
}

/** A label at the start of a line, with `:` or `#` after it. */
function labelPattern(labels: readonly string[]): RegExp {
  const longestFirst = [...labels].sort((a, b) => b.length - a.length);
  const choices = longestFirst.map((label) => label.replace(/\./gu, '\\.').replace(/ /gu, '\\s+'));
  return new RegExp(`^(?:${choices.join('|')})(?![\\p{L}\\p{N}])\\.?\\s*[:#]?`, 'iu');
}
