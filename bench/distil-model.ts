/**
 * A language model that is simulated: it knows what is printed on some documents, and is wrong as models are. Of its
 * answers some are another value of the document, some are missing, some are not printed, and dates and amounts come in
 * notations of its own.
 */
import { createHash } from 'node:crypto';
import type { Document } from '../src/page/document/model.js';
import { type LlmProvider, type LlmRequest, scripted } from '../src/tools/models/index.js';
import { type Answers, answering } from '../test/conformance/model-answers.js';
import type { Given } from './suggest-wanted.js';

/** Shares of all answers. */
const SHARE = { wrong: 0.05, missing: 0.05, unprinted: 0.01, notation: 0.3 };
/** Share of the wrong and missing answers that stay so however often the model is asked. */
const STUBBORN = 0.25;
/** How much a line that is not shown speaks against a document: short ones are part of others. */
const LACKED = 20;
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** A document, and what is right there: single values, and rows of cells. */
export interface Known {
  readonly document: Document;
  readonly values: Readonly<Record<string, Given | undefined>>;
  readonly rows: Readonly<Record<string, readonly (readonly (Given | null)[])[]>>;
}

/** A model that knows some documents. @param name what its mistakes are drawn by */
export function simulatedModel(name: string, known: readonly Known[]): LlmProvider {
  const asks = new Map<string, number>();
  return scripted((request) => {
    const at = shownIn(request, known);
    const key = `${at} ${request.meta.fieldIds.join(' ')} ${request.purpose}`;
    const ask = asks.get(`${at}`) ?? 0;
    if (!asks.has(key)) asks.set(`${at}`, ask + 1);
    asks.set(key, ask);
    return answering(answersOf(known[at]!, (what) => drawn(`${name} ${at} ${what}`, ask)))(request);
  });
}

/** The document that a request shows: the one of whose lines it has most and lacks fewest. */
function shownIn({ messages }: LlmRequest, known: readonly Known[]): number {
  const shown = JSON.stringify(messages);
  const counts = known.map(({ document }) =>
    document.pages
      .flatMap(({ lines }) => lines)
      .reduce((sum, { text }) => {
        const isShown = shown.includes(JSON.stringify(text).slice(1, -1));
        return sum + (isShown ? text.length : -LACKED * text.length);
      }, 0),
  );
  return counts.indexOf(Math.max(...counts));
}

/** Numbers from 0 to 1 for one answer: of its first kind of mistake, and of the rest. */
interface Drawn {
  readonly mistake: number;
  readonly notation: number;
  readonly other: number;
}

/** Mistakes that are stubborn are the same at each ask, others are drawn again. */
function drawn(what: string, ask: number): Drawn {
  const of = (key: string) => createHash('sha256').update(key).digest().readUInt32BE(0) / 2 ** 32;
  const isStubborn = of(`${what} stubborn`) < STUBBORN;
  return {
    mistake: of(`${what} mistake ${isStubborn ? 0 : ask}`),
    notation: of(`${what} notation`),
    other: of(`${what} other ${isStubborn ? 0 : ask}`),
  };
}

function answersOf({ values, rows }: Known, draw: (what: string) => Drawn): Answers {
  const all = Object.entries(values);
  const single = all.map(([id, given]) => {
    const others = all.flatMap(([other, each]) => (other !== id && each ? [each] : []));
    const alike = others.filter(({ type }) => type === given?.type);
    return [id, answerFor(given, alike.length > 0 ? alike : others, draw(id))] as const;
  });
  const many = Object.entries(rows).map(([id, own]) => {
    const cells = own.map((row, r) =>
      row.map((cell, c) =>
        answerFor(
          cell ?? undefined,
          own.flatMap((each) => each[c] ?? []),
          draw(`${id} ${r} ${c}`),
        ),
      ),
    );
    return [id, cells] as const;
  });
  return Object.fromEntries([...single, ...many]);
}

function answerFor(
  given: Given | undefined,
  others: readonly Given[],
  { mistake, notation, other }: Drawn,
): string | null {
  if (!given) return null;
  const { wrong, missing, unprinted } = SHARE;
  const printed = given.source ?? String(given.value);
  if (mistake < missing) return null;
  if (mistake < missing + wrong) {
    const some = others.filter(({ value }) => value !== given.value);
    const instead = some[Math.floor(other * some.length)];
    return instead ? (instead.source ?? String(instead.value)) : null;
  }
  if (mistake < missing + wrong + unprinted) return printed.replace(/[\p{L}\p{N}]/gu, '7');
  return notation < SHARE.notation ? inOtherNotation(given, printed) : printed;
}

function inOtherNotation({ type, value }: Given, printed: string): string {
  if (type === 'date' && typeof value === 'string') {
    const [year, month, day] = value.slice(0, 10).split('-');
    return `${MONTHS[Number(month) - 1]} ${Number(day)}, ${year}`;
  }
  return type === 'currency' && typeof value === 'number' ? value.toFixed(2) : printed;
}
