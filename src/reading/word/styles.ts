/** The styles of a Word document: what each says of paragraphs and of characters, inherited parts included. */
import type { Interrupt } from '../../foundation/async/interrupt.js';
import { attributeOf, readXml } from '../office/xml-reader.js';
import type { Archive } from '../office/zip-guard.js';
import type { ParagraphLayout, RunLayout } from './model.js';
import { elementValue, overlay, readParagraphProperty, readRunProperty } from './properties.js';

export interface StyleLayout {
  readonly paragraph: ParagraphLayout;
  readonly run: RunLayout;
}

export interface Styles {
  /** What a paragraph style says over the document's defaults; the default style when none is named. */
  paragraph(id: string | undefined): StyleLayout;
  /** What a character style says. */
  character(id: string): RunLayout;
}

interface Style {
  readonly paragraph: ParagraphLayout;
  readonly run: RunLayout;
  basedOn?: string;
}

/** Word's own size where nothing names one: 10 points, in inches. */
export const WORD_SIZE = 10 / 72;
/** Styles build on each other a few steps; a longer chain, or a ring, ends here. */
const MAX_CHAIN = 32;

/** Reads the styles; without the part everything is as Word has it by default. */
export async function readStyles(
  archive: Archive,
  part: string | undefined,
  interrupt: Interrupt,
): Promise<Styles> {
  const defaults: Style = { paragraph: {}, run: { size: WORD_SIZE } };
  const styles = new Map<string, Style>();
  let current: Style | undefined;
  let byDefault: string | undefined;
  const path: string[] = [];
  const open = (name: string, attributes: Readonly<Record<string, string>>) => {
    if (name === 'docDefaults') current = defaults;
    else if (name === 'style') {
      current = { paragraph: {}, run: {} };
      const id = attributeOf(attributes, 'styleId') ?? '';
      styles.set(id, current);
      const isDefault = ['1', 'true', 'on'].includes(attributeOf(attributes, 'default') ?? '');
      if (isDefault && attributeOf(attributes, 'type') === 'paragraph') byDefault = id;
    } else if (current && name === 'basedOn') current.basedOn = elementValue(attributes) ?? '';
    else if (current && path.includes('pPr')) readParagraphProperty(current.paragraph, name, attributes);
    else if (current && path.includes('rPr')) readRunProperty(current.run, name, attributes);
    path.push(name);
  };
  const close = (name: string) => {
    path.pop();
    if (name === 'style' || name === 'docDefaults') current = undefined;
  };
  if (part !== undefined) await readXml(archive, part, { open, close }, interrupt);

  const resolved = new Map<string, StyleLayout>();
  const resolve = (id: string): StyleLayout => {
    let layout = resolved.get(id);
    if (!layout) {
      layout = merge(chainOf(id, styles));
      resolved.set(id, layout);
    }
    return layout;
  };
  return {
    paragraph: (id) => {
      const style = resolve(id !== undefined && styles.has(id) ? id : (byDefault ?? ''));
      return merge([defaults, style]);
    },
    character: (id) => resolve(id).run,
  };
}

/** A style and those it builds on, the outermost first. */
function chainOf(id: string, styles: ReadonlyMap<string, Style>): Style[] {
  const chain: Style[] = [];
  let style = styles.get(id);
  while (style && chain.length < MAX_CHAIN) {
    chain.unshift(style);
    style = style.basedOn === undefined ? undefined : styles.get(style.basedOn);
  }
  return chain;
}

function merge(layers: readonly StyleLayout[]): StyleLayout {
  return layers.reduce<StyleLayout>(
    (base, over) => ({
      paragraph: overlay(base.paragraph, over.paragraph),
      run: { ...base.run, ...over.run },
    }),
    { paragraph: {}, run: {} },
  );
}
