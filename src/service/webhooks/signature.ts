/** Signatures of webhooks in the form of Standard Webhooks 1.0. */
// See docs/language/09-service.md#9153-signature

import { joined } from '../../foundation/objects/joined.js';
import {
  equalInConstantTime,
  fromBase64,
  hmacSha256,
  platformRandom,
  type Random,
  toBase64,
  utf8,
} from '../bytes.js';

/** What a signature covers. */
interface SignedPush {
  /** The same in every attempt. */
  readonly id: string;
  /** Moment of the attempt, in Unix seconds. */
  readonly timestamp: number;
  /** The bytes of the body, or its text. */
  readonly body: string | Uint8Array;
}

/**
 * The secrets of an account, which its receivers verify pushes with: one, or two while they change from one to the
 * other. All sign. None: its pushes are not signed. No two accounts may share one, or each could have the service
 * send the other a push that it believes.
 */
export type WebhookSecrets = (account: string) => readonly string[] | Promise<readonly string[]>;

const SECRET_PREFIX = 'whsec_';
/** Bytes of a secret, as Standard Webhooks allows. */
const SECRET_BYTES = { least: 24, most: 64, made: 32 };
const SCHEME = 'v1';
/** How far the clocks of sender and receiver may be apart, in seconds. */
const DEFAULT_TOLERANCE = 300;

/**
 * A new secret for webhooks.
 *
 * @example
 * makeWebhookSecret(); // 'whsec_…'
 */
export function makeWebhookSecret(random: Random = platformRandom): string {
  return SECRET_PREFIX + toBase64(random(SECRET_BYTES.made));
}

/** Checks secrets of webhooks. @throws RangeError for one that is not `whsec_` and the Base64 of 24 to 64 bytes */
export function checkWebhookSecrets(secrets: readonly string[]): void {
  for (const secret of secrets) secretBytes(secret);
}

function secretBytes(secret: string): Uint8Array<ArrayBuffer> {
  const { least, most } = SECRET_BYTES;
  const bytes = secret.startsWith(SECRET_PREFIX) ? fromBase64(secret.slice(SECRET_PREFIX.length)) : undefined;
  if (bytes === undefined || bytes.length < least || bytes.length > most) {
    throw new RangeError(
      `A webhook secret must be ${SECRET_PREFIX} and the Base64 of ${least} to ${most} random bytes.`,
    );
  }
  return bytes;
}

/**
 * The `webhook-signature` header: one signature for each secret, so that receivers can change theirs at leisure.
 * @throws RangeError for a malformed secret
 */
export async function signWebhook(push: SignedPush, secrets: readonly string[]): Promise<string> {
  const signatures = await Promise.all(secrets.map((secret) => signatureOf(push, secretBytes(secret))));
  return signatures.join(' ');
}

async function signatureOf(
  { id, timestamp, body }: SignedPush,
  secret: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const bytes = typeof body === 'string' ? utf8(body) : body;
  const signed = joined([utf8(`${id}.${timestamp}.`), bytes]);
  return `${SCHEME},${toBase64(await hmacSha256(secret, signed))}`;
}

/** Headers of a request: those of the web, or those of Node. */
type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

interface VerifyOptions {
  /** How far the moment of the push may lie from now, in seconds, before and after; default 300. */
  readonly toleranceSeconds?: number;
  /** Milliseconds since 1970; default the machine's clock. */
  readonly now?: () => number;
  /** The account that the push must be of, for receivers of one of many. */
  readonly account?: string;
}

/** What is known of a push that was verified. */
interface VerifiedWebhook {
  /** The same in every attempt: a receiver that knows it has the push already. */
  readonly id: string;
  readonly timestamp: number;
}

/** Why a push is not to be trusted. */
type WebhookVerificationCode = 'missing_headers' | 'bad_timestamp' | 'bad_signature' | 'wrong_account';

/** A push that does not come from the sender, or not now; `code` says which. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  readonly code: WebhookVerificationCode;

  constructor(code: WebhookVerificationCode, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Makes sure that a push comes from who knows one of the secrets, and comes now. For receivers; works for any sender
 * that keeps to Standard Webhooks.
 * @param rawBody the body as it arrived: JSON that was parsed and written again has other bytes
 * @throws WebhookVerificationError when it does not; RangeError for a malformed secret
 *
 * @example
 * const body = await request.text();
 * const { id } = await verifyWebhook(request.headers, body, [secret]); // else it throws
 * const event = JSON.parse(body);
 */
export async function verifyWebhook(
  headers: WebhookHeaders,
  rawBody: string | Uint8Array,
  secrets: readonly string[],
  { toleranceSeconds = DEFAULT_TOLERANCE, now = Date.now, account }: VerifyOptions = {},
): Promise<VerifiedWebhook> {
  const id = headerOf(headers, 'webhook-id');
  const moment = headerOf(headers, 'webhook-timestamp');
  const given = headerOf(headers, 'webhook-signature');
  if (!id || !moment || !given) {
    throw new WebhookVerificationError(
      'missing_headers',
      'The request needs the headers webhook-id, webhook-timestamp and webhook-signature.',
    );
  }
  // Digits as they were signed: a number that is written in another way would have another signature.
  const timestamp = /^(?:0|[1-9]\d{0,11})$/u.test(moment) ? Number(moment) : Number.NaN;
  if (!(Math.abs(now() / 1000 - timestamp) <= toleranceSeconds)) {
    throw new WebhookVerificationError(
      'bad_timestamp',
      `The webhook-timestamp is not within ${toleranceSeconds} s of now.`,
    );
  }
  const expected = (await signWebhook({ id, timestamp, body: rawBody }, secrets)).split(' ');
  const signatures = given.split(' ');
  // All are compared, so that the time does not reveal which one it was.
  const matches = expected.flatMap((own) => signatures.filter((each) => equalInConstantTime(own, each)));
  if (matches.length === 0) {
    throw new WebhookVerificationError('bad_signature', 'None of the secrets gives the webhook-signature.');
  }
  if (account !== undefined && accountIn(rawBody) !== account) {
    throw new WebhookVerificationError('wrong_account', `The push is not of the account ${account}.`);
  }
  return { id, timestamp };
}

/** The account that a body names; undefined where it names none. */
function accountIn(body: string | Uint8Array): unknown {
  try {
    const pushed: unknown = JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body));
    return typeof pushed === 'object' && pushed !== null && 'account' in pushed ? pushed.account : undefined;
  } catch {
    return undefined;
  }
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined;
  const values: Readonly<Record<string, unknown>> = headers;
  const key = Object.keys(values).find((each) => each.toLowerCase() === name);
  const value = key === undefined ? undefined : values[key];
  return typeof value === 'string' ? value : undefined;
}
