/** Bodies of uploads that this process is reading or storing, bounded together. */
// See docs/language/09-service.md#992-put-upload_url
import { serviceError } from './errors.js';

/** When to try an upload again that found no room, in seconds: most bodies take less. */
const BUSY_RETRY_SECONDS = 5;

/** Takes room for some bytes more. @throws ServiceError `uploads_busy` where there is none */
export type Hold = (bytes: number) => void;

/** Room for so many bytes of uploads at once. Bytes count from when they come until their upload has ended. */
export class UploadsUnderWay {
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /**
   * Takes one upload.
   * @param work takes room for its bytes as they come
   * @throws what the work throws
   */
  async within<T>(work: (hold: Hold) => Promise<T>): Promise<T> {
    let held = 0;
    try {
      return await work((bytes) => {
        this.refuseBeyond(bytes);
        this.#bytes += bytes;
        held += bytes;
      });
    } finally {
      this.#bytes -= held;
    }
  }

  /** Refuses what says itself that there is no room for it now. @throws ServiceError `uploads_busy` */
  refuseBeyond(bytes: number): void {
    if (this.#bytes + bytes <= this.#maxBytes) return;
    throw serviceError('uploads_busy', undefined, { retryAfterSeconds: BUSY_RETRY_SECONDS });
  }
}
