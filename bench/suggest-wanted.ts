/** Values that the config of a case reads off its document, with the places where they are printed. */

import { defineConfig, type Extractor } from '../src/index.js';
import type { PrintedLine } from '../src/language/fields/trace.js';
import type { Document, Region } from '../src/page/document/model.js';
import { spaced, type WantedValue } from '../src/tools/suggest/wanted.js';
import type { WantedText } from './suggest-changed.js';

/** A value as a config at verbosity 3 gives it. */
export interface Given {
  readonly type?: string;
  readonly value: unknown;
  readonly source?: string;
  readonly lines?: readonly PrintedLine[];
  readonly regions?: readonly Region[];
}

/** A value to ask for, and where its config finds it. */
export interface Wish {
  readonly wanted: WantedValue & { readonly id: string };
  readonly given: Given;
  /** Empty for check boxes. */
  readonly texts: readonly WantedText[];
}

/** A config without what runs before and after its fields, which gives all that it knows of its values. */
export function bareConfig(config: object): object {
  const { preprocessors: _, postprocessor: __, ...rest } = config as Record<string, unknown>;
  return { ...rest, verbosity: 3 };
}

/** What a config gives on a document, by field id. */
export async function valuesOn(
  document: Document,
  config: object,
  extractor: Extractor,
): Promise<Readonly<Record<string, Given | null | undefined>>> {
  const { parsed_document } = await extractor.extract(document, defineConfig(config as never), undefined, {});
  return parsed_document as never;
}

/** The values of top-level fields that are printed as they are, and the check boxes. */
export function wishesOf(values: Readonly<Record<string, unknown>>, config: object): Wish[] {
  const signatures = new Set(
    (config as { fields: { id: string; method?: { id: string } }[] }).fields
      .filter(({ method }) => method?.id === 'signature')
      .map(({ id }) => id),
  );
  return Object.entries(values).flatMap(([id, each]) => {
    const given = each as Given | null;
    if (typeof given !== 'object' || given === null || !Object.hasOwn(given, 'value')) return [];
    const { value } = given;
    if (typeof value === 'boolean') {
      return isBox(given) && !signatures.has(id)
        ? [{ wanted: { id, values: [String(value)] }, given, texts: [] }]
        : [];
    }
    if (typeof value !== 'string' && typeof value !== 'number') return [];
    const texts = textsOf(given);
    if (texts.length === 0) return [];
    const isShaped = given.type === 'date' || given.type === 'phoneNumber';
    return [
      {
        wanted: { id, values: [value], ...(typeof value === 'string' && !isShaped && { type: 'string' }) },
        given,
        texts,
      },
    ];
  });
}

/** Whether a truth value was read off a box rather than off words. */
export function isBox({ lines = [], regions = [] }: Given): boolean {
  return lines.length === 0 && regions.length > 0;
}

/** The parts of lines that make up a value; none where the value is not printed as it is. */
export function textsOf({ value, source, lines = [] }: Given): WantedText[] {
  const printed = spaced(source ?? String(value));
  if (printed === '') return [];
  const place = ({ text, page, boundingPolygon }: PrintedLine) => ({
    line: text,
    page,
    left: Math.min(...boundingPolygon.map(({ x }) => x)),
    top: Math.min(...boundingPolygon.map(({ y }) => y)),
  });
  const only = lines.find(({ text }) => spaced(text).includes(printed));
  if (only) return [{ ...place(only), text: printed }];
  const parts = lines.filter(({ text }) => printed.includes(spaced(text)));
  const whole = spaced(parts.map(({ text }) => text).join(' '));
  return whole === printed ? parts.map((line) => ({ ...place(line), text: line.text })) : [];
}
