/**
 * The XML parser, in a module of our own that is loaded when it is needed: of packages in CommonJS some bundlers give a
 * dynamic import nothing but a default export.
 */
export { SaxesParser } from 'saxes';
