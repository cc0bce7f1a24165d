/** Tests that every attack of a module ends as promised. */
import { afterAll, describe, expect, it } from 'vitest';
import type { AttackModule, Outcome, PromisedEnd, Road } from './attack.js';
import { hostileProcess } from './harness.js';

/** Longest time of one attack, its input and the start of a process: far more than any takes. */
const TEST_MS = 180_000;

/**
 * Declares a test for each attack of a module that is not slow: it gives a result or a typed error. What runs behind the wall
 * on any road is left to the road `process`.
 * @param url of the module
 */
export function testAttacks(
  title: string,
  url: URL,
  { attacks }: AttackModule,
  road: Road = 'process',
): void {
  describe(title, () => {
    const hostile = hostileProcess();
    afterAll(() => hostile.close());
    const own = attacks.filter(({ slow, walled }) => slow !== true && !(walled && road === 'pdfjs'));
    for (const { name, ends, walled } of own) {
      const way = walled ? 'wall' : road;
      it(name, async () => expectPromised(await hostile.run(url, name, way), ends), TEST_MS);
    }
  });
}

function expectPromised(outcome: Outcome, ends: PromisedEnd | undefined): void {
  const whole = JSON.stringify(outcome, null, 2);
  expect(['result', 'error'], whole).toContain(outcome.kind);
  if (!ends) return;
  const codes = (outcome.gave as { codes?: readonly string[] } | undefined)?.codes ?? [outcome.code];
  expect({ kind: outcome.kind, codes }, whole).toEqual(ends);
}
