/** Thresholds in the sources: numbers named in capitals. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const SOURCE = fileURLToPath(new URL('../src/', import.meta.url));
/** How much smaller and larger thresholds are tried. */
export const FACTORS = [0.8, 1.25];

const THRESHOLD =
  /^(?<head>(?:export )?const [A-Z][A-Z0-9_]* = )(?<value>\d[\d._e-]*)(?<tail>;| \/ | \* )/gmu;

/** Thresholds that count letters stand in patterns, and stay whole numbers. */
const COUNT = /_LETTERS = $/u;

/** The text of a module with all its thresholds multiplied. */
export function multiplied(text: string, factor: number): string {
  return text.replace(THRESHOLD, (...match) => {
    const { head, value, tail } = match.at(-1) as Readonly<Record<'head' | 'value' | 'tail', string>>;
    const product = COUNT.test(head) ? Math.round(factor * Number(value)) : `${factor} * ${value}`;
    return `${head}${product}${tail}`;
  });
}

/** Modules of some rooms that have so many thresholds at least; paths below `src`. */
export function filesWithThresholds(rooms: readonly string[], least: number): string[] {
  return rooms
    .flatMap((room) =>
      readdirSync(join(SOURCE, room), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .sort()
        .map((name) => `${room}/${name}`),
    )
    .filter((file) => [...readFileSync(join(SOURCE, file), 'utf8').matchAll(THRESHOLD)].length >= least);
}
