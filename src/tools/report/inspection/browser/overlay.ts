/** What is drawn over one page: its own marks, its lines, and what fields did there. */
import { LAYER_NAMES, type LayerName } from '../layers.js';
import type { FieldMark, Mark, Path } from '../marks.js';
import type { PageData } from '../payload.js';
import { svg } from './dom.js';
import type { Entry, Report } from './report.js';
import type { State } from './state.js';

/** Half the arms of a search point, in inches. */
const ARM = 0.07;
/** Share of the height of a line that its letters take up, where the report writes it itself. */
const LETTERS = 0.8;
/** Layers that are shown of fields that are not selected. */
const OF_ALL_FIELDS: readonly LayerName[] = ['sections', 'anchors', 'values'];

/** What an overlay shows. */
interface OverlayOptions {
  readonly report: Report;
  readonly state: State;
  /** Whether the marks of fields fit this page: not where preprocessors moved what is on it. */
  readonly withFields: boolean;
  readonly before: boolean;
}

/** The overlay of a page, in inches. */
export function overlay(page: PageData, options: OverlayOptions): SVGSVGElement {
  const { width, height, index } = page;
  const attributes = {
    viewBox: `0 0 ${width} ${height}`,
    role: 'group',
    tabindex: '0',
    'aria-label': `Page ${index + 1}. Arrow keys go from line to line.`,
  };
  const drawing = svg('svg', { class: 'overlay', attributes });
  if (page.picture === undefined) drawing.append(...page.lines.map(writtenLine));
  for (const layer of LAYER_NAMES) {
    const group = layerGroup(layer, page, options);
    if (group.childElementCount > 0) drawing.append(group);
  }
  drawing.append(hitAreas(page, options), ...linkOf(page, options));
  return drawing;
}

/** A line of a page that no engine draws. */
function writtenLine({ text, path, height, angle = 0 }: PageData['lines'][number]): SVGElement {
  const [x = 0, y = 0, right = 0, top = 0, , , leftBottom = 0, bottom = 0] = path;
  const length = Math.hypot(right - x, top - y);
  const [middleX, middleY] = [(x + leftBottom) / 2, (y + bottom) / 2];
  const attributes = {
    x: String(middleX),
    y: String(middleY),
    'font-size': String(height * LETTERS),
    'dominant-baseline': 'central',
    ...(length > 0 && { textLength: String(length), lengthAdjust: 'spacingAndGlyphs' }),
    ...(angle !== 0 && { transform: `rotate(${angle} ${middleX} ${middleY})` }),
  };
  return svg('text', { class: 'written', attributes }, text);
}

function layerGroup(layer: LayerName, page: PageData, options: OverlayOptions): SVGGElement {
  const { report, state } = options;
  const group = svg('g', { class: `layer layer-${layer}` });
  // What preprocessors change is lines, so that they are shown wherever the reader compares.
  if (!state.layers.includes(layer) && !(layer === 'lines' && options.before)) return group;
  const { ofField, colour } = report.data.layers[layer];
  group.setAttribute('stroke', colour);
  group.setAttribute('fill', colour);
  if (layer === 'lines') group.append(...lineShapes(page, options));
  else if (!ofField) group.append(...pageMarks(layer, page).map((mark) => shape(mark)));
  else if (options.withFields) group.append(...fieldShapes(layer, page, options));
  return group;
}

/** The lines with their numbers; those that preprocessors made or took away stand out. */
function lineShapes(page: PageData, { report, before }: OverlayOptions): SVGElement[] {
  const { pages, before: read } = report.data;
  const other = (before ? pages : read)?.find(({ index }) => index === page.index);
  const same = read && new Set(other?.lines.map(keyOf));
  return page.lines.flatMap((line, i) => {
    const isChanged = same !== undefined && !same.has(keyOf(line));
    const title = before ? 'changed by the preprocessors' : 'made by the preprocessors';
    const [x = 0, y = 0] = line.path;
    const attributes = { x: String(x - NUMBER_GAP), y: String(y + NUMBER_HEIGHT), 'text-anchor': 'end' };
    return [
      shape({ path: line.path, ...(isChanged && { title }) }, isChanged ? 'changed' : ''),
      svg('text', { class: 'number', attributes }, String(i + 1)),
    ];
  });
}

/** Place of the number of a line, in inches. */
const NUMBER_GAP = 0.02;
const NUMBER_HEIGHT = 0.07;

function keyOf({ text, path }: PageData['lines'][number]): string {
  return `${path.join(' ')} ${text}`;
}

function pageMarks(layer: LayerName, page: PageData): readonly Mark[] {
  return page.marks[layer as keyof PageData['marks']] ?? [];
}

function fieldShapes(layer: LayerName, page: PageData, { report, state }: OverlayOptions): SVGElement[] {
  const chosen = chosenEntry(report, state);
  const marks = report.marksOn(page.index);
  const values = new Set(marks.flatMap(({ mark }) => (mark.layer === 'values' ? mark.path.join() : [])));
  const shapes: SVGElement[] = [];
  const tags: Tag[] = [];
  const drawn = new Set<string>();
  for (const { entry, mark } of marks) {
    if (mark.layer !== layer) continue;
    const isChosen = entry === chosen || isSectionOf(chosen, entry, mark);
    if (!isChosen && (!OF_ALL_FIELDS.includes(layer) || !isWithin(entry, chosen))) continue;
    if (mark.faint && !isChosen && layer !== 'sections') continue;
    // Several fields may have the same place; drawn twice it would be darker.
    const key = `${isChosen} ${mark.faint} ${mark.path.join()}`;
    if (drawn.has(key)) continue;
    drawn.add(key);
    // What was captured and became the value is shown as the value.
    if (layer === 'captured' && state.layers.includes('values') && values.has(mark.path.join())) continue;
    const title = mark.title === undefined ? entry.name : `${entry.name}: ${mark.title}`;
    shapes.push(shape({ ...mark, title }, isChosen ? 'chosen' : ''));
    const isAnchor = layer === 'anchors';
    if (isChosen && (isAnchor || layer === 'values')) {
      tags.push(tag(page, mark.path, isAnchor ? 'anchor' : 'value', isAnchor));
    }
  }
  if (tags.length <= MOST_TAGS) shapes.push(...apart(tags).map(({ drawn }) => drawn));
  return shapes;
}

/** The field that is selected, or the one that its value was copied from. */
function chosenEntry(report: Report, { selection }: State): Entry | undefined {
  const entry = selection?.kind === 'field' ? report.entry(selection.key) : undefined;
  return entry && (report.originOf(entry) ?? entry);
}

/** Whether an entry is, or lies in, the selected one; every entry where none is selected. */
function isWithin(entry: Entry, chosen: Entry | undefined): boolean {
  if (!chosen) return true;
  for (let at: Entry | undefined = entry; at; at = at.parent) if (at === chosen) return true;
  return false;
}

/** Whether a mark of a sections field is that of the selected section. */
function isSectionOf(chosen: Entry | undefined, { node }: Entry, { layer, title = '' }: FieldMark): boolean {
  if (chosen?.node.kind !== 'section' || layer !== 'sections' || chosen.parent?.node !== node) return false;
  const name = `section ${chosen.node.id}`;
  return title === name || title.startsWith(`${name},`);
}

function shape({ path, open, faint, filled, title }: Mark, name = ''): SVGElement {
  const kind = path.length === 2 ? 'point' : open ? 'stretch' : 'area';
  const classes = [kind, faint && 'faint', filled && 'filled', name].filter(Boolean).join(' ');
  const drawn = svg('path', { class: classes, attributes: { d: pathData(path, open === true) } });
  if (title !== undefined) drawn.append(svg('title', {}, title));
  return drawn;
}

function pathData(path: Path, open: boolean): string {
  if (path.length === 2) {
    const [x = 0, y = 0] = path;
    return `M${x - ARM} ${y}H${x + ARM}M${x} ${y - ARM}V${y + ARM}`;
  }
  const points: string[] = [];
  for (let i = 0; i + 1 < path.length; i += 2) points.push(`${path[i]} ${path[i + 1]}`);
  return `M${points.join('L')}${open ? '' : 'Z'}`;
}

/** A word beside a mark, and the room that it takes up. */
interface Tag {
  readonly drawn: SVGElement;
  readonly room: Bounds;
}

/** A word beside a mark: left of an anchor, right of a value; above it where there is no room. */
function tag({ width }: PageData, path: Path, text: string, isLeft: boolean): Tag {
  const { left, top, right, bottom } = boundsOf(path);
  const hasRoom = isLeft ? left > TAG_ROOM : width - right > TAG_ROOM;
  const isBefore = hasRoom && isLeft;
  const x = isBefore ? left - TAG_GAP : hasRoom ? right + TAG_GAP : left;
  const y = hasRoom ? (top + bottom) / 2 : top - TAG_GAP;
  const attributes = {
    x: String(x),
    y: String(y),
    'text-anchor': isBefore ? 'end' : 'start',
    ...(hasRoom && { 'dominant-baseline': 'central' }),
  };
  const start = isBefore ? x - TAG_ROOM : x;
  const middle = hasRoom ? y : y - TAG_HEIGHT / 2;
  const room = {
    left: start,
    right: start + TAG_ROOM,
    top: middle - TAG_HEIGHT / 2,
    bottom: middle + TAG_HEIGHT / 2,
  };
  return { drawn: svg('text', { class: 'tag', attributes }, text), room };
}

/** Tags without those that would be written over one before them. */
function apart(tags: readonly Tag[]): readonly Tag[] {
  const kept: Tag[] = [];
  for (const next of tags) if (!kept.some(({ room }) => overlap(room, next.room))) kept.push(next);
  return kept;
}

function overlap(a: Bounds, b: Bounds): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** More tags of one kind on a page hide more than they show. */
const MOST_TAGS = 6;

/** Space that a tag takes up along and across, and its distance from the mark, in inches. */
const TAG_ROOM = 0.5;
const TAG_HEIGHT = 0.12;
const TAG_GAP = 0.05;

/** Invisible areas over the lines, which take clicks. */
function hitAreas(page: PageData, { state, before }: OverlayOptions): SVGElement {
  const { selection } = state;
  const areas = page.lines.map(({ path }, line) => {
    const isChosen =
      selection?.kind === 'line' &&
      selection.before === before &&
      selection.page === page.index &&
      selection.line === line;
    return svg('path', {
      class: isChosen ? 'hit chosen' : 'hit',
      attributes: { d: pathData(path, false), 'data-line': String(line) },
    });
  });
  return svg('g', { class: 'hits' }, ...areas);
}

/** A line from the anchor of the selected field to its value. */
function linkOf(page: PageData, { report, state, withFields }: OverlayOptions): SVGElement[] {
  if (!withFields || state.selection?.kind !== 'field') return [];
  const entry = chosenEntry(report, state);
  const marks = entry?.node.runs
    .flatMap((run) => run.marks)
    .filter((mark) => mark.page === page.index && !mark.faint);
  const [anchor, ...others] = (marks ?? []).filter(({ layer }) => layer === 'anchors');
  const value = marks?.find(({ layer }) => layer === 'values');
  if (others.length > 0) return [];
  if (!anchor || !value || anchor.path.join() === value.path.join()) return [];
  const [from, to] = nearestPoints(boundsOf(anchor.path), boundsOf(value.path));
  return [svg('path', { class: 'link', attributes: { d: `M${from.join(' ')}L${to.join(' ')}` } })];
}

/** A rectangle in inches. */
interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The rectangle around a path. */
export function boundsOf(path: Path): Bounds {
  const xs = path.filter((_, i) => i % 2 === 0);
  const ys = path.filter((_, i) => i % 2 === 1);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

function nearestPoints(a: Bounds, b: Bounds): [readonly [number, number], readonly [number, number]] {
  const [fromX, toX] = nearestOnAxis(a.left, a.right, b.left, b.right);
  const [fromY, toY] = nearestOnAxis(a.top, a.bottom, b.top, b.bottom);
  return [
    [fromX, fromY],
    [toX, toY],
  ];
}

function nearestOnAxis(from: number, to: number, otherFrom: number, otherTo: number): [number, number] {
  if (to < otherFrom) return [to, otherFrom];
  if (otherTo < from) return [from, otherTo];
  const middle = (Math.max(from, otherFrom) + Math.min(to, otherTo)) / 2;
  return [middle, middle];
}
