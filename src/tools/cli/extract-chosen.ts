/** `anchorline extract --configs`: extracts with the config that fits best, or from several documents in a file. */
import type {
  BestFitResult,
  DocumentType,
  Extractor,
  ExtraData,
  PortfolioOptions,
  PortfolioResult,
} from '../../index.js';
import { fieldsOf, foundText } from './found-text.js';
import { printable } from './streams.js';

/** What is extracted from, and with what. */
interface ChosenRequest {
  readonly bytes: Uint8Array;
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
export async function extractChosen(
  extractor: Extractor,
  request: ChosenRequest,
): Promise<BestFitResult | PortfolioResult> {
  const { bytes, types, extraData, options, isPortfolio } = request;
  if (isPortfolio) return extractor.extractPortfolio(bytes, types, extraData, options);
  const [only, ...others] = types;
  if (only && others.length === 0) return extractor.extractBestFit(bytes, only, extraData, options);
  const { trace: _trace, ...reading } = options;
  const { document_type } = await extractor.classify(bytes, types, undefined, reading);
  const type = types.find(({ name }) => name === document_type.name)!;
  return extractor.extractBestFit(bytes, type, extraData, options);
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
      const found =
        configuration === null ? 'failed' : foundText(fieldsOf([output.parsed_document]), output.coverage);
      const config = configuration === null ? '' : ` by config ${configuration}`;
      return printable(`${document}: pages ${startPage} to ${endPage}: ${documentType}${config}, ${found}`);
    }),
    ...unmatched.map(([from, to]) => `${name}: pages ${from} to ${to}: no document`),
  ];
}
