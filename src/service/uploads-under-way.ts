/** Bodies of uploads that this process is reading or storing: one for each address, bounded together. */
// See docs/language/09-service.md#992-put-upload_url
import { serviceError } from './errors.js';

/** When to try an upload again that found no room, or another at its address, in seconds: most bodies take less. */
const BUSY_RETRY_SECONDS = 5;

/** Takes room for some bytes more. @throws ServiceError `uploads_busy` where there is none */
export type Hold = (bytes: number) => void;

/** Room for so many bytes of uploads at once. Bytes count from when they come until their upload has ended. */
export class UploadsUnderWay {
  readonly #maxBytes: number;
  #bytes = 0;
  readonly #subjects = new Set<string>();

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
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
    let held = 0;
    try {
      return await work((bytes) => {
        this.refuseBeyond(bytes);
        this.#bytes += bytes;
        held += bytes;
      });
    } finally {
      this.#subjects.delete(subject);
      this.#bytes -= held;
    }
  }

  /** Refuses what says itself that there is no room for it now. @throws ServiceError `uploads_busy` */
  refuseBeyond(bytes: number): void {
    if (this.#bytes + bytes <= this.#maxBytes) return;
    throw serviceError('uploads_busy', undefined, { retryAfterSeconds: BUSY_RETRY_SECONDS });
  }
}
