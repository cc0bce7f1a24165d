/** Requests and responses about extractions. */
import * as z from 'zod';
import { closedObject } from '../../foundation/schema/grammar.js';
import { ENVIRONMENTS } from '../api-keys.js';
import { COVERAGE_BUCKETS, type ExtractionStatus, type ReviewStatus } from '../extraction-rows.js';
import {
  caseless,
  commaListOf,
  documentContentType,
  documentName,
  environment,
  extraData,
  givenEnvironment,
  givenExtraData,
  givenStrict,
  named,
  resourceName,
  rowId,
  share,
  timestamp,
  wholeNumber,
} from './common.js';
import { address, webhookSchema } from './webhooks.js';

const STATUSES = [
  'WAITING',
  'PROCESSING',
  'COMPLETE',
  'FAILED',
] as const satisfies readonly ExtractionStatus[];
const REVIEW_STATUSES = ['NEEDS_REVIEW', 'APPROVED', 'REJECTED'] as const satisfies readonly ReviewStatus[];
export const SEGMENTATIONS = ['fingerprints', 'llm'] as const;
export type Segmentation = (typeof SEGMENTATIONS)[number];

export const extractQuery = z.object({
  environment: givenEnvironment.optional(),
  document_name: documentName.optional().describe('Name of the file; echoed'),
  filename: documentName.optional().describe('Another name of document_name'),
  strict: givenStrict.optional(),
});
export type ExtractQuery = z.input<typeof extractQuery>;

const asynchronous = {
  content_type: documentContentType.nullish(),
  webhook: webhookSchema.nullish(),
  extra_data: givenExtraData.optional(),
};
const fetched = { document_url: address.describe('Where the document is fetched from'), ...asynchronous };
const portfolio = {
  types: z.array(z.string()).min(1).describe('Names of document types'),
  segment_documents_with: z.enum(SEGMENTATIONS).optional().describe('default fingerprints'),
};

export const uploadRequest = named('UploadRequest', closedObject(asynchronous));
export type UploadRequest = z.infer<typeof uploadRequest>;
export const fetchRequest = named('FetchRequest', closedObject(fetched));
export type FetchRequest = z.infer<typeof fetchRequest>;
export const portfolioUploadRequest = named(
  'PortfolioUploadRequest',
  closedObject({ ...portfolio, ...asynchronous }),
);
export type PortfolioUploadRequest = z.infer<typeof portfolioUploadRequest>;
export const portfolioFetchRequest = named(
  'PortfolioFetchRequest',
  closedObject({ ...portfolio, ...fetched }),
);
export type PortfolioFetchRequest = z.infer<typeof portfolioFetchRequest>;

/** Members of asynchronous requests that are known here and refused. */
export const base64Document = named(
  'Base64Document',
  closedObject({ document: z.string().describe('The document in Base64') }),
);

const extractionError = z.object({
  field_id: z.string().optional(),
  message: z.string(),
  type: z.enum(['configuration', 'invalid', 'unexpected']),
  code: z.string().optional(),
});

export const createdExtraction = named(
  'CreatedExtraction',
  z.object({
    id: rowId,
    created: timestamp,
    status: z.enum(STATUSES),
    type: resourceName.optional(),
    types: z.array(resourceName).optional(),
    upload_url: z.string().optional(),
    upload_url_expires: timestamp.optional(),
    environment,
    document_name: z.string().optional(),
    filename: z.string().optional(),
    content_type: z.string().optional(),
    extra_data: extraData.optional(),
    errors: z.array(extractionError),
  }),
);
export type CreatedExtraction = z.infer<typeof createdExtraction>;

const score = z.looseObject({ value: z.number().optional() });
const classificationEntry = z.object({
  configuration: z.string(),
  fingerprints: z.int().optional(),
  fingerprints_present: z.int().optional(),
  score: score.optional(),
  skipped: z.string().optional(),
  error: z.string().optional(),
});

const fingerprintCount = z.object({ passed: z.int().min(0), tests: z.int().min(0) });

const extractionWarning = z.object({
  code: z.string(),
  message: z.string(),
  field_id: z.string().optional(),
  path: z.string().optional().describe('Of the field in the configuration'),
  page: z.int().min(0).optional().describe('Counted from 0'),
});

const validationSummary = z.object({
  fields: z.int(),
  fields_present: z.int(),
  errors: z.int(),
  warnings: z.int(),
  skipped: z.int(),
});

const validationEntry = z.looseObject({
  description: z.string(),
  severity: z.string(),
  message: z.string().optional(),
});

const ocrReport = z.object({
  pages: z.array(
    z.object({
      page: z.int().min(0).describe('Page of the file, counted from 0'),
      engine: z.string(),
      part: z.enum(['page', 'images']).describe('Whether all of the page was read, or its images alone'),
      words: z.int().min(0),
      confidence: z.number().min(0).max(1).optional().describe('Mean over the words'),
    }),
  ),
});
const fileMetadata = z.looseObject({});
const pageRange = z.tuple([z.int(), z.int()]);

const segment = z.object({
  documentType: z.string(),
  configuration: z.string().optional(),
  configuration_version: z.string().optional(),
  startPage: z.int(),
  endPage: z.int(),
  output: z.looseObject({}),
});

/** A value as the layout or the model gives it; of tables with other counts of rows these alone. */
const sideOfDisagreement = z.object({
  value: z.unknown().optional(),
  source: z.string().optional(),
  rows: z.int().optional(),
  lines: z
    .array(
      z.object({
        text: z.string(),
        page: z.int().min(0).describe('Counted from 0'),
        boundingPolygon: z.array(z.object({ x: z.number(), y: z.number() })).describe('Inches'),
      }),
    )
    .optional(),
});
const disagreement = z.object({
  field_id: z.string(),
  column: z.string().optional(),
  row: z.int().min(0).optional().describe('Of a table, counted from 0'),
  layout: sideOfDisagreement,
  model: sideOfDisagreement,
});
export type ShownDisagreement = z.infer<typeof disagreement>;

/** Members that every extraction has. */
const facts = {
  id: rowId,
  created: timestamp,
  uploaded: timestamp.optional(),
  processing_started: timestamp.optional(),
  completed: timestamp.optional(),
  type: z.string().optional(),
  types: z.array(z.string()).optional(),
  status: z.enum(STATUSES),
  environment,
  document_name: z.string().optional(),
  filename: z.string().optional(),
  content_type: z.string().optional(),
};

export const extraction = named(
  'Extraction',
  z.object({
    ...facts,
    configuration: z.string().optional(),
    configuration_version: z.string().optional(),
    configuration_fingerprint: fingerprintCount
      .optional()
      .describe('Tests of the fingerprint of the configuration that pass, and all of them'),
    parsed_document: z.looseObject({}).optional(),
    postprocessorOutput: z.unknown().optional(),
    documents: z.array(segment).optional(),
    unmatched_pages: z.array(pageRange).optional(),
    validations: z.array(validationEntry).optional(),
    validation_summary: validationSummary.optional(),
    coverage: z.number().min(0).max(1).optional(),
    errors: z.array(extractionError).optional(),
    warnings: z.array(extractionWarning).optional().describe('What is worth knowing, but cost no value'),
    error: z.string().optional(),
    classification_summary: z.array(classificationEntry).optional(),
    file_metadata: fileMetadata.optional(),
    ocr: ocrReport.optional().describe('What was read by OCR; only where something was'),
    disagreements: z
      .array(disagreement)
      .optional()
      .describe('Where layout and model differ, by verifyShare of the document type'),
    page_count: z.int().optional(),
    reviewStatus: z.enum(REVIEW_STATUSES).optional(),
    reviewStatuses: z.array(z.enum(REVIEW_STATUSES).nullable()).optional(),
    review_version: z.int().optional(),
    extra_data: extraData.optional(),
    batchId: rowId.optional(),
    charged: z.int().optional(),
    actor: z.string().optional().describe('Who asked for it: api_key, and the name of the key'),
    webhook: webhookSchema.optional(),
    download_url: z.string().optional(),
  }),
);
export type Extraction = z.infer<typeof extraction>;

export const extractionQuery = z.object({
  original: caseless(['true', 'false']).optional().describe('true gives the result before the review'),
});

export const deletionQuery = z.object({
  row: caseless(['true', 'false']).optional().describe('true deletes the extraction itself, with its events'),
});

const listedSegment = z.object({
  documentType: z.string(),
  configuration: z.string().optional(),
  startPage: z.int(),
  endPage: z.int(),
  output: z.object({ errors: z.array(extractionError), validations: z.array(validationEntry) }),
});

const listedExtraction = named(
  'ListedExtraction',
  z.object({
    id: rowId,
    created: timestamp,
    completed: timestamp.optional(),
    status: z.enum(STATUSES),
    type: z.string().optional(),
    types: z.array(z.string()).optional(),
    configuration: z.string().optional(),
    documents: z.array(listedSegment).optional(),
    errors: z.array(extractionError),
    validations: z.array(validationEntry).optional(),
    validation_summary: validationSummary.optional(),
    page_count: z.int().optional(),
    document_name: z.string().optional(),
    filename: z.string().optional(),
    environment,
    coverage: z.number().optional(),
    charged: z.int().optional(),
    reviewStatus: z.enum(REVIEW_STATUSES).optional(),
    reviewStatuses: z.array(z.enum(REVIEW_STATUSES).nullable()).optional(),
  }),
);
export type ListedExtraction = z.infer<typeof listedExtraction>;

/** A date, or a moment with its offset from UTC. */
const givenMoment = z.union([z.iso.date(), z.iso.datetime({ offset: true, local: true })]);

export const listQuery = z.object({
  start_date: givenMoment.optional().describe('Created at this moment or later; a date is its first'),
  end_date: givenMoment.optional().describe('Created at this moment or before; a date is its last'),
  limit: wholeNumber(1).optional(),
  continuation_token: z.string().optional(),
  document_type_ids: commaListOf(rowId).optional(),
  configuration_ids: commaListOf(rowId).optional(),
  environments: commaListOf(caseless(ENVIRONMENTS)).optional(),
  statuses: commaListOf(caselessUpper(STATUSES)).optional(),
  review_statuses: commaListOf(caselessUpper(REVIEW_STATUSES)).optional(),
  min_coverage: share.optional(),
  max_coverage: share.optional(),
  batch_id: rowId.optional(),
});
export type ListFilters = z.output<typeof listQuery>;

/** One of some words that are written in upper case, given in any case. */
function caselessUpper<const Words extends readonly [string, ...string[]]>(words: Words) {
  return z.string().toUpperCase().pipe(z.enum(words));
}

export const retriedPage = named(
  'RetriedPage',
  z.object({
    retried: z.array(rowId).describe('Ids of those that run again'),
    skipped: z.int().describe('FAILED ones whose document is not kept, or that were synchronous'),
    continuation_token: z.string().nullable(),
  }),
);

export const extractionPage = named(
  'ExtractionPage',
  z.object({
    extractions: z.array(listedExtraction),
    continuation_token: z.string().nullable(),
    cutoff_date: z.null(),
  }),
);

export const statisticsQuery = z.object({
  start_date: givenMoment,
  end_date: givenMoment,
  environments: commaListOf(caseless(ENVIRONMENTS)).optional(),
});

export const statistics = named(
  'Statistics',
  z.object({
    statistics: z.array(
      z.object({
        date: z.iso.date(),
        configuration_id: rowId,
        configuration_name: z.string(),
        document_type_id: rowId,
        document_type_name: z.string(),
        coverage_histogram: z.array(z.int()).length(COVERAGE_BUCKETS),
      }),
    ),
  }),
);

export const link = named('Link', z.object({ url: z.string() }));
