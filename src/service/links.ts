/** Addresses that the service gives out. */
import { SECOND_MS } from '../limits.js';
import type { ServiceContext } from './context.js';
import { API_PREFIX } from './http/path.js';
import { type LinkOperation, readLink, signLink } from './signed-links.js';

/** What a link to a file leads to; the key names an extraction, golden, classification or blob. */
type FileTarget =
  | { readonly kind: 'document' | 'golden' | 'thumbnail' | 'classification'; readonly key: string }
  | { readonly kind: 'xlsx' | 'csv'; readonly key: string };

const FILE_KINDS: readonly FileTarget['kind'][] = [
  'document',
  'golden',
  'thumbnail',
  'classification',
  'xlsx',
  'csv',
];

/** What an upload address takes bytes for. */
export interface UploadTarget {
  readonly kind: 'extraction' | 'golden';
  readonly id: string;
  /** Content type that was declared when the address was made. */
  readonly contentType?: string | undefined;
}

type LinkContext = Pick<ServiceContext, 'secrets' | 'time' | 'limits'>;

/** An address that a document can be put to, and when that ends. @param base origin and mount path */
export async function uploadAddress(
  context: LinkContext,
  base: string,
  { kind, id, contentType }: UploadTarget,
): Promise<{ readonly url: string; readonly expires: number }> {
  const expires = (await context.time.now()) + context.limits.linkMs;
  const grant = {
    operation: 'put',
    id: `${kind}:${id}`,
    contentType,
    expires: Math.floor(expires / SECOND_MS),
  } as const;
  const token = await signLink(grant, context.secrets.urls);
  return { url: `${base}${API_PREFIX}/uploads/${token}`, expires: grant.expires * SECOND_MS };
}

/** What a token of an upload address is for; null when it is worth nothing. */
export async function readUploadToken(context: LinkContext, token: string): Promise<UploadTarget | null> {
  const grant = await grantOf(context, 'put', token);
  const [kind, id] = parts(grant?.id ?? '');
  if (!grant || (kind !== 'extraction' && kind !== 'golden')) return null;
  return { kind, id, contentType: grant.contentType };
}

/** An address that a file can be got from. */
export async function fileAddress(context: LinkContext, base: string, target: FileTarget): Promise<string> {
  const expires = Math.floor(((await context.time.now()) + context.limits.linkMs) / SECOND_MS);
  const grant = { operation: 'get', id: `${target.kind}:${target.key}`, expires } as const;
  return `${base}${API_PREFIX}/files/${await signLink(grant, context.secrets.urls)}`;
}

/** What a token of a file is for; null when it is worth nothing. */
export async function readFileToken(context: LinkContext, token: string): Promise<FileTarget | null> {
  const grant = await grantOf(context, 'get', token);
  const [kind, key] = parts(grant?.id ?? '');
  const known = FILE_KINDS.find((each) => each === kind);
  return known ? { kind: known, key } : null;
}

/** What a token of a signed address is about, whatever address of it that is; null when it is worth nothing. */
export async function linkSubject(
  context: LinkContext,
  operation: LinkOperation,
  token: string,
): Promise<string | null> {
  return (await grantOf(context, operation, token))?.id ?? null;
}

async function grantOf({ secrets, time }: LinkContext, operation: LinkOperation, token: string) {
  return readLink(token, operation, secrets.urls, await time.now());
}

function parts(id: string): readonly [kind: string, rest: string] {
  const at = id.indexOf(':');
  return [id.slice(0, Math.max(at, 0)), id.slice(at + 1)];
}
