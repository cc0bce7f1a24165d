/** The operations as methods that take and return the JSON of requests and responses. */
import type { Principal } from './api-keys.js';
import type { ServiceContext } from './context.js';
import { serviceError } from './errors.js';
import { authorise, type CallDetails, type Guarded, invoke, type RawInput } from './invoke.js';
import type { Caller, Operation } from './operation.js';
import * as batchOps from './operations/batches.js';
import * as classifyOps from './operations/classification.js';
import * as configOps from './operations/configurations.js';
import * as typeOps from './operations/document-types.js';
import * as nowOps from './operations/extract-now.js';
import * as extractionOps from './operations/extractions.js';
import * as goldenOps from './operations/goldens.js';
import { HOST } from './operations/keys.js';
import * as listOps from './operations/lists.js';
import * as reviewOps from './operations/reviews.js';
import * as spreadsheetOps from './operations/spreadsheets.js';
import * as uploadOps from './operations/uploads.js';
import * as webhookOps from './operations/webhooks.js';
import { checkGoldens, keepExpectation } from './processing/golden-check.js';
import { takePresigned } from './processing/presigned.js';
import type { TypeRow } from './rows.js';
import type { BatchChange, NewBatch } from './schemas/batches.js';
import type { ConfigurationChange, NewConfiguration, Publication } from './schemas/configurations.js';
import type { DocumentTypeChange, NewDocumentType } from './schemas/document-types.js';
import type {
  ExtractQuery,
  FetchRequest,
  PortfolioFetchRequest,
  PortfolioUploadRequest,
  UploadRequest,
} from './schemas/extractions.js';
import type { GoldenChange, GoldenTextRequest, NewGolden } from './schemas/goldens.js';
import type { ReviewRequest, TokenRequest } from './schemas/reviews.js';

/** Who calls a method, and how. */
export interface CallOptions {
  /** For whom the call is; default the account `default`, with every right. */
  readonly principal?: Principal;
  /** Repetitions with the same key get the first result. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

/** Parameters of a query: numbers and lists stand for their text. */
export type QueryInput = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** A document as bytes, with its content type where that is known. */
export interface GivenDocument {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType?: string;
}

/** The methods of a service, by resource. */
export function createMethods(context: ServiceContext) {
  async function call<Params, Query, Body, Result>(
    operation: Operation<Params, Query, Body, Result>,
    input: RawInput,
    options: CallOptions = {},
  ): Promise<Result> {
    const caller: Caller = { kind: 'key', principal: options.principal ?? HOST };
    authorise(operation, caller);
    const details: CallDetails = {
      caller,
      base: context.baseUrl ?? context.basePath,
      // One of its own: a signal that all calls share would gather their listeners.
      signal: options.signal ?? new AbortController().signal,
      idempotencyKey: options.idempotencyKey,
    };
    const invocation = await invoke(context, operation, input, details);
    if (invocation.kind === 'result') return invocation.result;
    return JSON.parse(invocation.response.body ?? 'null') as Result;
  }
  /** The account of a call of a method that has no route. */
  function accountFor(guarded: Guarded, { principal = HOST }: CallOptions = {}): string {
    authorise(guarded, { kind: 'key', principal });
    return principal.account;
  }
  async function rowOf(account: string, id: string): Promise<TypeRow> {
    const row = await context.store.getType(account, { id });
    if (!row) throw serviceError('not_found');
    return row;
  }
  const query = (given: QueryInput = {}) =>
    Object.fromEntries(
      Object.entries(given).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, Array.isArray(value) ? value.join(',') : String(value)]],
      ),
    );
  type Extract = ExtractQuery & QueryInput;
  const received = ({ bytes, contentType }: GivenDocument) => ({
    bytes,
    contentType: contentType ?? 'application/octet-stream',
  });

  return {
    documentTypes: {
      list: (o?: CallOptions) => call(typeOps.listDocumentTypes, {}, o),
      create: (body: NewDocumentType, o?: CallOptions) => call(typeOps.createDocumentType, { body }, o),
      get: (id: string, o?: CallOptions) => call(typeOps.getDocumentType, { params: { id } }, o),
      update: (id: string, body: DocumentTypeChange, o?: CallOptions) =>
        call(typeOps.updateDocumentType, { params: { id }, body }, o),
      delete: (id: string, o?: CallOptions) => call(typeOps.deleteDocumentType, { params: { id } }, o),
    },
    configurations: {
      list: (id: string, o?: CallOptions) => call(configOps.listConfigurations, { params: { id } }, o),
      create: (id: string, body: NewConfiguration, o?: CallOptions) =>
        call(configOps.createConfiguration, { params: { id }, body }, o),
      get: (id: string, name: string, o?: CallOptions) =>
        call(configOps.getConfiguration, { params: { id, name } }, o),
      update: (id: string, name: string, body: ConfigurationChange, o?: CallOptions) =>
        call(configOps.updateConfiguration, { params: { id, name }, body }, o),
      delete: (id: string, name: string, o?: CallOptions) =>
        call(configOps.deleteConfiguration, { params: { id, name } }, o),
      versions: (id: string, name: string, o?: CallOptions) =>
        call(configOps.listVersions, { params: { id, name } }, o),
      getVersion: (id: string, name: string, version: string, o?: CallOptions) =>
        call(configOps.getVersion, { params: { id, name, version } }, o),
      publish: (id: string, name: string, version: string, body: Publication, o?: CallOptions) =>
        call(configOps.publishVersion, { params: { id, name, version }, body }, o),
      deleteVersion: (id: string, name: string, version: string, o?: CallOptions) =>
        call(configOps.deleteVersion, { params: { id, name, version } }, o),
    },
    goldens: {
      list: (id: string, o?: CallOptions) => call(goldenOps.listGoldens, { params: { id } }, o),
      create: (id: string, body: NewGolden, o?: CallOptions) =>
        call(goldenOps.createGolden, { params: { id }, body }, o),
      get: (id: string, name: string, o?: CallOptions) =>
        call(goldenOps.getGolden, { params: { id, name } }, o),
      update: (id: string, name: string, body: GoldenChange, o?: CallOptions) =>
        call(goldenOps.updateGolden, { params: { id, name }, body }, o),
      delete: (id: string, name: string, o?: CallOptions) =>
        call(goldenOps.deleteGolden, { params: { id, name } }, o),
      deleteConfiguration: (id: string, name: string, o?: CallOptions) =>
        call(goldenOps.deleteGoldenConfiguration, { params: { id, name } }, o),
      /** Whether each golden of a type still gives what is kept of it. */
      check: async (id: string, o?: CallOptions) =>
        checkGoldens(context, await rowOf(accountFor(goldenOps.checking, o), id)),
      /** Keeps what a golden gives now, for `check`. */
      accept: async (id: string, name: string, o?: CallOptions) => {
        const type = await rowOf(accountFor(goldenOps.updateGolden, o), id);
        const row = await context.store.getGolden({ typeId: type.id, name });
        if (!row) throw serviceError('not_found');
        return keepExpectation(context, type, row);
      },
      text: (type: string, body: GoldenTextRequest, o?: CallOptions) =>
        call(goldenOps.extractTextFromGolden, { params: { document_type: type }, body }, o),
    },
    extractions: {
      /** An upload address for a document of a type, or for one of its configurations. */
      generateUploadUrl: (type: string, body: UploadRequest = {}, q?: Extract, o?: CallOptions) =>
        call(extractionOps.generateUploadUrl, { params: { document_type: type }, body, query: query(q) }, o),
      generateUploadUrlForConfiguration: (
        type: string,
        config: string,
        body: UploadRequest = {},
        q?: Extract,
        o?: CallOptions,
      ) =>
        call(
          extractionOps.generateUploadUrlForConfig,
          { params: { document_type: type, config_name: config }, body, query: query(q) },
          o,
        ),
      generatePortfolioUploadUrl: (body: PortfolioUploadRequest, q?: Extract, o?: CallOptions) =>
        call(extractionOps.generatePortfolioUploadUrl, { body, query: query(q) }, o),
      extractFromUrl: (type: string, body: FetchRequest, q?: Extract, o?: CallOptions) =>
        call(extractionOps.extractFromUrl, { params: { document_type: type }, body, query: query(q) }, o),
      extractFromUrlForConfiguration: (
        type: string,
        config: string,
        body: FetchRequest,
        q?: Extract,
        o?: CallOptions,
      ) =>
        call(
          extractionOps.extractFromUrlForConfig,
          { params: { document_type: type, config_name: config }, body, query: query(q) },
          o,
        ),
      extractPortfolioFromUrl: (body: PortfolioFetchRequest, q?: Extract, o?: CallOptions) =>
        call(extractionOps.extractPortfolioFromUrl, { body, query: query(q) }, o),
      /** Takes the bytes of an upload address, as PUT does. */
      upload: async (uploadUrl: string, document: GivenDocument): Promise<void> => {
        const token = new URL(uploadUrl, 'http://service').pathname.split('/').at(-1) ?? '';
        const headers = new Headers(document.contentType ? { 'content-type': document.contentType } : {});
        const body = { stream: new Blob([document.bytes]).stream(), headers };
        await call(uploadOps.putUpload, { params: { token }, body });
      },
      /**
       * Tells that a document was put to an address of the store of blobs; without it the sweep finds out.
       * @returns whether there was something to take
       */
      uploaded: (id: string) => takePresigned(context, id),
      get: (id: string, q?: { readonly original?: boolean }, o?: CallOptions) =>
        call(extractionOps.getExtraction, { params: { id }, query: query(q) }, o),
      delete: (id: string, o?: CallOptions) => call(extractionOps.deleteExtraction, { params: { id } }, o),
      /** Runs an extraction again that has FAILED. */
      retry: (id: string, o?: CallOptions) => call(extractionOps.retryExtraction, { params: { id } }, o),
      /** The same for a page of those that filters select, as lists have them. */
      retryAll: (q?: QueryInput, o?: CallOptions) => call(listOps.retryExtractions, { query: query(q) }, o),
      /** Extracts at once. */
      extract: (type: string, document: GivenDocument, q?: Extract, o?: CallOptions) =>
        call(
          nowOps.extractDocument,
          { params: { document_type: type }, body: received(document), query: query(q) },
          o,
        ),
      extractWithConfiguration: (
        type: string,
        config: string,
        document: GivenDocument,
        q?: Extract,
        o?: CallOptions,
      ) =>
        call(
          nowOps.extractDocumentWithConfig,
          {
            params: { document_type: type, config_name: config },
            body: received(document),
            query: query(q),
          },
          o,
        ),
      list: (q?: QueryInput, o?: CallOptions) => call(listOps.listExtractions, { query: query(q) }, o),
      statistics: (q: QueryInput, o?: CallOptions) =>
        call(listOps.extractionStatistics, { query: query(q) }, o),
      excel: (ids: readonly string[], o?: CallOptions) =>
        call(spreadsheetOps.generateExcel, { params: { ids: ids.join(',') } }, o),
      csv: (ids: readonly string[], o?: CallOptions) =>
        call(spreadsheetOps.generateCsv, { params: { ids: ids.join(',') } }, o),
      classify: (document: GivenDocument, q?: QueryInput, o?: CallOptions) =>
        call(classifyOps.classify, { body: received(document), query: query(q) }, o),
      classifyAsync: (document: GivenDocument, q?: QueryInput, o?: CallOptions) =>
        call(classifyOps.classifyAsync, { body: received(document), query: query(q) }, o),
    },
    batches: {
      create: (body: NewBatch, q?: Extract, o?: CallOptions) =>
        call(batchOps.createBatch, { body, query: query(q) }, o),
      uploadUrls: (id: string, start: number, end: number, o?: CallOptions) =>
        call(batchOps.getUploadUrls, { params: { id, start: String(start), end: String(end) } }, o),
      get: (id: string, o?: CallOptions) => call(batchOps.getBatch, { params: { id } }, o),
      update: (id: string, body: BatchChange, o?: CallOptions) =>
        call(batchOps.updateBatch, { params: { id }, body }, o),
      excel: (id: string, o?: CallOptions) => call(batchOps.batchSpreadsheet, { params: { id } }, o),
    },
    reviews: {
      /** Decides, or saves corrections. */
      review: (id: string, body: ReviewRequest, o?: CallOptions) =>
        call(reviewOps.reviewExtraction, { params: { id }, body }, o),
      createToken: (body: TokenRequest, o?: CallOptions) => call(reviewOps.createToken, { body }, o),
      /**
       * A token after it was made, with its last uses; never its text.
       * @param id the first half of the token
       */
      getToken: async (id: string, o?: CallOptions): Promise<reviewOps.ShownToken> => {
        const account = accountFor(reviewOps.createToken, o);
        const row = await context.store.getToken(id);
        if (row?.account !== account) throw serviceError('not_found');
        return reviewOps.shownToken(row);
      },
      /** A token for one extraction and, where the service knows one, the address of the page for it. */
      link: async (id: string, o?: CallOptions & { readonly expires?: string }) => {
        const grants: TokenRequest['grants'] = [
          { route: '/documents/{id}', method: 'GET', path: { id } },
          { route: '/extractions/{id}', method: 'PUT', path: { id } },
        ];
        const until = o?.expires === undefined ? {} : { expires: o.expires };
        const { token, expires } = await call(reviewOps.createToken, { body: { grants, ...until } }, o);
        const url = context.reviewUrl?.(id, token);
        return { token, expires, ...(url !== undefined && { url }) };
      },
    },
    webhooks: {
      deliveries: (id: string, o?: CallOptions) => call(webhookOps.listDeliveries, { params: { id } }, o),
      redeliver: (id: string, o?: CallOptions) => call(webhookOps.redeliver, { params: { id } }, o),
    },
  };
}

export type ServiceMethods = ReturnType<typeof createMethods>;
