/**
 * HTML as text, in pieces between which other work of the process has its turn. The library knows one go only, so its
 * parts are asked for one by one: the parser takes the page in slices, and what a formatter would do to the text is
 * noted, and done piece by piece. So package.json names one minor version of it.
 */
import type {
  DomNode,
  FormatCallback,
  FormatOptions,
  HtmlToTextOptions,
  RecursiveCallback,
} from 'html-to-text';
import { type Interrupt, Turns } from '../../foundation/async/interrupt.js';

/** Characters of HTML that are worked on between turns: some milliseconds. */
const PIECE = 16 * 1024;

type KnownBuilder = Parameters<FormatCallback>[2];

/** The builder of a text, with members that the types leave out. */
interface Builder extends KnownBuilder {
  readonly picker: { pick1(element: DomNode): { readonly format: string; readonly options?: FormatOptions } };
  toString(): string;
}

/** The parts of the library that make a text. */
interface Parts {
  readonly builder: Builder;
  /** What walks over nodes, by how deep they are; the last is for those that are too deep. */
  readonly walks: readonly RecursiveCallback[];
}

/** A node with the places in the page where it begins and ends. */
interface PlacedNode extends DomNode {
  readonly startIndex?: number | null;
  readonly endIndex?: number | null;
}

/** An act on the builder, or nodes to walk over. */
type Act = (() => void) | readonly PlacedNode[];

/**
 * The text of a page, the same as the library gives in one go.
 * @param options with a depth, and without base elements
 * @throws DocumentError `aborted`, `timed_out`
 */
export async function convertInPieces(
  html: string,
  options: HtmlToTextOptions,
  depth: number,
  interrupt: Interrupt,
): Promise<string> {
  const turns = new Turns(interrupt);
  const nodes = await parsed(html, turns);
  const bodies = bodiesIn(nodes, depth);
  const parts = await partsOf(options, depth);
  await walk(bodies.length > 0 ? bodies : nodes, 0, parts, turns);
  return parts.builder.toString();
}

async function parsed(html: string, turns: Turns): Promise<readonly PlacedNode[]> {
  const { DomHandler, Parser } = await import('htmlparser2');
  const options = { decodeEntities: true, withStartIndices: true, withEndIndices: true };
  const handler = new DomHandler(undefined, options);
  const parser = new Parser(handler, options);
  for (let at = 0; at < html.length; at += PIECE) {
    parser.write(html.slice(at, at + PIECE));
    await turns.next();
  }
  parser.end();
  return handler.dom as unknown as readonly PlacedNode[];
}

/** The outermost elements `body`, in order. */
function bodiesIn(nodes: readonly DomNode[], depth: number): DomNode[] {
  return nodes.flatMap((node) => {
    if (node.type !== 'tag') return [];
    if (node.name === 'body') return [node];
    return depth > 0 ? bodiesIn(node.children ?? [], depth - 1) : [];
  });
}

/** The library hands its parts to formatters only: to that of elements in each other, as deep as elements may be. */
async function partsOf(options: HtmlToTextOptions, depth: number): Promise<Parts> {
  const { convert } = await import('html-to-text');
  const walks: RecursiveCallback[] = [];
  let builder: KnownBuilder | undefined;
  const note: FormatCallback = (element, inner, its) => {
    builder = its;
    walks.push(inner);
    if (walks.length <= depth + 1) inner(element.children ?? [], its);
  };
  convert('<part>'.repeat(depth + 2), {
    ...options,
    limits: { ...options.limits, maxDepth: depth + 1 },
    formatters: { ...options.formatters, note },
    selectors: [...(options.selectors ?? []), { selector: 'part', format: 'note' }],
  });
  return { builder: builder as Builder, walks };
}

async function walk(nodes: readonly PlacedNode[], level: number, parts: Parts, turns: Turns): Promise<void> {
  const { builder, walks } = parts;
  const walkOver = walks[level]!;
  if (level === walks.length - 1) return walkOver([...nodes], builder);
  let piece: DomNode[] = [];
  let size = 0;
  const walkPiece = async () => {
    walkOver(piece, builder);
    piece = [];
    size = 0;
    await turns.next();
  };
  for (const node of nodes) {
    const length = lengthOf(node);
    if (length <= PIECE) {
      piece.push(node);
      size += length;
      if (size > PIECE) await walkPiece();
      continue;
    }
    await walkPiece();
    if (node.type === 'text') await addText(node.data ?? '', builder, turns);
    else if (node.type === 'tag') await format(node, level, parts, turns);
  }
  await walkPiece();
}

/** Characters of the page that a node takes. */
function lengthOf({ startIndex, endIndex }: PlacedNode): number {
  return typeof startIndex === 'number' && typeof endIndex === 'number' ? endIndex - startIndex + 1 : 0;
}

async function addText(text: string, builder: Builder, turns: Turns): Promise<void> {
  for (let at = 0; at < text.length; at += PIECE) {
    builder.addInline(text.slice(at, at + PIECE));
    await turns.next();
  }
}

async function format(element: PlacedNode, level: number, parts: Parts, turns: Turns): Promise<void> {
  for (const act of actsOf(element, parts.builder)) {
    if (typeof act === 'function') act();
    else await walk(act, level + 1, parts, turns);
    await turns.next();
  }
}

/** What the formatter of an element does. */
function actsOf(element: PlacedNode, builder: Builder): readonly Act[] {
  const acts: Act[] = [];
  const noting = new Proxy(builder, {
    get(target, name: keyof Builder) {
      const member: unknown = target[name];
      if (typeof member !== 'function') return member;
      return (...given: unknown[]) => void acts.push(() => member.apply(target, given));
    },
  });
  const { format: id, options = {} } = builder.picker.pick1(element);
  builder.options.formatters[id]!(
    element,
    (nodes) => void acts.push((nodes ?? []) as readonly PlacedNode[]),
    noting,
    options,
  );
  return acts;
}
