/** Node's bytes, for modules that search and read them. */
export { Buffer } from 'buffer';
