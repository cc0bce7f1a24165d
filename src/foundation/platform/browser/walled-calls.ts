/** Replaces the room of workers, which are processes. */
export function walledCalls(): never {
  throw new TypeError(
    'The option "workers" starts processes, which browsers do not have: leave it out, and run the library in a web worker.',
  );
}
