/** The labelled questions: what is asked of a document, the answer, and where the document prints it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Document, Line } from '../../src/page/document/model.js';

/** A question of a user of a document. */
export interface Question {
  readonly question: string;
  /** As it is printed. */
  readonly answer: string;
  /** Lines that answer it. */
  readonly lines: readonly Line[];
}

/** A document and its questions. */
export interface Subject {
  readonly name: string;
  /** Whether its questions were written when excerpts were chosen, and answers placed, as they are. */
  readonly isHeldOut: boolean;
  readonly document: Document;
  readonly questions: readonly Question[];
}

/** An entry of questions.json; `at` holds the page (from 0) and the line of the page (from 0) of each answer. */
interface Entry {
  readonly document: string;
  readonly heldOut?: boolean;
  readonly questions: readonly {
    readonly question: string;
    readonly answer: string;
    readonly at: readonly (readonly [page: number, line: number])[];
  }[];
}

const LABELS = fileURLToPath(new URL('questions.json', import.meta.url));

/**
 * The labelled documents of a corpus whose name contains `filter`.
 * @throws Error when a labelled line does not hold its answer
 */
export async function labelledSubjects(
  corpus: string,
  filter: string,
  load: (bytes: Uint8Array) => Promise<Document>,
): Promise<readonly Subject[]> {
  const entries = JSON.parse(readFileSync(LABELS, 'utf8')) as readonly Entry[];
  const subjects: Subject[] = [];
  for (const { document: name, heldOut = false, questions } of entries) {
    const file = join(corpus, name, 'document.pdf');
    if (!name.includes(filter) || !existsSync(file)) continue;
    const bytes = new Uint8Array(readFileSync(file));
    const document = await load(bytes);
    subjects.push({
      name,
      isHeldOut: heldOut,
      document,
      questions: questions.map(({ question, answer, at }) => ({
        question,
        answer,
        lines: at.map(([page, line]) => labelledLine(document, name, answer, page, line)),
      })),
    });
  }
  return subjects;
}

function labelledLine(
  { pages }: Document,
  name: string,
  answer: string,
  page: number,
  position: number,
): Line {
  const line = pages[page]?.lines[position];
  if (line?.text.toLowerCase().includes(answer.toLowerCase())) return line;
  throw new Error(`${name}: line ${position} of page ${page} does not hold ${JSON.stringify(answer)}`);
}
