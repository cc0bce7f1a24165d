/** Patterns of dashes. */
import type { Dashes } from './engine.js';

/** A pattern of dashes on a plane whose lengths are `scale` times as long. */
export function scaleDashes({ lengths, phase }: Dashes, scale: number): Dashes {
  return { lengths: lengths.map((length) => length * scale), phase: phase * scale };
}
