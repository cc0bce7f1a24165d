/** Pictures of pages with what is on them and what fields did there drawn in, for docs and for debugging. */
import type { SKRSContext2D } from '@napi-rs/canvas';
import { pngOf } from '../../../foundation/platform/canvas.js';
import type { FieldTrace } from '../../../language/fields/trace.js';
import type { Page } from '../../../page/document/model.js';
import { LAYER_NAMES, LAYERS, type LayerName, type PageLayer } from './layers.js';
import type { FieldMark, Mark } from './marks.js';
import { pageMarks } from './page-marks.js';
import { dpiFor, pageCanvas } from './picture.js';
import { traceMarks } from './trace-marks.js';
import { UNDRAWN } from './undrawn.js';

/** A picture of a page. */
export interface PageImage {
  /** The bytes of a PNG file. */
  readonly png: Uint8Array;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/** What a picture of a page shows. */
export interface PageImageOptions {
  /** What is drawn over the page: names of layers, or `all`. Default: what fields did, where there is a trace; else lines. */
  readonly draw?: readonly LayerName[] | 'all' | undefined;
  /** Pixels an inch; default those at which the longer side has 1,600 pixels. */
  readonly dpi?: number | undefined;
}

/** What a picture may show of fields. */
interface Traced {
  /** As a result has it. */
  readonly trace?: Readonly<Record<string, readonly FieldTrace[]>> | undefined;
  /** Ids of the fields that are shown; default all. */
  readonly fields?: readonly string[] | undefined;
}

/** Options of a picture of a page with the trace of a result. */
export interface TracedImageOptions extends PageImageOptions, Traced {}

const USUAL_PIXELS = 1_600;
/** Width of outlines in inches. */
const STROKE = 0.012;
/** Half the length of the arms of a search point, in inches. */
const ARM = 0.06;
const DASHES = [0.04, 0.03];
const FILL = 0.14;
/** Layers of outlines without a filling. */
const OUTLINED: readonly LayerName[] = [
  'words',
  'lines',
  'rulings',
  'tables',
  'found',
  'regions',
  'rows',
  'captured',
];
const FIELD_DEFAULT: readonly LayerName[] = LAYER_NAMES.filter(
  (name) => LAYERS[name].ofField && name !== 'sections' && name !== 'chunks',
);

/**
 * Draws a page with marks over it.
 *
 * @example
 * const document = await loadDocument(bytes);
 * const { png } = await toImage(document.pages[0], { draw: ['lines', 'rulings'] });
 * await writeFile('page.png', png);
 * @throws TypeError for a layer that does not exist, RangeError for a resolution that is not positive
 * @throws DocumentError `closed` when the document of the page was closed
 */
export async function toImage(page: Page, options: TracedImageOptions = {}): Promise<PageImage> {
  const { trace, fields, ...rest } = options;
  return imageOf(page, trace && marksOf(trace, fields, [page]), rest);
}

/**
 * A page with marks over it.
 * @param ofFields what fields did on it; undefined where nothing is known of that
 * @throws as `toImage`
 */
export async function imageOf(
  page: Page,
  ofFields: readonly FieldMark[] | undefined,
  options: PageImageOptions,
): Promise<PageImage> {
  const { dpi = dpiFor(page, USUAL_PIXELS) } = options;
  if (!(dpi > 0 && Number.isFinite(dpi))) throw new RangeError(`dpi must be a positive number, not ${dpi}.`);
  const draw = chosenLayers(options.draw ?? (ofFields ? FIELD_DEFAULT : ['lines']));
  const { canvas, undrawn } = await pageCanvas(page, dpi);
  const ofPage = await pageMarks(page, draw.filter(isPageLayer));
  const own = (ofFields ?? []).filter((mark) => mark.page === page.index);
  const context = canvas.getContext('2d');
  const scale = canvas.width / page.width;
  for (const name of draw) {
    const marks = isPageLayer(name) ? ofPage[name] : own.filter(({ layer }) => layer === name);
    for (const mark of marks) drawMark(context, mark, name, scale);
  }
  if (undrawn !== undefined) writeNote(context, `${UNDRAWN} ${undrawn}`, scale);
  const png = await pngOf(canvas);
  return { png, width: canvas.width, height: canvas.height };
}

/** Size of the letters of a note, and the white around them, in inches; and the colours of print and ground. */
const NOTE = { size: 0.13, margin: 0.08, ink: '#b4291f', ground: '#fcebe9' } as const;

/** Writes a note over the top of a page, in as many rows as it takes. */
function writeNote(context: SKRSContext2D, text: string, scale: number): void {
  const size = NOTE.size * scale;
  const margin = NOTE.margin * scale;
  const { width } = context.canvas;
  context.save();
  context.font = `${size}px sans-serif`;
  context.textBaseline = 'top';
  const rows: string[] = [];
  for (const word of text.split(/\s+/u)) {
    const longer = rows.length === 0 ? word : `${rows.at(-1)} ${word}`;
    const fits = rows.length > 0 && context.measureText(longer).width <= width - 2 * margin;
    if (fits) rows[rows.length - 1] = longer;
    else rows.push(word);
  }
  context.fillStyle = NOTE.ground;
  context.fillRect(0, 0, width, rows.length * size + 2 * margin);
  context.fillStyle = NOTE.ink;
  for (const [i, row] of rows.entries()) context.fillText(row, margin, margin + i * size);
  context.restore();
}

function isPageLayer(name: LayerName): name is PageLayer {
  return !LAYERS[name].ofField;
}

/** @throws TypeError for a layer that does not exist */
function chosenLayers(draw: readonly LayerName[] | 'all'): readonly LayerName[] {
  if (draw === 'all') return LAYER_NAMES;
  for (const name of draw) {
    if (Object.hasOwn(LAYERS, name)) continue;
    throw new TypeError(`There is no layer ${JSON.stringify(name)}; there are ${LAYER_NAMES.join(', ')}.`);
  }
  return LAYER_NAMES.filter((name) => draw.includes(name));
}

/** The marks of the fields in a trace. @param fields their ids; undefined for all @param pages as the fields saw them */
export function marksOf(
  trace: Readonly<Record<string, readonly FieldTrace[]>>,
  fields: readonly string[] | undefined,
  pages: readonly Page[],
): readonly FieldMark[] {
  return Object.entries(trace)
    .filter(([id]) => fields === undefined || fields.includes(id))
    .flatMap(([, entries]) => entries.flatMap((entry) => traceMarks(entry, pages)));
}

function drawMark(context: SKRSContext2D, mark: Mark, name: LayerName, scale: number): void {
  const { colour } = LAYERS[name];
  const { path, open = false, faint = false, filled = false } = mark;
  context.save();
  context.strokeStyle = colour;
  context.lineWidth = Math.max(1, STROKE * scale);
  if (faint) context.setLineDash(DASHES.map((inches) => inches * scale));
  trace(context, path, open, scale);
  if (!open && path.length > 2 && !faint && (filled || !OUTLINED.includes(name))) {
    context.globalAlpha = filled ? 1 - FILL : FILL;
    context.fillStyle = colour;
    context.fill();
    context.globalAlpha = 1;
  }
  context.stroke();
  context.restore();
}

function trace(context: SKRSContext2D, path: Mark['path'], open: boolean, scale: number): void {
  context.beginPath();
  if (path.length === 2) {
    const x = path[0]! * scale;
    const y = path[1]! * scale;
    const arm = ARM * scale;
    context.moveTo(x - arm, y);
    context.lineTo(x + arm, y);
    context.moveTo(x, y - arm);
    context.lineTo(x, y + arm);
    return;
  }
  for (let i = 0; i + 1 < path.length; i += 2) {
    const x = path[i]! * scale;
    const y = path[i + 1]! * scale;
    if (i === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  }
  if (!open) context.closePath();
}
