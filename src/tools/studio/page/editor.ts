/** The editor of the config: JSON5 with colours, folding, search, undo, completion, hover and marks of what is wrong. */
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import {
  bracketMatching,
  codeFolding,
  delimitedIndent,
  foldGutter,
  foldInside,
  foldKeymap,
  foldNodeProp,
  HighlightStyle,
  indentNodeProp,
  indentOnInput,
  LRLanguage,
  syntaxHighlighting,
  syntaxTree,
} from '@codemirror/language';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, type Range, RangeSetBuilder } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  hoverTooltip,
  keymap,
  lineNumbers,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { parser } from '@lezer/javascript';
import type { ConfigIssue, PathStep } from '../../../errors.js';
import type { ConfigHelp } from './config-help.js';

/** What an editor is made with. */
export interface EditorOptions {
  readonly text: string;
  /** The word by which the policy of the page lets the editor's style in. */
  readonly nonce: string;
  readonly help: Promise<ConfigHelp>;
  onChange(): void;
}

export class Editor {
  readonly #view: EditorView;

  constructor(parent: HTMLElement, { text, nonce, help, onChange }: EditorOptions) {
    this.#view = new EditorView({
      parent,
      state: EditorState.create({
        doc: text,
        extensions: [
          EditorView.cspNonce.of(nonce),
          EditorView.contentAttributes.of({ 'aria-label': 'Config', tabindex: '0' }),
          EditorView.lineWrapping,
          lineNumbers(),
          lintGutter(),
          foldGutter(),
          codeFolding(),
          highlightSpecialChars(),
          highlightActiveLine(),
          highlightActiveLineGutter(),
          highlightSelectionMatches(),
          history(),
          drawSelection(),
          indentOnInput(),
          bracketMatching(),
          closeBrackets(),
          search({ top: true }),
          JSON5,
          MEMBER_NAMES,
          syntaxHighlighting(COLOURS),
          LOOK,
          autocompletion({ override: [async (context) => (await help).complete(context)] }),
          hoverTooltip(async (view, pos) => (await help).hover(view, pos)),
          keymap.of([
            ...closeBracketsKeymap,
            ...defaultKeymap,
            ...searchKeymap,
            ...historyKeymap,
            ...foldKeymap,
            ...completionKeymap,
            ...lintKeymap,
            indentWithTab,
          ]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) onChange();
          }),
        ],
      }),
    });
  }

  get text(): string {
    return this.#view.state.doc.toString();
  }

  /** Replaces all of the text; undo brings it back. */
  set text(text: string) {
    this.#view.dispatch({ changes: { from: 0, to: this.#view.state.doc.length, insert: text } });
  }

  focus(): void {
    this.#view.focus();
  }

  /** Marks what is wrong or doubtful. */
  mark(issues: readonly ConfigIssue[]): void {
    const { state } = this.#view;
    const diagnostics = issues.map(
      (issue): Diagnostic => ({
        ...this.#rangeOf(issue),
        severity: issue.severity,
        message: issueText(issue),
      }),
    );
    this.#view.dispatch(setDiagnostics(state, diagnostics));
  }

  /** Shows the part of the config at a path, or the nearest around it. Who is writing in it is left in peace. */
  reveal(path: readonly PathStep[]): void {
    const { from, to } = this.#rangeAt(path);
    const { main } = this.#view.state.selection;
    if (this.#view.hasFocus && main.from >= from && main.to <= to) return;
    this.#view.dispatch({
      selection: { anchor: from },
      effects: EditorView.scrollIntoView(from, { y: 'center' }),
    });
  }

  /** Adds a field after the others, and selects its id. @param field its text, as a config holds it */
  insertField(field: string): void {
    const { from, insert } = this.#insertion(field);
    const id = /(?<="id": ")[^"]*/u.exec(field);
    const anchor = from + insert.indexOf(field) + (id?.index ?? 0);
    const head = anchor + (id?.[0].length ?? 0);
    this.#view.dispatch({
      changes: { from, insert },
      selection: { anchor, head },
      effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
      userEvent: 'input.complete',
    });
    this.focus();
  }

  /** Where a field goes, and what is written there: in the list of fields, which is made where there is none. */
  #insertion(field: string): { readonly from: number; readonly insert: string } {
    const { state } = this.#view;
    const config = syntaxTree(state).topNode.firstChild;
    if (config?.name !== 'ObjectExpression')
      return { from: 0, insert: `{\n  "fields": [\n    ${field}\n  ]\n}\n` };
    const list = memberOf(config, 'fields', state);
    if (list?.name !== 'ArrayExpression') {
      const comma = config.getChild('Property') ? ',' : '';
      return { from: config.from + 1, insert: `\n  "fields": [\n    ${field}\n  ]${comma}` };
    }
    const last = list.getChildren('Expression').at(-1);
    if (!last) {
      const isBroken = state.sliceDoc(list.from + 1, list.to - 1).includes('\n');
      return { from: list.from + 1, insert: isBroken ? `\n    ${field}` : `\n    ${field}\n  ` };
    }
    const comma = last.nextSibling?.name === ',' ? last.nextSibling : undefined;
    return { from: (comma ?? last).to, insert: comma ? `\n    ${field},` : `,\n    ${field}` };
  }

  /** Goes to a line. */
  goTo({ line = 1, column = 1 }: Pick<ConfigIssue, 'line' | 'column'>): void {
    const { doc } = this.#view.state;
    const found = doc.line(Math.max(1, Math.min(line, doc.lines)));
    const anchor = Math.min(found.from + column - 1, found.to);
    this.#view.dispatch({
      selection: { anchor },
      effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
    });
    this.focus();
  }

  /** From the place of an issue to the end of what is written there, a member with its value, at most of its line. */
  #rangeOf({ line = 1, column = 1 }: ConfigIssue): { readonly from: number; readonly to: number } {
    const { state } = this.#view;
    const at = state.doc.line(Math.max(1, Math.min(line, state.doc.lines)));
    const from = Math.min(at.from + column - 1, at.to);
    const token = syntaxTree(state).resolveInner(from, 1);
    const node = token.parent?.name === 'Property' && token.parent.from === from ? token.parent : token;
    const to = node.from === from ? Math.min(node.to, at.to) : at.to;
    return { from, to: Math.max(from, to) };
  }

  #rangeAt(path: readonly PathStep[]): { readonly from: number; readonly to: number } {
    const { state } = this.#view;
    let node = syntaxTree(state).topNode.firstChild;
    for (const step of path) {
      const inner = typeof step === 'number' ? itemOf(node, step) : memberOf(node, step, state);
      if (!inner) break;
      node = inner;
    }
    return node ?? { from: 0, to: 0 };
  }
}

/** What is wrong, with the member that it is about in front. */
export function issueText({ path, message }: ConfigIssue): string {
  const member = path.at(-1);
  return typeof member === 'string' ? `"${member}": ${message}` : message;
}

type SyntaxNode = NonNullable<ReturnType<typeof syntaxTree>['topNode']['firstChild']>;

function itemOf(array: SyntaxNode | null, position: number): SyntaxNode | undefined {
  return array?.getChildren('Expression')[position] ?? undefined;
}

/** The value of a member. */
function memberOf(object: SyntaxNode | null, name: string, state: EditorState): SyntaxNode | undefined {
  for (const property of object?.getChildren('Property') ?? []) {
    const key = property.firstChild;
    if (!key) continue;
    const text = state.sliceDoc(key.from, key.to).replace(/^(["'])(.*)\1$/su, '$2');
    if (text === name && property.lastChild && property.lastChild !== key) return property.lastChild;
  }
  return undefined;
}

/** JSON5 is what JavaScript writes objects with. */
const JSON5 = LRLanguage.define({
  name: 'json5',
  parser: parser.configure({
    top: 'SingleExpression',
    props: [
      indentNodeProp.add({
        ObjectExpression: delimitedIndent({ closing: '}', align: false }),
        ArrayExpression: delimitedIndent({ closing: ']', align: false }),
      }),
      foldNodeProp.add({ 'ObjectExpression ArrayExpression': foldInside }),
    ],
  }),
  languageData: {
    closeBrackets: { brackets: ['{', '[', '"', "'"] },
    commentTokens: { line: '//', block: { open: '/*', close: '*/' } },
    indentOnInput: /^\s*[}\]]$/u,
  },
});

const COLOURS = HighlightStyle.define([
  { tag: tags.string, color: 'var(--string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--literal)' },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--member)' },
  { tag: tags.comment, color: 'var(--quiet)', fontStyle: 'italic' },
  { tag: tags.punctuation, color: 'var(--quiet)' },
  { tag: tags.invalid, color: 'var(--bad)' },
]);

/** Names of members in quotes look as those without do. */
const MEMBER_NAME = Decoration.mark({ class: 'cm-member' });

const MEMBER_NAMES = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = memberNames(view);
    }

    update({ view, docChanged, viewportChanged, startState, state }: ViewUpdate): void {
      if (docChanged || viewportChanged || syntaxTree(startState) !== syntaxTree(state)) {
        this.decorations = memberNames(view);
      }
    }
  },
  { decorations: ({ decorations }) => decorations },
);

function memberNames({ state, visibleRanges }: EditorView): DecorationSet {
  const found: Range<Decoration>[] = [];
  for (const { from, to } of visibleRanges) {
    syntaxTree(state).iterate({
      from,
      to,
      enter({ name, node }) {
        const key = name === 'Property' ? node.firstChild : null;
        if (key?.name === 'String') found.push(MEMBER_NAME.range(key.from, key.to));
      },
    });
  }
  const builder = new RangeSetBuilder<Decoration>();
  // Ranges in sight may meet in one member.
  let last = -1;
  for (const { from, to, value } of found.sort((a, b) => a.from - b.from)) {
    if (from > last) builder.add(from, to, value);
    last = Math.max(last, from);
  }
  return builder.finish();
}

/** The look of the editor, in the colours of the page. */
const LOOK = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', backgroundColor: 'var(--panel)', color: 'var(--text)' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--text)', padding: '10px 0 40vh' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-gutters': { backgroundColor: 'var(--panel)', color: 'var(--quiet)', border: '0' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--line)' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    backgroundColor: 'var(--selected)',
  },
  '.cm-member, .cm-member > span': { color: 'var(--member)' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--accent-soft)',
    outline: '1px solid var(--accent)',
  },
  '.cm-selectionMatch': { backgroundColor: 'var(--accent-soft)' },
  '.cm-tooltip': {
    border: '1px solid var(--edge)',
    borderRadius: '8px',
    backgroundColor: 'var(--panel)',
    color: 'var(--text)',
    boxShadow: 'var(--shadow)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { maxHeight: '18em' },
  '.cm-tooltip-autocomplete > ul > li': { padding: '2px 10px' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent-soft)',
    color: 'var(--text)',
  },
  '.cm-tooltip.cm-completionInfo': { padding: '8px 12px', maxWidth: '360px' },
  '.cm-completionDetail': { color: 'var(--quiet)', fontStyle: 'normal' },
  '.explanation': {
    padding: '8px 12px',
    maxWidth: '440px',
    whiteSpace: 'pre-wrap',
    font: '13px/1.45 var(--sans)',
  },
  '.cm-panels': { backgroundColor: 'var(--raised)', color: 'var(--text)', borderColor: 'var(--edge)' },
  '.cm-panel input, .cm-panel button': {
    font: '12px var(--sans)',
    color: 'inherit',
    backgroundColor: 'var(--panel)',
    backgroundImage: 'none',
    border: '1px solid var(--edge)',
    borderRadius: '6px',
  },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--raised)',
    border: '0',
    color: 'var(--quiet)',
    padding: '0 6px',
  },
  '.cm-diagnostic': { padding: '6px 12px', font: '13px/1.45 var(--sans)' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warn)' },
});
