/**
 * How much work an HTML page is for its parser. It searches the open elements with each tag, and so takes a time that
 * grows with the square of their number. The tags are found by the parser's own tokenizer, so
 * that nothing hides in comments, attributes or scripts that the parser would see.
 */

import { DocumentError } from '../../errors.js';
import { type Interrupt, Turns } from '../../foundation/async/interrupt.js';

/** Most tags that are read, those that close counted too. */
const MAX_TAGS = 200_000;
/**
 * Most attributes, entities and stretches of text. The parser strings stretches together, at 32 bytes each; a line of
 * `<` signs is one stretch a sign.
 */
const MAX_PIECES = 1_000_000;
/**
 * Most open elements in all, summed up over the tags: a second of the parser. A long thread of mails has 20,000 tags
 * about 60 deep, 1,200,000 in all; 30,000 elements in each other make up 900,000,000.
 */
const MAX_WORK = 1_000_000_000;

/** Characters that are looked at between turns of other work: some milliseconds. */
const SLICE = 256 * 1024;

/** Elements that have no content. */
const VOID = new Set(
  'area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr'.split(
    ' ',
  ),
);
/** Elements that a tag of the same kind, or one beside them, closes when they were opened last. */
const CLOSED_BY: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    tr: 'tr th td',
    th: 'th',
    td: 'thead th td',
    li: 'li',
    option: 'option',
    optgroup: 'optgroup option',
    dd: 'dt dd',
    dt: 'dt dd',
    p: 'p',
    tbody: 'thead tbody',
    tfoot: 'thead tbody',
  }).map(([name, closed]) => [name, new Set(closed.split(' '))]),
);

/** In drawings and formulas tags close themselves, but not in what these hold of the page. */
const FOREIGN = new Map([
  ...['math', 'svg'].map((name) => [name, true] as const),
  ...'mi mo mn ms mtext annotation-xml foreignobject desc title'
    .split(' ')
    .map((name) => [name, false] as const),
]);

/**
 * Refuses HTML that would keep its parser busy.
 * @throws DocumentError `too_large` for more than 200,000 tags or 1,000,000 pieces of text, or tags nested too deep for
 *   their number; `aborted`, `timed_out`
 */
export async function checkNesting(html: string, interrupt: Interrupt): Promise<void> {
  const { Tokenizer } = await import('htmlparser2');
  const open: string[] = [];
  const counts = new Map<string, number>();
  const foreign: boolean[] = [];
  let tags = 0;
  let work = 0;
  let pieces = 0;
  const count = () => {
    work += open.length;
    if (++tags > MAX_TAGS) {
      throw new DocumentError('too_large', `The HTML of the document has more than ${MAX_TAGS} tags.`);
    }
    if (work > MAX_WORK) {
      throw new DocumentError('too_large', 'The HTML of the document nests too many tags in each other.');
    }
  };
  const piece = () => {
    if (++pieces <= MAX_PIECES) return;
    throw new DocumentError(
      'too_large',
      `The HTML of the document has more than ${MAX_PIECES} attributes, entities and stretches of text.`,
    );
  };
  const pop = () => {
    const name = open.pop()!;
    counts.set(name, counts.get(name)! - 1);
    return name;
  };
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ...IGNORED,
      onattribname: piece,
      onattribentity: piece,
      ontext: piece,
      ontextentity: piece,
      onopentagname(start, end) {
        count();
        const name = html.slice(start, end).toLowerCase();
        const closed = CLOSED_BY.get(name);
        while (open.length > 0 && closed?.has(open.at(-1)!)) pop();
        if (VOID.has(name)) return;
        open.push(name);
        counts.set(name, (counts.get(name) ?? 0) + 1);
        const isForeign = FOREIGN.get(name);
        if (isForeign !== undefined) foreign.push(isForeign);
      },
      onselfclosingtag() {
        if (foreign.at(-1) === true && open.length > 0) pop();
      },
      onclosetag(start, end) {
        count();
        const name = html.slice(start, end).toLowerCase();
        if (FOREIGN.has(name)) foreign.pop();
        if ((counts.get(name) ?? 0) > 0) while (pop() !== name);
      },
    },
  );
  const turns = new Turns(interrupt);
  for (let at = 0; at < html.length; at += SLICE) {
    tokenizer.write(html.slice(at, at + SLICE));
    await turns.next();
  }
  tokenizer.end();
}

const ignore = () => undefined;
const IGNORED = {
  onattribdata: ignore,
  onattribend: ignore,
  oncdata: ignore,
  oncomment: ignore,
  ondeclaration: ignore,
  onend: ignore,
  onopentagend: ignore,
  onprocessinginstruction: ignore,
};
