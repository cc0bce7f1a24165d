/** The report as the program of its page sees it: fields by their place in the tree, and who uses which line. */
import type { LayerName } from '../layers.js';
import type { FieldMark } from '../marks.js';
import type { FieldNode, LineUse, PageData, ReportData } from '../payload.js';
import { shownValue } from './values.js';

/** A field or section with its place in the tree. */
export interface Entry {
  readonly key: string;
  readonly node: FieldNode;
  readonly depth: number;
  readonly parent: Entry | undefined;
  readonly children: readonly Entry[];
  /** Name with those of the sections around it: `claims[0].amount`. */
  readonly name: string;
}

/** What a field has to do with a line. */
interface Use {
  readonly entry: Entry;
  readonly role: string;
}

/** A mark with the field that it belongs to. */
interface Marked {
  readonly entry: Entry;
  readonly mark: FieldMark;
}

/** A line by its page and its position there. */
export interface LinePlace {
  readonly page: number;
  readonly line: number;
}

export class Report {
  readonly data: ReportData;
  readonly roots: readonly Entry[];
  readonly #byKey = new Map<string, Entry>();
  readonly #uses = new Map<string, Use[]>();
  readonly #marks = new Map<number, Marked[]>();

  constructor(data: ReportData) {
    this.data = data;
    this.roots = data.fields.map((node) => this.#entry(node, undefined));
  }

  /** All entries, each before those in it. */
  get entries(): readonly Entry[] {
    return [...this.#byKey.values()];
  }

  /** The fields of the result that hold values, not sections. */
  get leaves(): readonly Entry[] {
    return this.entries.filter(isLeaf);
  }

  entry(key: string): Entry | undefined {
    return this.#byKey.get(key);
  }

  /**
   * The field that a value without a trace was probably copied from: the one field of its id that found the same
   * text. Undefined where there are several, or none.
   */
  originOf({ node }: Entry): Entry | undefined {
    const shown = node.runs.length === 0 && node.children.length === 0 ? shownValue(node) : undefined;
    if (!shown) return undefined;
    const text = shown.source ?? shown.text;
    const found = this.entries.filter(
      (other) =>
        other.node.id === node.id &&
        other.node.runs.some(({ lines }) => lines.some((line) => line.text.includes(text))),
    );
    return found.length === 1 ? found[0] : undefined;
  }

  /** The fields that have to do with a line of a page after preprocessors. */
  usesOf({ page, line }: LinePlace): readonly Use[] {
    return this.#uses.get(`${page} ${line}`) ?? [];
  }

  /** The marks of all fields on a page. */
  marksOn(page: number): readonly Marked[] {
    return this.#marks.get(page) ?? [];
  }

  /** The field that a problem is about: the first of its ids, in any section. */
  named(ids: readonly string[]): Entry | undefined {
    let found: readonly Entry[] = this.roots;
    let last: Entry | undefined;
    for (const id of ids) {
      const fields = found.flatMap((entry) => (entry.node.kind === 'section' ? entry.children : [entry]));
      last = fields.find(({ node }) => node.id === id);
      if (!last) return undefined;
      found = last.children;
    }
    return last;
  }

  page(index: number): PageData | undefined {
    return this.data.pages.find((page) => page.index === index);
  }

  #entry(node: FieldNode, parent: Entry | undefined): Entry {
    const isSection = node.kind === 'section';
    const name = parent ? `${parent.name}${isSection ? `[${node.id}]` : `.${node.id}`}` : node.id;
    const children: Entry[] = [];
    const key = parent ? `${parent.key}\n${node.id}` : node.id;
    const entry: Entry = { key, node, depth: parent ? parent.depth + 1 : 0, parent, children, name };
    this.#byKey.set(key, entry);
    for (const child of node.children) children.push(this.#entry(child, entry));
    for (const { anchors, captured, lines, marks } of node.runs) {
      for (const mark of marks) {
        const own = this.#marks.get(mark.page) ?? [];
        this.#marks.set(mark.page, own);
        own.push({ entry, mark });
      }
      this.#note(entry, anchors, (anchor) => (anchor.used ? 'anchor' : 'anchor, not used'));
      this.#note(entry, captured, (piece) => (piece.used ? 'captured' : 'captured, dropped'));
      this.#note(entry, lines, () => 'value');
    }
    return entry;
  }

  #note(entry: Entry, lines: readonly LineUse[], role: (line: LineUse) => string): void {
    for (const use of lines) {
      if (use.line === undefined) continue;
      const place = `${use.page} ${use.line}`;
      const uses = this.#uses.get(place) ?? [];
      this.#uses.set(place, uses);
      const useRole = role(use);
      if (!uses.some((known) => known.entry === entry && known.role === useRole))
        uses.push({ entry, role: useRole });
    }
  }
}

/** Whether an entry is a field of the result that holds a value, not sections. */
export function isLeaf({ children, node }: Entry): boolean {
  return children.length === 0 && node.kind === 'field' && node.hidden !== true;
}

/** The mark of a field that is scrolled to: its value, else its anchor, else whatever there is. */
export function mainMark(entry: Entry): FieldMark | undefined {
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
