/** What the editor offers and explains while a config is written, by the JSON Schema of configs. */
import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  snippet,
} from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { EditorView, Tooltip } from '@codemirror/view';
import {
  type CompletionItem,
  getLanguageService,
  InsertTextFormat,
  type MarkedString,
  type MarkupContent,
  TextDocument,
  TextEdit,
} from 'vscode-json-languageservice';
import { html } from '../../report/inspection/browser/dom.js';
import { methodNeeds, missingMembers } from './method-needs.js';

/** After these something can be offered without being asked for. */
const WRITTEN = /["\w$]$/u;

export class ConfigHelp {
  readonly #service = getLanguageService({});
  readonly #needs: ReadonlyMap<string, ReadonlyMap<string, string>>;

  /** @param schema of configs */
  constructor(schema: object) {
    this.#needs = methodNeeds(schema);
    this.#service.configure({
      allowComments: true,
      schemas: [{ uri: 'anchorline://config', fileMatch: ['*'], schema }],
    });
  }

  /** What can be written at the cursor. */
  async complete({ state, pos, explicit }: CompletionContext): Promise<CompletionResult | null> {
    const text = state.doc.toString();
    if (!explicit && !WRITTEN.test(text.slice(Math.max(0, pos - 1), pos))) return null;
    const document = documentOf(text);
    const json = this.#service.parseJSONDocument(document);
    const found = await this.#service.doComplete(document, document.positionAt(pos), json);
    const [first] = found?.items ?? [];
    if (!found || !first) return null;
    const start = startOf(first, document, pos);
    const from = text[start] === '"' ? start + 1 : start;
    const written = membersBeside(state, pos);
    const following = (item: CompletionItem) => {
      const needs = written && this.#needs.get(nameOf(item));
      return needs ? missingMembers(needs, written) : '';
    };
    return {
      from: Math.min(from, pos),
      options: found.items.map((item) => optionOf(item, document, pos, following(item))),
      validFor: /^[\w$-]*$/u,
    };
  }

  /** What the schema says of the member at a place. */
  async hover(view: EditorView, pos: number): Promise<Tooltip | null> {
    const document = documentOf(view.state.doc.toString());
    const json = this.#service.parseJSONDocument(document);
    const found = await this.#service.doHover(document, document.positionAt(pos), json);
    const text = found ? plain(found.contents) : '';
    if (!found || text === '') return null;
    const range = found.range;
    return {
      pos: range ? document.offsetAt(range.start) : pos,
      ...(range && { end: document.offsetAt(range.end) }),
      above: true,
      create: () => ({ dom: html('div', { class: 'explanation' }, text) }),
    };
  }
}

function documentOf(text: string): TextDocument {
  return TextDocument.create('file:///config.json', 'json', 1, text);
}

function startOf({ textEdit }: CompletionItem, document: TextDocument, pos: number): number {
  return TextEdit.is(textEdit) ? document.offsetAt(textEdit.range.start) : pos;
}

/** What a completion writes, without quotes. */
function nameOf({ label }: CompletionItem): string {
  return label.replace(/^"(.*)"$/su, '$1');
}

/** The members of the method whose id is at the cursor; undefined where there is none. */
function membersBeside(state: EditorState, pos: number): ReadonlySet<string> | undefined {
  const property = enclosing(syntaxTree(state).resolveInner(pos, -1), 'Property');
  const object = property?.parent;
  const holder = object && enclosing(object, 'Property');
  if (!object || !holder || keyOf(property, state) !== 'id' || keyOf(holder, state) !== 'method')
    return undefined;
  return new Set(object.getChildren('Property').map((each) => keyOf(each, state)));
}

/** The nearest node of a name that a node is in. */
function enclosing(node: SyntaxNode, name: string): SyntaxNode | undefined {
  for (let at: SyntaxNode | null = node; at; at = at.parent) if (at.name === name) return at;
  return undefined;
}

/** The name of a member. */
function keyOf({ firstChild }: SyntaxNode, state: EditorState): string {
  return firstChild ? state.sliceDoc(firstChild.from, firstChild.to).replace(/^(["'])(.*)\1$/su, '$2') : '';
}

type SyntaxNode = ReturnType<ReturnType<typeof syntaxTree>['resolveInner']>;

/** @param following a template of what is written behind a completion */
function optionOf(item: CompletionItem, document: TextDocument, pos: number, following: string): Completion {
  const {
    label,
    detail,
    sortText,
    documentation,
    textEdit,
    insertText = label,
    insertTextFormat,
    kind,
  } = item;
  const isEdit = TextEdit.is(textEdit);
  const start = startOf(item, document, pos);
  const end = isEdit ? document.offsetAt(textEdit.range.end) : pos;
  const text = isEdit ? textEdit.newText : insertText;
  const template = insertTextFormat === InsertTextFormat.Snippet ? templateOf(text) : literal(text);
  const info = plain(documentation ?? '');
  return {
    label: nameOf(item),
    ...(detail !== undefined && {
      section: { name: detail, rank: Number.parseInt(sortText ?? '', 10) || 0 },
    }),
    ...(info !== '' && { info }),
    type: kind === PROPERTY ? 'property' : 'constant',
    // What was typed since lies before the end.
    apply: (view, completion, _from, to) =>
      snippet(template.replace(/,?$/u, (comma) => following + comma))(
        view,
        completion,
        start,
        end + to - pos,
      ),
  };
}

/** The kind of completions that are members, in the protocol of editors. */
const PROPERTY = 10;

/** A snippet of the protocol, `$1` and `${1:text}` being places to fill, as the editor has them: `#{}`, `#{text}`. */
function templateOf(text: string): string {
  return text.replace(/\$\{\d+:([^}]*)\}|\$\d+|\$\{\d+\}/gu, (_, inner: string = '') => `#{${inner}}`);
}

/** A text without places to fill. */
function literal(text: string): string {
  return text.replace(/[#$]\{/gu, '\\$&');
}

function plain(content: MarkupContent | MarkedString | readonly MarkedString[]): string {
  if (typeof content === 'string') return content.replace(/\\([\\`*_{}[\]()#+\-.!<>])/gu, '$1');
  if ('value' in content) return plain(content.value);
  return content.map(plain).join('\n\n');
}
