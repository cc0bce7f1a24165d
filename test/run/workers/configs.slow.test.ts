/** Configs on their way to workers. */
import { expect, test } from 'vitest';
import type { Config } from '../../../src/language/config/config-types.js';
import {
  type ConfigPacker,
  KnownConfigs,
  packedAmong,
  SentConfigs,
} from '../../../src/run/workers/configs.js';

const checked = { fields: [] };
const sent = () => new SentConfigs((config) => config === checked);

/** A worker's side, which says what it reads. */
function worker() {
  const read: unknown[] = [];
  const configs = new KnownConfigs({
    parseConfig(config) {
      read.push(config);
      if (config === 'wrong') throw new Error(config);
      return (typeof config === 'string' ? { parsed: config } : config) as never;
    },
  });
  let readings = 0;
  return {
    read,
    get readings() {
      return readings;
    },
    takes(packer: ConfigPacker, packed: ReturnType<ConfigPacker['pack']>): Config | string {
      configs.keep(packer.added, packer.forgotten);
      return configs.unpack(packed, () => {
        readings++;
      });
    },
  };
}

test('a text, and a config that is checked, is sent and read once', () => {
  for (const config of ['text', checked]) {
    const host = sent();
    const there = worker();
    for (let call = 0; call < 3; call++) {
      const packer = host.packer();
      const packed = packer.pack(config);
      expect(packer.hasUnread).toBe(call === 0);
      expect(packer.added).toHaveLength(call === 0 ? 1 : 0);
      expect(there.takes(packer, packed)).toEqual(config === checked ? checked : { parsed: 'text' });
      host.sent(packer);
    }
    expect(there.read).toEqual([config]);
    expect(there.readings).toBe(1);
  }
});

test('one that comes twice in a call is sent once', () => {
  const packer = sent().packer();
  const among = ['text', 'text', checked, checked].map((config) => ({ config }));
  const [a, b, c, d] = (packedAmong(among, packer) as { config: unknown }[]).map(({ config }) => config);
  expect(packer.added).toHaveLength(2);
  expect(a).toEqual(b);
  expect(c).toEqual(d);
  expect(a).not.toEqual(c);
});

test('one that may change is sent and read each time', () => {
  const host = sent();
  const there = worker();
  const config = { fields: [] };
  for (let call = 1; call <= 2; call++) {
    const packer = host.packer();
    expect(there.takes(packer, packer.pack(config))).toBe(config);
    expect(packer.hasUnread).toBe(true);
    expect(there.readings).toBe(call);
    host.sent(packer);
  }
});

test('what could not be sent is sent again', () => {
  const host = sent();
  host.packer().pack('text');
  const packer = host.packer();
  packer.pack('text');
  expect(packer.added).toMatchObject([{ text: 'text' }]);
});

test('a text that is wrong stays text, of which the extractor says what is wrong', () => {
  const packer = sent().packer();
  const there = worker();
  expect(there.takes(packer, packer.pack('wrong'))).toBe('wrong');
});

test.each([
  ['many', 1_001, 1],
  ['long', 3, 4_000_000],
])('the oldest of %s texts are forgotten on both sides', (_what, count, length) => {
  const host = sent();
  const there = worker();
  const texts = Array.from({ length: count }, (_, index) => `${index} `.padEnd(length));
  const send = (text: string) => {
    const packer = host.packer();
    const packed = packer.pack(text);
    const config = there.takes(packer, packed);
    host.sent(packer);
    return { packer, config };
  };
  for (const text of texts) send(text);
  const again = send(texts[0]!);
  expect(again.packer.forgotten).toHaveLength(1);
  expect(again.packer.added).toHaveLength(1);
  expect(again.config).toEqual({ parsed: texts[0] });
  expect(there.read).toHaveLength(count + 1);
});
