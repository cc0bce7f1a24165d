/** Tells drawings of the same page in the same place from others, so that what was read of one serves the other. */
import type { PageGraphics } from './graphics.js';

/** Moves of a page that are told apart at a time; the oldest is forgotten first. */
const MOST_MOVES = 16;

const identities = new WeakMap<PageGraphics, object>();
const moves = new WeakMap<object, Map<string, object>>();

/** An object that is the same for drawings of a page that was moved in the same way; the drawing itself, if it was not. */
export function identityOf(graphics: PageGraphics): object {
  return identities.get(graphics) ?? graphics;
}

/**
 * The drawing of a moved page, known again when the same page is moved in the same way later.
 * @param from the drawing of the page before
 * @param move tells the move from others of that page
 */
export function identified(moved: PageGraphics, from: PageGraphics, move: string): PageGraphics {
  const base = identityOf(from);
  const known = moves.get(base) ?? new Map<string, object>();
  const identity = known.get(move) ?? {};
  known.delete(move);
  known.set(move, identity);
  const [oldest] = known.keys();
  if (known.size > MOST_MOVES && oldest !== undefined) known.delete(oldest);
  moves.set(base, known);
  identities.set(moved, identity);
  return moved;
}
