/** A file of another package, or a folder (with a slash at its end), as a zip. Builds for browsers and of the studio pack it. */
declare module 'packed:*' {
  /** Unpacks it; each call does. */
  export function bytes(): Promise<Uint8Array>;
}
