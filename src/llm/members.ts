/** Members that methods which ask a language model share with the defaults of `nlp`. */
// See docs/language/08-language-models.md#821-shared-members
import * as z from 'zod';
import { withDefault } from '../foundation/schema/defaults.js';
import {
  type ConfigWarning,
  closedObject,
  limitedNumber,
  suggestion,
  wholeNumber,
  withWarnings,
} from '../foundation/schema/grammar.js';
import type { PreprocessorGrammar } from '../foundation/schema/language.js';
import { canonicalProvider } from './options.js';

const CHUNK_SIZES = [0.5, 1] as const;
const CHUNK_OVERLAPS = [0, 0.25, 0.5] as const;
const LIST_MODES = ['fast', 'thorough', 'long', 'experimental', 'fullDocument'] as const;

/** Providers that everybody's configs may name, in any case; a host decides what is behind each. */
const KNOWN_PROVIDERS: readonly string[] = [
  'open-ai',
  'openai',
  'open_ai',
  'anthropic',
  'google',
  'gemini',
  'provider_a',
  'provider_b',
  'provider_c',
];

/** Methods with the same defaults: questions, lists, and tables. */
export type ModelFamily = 'query' | 'list' | 'nlpTable';

const EXCERPTS = { chunkCount: 5, chunkSize: 0.5, chunkOverlapPercentage: 0.5, pageHinting: true } as const;

/** What each family is asked with where neither a method nor `nlp` says anything. */
export const MODEL_DEFAULTS = {
  query: { ...EXCERPTS, confidenceSignals: true, searchBySummarization: false },
  list: {
    ...EXCERPTS,
    chunkCount: 20,
    chunkSize: 1,
    chunkOverlapPercentage: 0,
    searchBySummarization: false,
    singleLLMCompletion: false,
  },
  nlpTable: { ...EXCERPTS, rewriteTable: true, annotateSuperscriptAndSubscript: false },
} as const;
/** How thoroughly lists are read. */
export const DEFAULT_MODE = 'fast';
/** Shares of a page that may be above the second part of a table, and below its first. */
export const DEFAULT_PAGE_SPAN = { top: 0.4, bottom: 0.2 } as const;
/** Excerpts of a list in the mode `long`, whatever the config says. */
// See docs/language/08-language-models.md#863-modes
export const LONG_CHUNKS = 100;
/** Excerpts that a config may ask for; more are taken as these. */
const MOST_CHUNKS = 1_000;

/** The members of a method, with the defaults of its family; in `nlp` the same members have none. */
export function membersOf<Members extends Readonly<Record<string, z.ZodType>>>(
  family: ModelFamily,
  members: Members,
): Members {
  const defaults: Readonly<Record<string, unknown>> = MODEL_DEFAULTS[family];
  const marked = Object.entries(members).map(([name, schema]) => {
    if (!Object.hasOwn(defaults, name)) return [name, schema] as const;
    return [name, schema.meta({ ...z.globalRegistry.get(schema), default: defaults[name] })] as const;
  });
  return Object.fromEntries(marked) as Members;
}

/** The ids among those that a host gives its providers, and its aliases, that only its configs may name. */
export function ownProviderIds({
  providers,
  aliases,
}: {
  readonly providers?: object | undefined;
  readonly aliases?: object | undefined;
}): readonly string[] {
  const ids = [...Object.keys(providers ?? {}), ...Object.keys(aliases ?? {})].map(canonicalProvider);
  return [...new Set(ids)].filter((id) => !KNOWN_PROVIDERS.includes(id));
}

/**
 * The grammar of provider ids in configs, in any letter case: those that everybody may name, and those that a host
 * registered.
 * @param registered ids of the host's own providers
 */
// See docs/language/08-language-models.md#81-providers-in-configs
export function providerSchema(registered: readonly string[]): z.ZodType<string, string> {
  const accepted = [...KNOWN_PROVIDERS, ...registered];
  return z
    .string()
    .superRefine((id, context) => {
      if (accepted.includes(canonicalProvider(id))) return;
      const hint = suggestion(id, accepted);
      const message = `unknown provider ${JSON.stringify(id)}${hint}; allowed: ${accepted.join(', ')}, and the ids in llm.providers of createExtractor`;
      context.addIssue({ code: 'custom', message });
    })
    .describe('Name of a provider; the host decides which model is behind it');
}

/** What members that name a provider need of the grammar. */
type ProviderGrammar = Pick<PreprocessorGrammar, 'llmProvider'>;

/** At least one of the members of an object must be there. */
function needsOne(value: object, context: z.core.$RefinementCtx): void {
  if (Object.values(value).some((member) => member !== undefined)) return;
  context.addIssue({
    code: 'custom',
    message: 'at least one member is required',
    params: { code: 'required' },
  });
}

const listMode = withWarnings(z.enum(LIST_MODES), (mode): ConfigWarning[] => {
  if (mode !== 'experimental') return [];
  const message = '"experimental" says nothing of its own: lists are read as with "thorough"';
  return [{ path: [], code: 'LLM_MODE_EXPERIMENTAL', message }];
});

export const promptIntroduction = z
  .string()
  .optional()
  .describe('Takes the place of the sentence in the prompt that says what to do');

/** How the text that the model sees is cut into excerpts. */
export const chunkMembers = {
  chunkCount: wholeNumber(1, MOST_CHUNKS)
    .optional()
    .describe(
      'Number of excerpts in the prompt; a short document is shown whole, unless the config says how excerpts are cut',
    ),
  chunkSize: z.literal(CHUNK_SIZES).optional().describe('Size of an excerpt in pages'),
  chunkOverlapPercentage: z
    .literal(CHUNK_OVERLAPS)
    .optional()
    .describe('Share of an excerpt that the next one repeats'),
};

const seenPages = withWarnings(
  closedObject({
    startPage: withDefault(wholeNumber(0), 0).describe('First page, counting from 0'),
    endPage: wholeNumber(0)
      .optional()
      .describe('First page that is no longer seen, counting from 0; without it, all are seen'),
  })
    .superRefine(({ startPage = 0, endPage }, context) => {
      if (endPage === undefined || startPage <= endPage) return;
      context.addIssue({ code: 'custom', path: ['endPage'], message: 'must be greater than startPage' });
    })
    .meta({ title: 'seen pages' }),
  ({ startPage = 0, endPage }) => (startPage === endPage ? [onePage(startPage)] : []),
);

/** The page endPage is not seen itself, so that a range which ends with its first page would be empty. */
// See docs/language/08-language-models.md#821-shared-members
function onePage(page: number): ConfigWarning {
  const message = `endPage is the first page that is no longer seen; taken for page ${page} alone, which is endPage ${page + 1}`;
  return { path: ['endPage'], code: 'empty_page_range', message };
}

/** What the model sees, and its instructions. */
export function contextMembers({ llmProvider }: ProviderGrammar) {
  return {
    ...chunkMembers,
    contextDescription: z.string().optional().describe('What the document is, in words; part of the prompt'),
    pageHinting: z.boolean().optional().describe('Give page numbers in the prompt'),
    confidenceSignals: z
      .union([
        z.boolean(),
        z.literal('strict'),
        closedObject({
          engine: llmProvider
            .optional()
            .describe('Provider that judges the answers, in a request of its own'),
          strict: withDefault(z.boolean(), false).describe('Leave out answers that are judged wrong'),
        })
          .superRefine(needsOne)
          .meta({ title: 'confidence signals' }),
      ])
      .optional()
      .describe(
        'Ask how certain each answer is; "strict" also leaves out answers that are judged wrong. No effect on lists and tables',
      ),
    pageRange: seenPages.optional().describe('Pages that the model sees; anchors see all pages'),
    searchBySummarization: z
      .union([z.boolean(), z.literal(['page', 'outline'])])
      .optional()
      .describe(
        'Find what is shown by summaries that a model makes first: of pages (true, "page") or of the parts of an outline ("outline"). No effect on tables',
      ),
  };
}

/** Who answers. */
export function providerEngine({ llmProvider }: ProviderGrammar) {
  return closedObject({ provider: llmProvider })
    .meta({ title: 'provider engine' })
    .optional()
    .describe('Who answers; without it, the host decides');
}

const unusedMode = withWarnings(z.enum(LIST_MODES), (): ConfigWarning[] => [
  { path: [], code: 'LLM_MEMBER_IGNORED', message: 'only lists have a mode' },
]);

/** Who answers questions. Configs give a mode along, which only lists have. */
export function questionEngine({ llmProvider }: ProviderGrammar) {
  return closedObject({
    provider: llmProvider,
    mode: unusedMode.optional().describe('Of lists; no effect on questions'),
  })
    .meta({ title: 'question engine' })
    .optional()
    .describe('Who answers; without it, the host decides');
}

/** How thoroughly lists are read, and by whom. */
export function listEngine({ llmProvider }: ProviderGrammar) {
  return z
    .union([
      listMode,
      closedObject({
        mode: withDefault(listMode, DEFAULT_MODE).describe(
          `How thoroughly the list is read: "long" takes up to ${LONG_CHUNKS} excerpts, "fullDocument" all pages`,
        ),
        provider: llmProvider.optional().describe('Provider of the language model'),
      })
        .superRefine(needsOne)
        .meta({ title: 'list engine' }),
    ])
    .optional()
    .describe('How thoroughly the list is read, and by whom; a mode may be given alone');
}

export const singleCompletion = z.boolean().optional().describe('Ask in one request for the whole list');

const share = limitedNumber(0, 1);

/** How tables are found and read. */
export const tableMembers = {
  rewriteTable: z
    .boolean()
    .optional()
    .describe('Let the model write the cells; else it only matches columns, and cells stay as printed'),
  pageSpanThreshold: closedObject({
    top: withDefault(share, DEFAULT_PAGE_SPAN.top).describe(
      'Largest share of the page above the second part',
    ),
    bottom: withDefault(share, DEFAULT_PAGE_SPAN.bottom).describe(
      'Largest share of the page below the first part',
    ),
  })
    .meta({ title: 'page span threshold' })
    .optional()
    .describe('How near to the edges a table must come to continue across a page break'),
  detectTableStructureOnly: z
    .boolean()
    .optional()
    .describe('Has no effect: cells always take their text from the lines of the document'),
  annotateSuperscriptAndSubscript: z
    .boolean()
    .optional()
    .describe('Mark superscripts and subscripts in the cells'),
};
