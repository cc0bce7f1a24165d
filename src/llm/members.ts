/** Members that methods which ask a language model share with the defaults of `nlp`. */
// See docs/language/08-language-models.md#821-shared-members
import { z } from 'zod';
import { closedObject } from '../grammar.js';

const CHUNK_SIZES = [0.5, 1] as const;
const CHUNK_OVERLAPS = [0, 0.25, 0.5] as const;
const LIST_MODES = ['fast', 'thorough', 'long', 'experimental', 'fullDocument'] as const;

/** Providers that configs name, in any case; a host decides what stands behind each. */
const PROVIDERS: readonly string[] = [
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

/** What fields are asked with where a config says nothing: questions and tables, and lists. */
export const CONTEXT_DEFAULTS = {
  query: { chunkCount: 5, chunkSize: 0.5, chunkOverlapPercentage: 0.5 },
  list: { chunkCount: 20, chunkSize: 1, chunkOverlapPercentage: 0 },
  pageHinting: true,
} as const;

/** How lists are read, and how tables are found and read, where a config says nothing. */
export const LIST_DEFAULTS = { mode: 'fast', singleLLMCompletion: false } as const;
export const TABLE_DEFAULTS = {
  rewriteTable: true,
  pageSpanThreshold: { top: 0.4, bottom: 0.2 },
  annotateSuperscriptAndSubscript: false,
} as const;

/** Excerpts of a list in the mode `long`, whatever the config says. */
// See docs/language/08-language-models.md#863-modes
export const LONG_CHUNKS = 100;

/** The default of a member of excerpts, in words. */
function excerptDefault(name: keyof (typeof CONTEXT_DEFAULTS)['query']): string {
  const { query, list } = CONTEXT_DEFAULTS;
  return `default ${query[name]}, for lists ${list[name]}`;
}

const provider = z
  .string()
  .superRefine((id, context) => {
    if (PROVIDERS.includes(id.trim().toLowerCase())) return;
    const message = `unknown provider ${JSON.stringify(id)}; allowed: ${PROVIDERS.join(', ')}`;
    context.addIssue({ code: 'custom', message });
  })
  .describe('Name of a provider; the host decides which model stands behind it');

/** At least one of the members of an object must be there. */
function needsOne(value: object, context: z.core.$RefinementCtx): void {
  if (Object.values(value).some((member) => member !== undefined)) return;
  context.addIssue({
    code: 'custom',
    message: 'at least one member is required',
    params: { code: 'required' },
  });
}

const listMode = z.enum(LIST_MODES);

export const promptIntroduction = z
  .string()
  .optional()
  .describe('Stands in the prompt in place of the sentence that says what to do');

/** How the text that the model sees is cut into excerpts. */
export const chunkMembers = {
  chunkCount: z
    .int()
    .min(1)
    .optional()
    .describe(
      `Number of excerpts in the prompt; ${excerptDefault('chunkCount')}. A short document is shown whole, unless the config says how excerpts are cut`,
    ),
  chunkSize: z
    .literal(CHUNK_SIZES)
    .optional()
    .describe(`Size of an excerpt in pages; ${excerptDefault('chunkSize')}`),
  chunkOverlapPercentage: z
    .literal(CHUNK_OVERLAPS)
    .optional()
    .describe(`Share of an excerpt that the next one repeats; ${excerptDefault('chunkOverlapPercentage')}`),
};

/** What the model sees and is told. */
export const contextMembers = {
  ...chunkMembers,
  contextDescription: z.string().optional().describe('What the document is, in words; stands in the prompt'),
  pageHinting: z
    .boolean()
    .optional()
    .describe(`Give page numbers in the prompt; default ${CONTEXT_DEFAULTS.pageHinting}`),
  confidenceSignals: z
    .union([
      z.boolean(),
      z.literal('strict'),
      closedObject({
        engine: provider.optional().describe('Provider that judges the answers, in a request of its own'),
        strict: z.boolean().optional().describe('Leave out answers that are judged wrong; default false'),
      }).superRefine(needsOne),
    ])
    .optional()
    .describe(
      'Ask how certain each answer is; default true for questions, no effect on lists and tables. "strict" also leaves out answers that are judged wrong',
    ),
  pageRange: closedObject({
    startPage: z.int().min(0).optional().describe('First page, counting from 0; default the first'),
    endPage: z
      .int()
      .min(0)
      .optional()
      .describe('First page that is no longer seen, counting from 0; default none'),
  })
    .superRefine(({ startPage = 0, endPage }, context) => {
      if (endPage === undefined || startPage < endPage) return;
      context.addIssue({ code: 'custom', path: ['endPage'], message: 'must be greater than startPage' });
    })
    .optional()
    .describe('Pages that the model sees; anchors see all pages'),
  searchBySummarization: z
    .union([z.boolean(), z.literal(['page', 'outline'])])
    .optional()
    .describe(
      'Find what is shown by summaries that a model makes first: of pages (true, "page") or of the parts of an outline ("outline"); default false, no effect on tables',
    ),
};

/** Who answers. */
export const providerEngine = closedObject({ provider })
  .optional()
  .describe('Who answers; without it, the host decides');

/** How thoroughly lists are read, and by whom. */
export const listEngine = z
  .union([
    listMode,
    closedObject({
      mode: listMode
        .optional()
        .describe(
          `How thoroughly the list is read; default ${LIST_DEFAULTS.mode}. "long" reads up to ${LONG_CHUNKS} excerpts, "fullDocument" all pages`,
        ),
      provider: provider.optional().describe('Provider of the language model'),
    }).superRefine(needsOne),
  ])
  .optional()
  .describe('How thoroughly the list is read, and by whom; a mode may stand alone');

export const singleCompletion = z
  .boolean()
  .optional()
  .describe(`Ask in one request for the whole list; default ${LIST_DEFAULTS.singleLLMCompletion}`);

const share = z.number().min(0).max(1).optional();

/** How tables are found and read. */
export const tableMembers = {
  rewriteTable: z
    .boolean()
    .optional()
    .describe(
      `Let the model write the cells; default ${TABLE_DEFAULTS.rewriteTable}. Else it only matches columns, and cells stay as printed`,
    ),
  pageSpanThreshold: closedObject({
    top: share.describe(
      `Largest share of the page above the second part; default ${TABLE_DEFAULTS.pageSpanThreshold.top}`,
    ),
    bottom: share.describe(
      `Largest share of the page below the first part; default ${TABLE_DEFAULTS.pageSpanThreshold.bottom}`,
    ),
  })
    .optional()
    .describe('How near to the edges a table must come to continue across a page break'),
  detectTableStructureOnly: z
    .boolean()
    .optional()
    .describe('Has no effect: cells always take their text from the lines of the document'),
  annotateSuperscriptAndSubscript: z
    .boolean()
    .optional()
    .describe(
      `Mark superscripts and subscripts in the cells; default ${TABLE_DEFAULTS.annotateSuperscriptAndSubscript}`,
    ),
};
