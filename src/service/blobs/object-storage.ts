/** Blobs in any object storage: S3 and what is like it, through the functions that its client has. */
import { type Blobs, checkBlobKey } from '../blobs.js';
import { systemClock } from '../clock.js';
import { type ByteStream, chunksOf, streamBy } from '../streams.js';

/** What is needed of an object storage. Each method is one or two lines with the client of a provider. */
export interface ObjectStorage {
  /** Stores an object, all or nothing: when the stream fails, this fails, and what was there stays. */
  put(
    key: string,
    data: ByteStream | Uint8Array,
    meta: { readonly contentType?: string | undefined },
  ): Promise<void>;
  /** The bytes of an object; null where there is none. */
  get(key: string): Promise<ByteStream | null>;
  /** The size of an object in bytes; null where there is none. */
  head(key: string): Promise<{ readonly size: number } | null>;
  /** An object that is not there is fine. */
  delete(key: string): Promise<void>;
  /** A page of objects by prefix. @param continuation what the page before gave as `next` */
  list?(prefix: string, continuation?: string): Promise<ObjectPage>;
  presignPut?: Blobs['presignPut'];
  presignGet?: Blobs['presignGet'];
}

interface ObjectPage {
  readonly objects: readonly {
    readonly key: string;
    /** When it was stored, in milliseconds since 1970. */
    readonly modified: number;
  }[];
  /** Where the next page begins; absent on the last one. */
  readonly next?: string | undefined;
}

/** Where blobs are kept in an object storage. */
export interface ObjectBlobsOptions {
  /** Put before all keys, e.g. `anchorline/`; default nothing. */
  readonly prefix?: string;
  /** Milliseconds since 1970; default the machine's clock. */
  readonly now?: () => number;
}

/**
 * Blobs in an object storage. It can list and presign if the storage can.
 *
 * @example
 * createService({ keys, blobs: objectBlobs(storage, { prefix: 'anchorline/' }) });
 */
export function objectBlobs(
  storage: ObjectStorage,
  { prefix = '', now = systemClock.now }: ObjectBlobsOptions = {},
): Blobs {
  const named = (key: string) => {
    checkBlobKey(key);
    return prefix + key;
  };
  return {
    async put(key, data, meta) {
      if (data instanceof Uint8Array) {
        await storage.put(named(key), data, meta);
        return { size: data.length };
      }
      const counted = counting(data);
      await storage.put(named(key), counted.stream, meta);
      return { size: counted.size() };
    },
    async get(key) {
      return storage.get(named(key));
    },
    async size(key) {
      return (await storage.head(named(key)))?.size ?? null;
    },
    async delete(key) {
      await storage.delete(named(key));
    },
    ...(storage.list && { list: (start, olderThanMs) => listed(start, now() - olderThanMs) }),
    ...(storage.presignPut && { presignPut: async (key, o) => storage.presignPut!(named(key), o) }),
    ...(storage.presignGet && { presignGet: async (key, o) => storage.presignGet!(named(key), o) }),
  };

  async function* listed(start: string, before: number): AsyncGenerator<string> {
    let next: string | undefined;
    do {
      const page: ObjectPage = await storage.list!(prefix + start, next);
      for (const { key, modified } of page.objects) if (modified <= before) yield key.slice(prefix.length);
      next = page.next;
    } while (next !== undefined);
  }
}

/** A stream that counts what is read of it. */
function counting(data: ByteStream): { readonly stream: ByteStream; size(): number } {
  const chunks = chunksOf(data);
  let size = 0;
  const stream = streamBy(
    async () => {
      const { value } = await chunks.next();
      size += value?.length ?? 0;
      return value ?? undefined;
    },
    async () => {
      await chunks.return();
    },
  );
  return { stream, size: () => size };
}
