import { expect, test, vi } from 'vitest';
import { type SearchScope, withGuard } from '../../src/anchors/scope.js';
import type { PatternGuard } from '../../src/pattern-guard.js';

test('a scope that grows, with other bounds of its patterns, keeps all members, also where it is spread, and asks for none', () => {
  const lines = vi.fn(() => []);
  const scope = {
    groups: ['a'],
    begun: { lines: [] },
    get lines() {
      return lines();
    },
  } as unknown as SearchScope;
  const patternGuard = { milliseconds: 1 } as PatternGuard;
  const guarded = withGuard(withGuard(scope, { milliseconds: 2 } as PatternGuard), patternGuard);
  expect(lines).not.toHaveBeenCalled();
  expect({ ...guarded }).toEqual({ groups: ['a'], begun: { lines: [] }, lines: [], patternGuard });
  expect(guarded.patternGuard).toBe(patternGuard);
});

test('a scope that has all pages, with other bounds of its patterns, has what its members are by then', () => {
  const scope = {
    get begun() {
      return undefined;
    },
    get lines() {
      return [];
    },
  } as unknown as SearchScope;
  const patternGuard = { milliseconds: 1 } as PatternGuard;
  const guarded = withGuard(scope, patternGuard);
  const members = Object.values(Object.getOwnPropertyDescriptors(guarded));
  expect(members.every((member) => 'value' in member)).toBe(true);
  expect(guarded).toEqual({ lines: [], patternGuard });
});
