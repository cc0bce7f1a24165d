/** The members of an XMP packet (ISO 16684-1), as far as they are texts. */
import { SaxesParser } from 'saxes';

/** Characters of a packet that are read; one without pictures has some thousand. */
const MAX_PACKET = 4 * 1024 * 1024;

const DESCRIPTION = 'rdf:description';
const ITEM = 'rdf:li';

/** Members whose items are listed one by one. */
const LISTS: ReadonlySet<string> = new Set(['dc:creator', 'dc:subject']);

/** Depth of the members: below a description, which is in the packet's `rdf:RDF`, with or without one around it. */
const DEPTHS: ReadonlySet<number> = new Set([2, 3]);

/**
 * Reads a packet: names in small letters, with all text inside a member but white space between tags, or its items.
 * @returns undefined for what is no well-formed packet, or too large
 */
export function readXmp(packet: string): Readonly<Record<string, string | readonly string[]>> | undefined {
  if (packet.length > MAX_PACKET) return undefined;
  const reader = new PacketReader();
  const parser = new SaxesParser();
  parser.on('opentag', ({ name }) => reader.open(name.toLowerCase()));
  parser.on('closetag', () => reader.close());
  parser.on('text', (text) => reader.text(text));
  parser.on('cdata', (text) => reader.text(text));
  let isBroken = false;
  parser.on('error', () => {
    isBroken = true;
  });
  parser.write(packet).close();
  return isBroken ? undefined : Object.fromEntries(reader.members);
}

class PacketReader {
  readonly members = new Map<string, string | readonly string[]>();
  readonly #path: string[] = [];
  /** Length of the path to the member that is being read. */
  #member = 0;
  #text = '';
  #items: string[] | undefined;

  open(name: string): void {
    const parent = this.#path.at(-1);
    this.#path.push(name);
    if (this.#member > 0) {
      if (name === ITEM && this.#items) this.#text = '';
    } else if (parent === DESCRIPTION && DEPTHS.has(this.#path.length - 1)) {
      this.#member = this.#path.length;
      this.#text = '';
      this.#items = LISTS.has(name) ? [] : undefined;
    }
  }

  text(text: string): void {
    if (this.#member > 0 && text.trim() !== '') this.#text += text;
  }

  close(): void {
    const name = this.#path.pop() ?? '';
    if (this.#member === 0) return;
    if (name === ITEM) this.#items?.push(this.#text.trim());
    if (this.#path.length >= this.#member) return;
    this.members.set(name, this.#items ?? this.#text.trim());
    this.#member = 0;
  }
}
