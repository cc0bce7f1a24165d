/** What is kept between visits, in the browser's own storage, until it is cleared. */
import type { CaseDocument } from './case-folder.js';

/** All that the studio works on. */
export interface Session {
  readonly config: string;
  readonly configPath: string | undefined;
  readonly documents: readonly CaseDocument[];
}

const DATABASE = 'anchorline-studio';
const STORE = 'sessions';

/** Sessions of this page; others of the same origin have other addresses. */
export class Sessions {
  readonly #key = location.href.replace(/#.*$/u, '');

  /** What was kept; undefined where nothing was, or the browser keeps nothing. */
  async kept(): Promise<Session | undefined> {
    return this.#with('readonly', (store) => store.get(this.#key)) as Promise<Session | undefined>;
  }

  async keep(session: Session): Promise<void> {
    await this.#with('readwrite', (store) => store.put(session, this.#key));
  }

  async clear(): Promise<void> {
    await this.#with('readwrite', (store) => store.delete(this.#key));
  }

  /** What is asked of the store; undefined where the browser has none, as in private windows. */
  async #with(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
    try {
      const database = await answerOf(opened());
      try {
        return await answerOf(ask(database.transaction(STORE, mode).objectStore(STORE)));
      } finally {
        database.close();
      }
    } catch {
      return undefined;
    }
  }
}

function opened(): IDBOpenDBRequest {
  const request = indexedDB.open(DATABASE, 1);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE));
  return request;
}

function answerOf<Answer>(request: IDBRequest<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });
}
