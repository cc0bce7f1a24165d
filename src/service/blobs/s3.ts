/** S3, and what speaks like it, as an object storage: over the client of AWS (SDK 3), which hosts hand in. */
import { type ByteStream, bytesOf } from '../streams.js';
import type { ObjectStorage } from './object-storage.js';

type Command = new (input: never) => unknown;

/** What is used of the package `@aws-sdk/client-s3`. */
export type S3Module = Readonly<
  Record<
    | 'PutObjectCommand'
    | 'GetObjectCommand'
    | 'HeadObjectCommand'
    | 'DeleteObjectCommand'
    | 'ListObjectsV2Command',
    Command
  >
>;

/** What is used of the answers of S3. */
interface S3Answer {
  readonly Body?: { transformToWebStream(): ByteStream };
  readonly ContentLength?: number;
  readonly Contents?: readonly { readonly Key?: string; readonly LastModified?: Date }[];
  readonly NextContinuationToken?: string;
}

/** Where the objects are. */
export interface S3StorageOptions {
  /** The package: `import * as s3 from '@aws-sdk/client-s3'`. */
  readonly s3: S3Module;
  /** `new s3.S3Client({ region })`. */
  readonly client: { send(command: never): Promise<unknown> };
  readonly bucket: string;
}

/**
 * A bucket of S3. Streams are read whole before they are sent: S3 wants to know how long an object is, and takes a body
 * whose length it does not know in no single request.
 *
 * @example
 * const blobs = objectBlobs(s3Storage({ s3, client: new s3.S3Client({}), bucket: 'documents' }));
 */
export function s3Storage({ s3, client, bucket }: S3StorageOptions): ObjectStorage {
  const send = async (command: Command, input: object): Promise<S3Answer> =>
    (await client.send(new command({ Bucket: bucket, ...input } as never) as never)) as S3Answer;
  /** The answer, or null where there is no such object. */
  const found = (command: Command, key: string): Promise<S3Answer | null> =>
    send(command, { Key: key }).catch((error: unknown) => {
      if (error instanceof Error && ['NoSuchKey', 'NotFound'].includes(error.name)) return null;
      throw error;
    });
  return {
    put: async (key, data, { contentType }) => {
      const bytes = data instanceof Uint8Array ? data : await bytesOf(data);
      await send(s3.PutObjectCommand, { Key: key, Body: bytes, ContentType: contentType });
    },
    get: async (key) => (await found(s3.GetObjectCommand, key))?.Body?.transformToWebStream() ?? null,
    head: async (key) => {
      const answer = await found(s3.HeadObjectCommand, key);
      return answer && { size: answer.ContentLength ?? 0 };
    },
    delete: async (key) => void (await send(s3.DeleteObjectCommand, { Key: key })),
    list: async (prefix, continuation) => {
      const asked = { Prefix: prefix, ContinuationToken: continuation };
      const { Contents = [], NextContinuationToken: next } = await send(s3.ListObjectsV2Command, asked);
      const objects = Contents.map(({ Key = '', LastModified }) => ({
        key: Key,
        modified: LastModified?.getTime() ?? 0,
      }));
      return { objects, next };
    },
  };
}
