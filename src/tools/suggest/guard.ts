/** The time that types have for the texts that proposals try. */
import { type PatternGuard, PatternTime, placedGuard } from '../../foundation/text/pattern-guard.js';

/** A guard for patterns of types, within the default bounds. */
export function ownGuard(): PatternGuard {
  const ignore = () => undefined;
  return placedGuard(
    { patternTime: new PatternTime(), error: ignore, warn: ignore, checkpoint: ignore },
    () => ({}),
  );
}
