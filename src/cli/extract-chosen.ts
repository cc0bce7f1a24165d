/** `anchorline extract --configs`: extracts with the config that fits best, or from several documents in a file. */
import type {
  BestFitResult,
  DocumentInput,
  DocumentType,
  ExtraData,
  PortfolioOptions,
  PortfolioResult,
} from '../index.js';
import { counted, printable } from './streams.js';

/** What is extracted from, and with what. */
export interface ChosenRequest {
  readonly bytes: DocumentInput;
  readonly types: readonly DocumentType[];
  readonly extraData: ExtraData | undefined;
  readonly options: PortfolioOptions;
  /** Whether the file holds several documents. */
  readonly isPortfolio: boolean;
}

/**
 * The result of the config that fits best, of the type that the document is of where there are several; or the
 * results of all documents in a file.
 */
export async function extractChosen(request: ChosenRequest): Promise<BestFitResult | PortfolioResult> {
  const { bytes, types, extraData, options, isPortfolio } = request;
  const { classify, extractBestFit, extractPortfolio, loadDocument } = await import('../index.js');
  if (isPortfolio) return extractPortfolio(bytes, types, extraData, options);
  const [only, ...others] = types;
  if (only && others.length === 0) return extractBestFit(bytes, only, extraData, options);
  const { filename, contentType, password, onProgress, llm, trace } = options;
  const document = await loadDocument(bytes as Uint8Array, { filename, contentType, password, onProgress });
  try {
    const { document_type } = await classify(document, types, undefined, { llm });
    const type = types.find(({ name }) => name === document_type.name)!;
    return await extractBestFit(document, type, extraData, { llm, trace });
  } finally {
    await document.close();
  }
}

/** Whether a result is that of several documents. */
export function isPortfolioResult(result: object): result is PortfolioResult {
  return 'documents' in result;
}

/** For whoever looks on: which config was chosen, and for which pages. */
export function chosenLines(document: string, result: BestFitResult | PortfolioResult): string[] {
  const name = printable(document);
  if (!isPortfolioResult(result)) return [`${name}: config ${printable(result.configuration)}`];
  const { documents, unmatched_pages: unmatched } = result;
  return [
    ...documents.map(({ documentType, configuration, startPage, endPage, output }) => {
      const { fields, fields_present: present } = output.validation_summary;
      const found = configuration === null ? 'failed' : `${present} of ${counted(fields, 'field')} found`;
      const config = configuration === null ? '' : ` by config ${configuration}`;
      return printable(`${document}: pages ${startPage} to ${endPage}: ${documentType}${config}, ${found}`);
    }),
    ...unmatched.map(([from, to]) => `${name}: pages ${from} to ${to}: no document`),
  ];
}
