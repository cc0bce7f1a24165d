import { expect, test, vi } from 'vitest';
import { type SearchScope, withGuard } from '../../src/anchors/scope.js';
import type { PatternGuard } from '../../src/pattern-guard.js';

test('a scope with other bounds of its patterns keeps all members, also where it is spread, and asks for none', () => {
  const lines = vi.fn(() => []);
  const scope = {
    groups: ['a'],
    get lines() {
      return lines();
    },
  } as unknown as SearchScope;
  const patternGuard = { milliseconds: 1 } as PatternGuard;
  const guarded = withGuard(withGuard(scope, { milliseconds: 2 } as PatternGuard), patternGuard);
  expect(lines).not.toHaveBeenCalled();
  expect({ ...guarded }).toEqual({ groups: ['a'], lines: [], patternGuard });
  expect(guarded.patternGuard).toBe(patternGuard);
});
