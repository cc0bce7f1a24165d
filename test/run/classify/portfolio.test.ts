import { describe, expect, it } from 'vitest';
import { DocumentError } from '../../../src/errors.js';
import { PatternTime } from '../../../src/foundation/text/pattern-guard.js';
import { builtInLanguage } from '../../../src/language/config/schema.js';
import type { Document } from '../../../src/page/document/model.js';
import { documentFromLines } from '../../../src/reading/from-lines.js';
import { checkedTypes, type DocumentType } from '../../../src/run/classify/document-type.js';
import { extractDocuments } from '../../../src/run/classify/portfolio.js';
import type { ExtractionResult } from '../../../src/run/extraction/result.js';

/** A type whose documents begin with a word, with a config for each name. */
const type = (name: string, word: string, ...configs: string[]): DocumentType => ({
  name,
  configs: configs.map((each) => ({
    name: each,
    config: { fields: [], fingerprint: { tests: [{ page: 'first' as const, match: word }] } },
  })),
});

interface Run {
  /** Scores by config; 1 for all others. An error fails it. */
  readonly scores?: Readonly<Record<string, number | Error>>;
  readonly document?: Partial<Document>;
}

async function documentsIn(
  pages: string,
  types: readonly DocumentType[],
  { scores = {}, document }: Run = {},
) {
  const sketches = pages.split('|').map((text, page) => ({ text, page, left: 1, top: 1 }));
  const runs: string[] = [];
  const result = await extractDocuments(
    { ...documentFromLines(sketches), ...document },
    checkedTypes(types, builtInLanguage()),
    {
      client: undefined,
      language: builtInLanguage(),
      extraData: undefined,
      bounds: { patternTime: new PatternTime(), interrupt: {} },
      unmerged: async () => undefined,
      run: async (slice, { name }) => {
        runs.push(`${name}: ${slice.pages.map(({ lines }) => lines[0]!.text).join(' ')}`);
        const value = scores[name] ?? 1;
        if (value instanceof Error) throw value;
        const summary = { fields: 4, fields_present: 3, errors: 0, warnings: 1, skipped: 0 };
        const output = {
          parsed_document: {},
          warnings: [],
          validation_summary: summary,
          coverage: 0.5,
          extra_data: { a: 1 },
        };
        return {
          result: output as unknown as ExtractionResult,
          score: { value, fields_present: value, penalties: 0 },
        };
      },
    },
  );
  return { result, runs };
}

describe('documents in a file', () => {
  it('documents in a file are extracted from one by one, in page order, with the configs that found them', async () => {
    const types = [
      type('letters', 'Dear', 'plain'),
      type('bills', 'Bill', 'north', 'south'),
      type('rest', 'Zz', 'z'),
    ];
    const { result, runs } = await documentsIn('Bill|x|Dear|y', types, { scores: { south: 2 } });
    expect(runs).toEqual(['north: Bill x', 'south: Bill x', 'plain: Dear y']);
    const [bill, letter] = result.documents;
    expect(bill).toMatchObject({ documentType: 'bills', configuration: 'south', startPage: 0, endPage: 1 });
    expect(bill!.output.classification_summary).toEqual([
      { configuration: 'south', score: { value: 2, fields_present: 2, penalties: 0 } },
      { configuration: 'north', score: { value: 1, fields_present: 1, penalties: 0 } },
    ]);
    expect(bill!.output).not.toHaveProperty('extra_data');
    expect(letter).toMatchObject({
      documentType: 'letters',
      configuration: 'plain',
      startPage: 2,
      endPage: 3,
    });
    expect(result).toMatchObject({
      coverage: 0.5,
      validation_summary: { fields: 8, fields_present: 6, errors: 0, warnings: 2, skipped: 0 },
      unmatched_pages: [],
    });
  });

  it('stay, with what went wrong, when others can be read', async () => {
    const types = [type('bills', 'Bill', 'north'), type('letters', 'Dear', 'plain')];
    const { result } = await documentsIn('Bill|Dear', types, {
      scores: { north: new Error('out of order') },
    });
    expect(result.documents[0]).toMatchObject({
      configuration: null,
      output: {
        parsed_document: null,
        errors: [{ type: 'unexpected', message: 'out of order' }],
        coverage: 0,
        page_count: 1,
        classification_summary: [],
      },
    });
    expect(result).toMatchObject({ coverage: 0.25, validation_summary: { fields: 4, fields_present: 3 } });
  });

  it('fail together with the error of the first', async () => {
    const types = [type('bills', 'Bill', 'north'), type('letters', 'Dear', 'plain')];
    const scores = { north: new Error('first'), plain: new Error('second') };
    await expect(documentsIn('Bill|Dear', types, { scores })).rejects.toBe(scores.north);
  });

  it('documents in a file are not gone on with when the time is up', async () => {
    const types = [type('bills', 'Bill', 'north'), type('letters', 'Dear', 'plain')];
    const scores = { north: new DocumentError('timed_out', 'too long') };
    await expect(documentsIn('Bill|Dear', types, { scores })).rejects.toBe(scores.north);
  });

  it('a file without documents is reported, with the errors of the file', async () => {
    const issue = { type: 'ocr', code: 'OCR_FAILED', message: 'no', page: 0 } as const;
    const { result } = await documentsIn('x|y', [type('bills', 'Bill', 'north')], {
      document: { errors: [issue] },
    });
    expect(result.errors).toEqual([
      issue,
      expect.objectContaining({ type: 'invalid', code: 'no_documents' }),
    ]);
    expect(result.unmatched_pages).toEqual([[0, 1]]);
  });
});
