/** The program of the studio's page. */

import type { ConfigIssue } from '../../../errors.js';
import { button, html, part } from '../../report/inspection/browser/dom.js';
import { boundsOf } from '../../report/inspection/browser/overlay.js';
import type { Entry } from '../../report/inspection/browser/report.js';
import { stepsOf } from '../../report/inspection/config-at.js';
import { LAYERS } from '../../report/inspection/layers.js';
import type { ReportData } from '../../report/inspection/payload.js';
import type { ProposeAnswer, RunAnswer } from '../messages.js';
import { caseFolder, filesOfCases, type NamedFile } from './case-folder.js';
import { ConfigHelp } from './config-help.js';
import {
  canWriteFolders,
  chooseFolder,
  download,
  droppedFiles,
  type FolderHandle,
  filesIn,
  unzipped,
  writeInto,
  zipped,
} from './disk.js';
import { makeDivider } from './divider.js';
import { Documents, type StudioDocument } from './documents.js';
import { Editor, issueText } from './editor.js';
import { EngineClient, EngineError, elements } from './engine-client.js';
import { Sessions } from './session.js';
import { Sheet } from './sheet.js';
import { type Place, Taking } from './taking.js';
import { View } from './view.js';

/** Milliseconds without a keystroke after which the config is run: below what a hand takes between two words. */
const PAUSE = 90;
/** Milliseconds without a run after which what is drawn on the pages in sight is looked for, which keeps the engine. */
const IDLE = 600;

const FIRST_CONFIG = '{\n  "fields": [\n  ]\n}\n';
/** Milliseconds after a change that it is kept for the next visit. */
const KEEP = 800;

const ZIP = /\.zip$/iu;

/** What is shown before the first run. */
const NOTHING: ReportData = {
  document: { name: '', contentType: '', pages: 0 },
  config: '',
  coverage: 0,
  found: { fields: 0, present: 0 },
  facts: [],
  problems: [],
  fields: [],
  pages: [],
  preprocessors: [],
  result: '{}',
  layers: LAYERS,
};

class Studio {
  readonly #engine: EngineClient;
  readonly #documents: Documents;
  readonly #editor: Editor;
  readonly #view: View;
  readonly #taking: Taking;
  readonly #sheet: Sheet;
  readonly #sessions = new Sessions();
  #configPath: string | undefined;
  #folder: FolderHandle | undefined;
  #broken: readonly string[] = [];
  /** A field to be shown when its document is. */
  #wanted: string | undefined;
  #keeping: ReturnType<typeof setTimeout> | undefined;
  #running: AbortController | undefined;
  #due: ReturnType<typeof setTimeout> | undefined;
  #idle: ReturnType<typeof setTimeout> | undefined;
  /** Time of the change that the next values answer. */
  #changed = performance.now();

  constructor(engine: EngineClient) {
    this.#engine = engine;
    const help = engine.call('schema', undefined as never).then((schema) => new ConfigHelp(schema));
    this.#documents = new Documents({
      engine,
      bar: part('documents'),
      onShown: () => this.#onShown(),
      onOpened: () => this.#soon(0),
    });
    this.#sheet = new Sheet({
      pane: part('sheet'),
      show: (document, field) => {
        if (document !== this.#documents.shown) this.#documents.show(document);
        this.#showView('Fields');
        this.#wanted = field;
      },
      accept: (document, expected) => {
        document.expected = expected;
        this.#soon(0);
      },
    });
    this.#editor = new Editor(part('editor'), {
      text: FIRST_CONFIG,
      nonce: document.querySelector('style')?.nonce ?? '',
      help,
      onChange: () => this.#soon(PAUSE),
    });
    this.#view = new View(NOTHING, {
      picture: (page) => this.#documents.shown?.store.picture(page) ?? [],
      onChosen: (entry) => this.#revealField(entry),
      onLine: (line) =>
        this.#taking.offer(
          line && {
            page: line.page,
            area: boundsOf(line.line.path),
            isDrawn: false,
            text: line.line.text,
          },
        ),
    });
    this.#taking = new Taking({
      pane: part('pages'),
      panel: part('taking'),
      details: part('inspector'),
      pageOf: (index) => this.#view.page(index),
      names: () => this.#others().map(({ name }) => name),
      propose: (place, signal) => this.#propose(place, signal),
      insert: ({ id, text }) => {
        this.#wanted = id;
        this.#editor.insertField(text);
      },
    });
    this.#actions();
    makeDivider(part('across'), {
      property: '--left',
      first: 46,
      least: 20,
      most: 80,
      at: ({ clientX }) => (clientX / innerWidth) * 100,
      keys: ['ArrowLeft', 'ArrowRight'],
    });
    makeDivider(part('along'), {
      property: '--below',
      first: 42,
      least: 10,
      most: 70,
      at: ({ clientY }) => (1 - clientY / innerHeight) * 100,
      keys: ['ArrowDown', 'ArrowUp'],
    });
    this.#onShown();
  }

  /** Opens files that were dropped, and says why it cannot. */
  take(files: Promise<readonly NamedFile[]>): Promise<void> {
    return this.#try(async () => this.open(await files));
  }

  /** Opens files: documents and cases are added, a config takes the place of the one in the editor. */
  async open(files: readonly NamedFile[]): Promise<void> {
    const all: NamedFile[] = [];
    for (const file of files) all.push(...(ZIP.test(file.path) ? await unzipped(file.bytes) : [file]));
    const { config, documents, broken } = await caseFolder(all);
    if (config) {
      this.#configPath = config.path;
      this.#editor.text = config.text;
    }
    this.#broken = broken.map(({ name, problem }) => `${name}: ${problem}`);
    await this.#documents.open(documents);
  }

  /** Opens what was kept at the last visit. */
  async restore(): Promise<void> {
    const kept = await this.#sessions.kept();
    if (!kept) return;
    this.#configPath = kept.configPath;
    this.#editor.text = kept.config;
    await this.#documents.open(kept.documents);
  }

  #actions(): void {
    const chooser = part('chooser') as HTMLInputElement;
    chooser.addEventListener('change', () => {
      const files = [...(chooser.files ?? [])];
      chooser.value = '';
      void this.#try(() =>
        this.open(files.map((file) => ({ path: file.webkitRelativePath || file.name, bytes: file }))),
      );
    });
    const choose = (isFolder: boolean) => {
      chooser.toggleAttribute('webkitdirectory', isFolder);
      chooser.click();
    };
    part('actions').replaceChildren(
      button('Open…', { label: 'Open documents, a config, or a zip of cases', press: () => choose(false) }),
      button('Folder…', {
        label: 'Open a folder of cases',
        press: () => (canWriteFolders() ? void this.#try(() => this.#openFolder()) : choose(true)),
      }),
      button('Save…', {
        label: 'Save config, documents and expected values as a folder of cases',
        press: () => void this.#try(() => this.#save()),
      }),
      button('Clear', { label: 'Clear: close everything, and forget it', press: () => void this.#clear() }),
    );
    const views = (['Fields', 'Documents'] as const).map((name) =>
      button(name, { press: () => this.#showView(name) }),
    );
    part('views').replaceChildren(...views);
    this.#showView('Fields');
  }

  /** Shows the fields of one document, or all documents. */
  #showView(name: 'Fields' | 'Documents'): void {
    const isSheet = name === 'Documents';
    part('values').classList.toggle('all', isSheet);
    document.body.classList.toggle('wide', isSheet);
    part('sheet').hidden = !isSheet;
    for (const each of part('views').children)
      each.setAttribute('aria-pressed', String(each.textContent === name));
  }

  async #openFolder(): Promise<void> {
    const folder = await chooseFolder();
    if (!folder) return;
    this.#folder = folder;
    await this.open(await filesIn(folder));
  }

  /** Writes into the folder that was opened; else asks for one, or gives a zip where the browser writes none. */
  async #save(): Promise<void> {
    const files = filesOfCases(this.#editor.text, this.#configPath, this.#documents.all);
    if (!canWriteFolders()) {
      download('cases.zip', await zipped(files));
      return;
    }
    this.#folder ??= await chooseFolder();
    if (this.#folder) await writeInto(this.#folder, files);
  }

  async #clear(): Promise<void> {
    this.#folder = undefined;
    this.#configPath = undefined;
    for (const each of [...this.#documents.all]) this.#documents.close(each);
    this.#editor.text = FIRST_CONFIG;
    clearTimeout(this.#keeping);
    await this.#sessions.clear();
  }

  /** Does what may fail, and says why it did. */
  async #try(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Keeps the work for the next visit. */
  #keep(): void {
    clearTimeout(this.#keeping);
    this.#keeping = setTimeout(() => {
      const documents = this.#documents.all.map(({ path, bytes, expected }) => ({ path, bytes, expected }));
      void this.#sessions.keep({ config: this.#editor.text, configPath: this.#configPath, documents });
    }, KEEP);
  }

  /** Runs the config over all documents, where there are several or something is expected. */
  async #compare(signal: AbortSignal): Promise<void> {
    const open = this.#others();
    this.#sheet.list(this.#documents.all);
    if (open.length < 2 && open.every(({ expected }) => expected === undefined)) return;
    for (const document of this.#documents.all) {
      if (document.state.is !== 'open') continue;
      const { id, expected } = document;
      const answer = await this.#engine.call(
        'check',
        { config: this.#editor.text, document: id, expected },
        { signal },
      );
      if (signal.aborted) return;
      this.#sheet.take(document, answer);
    }
  }

  #onShown(): void {
    const shown = this.#documents.shown;
    document.body.classList.toggle('empty', shown?.state.is !== 'open');
    if (shown?.state.is !== 'open') this.#instead(shown);
    this.#soon(0);
  }

  /** What is in the place of pages. */
  #instead(shown: StudioDocument | undefined): void {
    const message = part('instead');
    if (!shown) {
      message.replaceChildren(
        html('h2', {}, 'Drop a document here'),
        html(
          'p',
          {},
          'A PDF, a picture, a Word or Excel file, a mail. It stays on this machine: this page makes no requests.',
        ),
        button('Choose files…', { press: () => part('chooser').click() }),
        this.#starters(),
      );
      return;
    }
    const { state, name } = shown;
    if (state.is === 'opening')
      message.replaceChildren(html('p', {}, `${name} is read…`, ` ${state.progress ?? ''}`));
    if (state.is !== 'failed') return;
    message.replaceChildren(html('h2', {}, name), html('p', { class: 'reason' }, state.why));
    if (state.needsPassword) message.append(this.#unlocker(shown));
  }

  /** Configs to begin with, one of which takes the place of what is in the editor. */
  #starters(): HTMLElement {
    const buttons = filesHeld('starter').map((file) =>
      button(starterName(file), { press: () => void this.#try(() => this.open([file])) }),
    );
    return html('p', { class: 'starters' }, 'No config yet? Begin with a starter: ', ...buttons);
  }

  #unlocker(shown: StudioDocument): HTMLElement {
    const password = html('input', {
      attributes: { type: 'password', 'aria-label': 'Password', placeholder: 'Password' },
    });
    return html(
      'form',
      {
        on: {
          submit: (event) => {
            event.preventDefault();
            void this.#documents.unlock(shown, password.value);
          },
        },
      },
      password,
      html('button', { attributes: { type: 'submit' } }, 'Open'),
    );
  }

  /** Runs the config when so many milliseconds have passed without another change. */
  #soon(milliseconds: number): void {
    this.#changed = performance.now();
    clearTimeout(this.#due);
    clearTimeout(this.#idle);
    this.#running?.abort();
    this.#due = setTimeout(() => void this.#run(), milliseconds);
    this.#keep();
  }

  async #run(): Promise<void> {
    const controller = new AbortController();
    this.#running = controller;
    const changed = this.#changed;
    const { shown } = this.#documents;
    const isOpen = shown?.state.is === 'open';
    try {
      const answer = await this.#engine.call(
        'run',
        { config: this.#editor.text, document: isOpen ? shown.id : undefined },
        { signal: controller.signal },
      );
      // Pages are sent once, so that every answer is taken in.
      const data = answer.run && shown?.store.take(answer.run);
      if (controller.signal.aborted) return;
      this.#editor.mark(answer.issues);
      if (answer.run && data && shown) this.#show(answer.run.isWhole, data, shown);
      this.#status(answer, performance.now() - changed);
      if (this.#wanted !== undefined && answer.run) this.#view.choose(this.#wanted);
      this.#wanted = undefined;
      await this.#compare(controller.signal);
    } catch (error) {
      if (controller.signal.aborted || (error instanceof EngineError && error.code === 'aborted')) return;
      this.#fail(error);
    }
  }

  #show(isWhole: boolean, data: ReportData, shown: StudioDocument): void {
    // Of a config that cannot be run now, the values before stay, and say that they do.
    const isSame = this.#view.shows === shown.id;
    document.body.classList.toggle('stale', !isWhole);
    if (isWhole || !isSame) {
      this.#view.show(data);
      this.#view.shows = shown.id;
    }
    this.#idle = setTimeout(() => void this.#look(shown), IDLE);
  }

  /** Looks for what is drawn on the pages in sight. */
  async #look({ store }: StudioDocument): Promise<void> {
    if (await store.mark(this.#view.near)) this.#view.remark();
  }

  /** The documents that are open, the one that is shown first. */
  #others(): readonly StudioDocument[] {
    const { shown, all } = this.#documents;
    const open = all.filter(({ state }) => state.is === 'open');
    return [...open.filter((each) => each === shown), ...open.filter((each) => each !== shown)];
  }

  #propose(place: Place, signal: AbortSignal): Promise<ProposeAnswer> {
    const documents = this.#others().map(({ id }) => id);
    return this.#engine.call('propose', { ...place, config: this.#editor.text, documents }, { signal });
  }

  #revealField({ node }: Entry): void {
    const [run] = node.runs;
    if (run) this.#editor.reveal(stepsOf(run.path) ?? []);
  }

  #status({ issues, run }: RunAnswer, milliseconds: number): void {
    const errors = issues.filter(({ severity }) => severity === 'error');
    const warnings = issues.length - errors.length;
    const [first] = errors.length > 0 ? errors : issues;
    part('status').replaceChildren(
      ...(first
        ? [this.#issueLink(first)]
        : [html('span', { class: 'quiet' }, this.#broken[0] ?? 'No problems')]),
      html(
        'span',
        { class: 'counts' },
        errors.length > 0 && html('span', { class: 'count error' }, String(errors.length)),
        warnings > 0 && html('span', { class: 'count warning' }, String(warnings)),
        run !== undefined && html('span', { class: 'quiet time' }, `${Math.round(milliseconds)} ms`),
      ),
    );
  }

  #issueLink(issue: ConfigIssue): HTMLElement {
    const place = issue.line === undefined ? '' : `Line ${issue.line}, `;
    return button(`${place}${issueText(issue)}`, {
      kind: `link ${issue.severity}`,
      press: () => this.#editor.goTo(issue),
    });
  }

  #fail(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    part('status').replaceChildren(html('span', { class: 'reason' }, message));
  }
}

/** Hears of files that are dropped on the page. @param take is given what was dropped */
function hearDrops(take: (files: Promise<readonly NamedFile[]>) => void): void {
  const sign = part('drop');
  document.addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    sign.hidden = false;
  });
  document.addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) sign.hidden = true;
  });
  document.addEventListener('drop', (event) => {
    sign.hidden = true;
    const { dataTransfer } = event;
    if (!dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    take(droppedFiles(dataTransfer));
  });
}

/** The files of a kind that the page holds. */
function filesHeld(kind: 'file' | 'starter'): readonly NamedFile[] {
  return elements(kind).map(({ dataset, textContent }) => ({
    path: decodeURIComponent(dataset['name'] ?? ''),
    bytes: new Blob([Uint8Array.from(atob(textContent ?? ''), (character) => character.charCodeAt(0))]),
  }));
}

/** What a starter is called: `bank-statement.json` is for a bank statement. */
function starterName({ path }: NamedFile): string {
  return path.replace(/\.json$/u, '').replaceAll('-', ' ');
}

async function start(): Promise<Studio> {
  const studio = new Studio(await EngineClient.start());
  const files = filesHeld('file');
  // A page with files of its own begins with these each time.
  await (files.length > 0 ? studio.open(files) : studio.restore());
  return studio;
}

const started = start();
// From the first moment on: a browser leaves the page for a file that nobody takes. Files that are dropped while the
// engine is unpacked wait for it.
hearDrops((files) => void started.then((studio) => studio.take(files)));
