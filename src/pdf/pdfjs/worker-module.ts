/**
 * The half of pdf.js that reads files, which its package ships as a module of its own. Its faults are mended as it
 * is loaded, by each of which a file would end, or stop, the process that reads it.
 */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { compileFunction, constants } from 'node:vm';
import { MOST_PATH_NUMBERS } from './paths.js';

/** Places of the module, and what stands there instead. */
const MENDS: readonly (readonly [fault: string, mended: string])[] = [
  // Pages are fetched ahead, and nobody hears when one cannot be fetched. In a browser that is a line in the console; in
  // Node a rejection that nobody hears ends the process.
  [
    'pageDictCache.put(lastKid, xref.fetchAsync(lastKid));',
    '{ const ahead = xref.fetchAsync(lastKid); ahead.catch(() => {}); pageDictCache.put(lastKid, ahead); }',
  ],
  // Keys may be of any length: the keys of a billion bits are tried for hours. No standard has longer ones than 256.
  ['keyLength < 40 || keyLength % 8 !== 0) {', 'keyLength < 40 || keyLength > 256 || keyLength % 8 !== 0) {'],
  // Where a file is searched for its objects, a line is put together letter by letter, at 32 bytes each. What follows the
  // first thousand is taken for a line of its own.
  [
    'while (ch !== LF && ch !== CR && ch !== LT) {',
    'while (ch !== LF && ch !== CR && ch !== LT && token.length < 1000) {',
  ],
  // Widths are given to stretches of glyphs, of which a font has 65,536 at most.
  ...[`${' '.repeat(14)}glyphsWidths[j] = width;`, `${' '.repeat(16)}glyphsVMetrics[j] = vmetric;`].map(
    (body): [string, string] => [
      `for (let j = start; j <= code; j++) {\n${body}`,
      `for (let j = Math.max(start, 0); j <= Math.min(code, 65535); j++) {\n${body}`,
    ],
  ),
  // A form that draws itself is drawn once, but a pattern in it began anew.
  [
    'const localTilingPatternCache = new LocalTilingPatternCache();',
    'const localTilingPatternCache = new LocalTilingPatternCache(); localTilingPatternCache.seenRefs = seenRefs;',
  ],
  [
    'operatorList: tilingOpList\n',
    'operatorList: tilingOpList, prevRefs: localTilingPatternCache.seenRefs\n',
  ],
  // A page may have any number of pictures of the size that is allowed for one: all together may have twice as much.
  [
    'if (maxImageSize !== -1 && w * h > maxImageSize) {',
    'if (maxImageSize !== -1 && (w * h > maxImageSize || (operatorList.pixels = (operatorList.pixels ?? 0) + w * h) > 2 * maxImageSize)) {',
  ],
  // The pixels of a picture are counted down to nothing, which they never come to where they are no whole number.
  ...[
    ['width', 'W", "Width'],
    ['height', 'H", "Height'],
  ].map(([side, names]): [string, string] => [
    `let ${side} = dict.get("${names}");\n`,
    `let ${side} = dict.get("${names}"); if (typeof ${side} === "number") ${side} = Math.trunc(${side});\n`,
  ]),
  // Choices that fields share were read for each of them.
  [
    `if (Array.isArray(options)) {\n${' '.repeat(6)}for (let i = 0, ii = options.length; i < ii; i++) {\n${' '.repeat(8)}const option = xref.fetchIfRef(options[i]);\n${' '.repeat(8)}const isOptionArray`,
    `const known = Array.isArray(options) && (xref.choices ??= new WeakMap()).get(options); if (known) this.data.options = known; else if (Array.isArray(options)) {\n xref.choices.set(options, this.data.options); for (let i = 0, ii = options.length; i < ii; i++) {\n${' '.repeat(8)}const option = xref.fetchIfRef(options[i]);\n${' '.repeat(8)}const isOptionArray`,
  ],
  // A path may have any number of points, at 8 bytes a number and more. What is read says that it has too many.
  [
    'switch (fn | 0) {\n      case OPS.rectangle:',
    `if (pathBuffer.length > ${MOST_PATH_NUMBERS}) return; switch (fn | 0) {\n      case OPS.rectangle:`,
  ],
  // Each field of a chain of parents walked up all of it for each of its entries. Forms nest a dozen deep.
  [
    'const visited = new RefSet();\n  while (dict instanceof Dict && !(',
    'const visited = new RefSet(); let levels = 0;\n  while (++levels <= 64 && dict instanceof Dict && !(',
  ],
  [
    'while (loopDict.has("Parent")) {',
    'for (let levels = 0; levels < 64 && loopDict.has("Parent"); levels++) {',
  ],
  // A text was put together letter by letter, at 32 bytes each; of one of megabytes the first is enough.
  [
    `default:\n${' '.repeat(10)}strBuf.push(String.fromCharCode(ch));`,
    `default:\n${' '.repeat(10)}strBuf.push(String.fromCharCode(ch)); if (strBuf.length > 65536) strBuf[0] += strBuf.splice(1).join("");`,
  ],
  [
    'function stringToPDFString(str, keepEscapeSequence = false) {',
    'function stringToPDFString(str, keepEscapeSequence = false) { if (str.length > 1048576) str = str.slice(0, 1048576);',
  ],
  // Names of fields hold those of their parents: each of a chain was longer than all before it. 10,000 letters are enough.
  [
    'fieldName.unshift(stringToPDFString(loopDict.get("T")));',
    'fieldName.unshift(stringToPDFString(String(loopDict.get("T")).slice(0, 10000)));',
  ],
  [
    'async #collectFieldObjects(name, parentRef, fieldRef, promises, annotationGlobals, visitedRefs, orphanFields) {',
    'async #collectFieldObjects(name, parentRef, fieldRef, promises, annotationGlobals, visitedRefs, orphanFields) { if (name.length > 10000) return;',
  ],
  // A tile is drawn as often as its steps fit into it: for ever, where they are nothing. Nobody lays a hundred upon each other.
  ...[
    ['xstep', 'X', 'bbox[2] - bbox[0]'],
    ['ystep', 'Y', 'bbox[3] - bbox[1]'],
  ].map(([step, axis, length]): [string, string] => [
    `const ${step} = dict.get("${axis}Step");\n  if (typeof ${step} !== "number") {`,
    `const ${step} = dict.get("${axis}Step");\n  if (typeof ${step} !== "number" || !((${length}) / Math.abs(${step}) <= 100)) {`,
  ]),
  // One range of a mapping could have 16,777,216 codes. No font has more than 65,536 glyphs.
  ['const MAX_MAP_RANGE = 2 ** 24 - 1;', 'const MAX_MAP_RANGE = 2 ** 16 - 1;'],
];

const EXPORT = /^export \{ WorkerMessageHandler \};$/mu;

/**
 * Runs the module, changed, in this realm: as a function, because Node 20 runs no text as a module. Its lines keep their
 * numbers, and its errors the name of its file. What it imports itself is loaded as ever.
 * @param path of the file
 * @returns what the module exports
 * @throws TypeError where the module is not the one that is known
 */
export function mendedWorkerModule<Exports>(path: string): Exports {
  const source = readFileSync(path, 'utf8');
  if (!MENDS.every(([fault]) => source.includes(fault)) || !EXPORT.test(source)) {
    throw new TypeError(`${path} is of another version of pdf.js than this library is made for`);
  }
  const body = MENDS.reduce((text, [fault, mended]) => text.replace(fault, mended), source)
    .replace(EXPORT, 'return { WorkerMessageHandler };')
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href));
  const run = compileFunction(`'use strict';${body}`, [], {
    filename: path,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  return (run as () => Exports)();
}
