/** What the page of the studio and its engine, a web worker, say to each other. */
import type { ConfigIssue } from '../../errors.js';
import type { FieldNode, PageData } from '../report/inspection/payload.js';
import type { RunPart } from '../report/inspection/report-data.js';
import type { Pointed, PointedField, PointedFields } from '../suggest/pointed.js';

/** The calls of the engine: what they take, and what they answer. */
export interface EngineCalls {
  /** Reads a document, which stays loaded until it is closed. */
  open(document: OpenedFile): { readonly pages: number };
  close(document: { readonly id: DocumentId }): undefined;
  /** Checks a config, and runs it over a document where one is named. */
  run(work: RunRequest): RunAnswer;
  /** Runs a config over a document, and compares what it gives with what is expected. */
  check(work: CheckRequest): CheckAnswer;
  /** A page as it is drawn; undefined where no engine draws it. @param picture its number */
  picture(page: { readonly document: DocumentId; readonly picture: number }): DrawnPage | undefined;
  /** What is drawn on a page. @param page its key in the last run */
  marks(page: { readonly document: DocumentId; readonly page: number }): PageData['marks'];
  /** Fields for a place on a page, and what each gives on every document. */
  propose(place: ProposeRequest): ProposeAnswer;
  /** The JSON Schema of configs. */
  schema(): object;
}

/** A picture of a page. */
export interface DrawnPage {
  readonly jpeg: Blob;
  /** Why it shows the lines alone, where the page could not be drawn. */
  readonly undrawn?: string;
}

/** Chosen by the page; no two documents share one. */
export type DocumentId = string;

/** A file that a document is read from. */
export interface OpenedFile {
  readonly id: DocumentId;
  readonly name: string;
  readonly bytes: Blob;
  readonly password?: string | undefined;
}

/** A config as it is written, and the document that it is run over. */
export interface RunRequest {
  readonly config: string;
  readonly document?: DocumentId | undefined;
}

/** What a run gave. */
export interface RunAnswer {
  /** What is wrong or doubtful in the config. */
  readonly issues: readonly ConfigIssue[];
  /** Absent without a document. */
  readonly run?: DocumentRun;
}

/** A run over a document, with its pages. */
export interface DocumentRun extends RunPart {
  /** Whether the config can be run; of one that cannot, the pages are as they were read, and there are no fields. */
  readonly isWhole: boolean;
  /** As the fields saw them. */
  readonly after: readonly PageKey[];
  /** As they were read; absent where no preprocessor changed them. */
  readonly before?: readonly PageKey[];
  /** The pages among these that the page of the studio has not been sent before. */
  readonly fresh: readonly (readonly [PageKey, Omit<PageData, 'marks'>])[];
  readonly milliseconds: number;
}

/** A place that an author points at. */
export interface ProposeRequest extends Omit<Pointed, 'document'> {
  /** Its preprocessors run before; one that cannot be run has none. */
  readonly config: string;
  /** All that lie open, the one that is pointed at first. */
  readonly documents: readonly DocumentId[];
}

/** Fields for a place. */
export interface ProposeAnswer extends Pick<PointedFields, 'text' | 'reason'> {
  readonly fields: readonly ProposedField[];
}

/** A field, and what it gives. */
export interface ProposedField extends Pick<PointedField, 'kind' | 'id' | 'how'> {
  /** As it is written into a config; its further lines are indented. */
  readonly text: string;
  /** Of each document, in their order. */
  readonly gives: readonly FieldNode[];
}

/** A config, a document, and what is expected of it. */
export interface CheckRequest {
  readonly config: string;
  readonly document: DocumentId;
  /** The text of the file of expected values; undefined where there is none yet. */
  readonly expected: string | undefined;
}

/** What a config gives on one of several documents. */
export interface CheckAnswer {
  /** Empty where the config cannot be run. */
  readonly fields: readonly FieldNode[];
  readonly isWhole: boolean;
  /** Fields that are other than expected, each with its differences in words; undefined where nothing is expected. */
  readonly differences: readonly { readonly id: string; readonly messages: readonly string[] }[] | undefined;
  /** The text of the file of expected values once these are right. */
  readonly accepted: string;
}

/** A page of a run: pages that no preprocessor changes keep theirs from run to run. */
export type PageKey = number;

/** A call, numbered by the page. */
export interface CallMessage<Name extends keyof EngineCalls = keyof EngineCalls> {
  readonly call: number;
  readonly name: Name;
  readonly argument: Parameters<EngineCalls[Name]>[0];
}

/** Gives up a call. */
export interface CancelMessage {
  readonly cancel: number;
}

/** What the engine says of a call. */
export type AnswerMessage =
  | { readonly call: number; readonly answer: unknown }
  | { readonly call: number; readonly failure: Failure }
  | { readonly call: number; readonly progress: string };

/** Why a call gave nothing. */
export interface Failure {
  readonly message: string;
  /** Of the library's errors. */
  readonly code?: string;
}
