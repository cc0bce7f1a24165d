/**
 * Counts what OCR reads of scanned forms that people transcribed: the words of each form, and the answers that are read whole
 * where they are. Faxes, stamps and typewriters at 100 dpi, which no document that has text shows.
 *
 *   npx tsx bench/ocr-forms.ts [--engine paddle] [--kept FOLDER] [--filter TEXT] [--half tuned] [--examples FILE] [--json FILE] [--off "REPAIR,REPAIR"]
 *
 * The options are those of bench/ocr-scan-words.ts. Forms lie in `forms` of the corpus as FUNSD (G. Jaume and others, 2019)
 * has them: `images/ID.png` and `annotations/ID.json`. Words are compared without regard to place, case and signs.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { boundingBox } from '../src/page/document/geometry.js';
import { halfOf } from './halves.js';
import { replayingExtractor } from './ocr-replay.js';
import type { ReadOfDocument } from './ocr-scan-words.js';
import { switchOff } from './ocr-switches.js';
import { table } from './table.js';

const { values: flags } = parseArgs({
  options: {
    engine: { type: 'string', default: 'paddle' },
    kept: { type: 'string', default: join(tmpdir(), 'anchorline-ocr-fields') },
    filter: { type: 'string', default: '' },
    half: { type: 'string' },
    examples: { type: 'string' },
    json: { type: 'string' },
    off: { type: 'string', default: '' },
  },
});
const corpus = process.env.ANCHORLINE_CORPUS;
if (!corpus) throw new RangeError('ANCHORLINE_CORPUS must name a corpus that has forms');
const folder = join(corpus, 'forms');
switchOff(flags.off.split(',').filter(Boolean));
const extractor = await replayingExtractor(flags.engine, flags.kept);

/** Left, top, right and bottom in pixels. */
type Corners = readonly [number, number, number, number];

/** A piece of a form: its text by words, where it is, and the pieces that it is linked to. */
interface Piece {
  readonly id: number;
  readonly text: string;
  readonly label: string;
  readonly box: Corners;
  readonly words: readonly { readonly text: string }[];
  readonly linking: readonly (readonly [number, number])[];
}

/** How far outside of the box of an answer the middle of a word may be, in pixels. */
const SLACK = 4;

function plainWords(text: string): readonly string[] {
  return (
    text
      .normalize('NFKC')
      .toUpperCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** What one list of words has more than another. */
function beyond(words: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return words.filter((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** The answers of a form that belong to one question alone. */
function answersIn(form: readonly Piece[]): readonly Piece[] {
  const byId = new Map(form.map((piece) => [piece.id, piece]));
  const isAnswer = (piece: Piece | undefined): piece is Piece =>
    piece?.label === 'answer' && plainWords(piece.text).length > 0;
  return form.flatMap((question) => {
    if (question.label !== 'question' || plainWords(question.text).length === 0) return [];
    const answers = question.linking
      .map(([from, to]) => (from === question.id ? byId.get(to) : undefined))
      .filter(isAnswer);
    const [only, ...others] = answers;
    return only && others.length === 0 && only.linking.length === 1 ? [only] : [];
  });
}

/** A word that was read, and where, in pixels. */
interface ReadWord {
  readonly text: string;
  readonly box: Corners;
}

function textWithin(words: readonly ReadWord[], [left, top, right, bottom]: Corners): string {
  const middle = ({ box }: ReadWord) => (box[1] + box[3]) / 2;
  return words
    .filter((word) => {
      const across = (word.box[0] + word.box[2]) / 2;
      const down = middle(word);
      const isInRow = down >= top - SLACK && down <= bottom + SLACK;
      return isInRow && across >= left - SLACK && across <= right + SLACK;
    })
    .sort((a, b) =>
      Math.abs(middle(a) - middle(b)) < (a.box[3] - a.box[1]) / 2
        ? a.box[0] - b.box[0]
        : middle(a) - middle(b),
    )
    .map(({ text }) => text)
    .join(' ');
}

const NO_COUNTS = { forms: 0, printed: 0, read: 0, right: 0, answers: 0, inPlace: 0 };
const counts = { tuned: { ...NO_COUNTS }, kept: { ...NO_COUNTS } };
const examples: string[] = [];
const byDocument: Record<string, ReadOfDocument> = {};

async function count(name: string): Promise<void> {
  const id = name.replace(/\.png$/u, '');
  const bytes = new Uint8Array(readFileSync(join(folder, 'images', name)));
  const annotated = JSON.parse(readFileSync(join(folder, 'annotations', `${id}.json`), 'utf8')) as {
    readonly form: readonly Piece[];
  };
  const document = await extractor.load(bytes);
  const [page] = document.pages;
  const scale = new DataView(bytes.buffer).getUint32(16) / page!.width;
  const read = document.pages.flatMap(({ lines }) =>
    lines.flatMap((line) => (line.words.length > 0 ? line.words : [line])),
  );
  const words = read.map(({ text, boundingPolygon }): ReadWord => {
    const { left, top, right, bottom } = boundingBox(boundingPolygon);
    return { text, box: [left * scale, top * scale, right * scale, bottom * scale] };
  });
  await document.close();
  const printed = plainWords(
    annotated.form.flatMap((piece) => piece.words.map(({ text }) => text)).join(' '),
  );
  const seen = plainWords(words.map(({ text }) => text).join(' '));
  const missing = beyond(printed, seen);
  const extra = beyond(seen, printed);
  const half = counts[halfOf(id)];
  half.forms++;
  half.printed += printed.length;
  half.read += seen.length;
  half.right += printed.length - missing.length;
  byDocument[id] = { right: printed.length - missing.length, wrong: extra.length };
  examples.push(`${id}\twords\t${missing.join(' ')}\t${extra.join(' ')}`);
  for (const answer of answersIn(annotated.form)) {
    half.answers++;
    const given = textWithin(words, answer.box);
    if (plainWords(given).join('') === plainWords(answer.text).join('')) half.inPlace++;
    else examples.push(`${id}\tanswer\t${answer.text}\t${given}`);
  }
}

for (const name of readdirSync(join(folder, 'images')).sort()) {
  const isAsked = flags.half === undefined || halfOf(name.replace(/\.png$/u, '')) === flags.half;
  if (name.endsWith('.png') && flags.filter.split(',').some((part) => name.includes(part)) && isAsked)
    await count(name);
}
const rows = Object.entries(counts).map(([half, { forms, printed, read, right, answers, inPlace }]) => [
  half,
  `${forms}`,
  `${printed}`,
  (right / printed).toFixed(4),
  (right / read).toFixed(4),
  ((2 * right) / (printed + read)).toFixed(4),
  `${inPlace} of ${answers}`,
]);
console.log(table(['half', 'forms', 'words', 'recall', 'precision', 'F1', 'answers in place'], rows));
if (flags.examples) writeFileSync(flags.examples, examples.join('\n'));
if (flags.json) writeFileSync(flags.json, JSON.stringify(byDocument));
await extractor.close();
