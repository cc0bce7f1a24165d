import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  checkWebhookSecrets,
  makeWebhookSecret,
  signWebhook,
  verifyWebhook,
} from '../../../src/service/webhooks/signature.js';

/** The example that the libraries of Standard Webhooks are tested with. */
const KNOWN = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1614265330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};
const NOW = KNOWN.timestamp * 1000;
const now = () => NOW;

const headers = (changes: Record<string, string | undefined> = {}) => ({
  'webhook-id': KNOWN.id,
  'webhook-timestamp': String(KNOWN.timestamp),
  'webhook-signature': KNOWN.signature,
  ...changes,
});

test('a signature is that of Standard Webhooks', async () => {
  expect(await signWebhook(KNOWN, [KNOWN.secret])).toBe(KNOWN.signature);
  expect(await signWebhook({ ...KNOWN, body: new TextEncoder().encode(KNOWN.body) }, [KNOWN.secret])).toBe(
    KNOWN.signature,
  );
  expect(await verifyWebhook(headers(), KNOWN.body, [KNOWN.secret], { now })).toEqual({
    id: KNOWN.id,
    timestamp: KNOWN.timestamp,
  });
});

test('a signature is found in the headers of the web and of Node, among others, while secrets change', async () => {
  const next = makeWebhookSecret();
  const both = await signWebhook(KNOWN, [next, KNOWN.secret]);
  expect(both.split(' ')).toHaveLength(2);
  const web = new Headers(headers({ 'webhook-signature': `v1a,x v2,y ${both}` }) as Record<string, string>);
  for (const secrets of [[next], [KNOWN.secret], [makeWebhookSecret(), next]]) {
    expect(await verifyWebhook(web, KNOWN.body, secrets, { now })).toMatchObject({ id: KNOWN.id });
  }
  const shouted = Object.fromEntries(
    Object.entries(headers()).map(([name, value]) => [name.toUpperCase(), value]),
  );
  expect(await verifyWebhook(shouted, KNOWN.body, [KNOWN.secret], { now })).toMatchObject({ id: KNOWN.id });
});

test('a signature of any push is verified, and not with anything of it changed', async () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1 });
  await fc.assert(
    fc.asyncProperty(text, text, fc.nat(2 ** 39), text, async (id, body, timestamp, other) => {
      fc.pre(other !== id && other !== body);
      const secret = makeWebhookSecret();
      const signature = await signWebhook({ id, timestamp, body }, [secret]);
      const verify = (changes: { id?: string; timestamp?: number; body?: string }) =>
        verifyWebhook(
          {
            'webhook-id': changes.id ?? id,
            'webhook-timestamp': String(changes.timestamp ?? timestamp),
            'webhook-signature': signature,
          },
          changes.body ?? body,
          [secret],
          { now: () => timestamp * 1000 },
        );
      expect(await verify({})).toEqual({ id, timestamp });
      for (const change of [{ id: other }, { body: other }, { timestamp: timestamp + 1 }]) {
        await expect(verify(change)).rejects.toMatchObject({ code: 'bad_signature' });
      }
    }),
  );
});

test('counts for five minutes before and after, or as long as said', async () => {
  const at = (seconds: number, toleranceSeconds?: number) =>
    verifyWebhook(headers(), KNOWN.body, [KNOWN.secret], {
      now: () => NOW + seconds * 1000,
      ...(toleranceSeconds !== undefined && { toleranceSeconds }),
    });
  for (const seconds of [-300, 300]) expect(await at(seconds)).toMatchObject({ id: KNOWN.id });
  for (const seconds of [-301, 301]) {
    await expect(at(seconds)).rejects.toMatchObject({ code: 'bad_timestamp' });
  }
  expect(await at(1000, 1000)).toMatchObject({ id: KNOWN.id });
  await expect(verifyWebhook(headers(), KNOWN.body, [KNOWN.secret])).rejects.toMatchObject({
    code: 'bad_timestamp',
  });
});

test.each([
  [{ 'webhook-id': undefined }, 'missing_headers'],
  [{ 'webhook-timestamp': undefined }, 'missing_headers'],
  [{ 'webhook-signature': '' }, 'missing_headers'],
  [{ 'webhook-timestamp': '01614265330' }, 'bad_timestamp'],
  [{ 'webhook-timestamp': '1614265330.0' }, 'bad_timestamp'],
  [{ 'webhook-timestamp': 'now' }, 'bad_timestamp'],
  [{ 'webhook-signature': KNOWN.signature.slice(3) }, 'bad_signature'],
  [{ 'webhook-signature': KNOWN.signature.replace('v1', 'v2') }, 'bad_signature'],
  [{ 'webhook-signature': KNOWN.signature.slice(0, -1) }, 'bad_signature'],
  [{ 'webhook-signature': ' ' }, 'bad_signature'],
])('a signature is refused with the headers %j: %s', async (changes, code) => {
  await expect(verifyWebhook(headers(changes), KNOWN.body, [KNOWN.secret], { now })).rejects.toMatchObject({
    name: 'WebhookVerificationError',
    code,
  });
});

test.each(['no JSON', 'null', '["acme"]', '{}', '{"account":1}', '{"extra_data":{"account":"acme"}}'])(
  'a signature of the body %s is worthless',
  async (body) => {
    const timestamp = now() / 1000;
    const signature = await signWebhook({ id: KNOWN.id, timestamp, body }, [KNOWN.secret]);
    const given = headers({ 'webhook-timestamp': String(timestamp), 'webhook-signature': signature });
    const verified = (account?: string) =>
      verifyWebhook(given, new TextEncoder().encode(body), [KNOWN.secret], {
        now,
        ...(account && { account }),
      });
    await expect(verified()).resolves.toMatchObject({ id: KNOWN.id });
    await expect(verified('acme')).rejects.toMatchObject({ code: 'wrong_account' });
  },
);

test('a signature is never right without secrets', async () => {
  await expect(verifyWebhook(headers(), KNOWN.body, [], { now })).rejects.toMatchObject({
    code: 'bad_signature',
  });
});

test('a secret is made of 32 random bytes', () => {
  expect(makeWebhookSecret((bytes) => new Uint8Array(bytes))).toBe(`whsec_${'A'.repeat(43)}=`);
  expect(() => checkWebhookSecrets([makeWebhookSecret(), KNOWN.secret])).not.toThrow();
});

test.each([
  'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  `whsec_${btoa('x'.repeat(23))}`,
  `whsec_${btoa('x'.repeat(65))}`,
  'whsec_not base64, but long enough for one that would be',
  '',
])('a secret is not %j', async (secret) => {
  expect(() => checkWebhookSecrets([secret])).toThrow(RangeError);
  await expect(signWebhook(KNOWN, [secret])).rejects.toThrow('whsec_');
});
