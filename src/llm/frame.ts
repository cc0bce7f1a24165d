/**
 * Document text in a prompt. It is data: it is in blocks whose marks nobody can write in advance, so that
 * nothing in a document can end its block and pass for an instruction.
 */
// See docs/language/08-language-models.md#8410-safety-of-prompts
import { sha256 } from '../foundation/platform/sha256.js';
import { cleanForModel } from './clean.js';
import { PROMPT_VERSION } from './prompts/version.js';

/** A block of data: a few fixed words, counts and page numbers, and the text. */
export interface DataBlock {
  readonly label: string;
  readonly text: string;
}

/** Digits of the mark: enough that no text holds it by chance. */
const MARK_DIGITS = 10;

/**
 * The mark of the blocks in one prompt: it depends on all of its data, so that it is the same when the prompt is
 * made again, and cannot be known before the document is written.
 */
export function boundaryMark(texts: readonly string[]): string {
  const all = texts.join('\n');
  for (let attempt = 0; ; attempt++) {
    const suffix = attempt > 0 ? `\n${attempt}` : '';
    const hash = sha256([`${PROMPT_VERSION}\n${all}${suffix}`], 'hex');
    const mark = `X${hash.slice(0, MARK_DIGITS).toUpperCase()}`;
    if (!all.includes(mark)) return mark;
  }
}

/** A block as it is in a prompt. */
export function framed(mark: string, { label, text }: DataBlock): string {
  return `<<<${mark} ${label}\n${text}\n${mark}>>>`;
}

/** What a row of data must not begin with: marks of blocks, code fences, names of roles. */
const FORGED = /^(\s*)(<<<|>>>|```|(?:system|assistant|user|developer):)/gimu;

/** Data as it may be in a block: cleaned, and rows that look like parts of a prompt quoted. */
export function dataText(text: string): string {
  return cleanForModel(text).replace(FORGED, "$1'$2");
}

/** A text of a config as it may be in a prompt: cleaned, and rows that look like marks of blocks quoted. */
export function configText(text: string): string {
  return cleanForModel(text)
    .trim()
    .replace(/^(\s*)(<<<|X[0-9A-F]{10}>>>)/gmu, "$1'$2");
}
