/** The pictures of the guides: which fixture, which config, and what of the report is shown. */
import type { LayerName } from '../../src/tools/report/index.js';

/** A part of a page, in inches. */
export interface Clip {
  /** Zero-based. */
  readonly page: number;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A screenshot of a report. */
export interface Shot {
  /** Of the file, without its ending. */
  readonly name: string;
  /** Name of a document of the fixtures without its ending, or of a page of docs/concepts whose first example is shown. */
  readonly fixture: string;
  /** Default the config of the fixture, or of the example. */
  readonly config?: object;
  /** Layers that are switched on, or off where the report shows them by itself. */
  readonly switched?: readonly LayerName[];
  /** Id of the field that is selected. */
  readonly field?: string;
  readonly dark?: true;
  /** Pixels of the picture for one of the window; default 1. */
  readonly scale?: number;
  /** Default all that a window of the report shows. */
  readonly clip?: Clip;
}

/** A page with marks, without a report around it. */
export interface Drawing {
  readonly name: string;
  /** Name of a document of the fixtures. */
  readonly fixture: string;
  readonly draw: readonly LayerName[];
  /** Default the first page, with the config of the fixture. */
  readonly clip?: Clip;
}

const row = { id: 'row' } as const;

/** The captions and values on an invoice, each read by the method that its shape asks for. */
const METHODS = {
  fields: [
    { id: 'number', anchor: 'invoice no.', method: row },
    { id: 'bill_to', anchor: 'bill to', method: { id: 'label', position: 'below', stop: 'gap' } },
    {
      id: 'ship_to',
      anchor: 'ship to',
      method: { id: 'region', start: 'left', offsetX: -0.1, offsetY: 0.1, width: 2.2, height: 0.65 },
    },
    { id: 'unit_price', anchor: 'B-204', method: { id: 'intersection', verticalAnchor: 'unit price' } },
    { id: 'quantities', anchor: 'qty', method: { id: 'column' } },
    { id: 'total', anchor: 'total due', type: 'currency', method: row },
  ],
} as const;

const STATEMENT_COLUMNS = [
  { id: 'date', minX: 0.8, maxX: 1.5, isRequired: true, type: { id: 'custom', pattern: '\\d{2}/\\d{2}' } },
  { id: 'description', minX: 1.55, maxX: 5 },
  { id: 'amount', minX: 5.4, maxX: 6.3, type: 'currency' },
] as const;

export const SHOTS: readonly Shot[] = [
  { name: 'inspect', fixture: 'invoice', field: 'item_amounts' },
  {
    name: 'inspect-missing',
    fixture: 'boxed-form',
    field: 'previous_permit',
    switched: ['boxes'],
    dark: true,
  },
  {
    name: 'lines',
    scale: 1.3,
    fixture: 'invoice',
    config: { fields: [] },
    switched: ['lines'],
    clip: { page: 0, left: 0.4, top: 0.55, right: 8.1, bottom: 3.2 },
  },
  {
    name: 'anchors',
    scale: 1.6,
    fixture: 'invoice',
    config: { fields: [{ id: 'total', anchor: 'total', match: 'last', type: 'currency', method: row }] },
    field: 'total',
    clip: { page: 0, left: 3.6, top: 4.4, right: 8.1, bottom: 6.1 },
  },
  {
    name: 'methods',
    fixture: 'invoice',
    config: METHODS,
    clip: { page: 0, left: 0.4, top: 1.25, right: 8.1, bottom: 6.1 },
  },
  {
    name: 'tables',
    scale: 1.15,
    fixture: 'bank-statement',
    config: {
      fields: [
        {
          id: 'transactions',
          anchor: { match: [{ type: 'startsWith', text: 'transactions' }] },
          method: { id: 'textTable', columns: STATEMENT_COLUMNS, stop: 'closing balance' },
        },
      ],
    },
    field: 'transactions',
    clip: { page: 1, left: 0.4, top: 0.45, right: 8.1, bottom: 2.75 },
  },
  {
    name: 'sections',
    scale: 2,
    fixture: 'sections.md',
    field: 'claims',
    clip: { page: 0, left: 0.4, top: 0.8, right: 5.4, bottom: 2.2 },
  },
];

export const DRAWINGS: readonly Drawing[] = [
  { name: 'page', fixture: 'invoice', draw: ['lines', 'rulings', 'anchors', 'values'] },
  {
    name: 'tables-walls',
    fixture: 'invoice',
    draw: ['rulings', 'found'],
    clip: { page: 0, left: 0.6, top: 3.4, right: 7.9, bottom: 5 },
  },
  {
    name: 'tables-free',
    fixture: 'bank-statement',
    draw: ['found'],
    clip: { page: 1, left: 0.6, top: 0.4, right: 7.9, bottom: 3.2 },
  },
];
