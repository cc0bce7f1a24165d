/** The engine of the studio: a web worker that keeps documents loaded and answers the calls of the page. */

import { AnchorlineError } from '../../../errors.js';
import { configJsonSchema } from '../../../language/config/json-schema.js';
import type { AnswerMessage, CallMessage, CancelMessage, EngineCalls, Failure } from '../messages.js';
import { Desk } from './desk.js';

const desk = new Desk();

/** How each call is answered. */
const ANSWERS: {
  readonly [Name in keyof EngineCalls]: (
    argument: Parameters<EngineCalls[Name]>[0],
    call: { readonly signal: AbortSignal; readonly onProgress: (text: string) => void },
  ) => ReturnType<EngineCalls[Name]> | Promise<ReturnType<EngineCalls[Name]>>;
} = {
  open: (file, { signal, onProgress }) => desk.open(file, signal, onProgress),
  close: ({ id }) => desk.close(id),
  run: (request, { signal }) => desk.run(request, signal),
  check: (request, { signal }) => desk.check(request, signal),
  picture: ({ document, picture }) => desk.picture(document, picture),
  marks: ({ document, page }) => desk.marks(document, page),
  propose: (request, { signal }) => desk.propose(request, signal),
  schema: () => configJsonSchema(),
};

const running = new Map<number, AbortController>();

self.addEventListener('message', ({ data }: MessageEvent<CallMessage | CancelMessage>) => {
  if ('cancel' in data) running.get(data.cancel)?.abort();
  else void answer(data);
});

async function answer({ call, name, argument }: CallMessage): Promise<void> {
  const controller = new AbortController();
  running.set(call, controller);
  const { signal } = controller;
  const onProgress = (progress: string) => say({ call, progress });
  // The types of the table bind each name to its argument.
  const run = ANSWERS[name] as (of: unknown, call: object) => unknown;
  try {
    say({ call, answer: await run(argument, { signal, onProgress }) });
  } catch (error) {
    say({ call, failure: failureOf(error) });
  } finally {
    running.delete(call);
  }
}

function say(message: AnswerMessage): void {
  self.postMessage(message);
}

function failureOf(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  return error instanceof AnchorlineError && 'code' in error
    ? { message, code: String(error.code) }
    : { message };
}
