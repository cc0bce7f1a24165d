/** What a run over a folder says of itself: how far it is, and in the end how it went. */
import { percentText } from '../../foundation/text/percent.js';
import { statusLine } from './progress.js';
import { counted, printable, type Streams, writeLines } from './streams.js';

/** Least milliseconds between two tellings of the progress: on a terminal, and in a log. */
const UPDATE_INTERVAL = { terminal: 100, log: 10_000 };

const SECOND_MS = 1_000;
const MINUTE_S = 60;
const HOUR_S = 3_600;
/** Documents that are named for what was found in them: the poorest. */
const POOREST_SHOWN = 3;

/** How far a run is. */
export interface FolderStand {
  readonly done: number;
  readonly failed: number;
  readonly total: number;
  /** Milliseconds since the first document was begun. */
  readonly milliseconds: number;
  /** The document that was begun last. */
  readonly current: string;
}

/** `12 of 400 documents, 1 failed, 3.4 a second, 2 min left: march/b.pdf`. */
export function standText({ done, failed, total, milliseconds, current }: FolderStand): string {
  const ended = done + failed;
  const rate = (ended / milliseconds) * SECOND_MS;
  const isKnown = ended > 0 && milliseconds > 0;
  const parts = [
    `${ended} of ${counted(total, 'document')}`,
    `${failed} failed`,
    ...(isKnown ? [rateText(rate), `${durationText((total - ended) / rate)} left`] : []),
  ];
  return `${parts.join(', ')}: ${printable(current)}`;
}

function rateText(rate: number): string {
  return rate >= 1 ? `${rate.toFixed(1)} a second` : `${(rate * MINUTE_S).toFixed(1)} a minute`;
}

function durationText(seconds: number): string {
  if (seconds < MINUTE_S) return `${Math.ceil(seconds)} s`;
  if (seconds < HOUR_S) return `${Math.round(seconds / MINUTE_S)} min`;
  return `${(seconds / HOUR_S).toFixed(1)} h`;
}

/** What became of the documents of a run. */
export interface FolderOutcome {
  /** Codes of the errors of documents that failed. */
  readonly failures: readonly string[];
  /** Of each document with a result the share of its fields that have a value, 0 to 1. */
  readonly coverages: readonly { readonly document: string; readonly coverage: number }[];
}

/** How a run went, beyond the count of its documents: failures by their codes, and what was found. */
export function outcomeLines({ failures, coverages }: FolderOutcome): string[] {
  const byCode = new Map<string, number>();
  for (const code of failures) byCode.set(code, (byCode.get(code) ?? 0) + 1);
  const codes = [...byCode]
    .sort(([, a], [, b]) => b - a)
    .map(([code, count]) => `${count} ${printable(code)}`);
  const mean = coverages.reduce((sum, { coverage }) => sum + coverage, 0) / coverages.length;
  const poorest = [...coverages]
    .sort((a, b) => a.coverage - b.coverage)
    .filter(({ coverage }) => coverage < mean)
    .slice(0, POOREST_SHOWN)
    .map(({ document, coverage }) => `${printable(document)} ${percentText(coverage)}`);
  return [
    ...(codes.length > 0 ? [`failed: ${codes.join(', ')}`] : []),
    ...(coverages.length > 0
      ? [`fields found: ${percentText(mean)}${poorest.length > 0 ? `; fewest: ${poorest.join(', ')}` : ''}`]
      : []),
  ];
}

/** Shows how many documents are done: on a terminal in one line, in a log in a line now and then. */
export function folderProgress(stderr: Streams['stderr'], total: number) {
  const isTerminal = stderr.isTTY === true;
  const interval = isTerminal ? UPDATE_INTERVAL.terminal : UPDATE_INTERVAL.log;
  const begun = performance.now();
  let next = begun + interval;
  const { show, clear } = statusLine(stderr);
  return {
    clear,
    /** A line that stays. */
    line(text: string): void {
      clear();
      writeLines(stderr, [text]);
    },
    update(stand: Omit<FolderStand, 'total' | 'milliseconds'>): void {
      const now = performance.now();
      if (now < next) return;
      next = now + interval;
      const text = standText({ ...stand, total, milliseconds: now - begun });
      if (isTerminal) show(text);
      else writeLines(stderr, [text]);
    },
  };
}
