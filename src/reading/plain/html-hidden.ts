/** Text of HTML that nobody sees: elements that are not displayed, as the previews that mails begin with. */
// See docs/language/01-document-anchors-fields.md#113-text-that-cannot-be-seen
import { type Interrupt, Turns } from '../../foundation/async/interrupt.js';
import { allMatches } from '../../foundation/text/matches.js';

/** HTML without what is hidden in it, and the text of that; `''` where nothing is. */
interface SeenHtml {
  readonly html: string;
  readonly hidden: string;
}

const HIDES = /(?:^|[;{\s"'])(?:display\s*:\s*none|visibility\s*:\s*hidden)\b/iu;
/** Whether a page may hide anything: else it is not looked through. */
const MAY_HIDE = /display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}hidden|\shidden[\s=>/]/iu;
/** Characters of hidden text that are kept, to be shown. */
const SHOWN = 80;
/** Characters of HTML that are worked on between turns: some milliseconds. */
const PIECE = 64 * 1024;

/** Takes what is not displayed out of a page. @throws DocumentError `aborted`, `timed_out` */
export async function withoutHidden(html: string, interrupt: Interrupt): Promise<SeenHtml> {
  if (!MAY_HIDE.test(html)) return { html, hidden: '' };
  const { Parser } = await import('htmlparser2');
  const selectors = hidingSelectors(html);
  const seen: string[] = [];
  let hidden = '';
  let from = 0;
  let start = 0;
  /** Elements that are open from the hidden one on. */
  let depth = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (depth === 0) {
        if (!isHidden(name, attributes, selectors)) return;
        start = parser.startIndex;
      }
      depth++;
    },
    ontext(text) {
      if (depth > 0 && hidden.length < SHOWN) hidden += text;
    },
    onclosetag(_name, isImplied) {
      if (depth === 0 || --depth > 0) return;
      seen.push(html.slice(from, start));
      from = isImplied ? Math.max(start, parser.startIndex) : parser.endIndex + 1;
    },
  });
  const turns = new Turns(interrupt);
  for (let at = 0; at < html.length; at += PIECE) {
    parser.write(html.slice(at, at + PIECE));
    await turns.next();
  }
  parser.end();
  seen.push(html.slice(from));
  return { html: seen.join(''), hidden: hidden.replace(/\s+/gu, ' ').trim().slice(0, SHOWN) };
}

type Attributes = Readonly<Record<string, string>>;

/** Elements without text of their own, which never are hidden parts of it. */
const WITHOUT_TEXT: ReadonlySet<string> = new Set([
  'html',
  'body',
  'head',
  'style',
  'script',
  'input',
  'img',
  'br',
  'meta',
  'link',
]);

function isHidden(name: string, attributes: Attributes, selectors: ReadonlySet<string>): boolean {
  if (WITHOUT_TEXT.has(name)) return false;
  if (attributes['hidden'] !== undefined || HIDES.test(attributes['style'] ?? '')) return true;
  if (selectors.size === 0) return false;
  const classes = (attributes['class'] ?? '').split(/\s+/u).map((own) => `.${own}`);
  const own = [...classes, `#${attributes['id'] ?? ''}`];
  return own.some((selector) => selectors.has(selector) || selectors.has(name + selector));
}

const STYLE_SHEET = /<style\b[^>]{0,500}>([^<]{1,200000})<\/style/giu;
const SIMPLE = /^(?:[a-z][a-z0-9]*)?[.#][\w-]+$/iu;

/** The selectors of one class or id that style sheets of a page hide; rules for some screens only do not count. */
function hidingSelectors(html: string): ReadonlySet<string> {
  const hiding = new Set<string>();
  for (const [, sheet = ''] of allMatches(html, STYLE_SHEET)) {
    for (const [selectors, rules] of rulesOf(sheet)) {
      if (!HIDES.test(rules)) continue;
      for (const selector of selectors.split(','))
        if (SIMPLE.test(selector.trim())) hiding.add(selector.trim());
    }
  }
  return hiding;
}

/** The rules of a style sheet that are not inside another, as selectors and what they say. */
function* rulesOf(sheet: string): Generator<readonly [string, string]> {
  let depth = 0;
  let start = 0;
  let open = 0;
  for (let at = 0; at < sheet.length; at++) {
    if (sheet[at] === '{' && depth++ === 0) open = at;
    else if (sheet[at] === '}' && depth > 0 && --depth === 0) {
      yield [sheet.slice(start, open).replace(/\/\*[^*]*\*\//gu, ''), sheet.slice(open + 1, at)];
      start = at + 1;
    }
  }
}
