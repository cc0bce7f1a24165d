/** A file of another package, packed with gzip, or a folder (with a slash at its end), as a zip; in base64. Made when the library is built for browsers. */
declare module 'packed:*' {
  export const packed: string;
}
