/** What can be drawn over a page, for pictures and for the inspection report alike. */

/** A kind of mark on a page. */
export interface Layer {
  /** In legends. */
  readonly title: string;
  /** In one sentence, for tooltips and docs. */
  readonly about: string;
  /** As `#rrggbb`, legible on paper. */
  readonly colour: string;
  /** Whether its marks belong to a field; the others belong to the page. */
  readonly ofField: boolean;
}

/** In the order in which they are drawn, the lowest first. */
export const LAYERS = {
  columns: layer('Columns', 'Columns of running text, as preprocessors and sections see them', '#0f766e'),
  tables: layer('Table grids', 'Grids of the tables with drawn walls', '#2563eb'),
  found: layer('Found tables', 'Tables with and without walls, and their cells with text', '#0284c7'),
  rulings: layer('Rulings', 'Straight lines that may bound cells', '#dc2626'),
  boxes: layer('Check boxes', 'Boxes to tick; filled where they are ticked', '#c026d3'),
  words: layer('Words', 'Words of lines', '#94a3b8'),
  lines: layer('Lines', 'Lines as fields see them', '#64748b'),
  sections: ofField('Sections', 'Parts that a sections field cut out', '#ea580c'),
  chunks: ofField('Shown to a model', 'Parts of the pages that a language model was shown', '#0891b2'),
  rows: ofField('Table rows', 'Rows that a table method read; those that it left out are hatched', '#2563eb'),
  regions: ofField('Searched regions', 'Areas in which methods looked', '#7c3aed'),
  points: ofField('Search points', 'Points from which methods searched', '#7c3aed'),
  captured: ofField(
    'Captured text',
    'Lines that methods captured; dashed where a filter dropped them',
    '#0d9488',
  ),
  values: ofField('Values', 'Lines that values were made from', '#15803d'),
  anchors: ofField('Anchors', 'Lines that anchors matched; dashed where another match was used', '#d97706'),
} as const satisfies Readonly<Record<string, Layer>>;

/** The name of a layer. */
export type LayerName = keyof typeof LAYERS;

/** All layers, the lowest first. */
export const LAYER_NAMES = Object.keys(LAYERS) as readonly LayerName[];

/** The layers that show a page; the others show what fields did there. */
export type PageLayer = 'columns' | 'tables' | 'found' | 'rulings' | 'boxes' | 'words' | 'lines';

function layer(title: string, about: string, colour: string): Layer & { readonly ofField: false } {
  return { title, about, colour, ofField: false };
}

function ofField(title: string, about: string, colour: string): Layer & { readonly ofField: true } {
  return { title, about, colour, ofField: true };
}
