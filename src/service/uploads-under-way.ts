/** Bodies of uploads that this process is reading or storing: one for each address, bounded together. */
// See docs/language/09-service.md#992-put-upload_url
import { serviceError } from './errors.js';

/** When to try an upload again that found no room, or another at its address, in seconds: most bodies take less. */
const BUSY_RETRY_SECONDS = 5;

/** Takes room for some bytes more of an account. @throws ServiceError `uploads_busy` where there is none */
export type Hold = (account: string, bytes: number) => void;

/** Bounds of uploads at once, in bytes. */
export interface UploadRoom {
  readonly all: number;
  /** Of one account, so that what it sends leaves room for others. */
  readonly ofAccount: number;
}

/** Room for so many bytes of uploads at once. Bytes count from when they come until their upload has ended. */
export class UploadsUnderWay {
  readonly #room: UploadRoom;
  #bytes = 0;
  /** Bytes of accounts that hold any. */
  readonly #ofAccounts = new Map<string, number>();
  readonly #subjects = new Set<string>();

  constructor(room: UploadRoom) {
    this.#room = room;
  }

  /**
   * Takes one upload.
   * @param subject what it is a document of; all addresses of it count as one
   * @param work takes room for its bytes as they come
   * @throws ServiceError `upload_in_progress` while another is under way; what the work throws
   */
  async within<T>(subject: string, work: (hold: Hold) => Promise<T>): Promise<T> {
    if (this.#subjects.has(subject)) {
      throw serviceError('upload_in_progress', undefined, { retryAfterSeconds: BUSY_RETRY_SECONDS });
    }
    this.#subjects.add(subject);
    const held = new Map<string, number>();
    try {
      return await work((account, bytes) => {
        this.refuseBeyond(account, bytes);
        this.#add(account, bytes);
        held.set(account, (held.get(account) ?? 0) + bytes);
      });
    } finally {
      this.#subjects.delete(subject);
      for (const [account, bytes] of held) this.#add(account, -bytes);
    }
  }

  /** Refuses what says itself that there is no room for it now. @throws ServiceError `uploads_busy` */
  refuseBeyond(account: string, bytes: number): void {
    const { all, ofAccount } = this.#room;
    const own = this.#ofAccounts.get(account) ?? 0;
    if (this.#bytes + bytes <= all && own + bytes <= ofAccount) return;
    throw serviceError('uploads_busy', undefined, { retryAfterSeconds: BUSY_RETRY_SECONDS });
  }

  #add(account: string, bytes: number): void {
    this.#bytes += bytes;
    const own = (this.#ofAccounts.get(account) ?? 0) + bytes;
    if (own > 0) this.#ofAccounts.set(account, own);
    else this.#ofAccounts.delete(account);
  }
}
