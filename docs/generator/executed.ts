/**
 * Pages whose examples are run. The words after the language of a block say what the block is:
 *
 * | Block | Is |
 * |---|---|
 * | `text document` | a document drawn in letters, see `drawnDocument` |
 * | `json document` | the lines of a document, as `documentFromLines` takes them |
 * | `jsonc config` | a config for it, a list of fields, or one field |
 * | `json given extra_data`, `json given validations` | what goes with the config |
 * | `json PATH` | what the result of document and config holds there, such as `parsed_document.total` |
 * | `json NAME: PATH` | the same of the document and config of a name in `fixtures/` |
 * | `text issues` | what the check of the config says |
 * | `sh` | a command; one that begins with `npx anchorline` is run |
 * | `json output`, `text output` | what it printed; `…` on a line of its own means that lines are left out |
 * | `LANGUAGE path/of/file` | the file |
 * | `text printed by path/of/program` | what the program prints with `console.log` |
 * | `ts` | a piece of a program, not run |
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { format } from 'node:util';
import JSON5 from 'json5';
import { formatPath } from '../../src/errors.js';
import {
  type Document,
  documentFromLines,
  type ExtractionResult,
  type ExtractOptions,
  extract,
  type LineSketch,
  validateConfig,
} from '../../src/index.js';
import { run as runCommand } from '../../src/tools/cli/program.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A character of a drawn document, in inches. */
const COLUMN = 0.1;
/** A row of a drawn document, in inches: 10 point text with little space between. */
const ROW = 0.2;
/** The left and the upper margin of a drawn page, in inches. */
const MARGIN = 1;
/** A row that begins the next page. */
const PAGE_END = /^=+$/u;

/**
 * A document drawn in letters: a character is 0.1 inches wide, a row 0.2 inches high; two or more spaces part lines
 * that are side by side, and a row of `=` begins the next page.
 */
export function drawnDocument(text: string): Document {
  const sketches: LineSketch[] = [];
  let page = 0;
  let top = MARGIN;
  for (const row of text.split('\n')) {
    if (PAGE_END.test(row)) {
      page += 1;
      top = MARGIN;
      continue;
    }
    for (const match of row.matchAll(/\S+(?: \S+)*/gu)) {
      const [piece] = match;
      const left = Number((MARGIN + match.index * COLUMN).toFixed(2));
      const place = { left, top: Number(top.toFixed(2)), width: Number((piece.length * COLUMN).toFixed(2)) };
      sketches.push({ text: piece, ...place, ...(page > 0 && { page }) });
    }
    top += ROW;
  }
  return documentFromLines(sketches);
}

function documentOf(text: string): Document {
  return text.startsWith('[') ? documentFromLines(JSON.parse(text)) : drawnDocument(text);
}

interface Block {
  readonly language: string;
  readonly note: string;
  readonly text: string;
}

/** What the blocks of a page said so far. */
interface State {
  document?: string;
  config?: string;
  extraData?: string;
  validations?: string;
  /** The result of the above, until one of them changes. */
  result?: Promise<ExtractionResult>;
  /** What the last command printed. */
  output?: Promise<string>;
}

/** How many outputs, of whatever kind, a page shows, and the page as it is to read. */
export interface ExecutedPage {
  readonly text: string;
  readonly outputs: number;
}

const FENCE = /^```(\w+)(?: ([^\n]*))?\n(.*?)^```$/gmsu;

/**
 * Runs the examples of a page.
 * @returns the page with what they give.
 * @throws TypeError a block that is not one of the above
 */
export async function executed(markdown: string): Promise<ExecutedPage> {
  const state: State = {};
  let text = '';
  let end = 0;
  let outputs = 0;
  for (const match of markdown.matchAll(FENCE)) {
    const [whole, language = '', note = '', content = ''] = match;
    const given = await outputOf({ language, note, text: content }, state);
    if (given !== undefined) outputs += 1;
    const fence = note === '' ? language : `${language} ${note}`;
    text += `${markdown.slice(end, match.index)}\`\`\`${fence}\n${given ?? content}\`\`\``;
    end = match.index + whole.length;
  }
  return { text: text + markdown.slice(end), outputs };
}

/** What a block is to show; `undefined` where it is no output. */
async function outputOf(block: Block, state: State): Promise<string | undefined> {
  const { language, note, text } = block;
  if (language === 'sh') {
    const [command] = text.match(/^npx anchorline .*$/mu) ?? [];
    if (command !== undefined) state.output = printed(command);
    return undefined;
  }
  if (language === 'ts' && note === '') return undefined;
  const input = INPUTS[note];
  if (input) {
    if (input === 'document') delete state.validations;
    state[input] = text;
    delete state.result;
    return undefined;
  }
  if (note === 'output') return shown(text, await needed(state.output, 'a command', block));
  if (note === 'issues') return issuesOf(configText(state.config ?? ''));
  const [, program] = note.match(/^printed by (.+)$/u) ?? [];
  if (program !== undefined) return shown(text, await logged(program));
  if (note.includes('/')) return readFileSync(join(ROOT, note), 'utf8');
  const [, fixture, path = ''] = note.match(/^(?:([\w-]+): )?([\w.[\]"-]+)$/u) ?? [];
  if (language !== 'json' || path === '') throw new TypeError(`unknown kind of block: ${language} ${note}`);
  const result = fixture === undefined ? ownResult(state, block) : fixtureResult(fixture);
  return `${pretty(at(await result, path))}\n`;
}

const INPUTS: Readonly<Record<string, 'document' | 'config' | 'extraData' | 'validations'>> = {
  document: 'document',
  config: 'config',
  'given extra_data': 'extraData',
  'given validations': 'validations',
};

async function needed<T>(value: Promise<T> | undefined, what: string, { note }: Block): Promise<T> {
  if (value === undefined) throw new TypeError(`${what} is missing before the block "${note}"`);
  return value;
}

function ownResult(state: State, block: Block): Promise<ExtractionResult> {
  if (state.document === undefined || state.config === undefined) {
    throw new TypeError(`a document or a config is missing before the block "${block.note}"`);
  }
  state.result ??= extract(
    documentOf(state.document),
    configText(state.config),
    state.extraData === undefined ? undefined : JSON.parse(state.extraData),
    optionsOf(state),
  );
  return state.result;
}

function optionsOf({ validations }: State): ExtractOptions {
  return { trace: true, ...(validations !== undefined && { validations: JSON.parse(validations) }) };
}

/** A config; around fields, the rest of it. */
function configText(text: string): string {
  const value: unknown = JSON5.parse(text);
  if (Array.isArray(value)) return `{ "fields": ${text} }`;
  const isConfig = typeof value === 'object' && value !== null && 'fields' in value && !('id' in value);
  return isConfig ? text : `{ "fields": [${text}] }`;
}

const fixtureResults = new Map<string, Promise<ExtractionResult>>();

function fixtureResult(name: string): Promise<ExtractionResult> {
  const known = fixtureResults.get(name);
  if (known) return known;
  const bytes = readFileSync(join(ROOT, `fixtures/documents/${name}.pdf`));
  const config = readFileSync(join(ROOT, `fixtures/configs/${name}.json`), 'utf8');
  const result = extract(new Uint8Array(bytes), config, undefined, { trace: true });
  fixtureResults.set(name, result);
  return result;
}

/** The part of a value that a path such as `trace.total[0].reason` names. */
function at(value: unknown, path: string): unknown {
  let part = value;
  for (const step of path.match(/[^.[\]]+/gu) ?? []) {
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, step)) {
      throw new TypeError(`the result has no ${path}`);
    }
    part = (part as Readonly<Record<string, unknown>>)[step];
  }
  return part;
}

/** JSON with what is short on one line, as people would write it. */
function pretty(value: unknown, indent = ''): string {
  const flat = inline(value);
  if (indent.length + flat.length <= 100 || typeof value !== 'object' || value === null) return flat;
  const deeper = `${indent}  `;
  if (Array.isArray(value)) {
    return `[\n${value.map((item) => deeper + pretty(item, deeper)).join(',\n')}\n${indent}]`;
  }
  const members = Object.entries(value).map(
    ([name, member]) => `${deeper}${JSON.stringify(name)}: ${pretty(member, deeper)}`,
  );
  return `{\n${members.join(',\n')}\n${indent}}`;
}

function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  if (members.length === 0) return '{}';
  return `{ ${members.map(([name, member]) => `${JSON.stringify(name)}: ${inline(member)}`).join(', ')} }`;
}

function issuesOf(config: string): string {
  const lines = validateConfig(config).map(
    ({ severity, code, path, message }) => `${severity} ${code}: ${formatPath(path)}: ${message}`,
  );
  return `${lines.join('\n')}\n`;
}

/** What a command prints on both streams. */
async function printed(command: string): Promise<string> {
  let text = '';
  const sink = () =>
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        text += chunk.toString();
        done();
      },
    });
  const [, , ...args] = command.split(' ');
  // Workers are processes, which would load all of the library again.
  const inProcess = args[0] === 'extract' ? ['--workers', '0'] : [];
  const stdout = Object.assign(sink(), { isTTY: false });
  const stderr = Object.assign(sink(), { isTTY: false });
  await runCommand([...args, ...inProcess], {
    stdin: Readable.from([]),
    stdout,
    stderr,
    env: {},
    cwd: () => ROOT,
  });
  return text;
}

/** What a program prints with `console.log`; it is run in this process. */
async function logged(program: string): Promise<string> {
  const { log } = console;
  const lines: string[] = [];
  console.log = (...values: unknown[]) => lines.push(`${format(...values)}\n`);
  try {
    // A program that ran already would print nothing.
    await import(`${pathToFileURL(join(ROOT, program)).href}?run=${runs++}`);
  } finally {
    console.log = log;
  }
  return lines.join('');
}

let runs = 0;

/** An output as a page shows it: whole, or unchanged where all its parts are found one after the other. */
function shown(block: string, actual: string): string {
  const parts = block.split(/^…\n/mu);
  if (parts.length === 1) return actual;
  let from = 0;
  for (const [i, part] of parts.entries()) {
    const isLast = i === parts.length - 1;
    const place = isLast ? actual.length - part.length : actual.indexOf(part, from);
    const isThere = place >= from && actual.startsWith(part, place) && (i > 0 || place === 0);
    if (!isThere) return actual;
    from = place + part.length;
  }
  return block;
}
