import type { ModelScope } from '../../src/llm/chunks.js';
import type { LineSketch } from '../../src/page/document/sketch.js';
import { documentFromLines } from '../../src/reading/from-lines.js';

/** All that a document of given lines shows, in document order. */
export function modelScope(sketches: readonly LineSketch[]): ModelScope {
  const { pages } = documentFromLines(sketches);
  return { lines: pages.flatMap(({ lines }) => lines), pages };
}

/** Pages of one line each, in the middle of the page. */
export function onePerPage(...texts: readonly string[]): ModelScope {
  return modelScope(texts.map((text, page) => ({ text, page, left: 1, top: 5.25, height: 0.5 })));
}
