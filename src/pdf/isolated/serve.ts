/** The side that reads: answers requests for one document at a time with an engine of this process. */
import { ProviderError } from '../../errors.js';
import type { PdfEngine, PdfFile, PdfPage } from '../engine.js';
import { type Answer, type CallName, type Calls, ERRORS, type Request } from './protocol.js';

type Handlers = { [Name in CallName]: (ask: Calls[Name]['ask']) => Promise<Calls[Name]['answer']> };

/**
 * Makes the function that answers requests.
 * @param engine reads and draws the documents
 * @param send takes each answer, in the order in which the requests are done; when it throws, because an answer
 *   cannot be sent, the error is sent instead
 */
export function server(
  engine: PdfEngine,
  send: (answer: Answer) => void,
): (request: Request) => Promise<void> {
  const handlers = handlersOf(engine);
  return async ({ id, name, ask }) => {
    try {
      const handle = handlers[name] as (ask: unknown) => Promise<unknown>;
      send({ id, value: await handle(ask) });
    } catch (error) {
      send({ id, error: ERRORS.pack(error) });
    }
  };
}

function handlersOf(engine: PdfEngine): Handlers {
  let open: PdfFile | undefined;
  const pages = new Map<number, PdfPage>();

  const file = (): PdfFile => {
    if (open) return open;
    throw new ProviderError(engine.id, 'closed', 'No document is open.');
  };
  const page = async (index: number): Promise<PdfPage> => {
    const known = pages.get(index) ?? (await file().page(index));
    pages.set(index, known);
    return known;
  };
  const close = async () => {
    const closing = open;
    open = undefined;
    pages.clear();
    await closing?.close();
    return undefined;
  };

  return {
    async open({ bytes, password }) {
      await close();
      open = await engine.open(bytes, { password });
      return { pageCount: open.pageCount };
    },
    metadata: () => file().metadata(),
    formFields: () => file().formFields(),
    async page({ index }) {
      const { width, height, rotation } = await page(index);
      return { width, height, rotation };
    },
    content: async ({ index }) => (await page(index)).content(),
    images: async ({ index }) => (await page(index)).images(),
    render: async ({ index, options }) => (await page(index)).render(options),
    async release({ index }) {
      pages.get(index)?.release();
      pages.delete(index);
      return undefined;
    },
    close,
  };
}
