/** Which OCR engines can be named, and what is behind a name. */
// See docs/language/01-document-anchors-fields.md#111-ocr
import * as z from 'zod';
import { suggestion } from '../../foundation/schema/grammar.js';
import type { OcrEngine } from './engine.js';

/** Engines that configs and document types name, whoever runs them; in any letter case. */
export const KNOWN_ENGINES: readonly string[] = [
  'amazon',
  'microsoft',
  'lazarus',
  'google',
  'pdf',
  'ocr_engine_1',
  'ocr_engine_2',
  'ocr_engine_3',
  'ocr_engine_4',
  'ocr_engine_5',
  'ocr_engine_6',
];

/** The engine that comes with the library, and the one that reads by default where its packages are installed. */
export const TESSERACT_ENGINE = 'tesseract';
export const PADDLE_ENGINE = 'paddle';

/**
 * Engines of this library, by the ids under which configs may name them and hosts register them. What is registered under
 * one of these ids is the default, the first one where both are.
 */
export const OWN_ENGINES: readonly string[] = [PADDLE_ENGINE, TESSERACT_ENGINE];

/** The engines of a host by their ids. */
export type OcrEngines = Readonly<Record<string, OcrEngine>>;

/** Whether an id names one of the engines that everybody may name, or a version of one. */
function isKnownEngine(id: string): boolean {
  const name = id.toLowerCase();
  return KNOWN_ENGINES.includes(name) || KNOWN_ENGINES.includes(withoutVersion(name));
}

/** The name of an engine of which an id names a version, as configs do with a number at its end (`microsoft5`). */
function withoutVersion(name: string): string {
  return name.replace(/\d+$/u, '');
}

/** Whether an engine may be named so: it is known, one of this library, or registered. */
export function isAcceptedEngine(id: string, engines: OcrEngines): boolean {
  return isKnownEngine(id) || OWN_ENGINES.includes(id) || Object.hasOwn(engines, id);
}

/**
 * Refuses ids of engines that nobody knows.
 * @throws RangeError
 */
export function checkEngineId(id: string, engines: OcrEngines = {}): void {
  if (isAcceptedEngine(id, engines)) return;
  const accepted = [...KNOWN_ENGINES, ...OWN_ENGINES, ...Object.keys(engines)].join(', ');
  throw new RangeError(`Unknown OCR engine ${JSON.stringify(id)}; accepted: ${accepted}.`);
}

/**
 * The grammar of engine ids in configs: those that everybody may name, those of this library, and those that a
 * host registered.
 * @param registered ids of the host's engines
 */
export function ocrEngineSchema(registered: readonly string[]): z.ZodType<string, string> {
  const accepted = [...new Set([...KNOWN_ENGINES, ...OWN_ENGINES, ...registered])];
  return z.string().superRefine((id, context) => {
    if (isKnownEngine(id) || accepted.includes(id)) return;
    const hint = suggestion(id, accepted);
    const message = `unknown OCR engine ${JSON.stringify(id)}${hint}; allowed: ${accepted.join(', ')}`;
    context.addIssue({ code: 'custom', message });
  });
}

/**
 * The engine that a host registered under an id; a known id is found in any letter case, and a version of a known
 * engine under the name without it, where the host has none of its own for it.
 */
export function registeredEngine(id: string, engines: OcrEngines): OcrEngine | undefined {
  if (Object.hasOwn(engines, id)) return engines[id];
  if (!isKnownEngine(id)) return undefined;
  const name = id.toLowerCase();
  const keys = Object.keys(engines);
  const find = (wanted: string) => keys.find((each) => each.toLowerCase() === wanted);
  const key = find(name) ?? find(withoutVersion(name));
  return key === undefined ? undefined : engines[key];
}
