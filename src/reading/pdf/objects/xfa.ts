/** Forms that are written in XML (XFA) and laid out by the viewer: what they hold, by the names of their fields. */
import { SaxesParser } from 'saxes';
import type { FileObjects } from './file-objects.js';
import {
  isDictionary,
  isReference,
  isString,
  objectValue,
  type PdfValue,
  resolve,
  resolveDictionary,
} from './object-values.js';
import { stringBytes } from './strings.js';
import { catalogNumber } from './trailer.js';

/** A form in XML. */
export interface XfaForm {
  /** The file says that its pages show nothing of the form before a viewer has laid it out. */
  readonly needsRendering: boolean;
  /** In the order of the data. */
  readonly fields: readonly XfaField[];
}

/** A field that holds something. */
export interface XfaField {
  /** Its own name, without those of the parts of the form that it is in. */
  readonly name: string;
  readonly value: string;
}

/** Characters of the data that are read, fields that are kept, and parts of the form that they are nested in. */
const MAX_DATA = 16 * 1024 * 1024;
const MAX_FIELDS = 20_000;
const MAX_DEPTH = 256;

/** The packet of the data, and the elements in it around the fields (XFA specification 3.3, "XFA data schema"). */
const DATASETS = 'datasets';
const DATA = 'data';

/** The element that text with formats is in. */
const RICH = 'body';

/** The form of a file; undefined where it has none in XML. */
export function readXfa(objects: FileObjects): XfaForm | undefined {
  const number = catalogNumber(objects);
  const catalog = number === undefined ? undefined : objectValue(objects, number);
  if (!isDictionary(catalog) || !catalog.has('AcroForm')) return undefined;
  const form = catalog.get('AcroForm');
  // Forms list thousands of fields: of most of them only their text is looked at.
  if (isReference(form) && objects.text(form.number)?.includes('/XFA') === false) return undefined;
  const packets = resolveDictionary(objects, form)?.get('XFA');
  if (packets === undefined) return undefined;
  const data = dataOf(objects, packets);
  return {
    needsRendering: catalog.get('NeedsRendering') === true,
    fields: data === undefined ? [] : fieldsIn(data),
  };
}

/** The XML with the data: a packet of its own, or the whole form. */
function dataOf(objects: FileObjects, packets: PdfValue): string | undefined {
  const list = resolve(objects, packets);
  if (!Array.isArray(list)) return streamText(objects, packets);
  const entries = list as readonly PdfValue[];
  const at = entries.findIndex(
    (entry) => isString(entry) && stringBytes(entry.written).toString('latin1') === DATASETS,
  );
  return at < 0 ? undefined : streamText(objects, entries[at + 1]);
}

function streamText(objects: FileObjects, value: PdfValue): string | undefined {
  const bytes = isReference(value) ? objects.stream(value.number) : undefined;
  return bytes === undefined || bytes.length > MAX_DATA ? undefined : new TextDecoder().decode(bytes);
}

/** Elements without others in them that hold some text; of broken XML those before the fault. */
function fieldsIn(xml: string): readonly XfaField[] {
  const fields: XfaField[] = [];
  const open: { readonly name: string; isLeaf: boolean; text: string }[] = [];
  const parser = new SaxesParser();
  let isBroken = false;
  parser.on('error', () => {
    isBroken = true;
  });
  parser.on('opentag', ({ name }) => {
    if (isBroken || open.length > MAX_DEPTH) return;
    const parent = open.at(-1);
    const local = localName(name);
    if (parent && local !== RICH) parent.isLeaf = false;
    open.push({ name: local, isLeaf: true, text: '' });
  });
  const addText = (text: string) => {
    const element = open.at(-1);
    if (element && !isBroken) element.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const element = open.pop();
    if (element === undefined || isBroken) return;
    const parent = open.at(-1);
    const isRich = element.name === RICH || open.some(({ name }) => name === RICH);
    if (isRich && parent) parent.text += element.text;
    else if (element.isLeaf && isInData(open) && element.text.trim() !== '' && fields.length < MAX_FIELDS)
      fields.push({ name: element.name, value: element.text.trim() });
  });
  parser.write(xml).close();
  return fields;
}

function isInData(open: readonly { readonly name: string }[]): boolean {
  const at = open.findIndex(({ name }) => name === DATASETS);
  return at >= 0 && open[at + 1]?.name === DATA;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
