/** Of which type a document is: by the fingerprints of its configs, by a language model, or by the words of descriptions. */
// See docs/language/09-service.md#93-naming-a-documents-type

import { ClassificationError, ProviderError } from '../../errors.js';
import { ask, isOverflow, SMALLER } from '../../llm/ask.js';
import type { ModelScope } from '../../llm/chunks.js';
import type { LlmClient } from '../../llm/client.js';
import { distinctivePages, FIRST_PAGES } from '../../llm/distinctive-pages.js';
import { drawnImage } from '../../llm/images.js';
import { CHOICE_SCHEMA } from '../../llm/prompts/choice.js';
import { pictureTypePrompt, typePrompt } from '../../llm/prompts/classification.js';
import type { LlmImagePart, LlmMessage } from '../../llm/provider.js';
import { clientWithin } from '../../llm/room.js';
import { wordScorer } from '../../llm/scorers.js';
import { estimateTokens } from '../../llm/tokens.js';
import type { Document } from '../../page/document/model.js';
import { type FingerprintedCandidate, shareOf, whatConfigsMiss, withFingerprints } from './best-fit.js';
import type { CheckedType } from './document-type.js';
import { baseLines, type FingerprintBounds, passes } from './fingerprint-search.js';
import { DEFAULT_NAMING, type NamingMethod } from './ways.js';

/** The type of a document. */
export interface TypeClassification {
  /** `score` is always 1: whichever way a type is found, it is found or not. */
  readonly document_type: { readonly id?: string; readonly name: string; readonly score: 1 };
  /** Always empty, kept for the shape. */
  readonly reference_documents: readonly never[];
  /** Always empty, kept for the shape. */
  readonly classification_summary: readonly never[];
  /** What decided. */
  readonly method: Exclude<NamingMethod, 'auto'>;
}

interface NamingOptions {
  readonly method?: NamingMethod | undefined;
  /** Who is asked; without it nobody is. */
  readonly client: LlmClient | undefined;
  readonly bounds: FingerprintBounds;
}

/**
 * The type of a document among several.
 * @throws ClassificationError `no_matching_type`, `llm_unavailable`
 * @throws ProviderError the model gave no answer
 * @throws DocumentError `timed_out`, `aborted`
 */
export async function nameType(
  document: Document,
  types: readonly CheckedType[],
  { method = DEFAULT_NAMING, client, bounds }: NamingOptions,
): Promise<TypeClassification> {
  checkNaming(method, client !== undefined);
  const reasons: string[] = [];
  if (method === 'fingerprints' || method === 'auto') {
    const found = byFingerprints(document, types, bounds);
    if (typeof found !== 'string') return named(found, 'fingerprints');
    reasons.push(found);
    if (method === 'fingerprints') throw noType(types, reasons);
  }
  if (client && method !== 'lexical') {
    const found = await byModel(document, types, client);
    if (!found) throw noType(types, [...reasons, 'the language model named none']);
    return named(found, 'llm');
  }
  const found = byWords(document, types);
  if (found) return named(found, 'lexical');
  throw noType(types, [...reasons, 'the words of no description are in it more than those of all others']);
}

/**
 * Refuses to have a type named by a model where there is none.
 * @throws ClassificationError `llm_unavailable`
 */
export function checkNaming(method: NamingMethod = DEFAULT_NAMING, hasModel: boolean): void {
  if (method === 'llm' && !hasModel) throw modelNeeded('The type of the document');
}

/** The error of a call that asks a language model where there is none. @param what the model should say */
export function modelNeeded(what: string): ClassificationError {
  return new ClassificationError(
    'llm_unavailable',
    `${what} is to be found by a language model, but none is configured; give the option "llm".`,
  );
}

function noType(types: readonly CheckedType[], reasons: readonly string[]): ClassificationError {
  const names = types.map(({ name }) => name).join(', ');
  return new ClassificationError(
    'no_matching_type',
    `The document matches none of the document types ${names}. ${reasons.map(asSentence).join(' ')}`,
  );
}

function asSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function named({ id, name }: CheckedType, method: TypeClassification['method']): TypeClassification {
  return {
    document_type: { ...(id !== undefined && { id }), name, score: 1 },
    reference_documents: [],
    classification_summary: [],
    method,
  };
}

/**
 * The type with the config whose fingerprint is in the document to the greatest share, half at least and more than
 * that of any other type; or why there is none.
 */
function byFingerprints(
  document: Document,
  types: readonly CheckedType[],
  bounds: FingerprintBounds,
): CheckedType | string {
  const known = types.map(({ candidates }) => withFingerprints(document, candidates, bounds));
  const shares = known.map((candidates) => Math.max(0, ...candidates.filter(passes).map(shareOf)));
  const most = Math.max(0, ...shares);
  const winners = types.filter((_, i) => shares[i] === most);
  const [winner, ...others] = winners;
  if (most === 0 || !winner) return `no fingerprint passes: ${whatTypesMiss(types, known)}`;
  if (others.length === 0) return winner;
  return `fingerprints fit ${winners.map(({ name }) => name).join(' and ')} equally well`;
}

function whatTypesMiss(
  types: readonly CheckedType[],
  known: readonly (readonly FingerprintedCandidate[])[],
): string {
  const named = known.flatMap((candidates, i) =>
    candidates.map((each) => ({ ...each, name: `${types[i]!.name}/${each.name}` })),
  );
  return whatConfigsMiss(named);
}

/** Types that a model chooses among in one request; of more it chooses the best of each batch first. */
const TYPES_A_CALL = 60;
/** Words from which on the text of a document is shown, and not its pictures. */
const FEW_WORDS = 20;

async function byModel(
  document: Document,
  types: readonly CheckedType[],
  client: LlmClient,
): Promise<CheckedType | undefined> {
  const scope = scopeOf(document);
  const words = scope.lines.reduce((sum, { text }) => sum + text.split(/\s+/u).length, 0);
  const images = words < FEW_WORDS ? await firstPages(document, client) : [];
  let open = types;
  for (;;) {
    const winners: CheckedType[] = [];
    for (let at = 0; at < open.length; at += TYPES_A_CALL) {
      const winner = await chosen(open.slice(at, at + TYPES_A_CALL), scope, images, client);
      if (winner) winners.push(winner);
    }
    if (open.length <= TYPES_A_CALL || winners.length === 0) return winners[0];
    open = winners;
  }
}

async function chosen(
  types: readonly CheckedType[],
  scope: ModelScope,
  images: readonly LlmImagePart[],
  client: LlmClient,
): Promise<CheckedType | undefined> {
  const kinds = types.map(({ name, description }) => ({ label: name, description }));
  const words = types.map(({ name, description = '' }) => `${name} ${description}`).join('\n');
  const within = clientWithin(client, undefined, { words, questions: 1 });
  const { choiceAnswerTokens, queryTokens } = within.options.limits;
  const countTokens = (text: string) => within.countTokens(text);
  const excerpts = distinctivePages(scope, { pageHinting: true, maxTokens: queryTokens, countTokens });
  const askWith = (messages: readonly LlmMessage[], canShrink: boolean) =>
    ask(
      client,
      {
        purpose: 'classify.type',
        tier: 'fast',
        messages,
        schema: CHOICE_SCHEMA,
        schemaName: 'choice',
        maxOutputTokens: choiceAnswerTokens,
        canShrink,
      },
      { fieldIds: [] },
    );
  const isText = images.length === 0;
  let asked = await askWith(isText ? typePrompt(kinds, excerpts) : pictureTypePrompt(kinds, images), isText);
  if (isText && isOverflow(asked)) {
    const maxTokens = countTokens(excerpts.map(({ text }) => text).join('\n')) * SMALLER;
    const fewer = distinctivePages(scope, { pageHinting: true, maxTokens, countTokens });
    asked = await askWith(typePrompt(kinds, fewer), false);
  }
  if ('failure' in asked) {
    const { code, message } = asked.failure;
    throw new ProviderError(client.options.default.id, code, `The document was not classified: ${message}`);
  }
  const { choice } = asked.value as { choice: number | null };
  return choice === null ? undefined : types[choice - 1];
}

/** Pictures of the first pages, where they can be drawn and the model takes them. */
async function firstPages(document: Document, { options }: LlmClient): Promise<readonly LlmImagePart[]> {
  if (options.default.capabilities?.images === false) return [];
  const images: LlmImagePart[] = [];
  for (const page of document.pages.slice(0, FIRST_PAGES)) {
    const box = { left: 0, top: 0, right: page.width, bottom: page.height };
    const drawn = await drawnImage(page, { page: page.index, box }, options.imageDpi);
    if (drawn) images.push(drawn.image);
  }
  return images;
}

function scopeOf({ pages }: Document): ModelScope {
  return { lines: baseLines(pages), pages };
}

/** How much better than that of all others the words of a description must fit. */
const LEXICAL_LEAD = 1.2;

/** The type whose name and description have most words in common with the document, rare ones counting more. */
function byWords(document: Document, types: readonly CheckedType[]): CheckedType | undefined {
  const excerpts = distinctivePages(scopeOf(document), { pageHinting: false, countTokens: estimateTokens });
  const descriptions = types.map(({ name, description = '' }) => `${name} ${description}`);
  const scores = wordScorer(descriptions).score(excerpts.map(({ text }) => text).join('\n'));
  const [best, second] = [...scores.keys()].sort((a, b) => scores[b]! - scores[a]!);
  if (best === undefined || scores[best]! <= 0) return undefined;
  return second === undefined || scores[best]! >= LEXICAL_LEAD * scores[second]! ? types[best] : undefined;
}
