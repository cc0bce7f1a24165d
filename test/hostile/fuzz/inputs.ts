/** The inputs of the fuzzer: each is made of its number and the seed alone, so that one can be made again. */
import { readFileSync } from 'node:fs';
import type { HostileInput } from '../attack.js';
import { PROBE } from '../probe.js';
import { Chance } from './chance.js';
import { fuzzedConfig } from './configs.js';
import { fuzzedMail, fuzzedRows } from './mail.js';
import { fuzzedOffice } from './office.js';
import { fuzzedPdf } from './pdf.js';
import { fuzzedPicture } from './pictures.js';

/** An input, and what kind of one it is. */
export interface FuzzInput extends HostileInput {
  readonly family: string;
}

const fixture = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../../fixtures/documents/${name}`, import.meta.url)));
const TEXT = Buffer.from(
  'Invoice 12\nName: Ann\nDate 01/02/2024\nTotal  12.34\n\none two  three\n1  2  3\n'.repeat(3),
);
/** Documents that configs are tried on. */
const DOCUMENTS: readonly { readonly document: Uint8Array; readonly filename: string }[] = [
  { document: TEXT, filename: 'lines.txt' },
  { document: Buffer.from('Name,Total\nAnn,12.34\nBob,56.78\n'), filename: 'rows.csv' },
  { document: fixture('invoice.pdf'), filename: 'invoice.pdf' },
  { document: fixture('boxed-form.pdf'), filename: 'boxed-form.pdf' },
  { document: fixture('bank-statement.pdf'), filename: 'bank-statement.pdf' },
];

interface Made {
  readonly document: Uint8Array;
  readonly filename?: string;
  readonly config?: unknown;
}

const FAMILIES: Readonly<Record<string, (chance: Chance) => Made>> = {
  pdf: (chance) => ({ document: fuzzedPdf(chance) }),
  office: (chance) => ({ document: fuzzedOffice(chance) }),
  picture: (chance) => ({ document: fuzzedPicture(chance) }),
  mail: (chance) => ({ document: fuzzedMail(chance), filename: 'mail.eml' }),
  rows: (chance) => ({ document: fuzzedRows(chance), filename: chance.of(['rows.csv', 'rows.txt']) }),
  config: (chance) => ({ ...chance.of(DOCUMENTS), config: fuzzedConfig(chance) }),
};

/** How many of a hundred inputs are of a family. */
const SHARES: Readonly<Record<string, number>> = {
  pdf: 35,
  office: 15,
  picture: 10,
  mail: 10,
  rows: 3,
  config: 27,
};
const DRAWN = Object.entries(SHARES).flatMap(([family, share]) => Array<string>(share).fill(family));

/** Mixes the seed with the number of an input, so that neighbours have nothing in common. */
const SPREAD = 0x9e3779b1;

/** @param only a family, where all inputs are to be of one */
export function fuzzInput(seed: number, number: number, only?: string): FuzzInput {
  const chance = new Chance(Math.imul(seed + 1, SPREAD) ^ Math.imul(number + 1, 0x85ebca6b));
  const family = only ?? chance.of(DRAWN);
  const { document, filename, config } = FAMILIES[family]!(chance);
  const made = config ?? (chance.percent(25) ? fuzzedConfig(chance) : PROBE);
  // Few pages are read by OCR, which takes most of a second for each.
  const ocrLevel = chance.percent(1) ? 2 : 0;
  return {
    family,
    document,
    config: made,
    options: { ocrLevel, ...(filename !== undefined && { filename }) },
  };
}
