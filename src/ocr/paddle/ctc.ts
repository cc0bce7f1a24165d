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
  readonly rival?: Rival;
}

/** Another reading of the same ink, and its highest probability there. */
interface Rival {
  readonly text: string;
  readonly confidence: number;
}

const SPACE = ' ';

/**
 * The most probable character at each step; equal neighbours are one character, and blanks none (best path decoding:
 * A. Graves et al., "Connectionist Temporal Classification", 2006, section 3.2).
 * @param answer 1 by steps by characters
 */
export function bestPath(
  { dims, data }: Tensor,
  { characters, places, rivals }: Alphabet,
): readonly ReadCharacter[] {
  const [, steps = 0, classes = 0] = dims;
  const spacePlace = characters.lastIndexOf(SPACE);
  const read: ReadCharacter[] = [];
  let last = 0;
  let afterSpace = false;
  let space = 0;
  const rivalAt = (start: number, place: number): Rival | undefined => {
    let surestOne: Rival | undefined;
    for (const other of rivals.get(place) ?? []) {
      surestOne = surest(surestOne, { text: characters[other]!, confidence: data[start + other]! });
    }
    return surestOne;
  };
  for (let step = 0; step < steps; step++) {
    let best = 0;
    let confidence = 0;
    for (const place of places) {
      const probability = data[step * classes + place]!;
      if (probability <= confidence) continue;
      confidence = probability;
      best = place;
    }
    space = Math.max(space, data[step * classes + spacePlace]!);
    const before = read.at(-1);
    if (best === spacePlace) {
      afterSpace = true;
    } else if (best !== 0 && best === last && before) {
      const rival = surest(before.rival, rivalAt(step * classes, best));
      read[read.length - 1] = {
        ...before,
        to: step + 1,
        confidence: Math.max(before.confidence, confidence),
        ...(rival && { rival }),
      };
    } else if (best !== 0) {
      const rival = rivalAt(step * classes, best);
      read.push({
        text: characters[best]!,
        from: step,
        to: step + 1,
        confidence,
        afterSpace,
        space,
        ...(rival && { rival }),
      });
      afterSpace = false;
      space = 0;
    }
    last = best;
  }
  return read;
}

function surest(one: Rival | undefined, other: Rival | undefined): Rival | undefined {
  return !one || (other && other.confidence > one.confidence) ? other : one;
}
