import { afterAll, beforeAll } from 'vitest';

/** Zones where local dates go wrong: one skipped 30 December 2011, one changes its clock at midnight. */
export const ZONES = ['Pacific/Apia', 'America/Sao_Paulo'] as const;

/** Runs the tests of a suite as on a machine in another time zone. */
export function inZone(zone: string): void {
  const own = process.env['TZ'];
  beforeAll(() => {
    process.env['TZ'] = zone;
  });
  afterAll(() => {
    if (own === undefined) delete process.env['TZ'];
    else process.env['TZ'] = own;
  });
}
