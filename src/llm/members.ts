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

const provider = z
  .string()
  .superRefine((id, context) => {
    if (PROVIDERS.includes(id.trim().toLowerCase())) return;
    const message = `unknown provider ${JSON.stringify(id)}; allowed: ${PROVIDERS.join(', ')}`;
    context.addIssue({ code: 'custom', message });
  })
  .describe('Provider of the language model');

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

export const promptIntroduction = z.string().optional().describe('Text before the question in the prompt');

/** How the text that the model sees is cut into excerpts. */
export const chunkMembers = {
  chunkCount: z.int().min(1).optional().describe('Number of excerpts in the prompt'),
  chunkSize: z.literal(CHUNK_SIZES).optional().describe('Size of an excerpt in pages'),
  chunkOverlapPercentage: z
    .literal(CHUNK_OVERLAPS)
    .optional()
    .describe('Share of an excerpt that the next one repeats'),
};

/** What the model sees and is told. */
export const contextMembers = {
  ...chunkMembers,
  contextDescription: z.string().optional().describe('What kind of document this is'),
  pageHinting: z.boolean().optional().describe('Give page numbers in the prompt'),
  confidenceSignals: z
    .union([
      z.boolean(),
      z.literal('strict'),
      closedObject({
        engine: provider.optional().describe('Provider that judges the answers'),
        strict: z.boolean().optional().describe('Leave out answers that are judged wrong'),
      }).superRefine(needsOne),
    ])
    .optional()
    .describe('Ask how certain the answer is'),
  pageRange: closedObject({
    startPage: z.int().min(0).optional().describe('First page, counting from 0'),
    endPage: z.int().min(0).optional().describe('First page that is no longer seen, counting from 0'),
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
    .describe('Find excerpts by summaries of the document'),
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
      mode: listMode.optional().describe('How thoroughly the list is read'),
      provider: provider.optional().describe('Provider of the language model'),
    }).superRefine(needsOne),
  ])
  .optional()
  .describe('How thoroughly lists are read, and by whom');

export const singleCompletion = z.boolean().optional().describe('Ask once for the whole list');

const share = z.number().min(0).max(1).optional();

/** How tables are found and read. */
export const tableMembers = {
  rewriteTable: z.boolean().optional().describe('Let the model rewrite the cells'),
  pageSpanThreshold: closedObject({
    top: share.describe('Largest share of the page above the second part'),
    bottom: share.describe('Largest share of the page below the first part'),
  })
    .optional()
    .describe('How near to the edges a table must come to continue across a page break'),
  detectTableStructureOnly: z
    .boolean()
    .optional()
    .describe('Take the text of cells from the lines of the document'),
  annotateSuperscriptAndSubscript: z
    .boolean()
    .optional()
    .describe('Mark superscripts and subscripts in the cells'),
};
