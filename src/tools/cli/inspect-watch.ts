/** `anchorline inspect --watch`: keeps a document loaded, and runs its config again whenever that is saved. */

import { rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import type { Config, Document, Extractor } from '../../index.js';
import type { Inspection } from '../report/index.js';
import { blame, InputFailure } from './failure.js';
import { inputName, outputFailure, readInput, readText } from './input.js';
import { type InspectFlags, loadFlags, outcome, runInputs } from './inspect-run.js';
import type { CommandModel } from './model.js';
import { progressLine } from './progress.js';
import { extractorOptions } from './reading.js';
import { inputNames } from './run-inputs.js';
import { printable, type Surroundings, writeLines } from './streams.js';
import { Changes } from './watch.js';

/** Widths of pictures that browsers report exactly; then the numbers of runs begin again. */
const MOST_RUNS = 10_000;

/**
 * Writes the report, and again whenever the config, the extra data or the validations are saved, until the signal.
 * @throws whatever the first run throws; what later runs throw is shown on the report
 */
export async function watchReport(
  file: string,
  flags: InspectFlags,
  model: CommandModel | undefined,
  streams: Surroundings,
): Promise<void> {
  const { createExtractor } = await import('../../index.js');
  const bytes = await readInput(file, streams.stdin);
  const progress = progressLine(streams.stderr);
  const engines = await extractorOptions(flags);
  const extractor = createExtractor({ llm: model?.llm, ...engines.options });
  try {
    const started = performance.now();
    const document = await extractor
      .load(bytes, { ...loadFlags(file, flags), onProgress: progress.update })
      .finally(progress.clear);
    try {
      const report = new WatchedReport({ file, flags, streams, extractor, document });
      await report.watch(performance.now() - started);
    } finally {
      await document.close();
    }
  } finally {
    await extractor.close();
    await engines.close();
  }
}

/** What runs have in common. */
interface Watched {
  readonly file: string;
  readonly flags: InspectFlags;
  readonly streams: Surroundings;
  readonly extractor: Extractor;
  readonly document: Document;
}

class WatchedReport {
  readonly #watched: Watched;
  readonly #versions: string;
  readonly #pictures = new WeakMap();
  /** The process, so that a report that is open from before notices this one. */
  #version = 1 + (process.pid % MOST_RUNS);
  #last: Inspection | undefined;

  constructor(watched: Watched) {
    this.#watched = watched;
    this.#versions = `${watched.flags.output}.version.svg`;
  }

  /** Runs the config and writes the report. @throws InputFailure only when there was no run before */
  async #run(loading?: number): Promise<void> {
    const { flags, streams } = this.#watched;
    const started = performance.now();
    this.#version = (this.#version % MOST_RUNS) + 1;
    try {
      const inspection = await this.#inspection();
      const took = performance.now() - started;
      await this.#write(inspection);
      this.#last = inspection;
      const times = [
        ...(loading === undefined ? [] : [`read in ${seconds(loading)}`]),
        `run in ${seconds(took)}`,
        `report in ${seconds(performance.now() - started - took)}`,
      ];
      writeLines(streams.stderr, [
        `${printable(flags.output)}: ${outcome(inspection.result)} (${times.join(', ')})`,
      ]);
    } catch (error) {
      const failure = blame(error, inputNames(this.#watched.file, flags));
      if (!this.#last || !(failure instanceof InputFailure)) throw failure;
      writeLines(streams.stderr, failure.lines);
      await this.#write(this.#last, failure.lines);
    }
  }

  /**
   * Runs, and again on every change, one run after the other, until Ctrl-C.
   * @param loading milliseconds that the document took
   * @throws whatever the first run throws
   */
  async watch(loading: number): Promise<void> {
    const { flags, streams } = this.#watched;
    const { config, extraData, validations } = flags;
    const files = [config, extraData, validations].filter((each) => each !== undefined);
    const names = files.map((each) => resolve(each));
    const controller = new AbortController();
    const end = () => controller.abort();
    const changes = new Changes(
      { folders: names.map((each) => dirname(each)), files: names },
      controller.signal,
    );
    process.once('SIGINT', end);
    process.once('SIGTERM', end);
    try {
      await this.#run(loading);
      writeLines(streams.stderr, [`watching ${files.map(printable).join(', ')}; Ctrl-C ends`]);
      for await (const _ of changes) await this.#run();
    } finally {
      changes.close();
      process.off('SIGINT', end);
      process.off('SIGTERM', end);
      await rm(this.#versions, { force: true });
    }
  }

  async #inspection(): Promise<Inspection> {
    const { flags, streams, extractor, document } = this.#watched;
    const { inspect } = await import('../report/index.js');
    const config: Config = extractor.parseConfig(await readText(flags.config, streams.stdin));
    const { extraData, validations } = await runInputs(flags, streams);
    return inspect(document, config, extraData, { extractor, validations });
  }

  /** The report takes its place whole, and only then is the open one notified. */
  async #write(inspection: Inspection, failure?: readonly string[]): Promise<void> {
    const { file, flags } = this.#watched;
    const names = { documentName: inputName(file), configName: inputName(flags.config) };
    const html = await inspection.toHtml(names, {
      versions: encodeURIComponent(basename(this.#versions)),
      version: this.#version,
      pictures: this.#pictures,
      failure,
    });
    await replace(flags.output, html);
    await replace(
      this.#versions,
      `<svg xmlns="http://www.w3.org/2000/svg" width="${this.#version}" height="1"/>\n`,
    );
  }
}

/** Writes a file beside its place and then moves it there. @throws InputFailure */
async function replace(file: string, text: string): Promise<void> {
  const fresh = `${file}.${process.pid}.new`;
  try {
    await writeFile(fresh, text);
    await rename(fresh, file);
  } catch (error) {
    await rm(fresh, { force: true });
    throw outputFailure(file, error);
  }
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(2)} s`;
}
