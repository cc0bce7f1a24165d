/** The fixtures with random damage: digits that become others, bytes that are flipped, cut, doubled and overwritten. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Attack } from './attack.js';
import { Chance } from './fuzz/chance.js';
import { damagedBytes } from './fuzz/damage.js';
import { PROBE } from './probe.js';

/** Damaged files; the tests run one of each `EVERY`, the report all. */
const MUTANTS = 1_600;
const EVERY = 40;

/** Larger files are scans, of which OCR would take most of the time. */
const MAX_BYTES = 200_000;

const folder = new URL('../../fixtures/documents/', import.meta.url);
const files = readdirSync(folder)
  .map((name) => ({ name, bytes: new Uint8Array(readFileSync(new URL(name, folder))) }))
  .filter(({ bytes }) => bytes.length <= MAX_BYTES);

const ZERO = 0x30;
const NINE = 0x39;

/** Changes, adds or takes away some digits: sizes, places, lengths and references. */
function withOtherDigits(given: Uint8Array, chance: Chance): Uint8Array {
  let bytes = Buffer.from(given);
  const digits = [...bytes.keys()].filter((at) => bytes[at]! >= ZERO && bytes[at]! <= NINE);
  if (digits.length === 0) return damagedBytes(given, chance);
  for (let times = 1 + chance.int(4); times > 0; times--) {
    const at = Math.min(chance.of(digits), bytes.length - 1);
    const other = Buffer.from([ZERO + chance.int(10)]);
    const kind = chance.int(4);
    const after = kind === 0 ? at : at + 1;
    bytes = Buffer.concat([
      bytes.subarray(0, at),
      kind === 1 ? Buffer.alloc(0) : other,
      bytes.subarray(after),
    ]);
  }
  return bytes;
}

export const attacks: readonly Attack[] = Array.from({ length: MUTANTS }, (_, i) => {
  const { name, bytes } = files[i % files.length]!;
  return {
    name: `${i} of ${name}`,
    slow: i % EVERY !== 0,
    make() {
      const chance = new Chance(i + 1);
      const document = chance.percent(50) ? withOtherDigits(bytes, chance) : damagedBytes(bytes, chance);
      // Without a name, the bytes must say what they are.
      return { document, config: PROBE, options: { filename: name, ocrLevel: 0 } };
    },
  };
});
