/** From the probabilities of characters along a row to its text. */
import type { Alphabet, Tensor } from './models.js';

/** A character that is no space, and where the network saw it. */
export interface ReadCharacter {
  readonly text: string;
  /** First step, and the one after the last. */
  readonly from: number;
  readonly to: number;
  /** Highest probability among its steps. */
  readonly confidence: number;
  /** Whether a space was read before it. */
  readonly afterSpace: boolean;
  /** Highest probability of a space between it and the character before. */
  readonly space: number;
  /** The sign of the other kind that it looks most like: a letter for a digit, a digit for a letter. */
  readonly rival?: Reading;
  /** Letters and digits that it may be as well. */
  readonly others?: readonly Reading[];
  /** Least probability, among its steps, that there is nothing. */
  readonly nothing?: number;
  /** Letters and digits that may be before it, where the network rather saw nothing. */
  readonly unseen?: readonly Reading[];
}

/** A reading of some ink, and its highest probability there. */
export interface Reading {
  readonly text: string;
  readonly confidence: number;
}

const SPACE = ' ';
/** Letters and digits that are less probable are none that a character may be as well. */
const LEAST_OTHER = 0.01;
const WORD_SIGN = /^[\p{L}\p{N}]$/u;

/**
 * The most probable character at each step; equal neighbours are one character, and blanks none (best path decoding:
 * A. Graves et al., "Connectionist Temporal Classification", 2006, section 3.2).
 * @param answer 1 by steps by characters
 */
export function bestPath({ dims, data }: Tensor, alphabet: Alphabet): readonly ReadCharacter[] {
  const { characters, places } = alphabet;
  const [, steps = 0, classes = 0] = dims;
  const spacePlace = characters.lastIndexOf(SPACE);
  const read: ReadCharacter[] = [];
  let last = 0;
  let afterSpace = false;
  let space = 0;
  let unseen: readonly Reading[] = [];
  for (let step = 0; step < steps; step++) {
    const start = step * classes;
    let best = 0;
    let confidence = 0;
    const others: Reading[] = [];
    for (const place of places) {
      const probability = data[start + place]!;
      if (probability >= LEAST_OTHER && WORD_SIGN.test(characters[place]!)) {
        others.push({ text: characters[place]!, confidence: probability });
      }
      if (probability <= confidence) continue;
      confidence = probability;
      best = place;
    }
    space = Math.max(space, data[start + spacePlace]!);
    const before = read.at(-1);
    if (best === spacePlace) {
      afterSpace = true;
    } else if (best === 0) {
      unseen = surestOfEach(unseen, others);
    } else {
      const here = {
        text: characters[best]!,
        confidence,
        nothing: data[start]!,
        others,
        ...rivalAt(data, start, best, alphabet),
      };
      if (best === last && before) {
        read[read.length - 1] = { ...before, ...merged(before, here), to: step + 1 };
      } else {
        read.push({ ...here, from: step, to: step + 1, afterSpace, space, unseen });
        afterSpace = false;
        space = 0;
      }
      unseen = [];
    }
    last = best;
  }
  return read;
}

type Seen = Pick<ReadCharacter, 'confidence' | 'nothing' | 'others' | 'rival'>;

/** One character that was seen at two steps. */
function merged(one: Seen, other: Seen): Seen {
  const rival = one.rival && other.rival ? surest(one.rival, other.rival) : (one.rival ?? other.rival);
  return {
    confidence: Math.max(one.confidence, other.confidence),
    nothing: Math.min(one.nothing ?? 0, other.nothing ?? 0),
    others: surestOfEach(one.others ?? [], other.others ?? []),
    ...(rival && { rival }),
  };
}

function surestOfEach(some: readonly Reading[], more: readonly Reading[]): readonly Reading[] {
  if (some.length === 0 || more.length === 0) return some.length === 0 ? more : some;
  const all = new Map(some.map((each) => [each.text, each]));
  for (const each of more) all.set(each.text, surest(all.get(each.text), each));
  return [...all.values()];
}

/** The surest rival of a character at a step. */
function rivalAt(
  data: Float32Array,
  start: number,
  place: number,
  { characters, rivals }: Alphabet,
): Pick<ReadCharacter, 'rival'> {
  let rival: Reading | undefined;
  for (const other of rivals.get(place) ?? []) {
    rival = surest(rival, { text: characters[other]!, confidence: data[start + other]! });
  }
  return rival ? { rival } : {};
}

function surest(one: Reading | undefined, other: Reading): Reading {
  return !one || other.confidence > one.confidence ? other : one;
}
