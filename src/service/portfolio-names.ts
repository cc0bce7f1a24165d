/** Names of members in the outputs of portfolios: two sets of them are in use. */

/** Which names are written; both cost twice the size. */
export type PortfolioNames = 'both' | 'snake' | 'camel';

interface StoredOutput {
  readonly parsed_document: unknown;
  readonly file_metadata?: unknown;
  readonly coverage: number;
  readonly configuration?: string;
  readonly classificationSummary?: readonly StoredEntry[];
}

interface StoredEntry {
  readonly configuration: string;
  readonly score?: { readonly value: number; readonly fields_present: number; readonly penalties: number };
}

interface StoredDocument {
  readonly output: StoredOutput;
}

/** Documents of a portfolio as responses show them. @param documents as they are stored */
export function shownDocuments(documents: unknown, names: PortfolioNames): unknown {
  const stored = documents as readonly StoredDocument[];
  return stored.map(({ output, ...place }) => ({ ...place, output: shownOutput(output, names) }));
}

function shownOutput(output: StoredOutput, names: PortfolioNames) {
  const { parsed_document: parsed, file_metadata: metadata, classificationSummary = [], ...rest } = output;
  const isSnake = names !== 'camel';
  const isCamel = names !== 'snake';
  return {
    ...(isSnake && { parsed_document: parsed }),
    ...(isCamel && { parsedDocument: parsed }),
    ...rest,
    ...(isSnake && metadata !== undefined && { file_metadata: metadata }),
    ...(isCamel && metadata !== undefined && { fileMetadata: metadata }),
    classificationSummary: classificationSummary.map((entry) => shownEntry(entry, output, names)),
  };
}

/** The score under its names; the coverage is known of the config that won. */
function shownEntry({ score, ...entry }: StoredEntry, output: StoredOutput, names: PortfolioNames) {
  if (!score) return entry;
  const isWinner = entry.configuration === output.configuration;
  return {
    ...entry,
    score: {
      ...(names !== 'camel' && { value: score.value, fields_present: score.fields_present }),
      ...(names !== 'snake' && {
        score: score.value,
        ...(isWinner && { coverage: output.coverage }),
        fieldsPresent: score.fields_present,
      }),
      penalties: score.penalties,
    },
  };
}
