/** Reads the names of persons or firms on a line. */
// See docs/language/04-types.md#415-name

const words = (text: string) => new Set(text.split(' '));

const SUFFIXES = words('jr sr ii iii iv esq md phd dds cpa inc llc corp co ltd llp lp pllc pc');
/** Suffixes that may have a full stop behind each of their letters; `J.R.` and `I.V.` are initials. */
const DOTTED_SUFFIXES = words('md phd dds cpa llc llp lp pllc pc');
/** Suffixes of firms: a name that one of them ends is that of a firm. */
const FIRMS = words('inc llc corp co ltd llp lp pllc pc');
/**
 * What may follow the full name of a person behind a comma, and would else be taken for a given name. `MA` and `MAI`
 * are not among them: behind a surname of two words they are given names as well (`Garcia Lopez, Ma`).
 */
const CREDENTIALS = words(
  'do dmd dvm od dpm dc rn lpn np aprn fnp crna pa pa-c pharmd facs lcsw jd mba ms pe ra cfa cfp clu chfc cpcu cic sra trustee ttee',
);
const PARTICLES = words('de del la van von der den du di da dos das bin al el st');

const ALLOWED = /^[\p{L}\p{M}'’.,& -]*$/u;
const LIST_MARKER = /^(?:\d{1,3}[.)]|[•‣◦▪●·*-]) ?/u;
/** What joins the words of one title, as of `Ph. D.`; no text that is read holds it. */
const JOINT = '\u00a0';
const NAME_WORD = /^\p{L}[\p{L}\p{M}'’.\u00a0-]*$/u;
const INITIAL = /^\p{L}\p{M}*\.?$/u;

/** A word in small letters that a full stop ends; titles of two letters, as `jr.`, end names. */
const END_OF_SENTENCE = /^\p{Ll}[\p{L}\p{M}'’-]{2,}\.$/u;
const CAPITAL = /^\p{Lu}/u;

/** Fewest and most words of the names on one line. */
const LEAST_WORDS = 2;
const MOST_WORDS = 6;

/** Words of one name, between commas and connectors. */
type Piece = readonly string[];

/** The names on a line, and the text that they were read from. */
interface NamesOnLine {
  readonly source: string;
  readonly names: readonly string[];
}

/** The names on a line that holds nothing else. */
export function namesOnLine(line: string): NamesOnLine | undefined {
  const source = withoutListMarks(line.replace(/ {2,}/gu, ' '));
  if (!ALLOWED.test(source)) return undefined;
  const tokens = withoutSuffixCommas(
    withTitles(
      source
        .replace(/[,&]/gu, ' $& ')
        .split(' ')
        .filter((token) => token !== ''),
    ),
  );
  const nameWords = tokens.filter((token) => token !== ',' && !isConnector(token));
  if (nameWords.length < LEAST_WORDS || nameWords.length > MOST_WORDS) return undefined;
  if (!nameWords.every((word) => NAME_WORD.test(word)) || isSentence(nameWords)) return undefined;

  const listForm = tokens.some((token, i) => token === ',' && isConnector(tokens[i + 1]));
  const plain = tokens.filter((token, i) => token !== ',' || !isConnector(tokens[i + 1]));
  const parts = splitAt(plain, isConnector).map((part) => splitAt(part, (token) => token === ','));
  if (parts.flat().some((piece) => piece.length === 0)) return undefined;
  if (isFirm(parts)) return { source, names: [plain.join(' ')] };
  const names = arrange(parts, listForm);
  return names && { source, names: names.map((piece) => piece.join(' ').replaceAll(JOINT, ' ')) };
}

function withoutListMarks(line: string): string {
  const text = line.trim().replace(LIST_MARKER, '');
  let end = text.length;
  while (end > 0 && ',; '.includes(text[end - 1]!)) end -= 1;
  return text.slice(0, end);
}

/** Most letters of a title whose letters are apart, `D. D. S.`, and what each is. */
const MOST_LETTERS = 4;
const TITLE_LETTER = /^\p{L}\.$/u;

/**
 * The words of a title as one: `Ph. D.` anywhere, and letters that are apart, as `M. D.`, behind a comma and a full name:
 * behind a surname by itself they are initials.
 */
function withTitles(tokens: readonly string[]): string[] {
  const joined: string[] = [];
  let nameWords = 0;
  for (let at = 0; at < tokens.length; ) {
    const length = titleLength(tokens, at, tokens[at - 1] === ',' && nameWords >= LEAST_WORDS);
    const token = tokens[at]!;
    if (isConnector(token) || (token === ',' && tokens[at - 1] === ',')) nameWords = 0;
    else if (token !== ',') nameWords = tokens[at - 1] === ',' ? 1 : nameWords + 1;
    joined.push(tokens.slice(at, at + length).join(JOINT));
    at += length;
  }
  return joined;
}

/** How many tokens from a place on are one title or one word. @param isBehindName whether letters may be those of a title */
function titleLength(tokens: readonly string[], at: number, isBehindName: boolean): number {
  const [first = '', second = ''] = tokens.slice(at, at + 2);
  if (/^ph\.?$/iu.test(first) && /^d\.?$/iu.test(second)) return 2;
  if (!isBehindName) return 1;
  for (let length = MOST_LETTERS; length > 1; length -= 1) {
    const letters = tokens.slice(at, at + length);
    const title = letters.join('');
    const isWhole = letters.length === length && letters.every((letter) => TITLE_LETTER.test(letter));
    if (isWhole && (isSuffix(title) || isCredential(title))) return length;
  }
  return 1;
}

/** A comma before `Jr.`, `Inc` and the like separates nothing, nor one between a full name and `RN`. */
function withoutSuffixCommas(tokens: readonly string[]): string[] {
  const kept: string[] = [];
  let nameWords = 0;
  for (const [i, token] of tokens.entries()) {
    const next = tokens[i + 1] ?? '';
    if (token === ',' && (isSuffix(next) || (nameWords >= LEAST_WORDS && endsAsCredential(tokens, i + 1)))) {
      continue;
    }
    nameWords = token === ',' || isConnector(token) ? 0 : nameWords + 1;
    kept.push(token);
  }
  return kept;
}

/** Whether words begin with a capital and end with a full stop, as `This is not a bill.` */
function isSentence(nameWords: readonly string[]): boolean {
  const [first = '', last = ''] = [nameWords[0], nameWords.at(-1)];
  return CAPITAL.test(first) && END_OF_SENTENCE.test(last) && !isSuffix(last);
}

function isConnector(token: string | undefined): boolean {
  return token === '&' || token?.toLowerCase() === 'and';
}

function isSuffix(word: string): boolean {
  return SUFFIXES.has(word.replace(/\.$/u, '').toLowerCase()) || DOTTED_SUFFIXES.has(lettersOf(word));
}

function isCredential(word: string): boolean {
  return CREDENTIALS.has(lettersOf(word));
}

/** A word in lower case without full stops. */
function lettersOf(word: string): string {
  return word.replace(/[.\u00a0]/gu, '').toLowerCase();
}

/** Whether the words from a token to the next comma, connector or end are credentials: a given name goes on otherwise. */
function endsAsCredential(tokens: readonly string[], start: number): boolean {
  let at = start;
  while (at < tokens.length && (isCredential(tokens[at]!) || isSuffix(tokens[at]!))) at += 1;
  return at > start && (at === tokens.length || tokens[at] === ',' || isConnector(tokens[at]));
}

/** Whether two parts are the name of one firm, as `Moss & Sons LLC`: the first is no name by itself. */
function isFirm(parts: readonly (readonly Piece[])[]): boolean {
  const [[first, ...more] = [], [last, ...rest] = []] = parts;
  if (parts.length !== 2 || !first || !last || more.length > 0 || rest.length > 0) return false;
  return !isFull(first) && isFull(last) && FIRMS.has(lettersOf(last.at(-1)!));
}

function splitAt(tokens: readonly string[], separates: (token: string) => boolean): string[][] {
  const parts: string[][] = [[]];
  for (const token of tokens) {
    if (separates(token)) parts.push([]);
    else parts.at(-1)!.push(token);
  }
  return parts;
}

/** The rows of the case table; parts are what connectors separate, pieces what commas separate. */
function arrange(parts: readonly (readonly Piece[])[], listForm: boolean): readonly Piece[] | undefined {
  const pieces = parts.flat();
  if (listForm || parts.length > 2) return allFull(pieces);
  if (parts.length === 1) return arrangeOne(pieces);
  const [left = [], right = []] = parts;
  return arrangeTwo(left, right);
}

function allFull(pieces: readonly Piece[]): readonly Piece[] | undefined {
  return pieces.every(isFull) ? pieces : undefined;
}

/** No connector: one name, surname first, or a list. */
function arrangeOne(pieces: readonly Piece[]): readonly Piece[] | undefined {
  const [first, second] = pieces;
  if (pieces.length === 2 && first && second) {
    if (isFull(first) && !isFamily(first) && second.length === 1 && /^[js]\.r\.$/iu.test(second[0]!))
      return undefined;
    if (first.length === 1 || second.length === 1 || isFamily(first) || isGivenOf(second, first))
      return [surnameLast(first, second)];
  }
  return allFull(pieces);
}

/** One connector. */
function arrangeTwo(left: readonly Piece[], right: readonly Piece[]): readonly Piece[] | undefined {
  const [a, b] = left;
  const [c, d] = right;
  if (left.length === 1 && right.length === 1 && a && c) {
    if (!isFull(c)) return undefined;
    if (isFull(a) && !isWordAndInitial(a)) return [a, c];
    const shared = surname(c);
    return shared.length === 0 ? undefined : [[...a, ...shared], c];
  }
  if (left.length === 2 && right.length === 1 && a && b && c) {
    if (isFull(a) && isFull(b) && isFull(c) && !isInitial(b.at(-1))) return [a, b, c];
    if (a.length <= 2 || isFamily(a)) {
      return [surnameLast(a, b), isGiven(c) ? [...c, ...withoutSuffixes(a)] : c];
    }
  }
  if (left.length === 2 && right.length === 2 && a && b && c && d && a.length === 1 && c.length === 1) {
    return [surnameLast(a, b), surnameLast(c, d)];
  }
  return allFull([...left, ...right]);
}

/** A name that was printed surname first; `Jr.` and the like stay at its end. */
function surnameLast(family: Piece, given: Piece): Piece {
  const first = withoutSuffixes(given);
  return [...first, ...family, ...given.slice(first.length)];
}

/** A name without `Jr.` and the like at its end; its first word stays, whatever it is. */
function withoutSuffixes(piece: Piece): Piece {
  let end = piece.length;
  while (end > 1 && isSuffix(piece[end - 1]!)) end -= 1;
  return piece.slice(0, end);
}

function isFull(piece: Piece): boolean {
  return piece.length >= 2;
}

function isInitial(word: string | undefined): boolean {
  return word !== undefined && INITIAL.test(word);
}

function isWordAndInitial(piece: Piece): boolean {
  return piece.length === 2 && isInitial(piece[1]);
}

/** A name without its surname: one word, or ending in an initial. */
function isGiven(piece: Piece): boolean {
  return piece.length === 1 || isInitial(piece.at(-1));
}

/** Small words between the two surnames of one person: Spanish, Portuguese, Catalan. */
const BETWEEN_SURNAMES = words('y e i');

/** Whether words are a surname by themselves: a particle begins them, or they are two surnames, as `Ruiz y Vega`. */
function isFamily(piece: Piece): boolean {
  const [first = '', second = ''] = piece;
  return PARTICLES.has(first.toLowerCase()) || (piece.length === 3 && BETWEEN_SURNAMES.has(second));
}

/** Whether words behind a comma are the given names of a surname before it: they end in an initial, and it does not. */
function isGivenOf(given: Piece, family: Piece): boolean {
  const isSurname =
    family.length <= 2 || family.some((word) => PARTICLES.has(word) || BETWEEN_SURNAMES.has(word));
  return isSurname && isInitial(given.at(-1)) && !isInitial(family.at(-1));
}

/** The last word with the particles before it, never the first word. */
function surname(piece: Piece): Piece {
  const own = withoutCredentials(piece.filter((word) => !isSuffix(word)));
  let start = own.length - 1;
  while (start > 1 && PARTICLES.has(own[start - 1]!.toLowerCase())) start -= 1;
  return start < 1 ? [] : own.slice(start);
}

/** A name without what it has behind its surname; two words stay, whatever they are. */
function withoutCredentials(piece: Piece): Piece {
  let end = piece.length;
  while (end > LEAST_WORDS && isCredential(piece[end - 1]!)) end -= 1;
  return piece.slice(0, end);
}

const ROMAN_SUFFIX = new Set(['ii', 'iii', 'iv']);
const WORD_START = /(?<=^|[ \-.'’])\p{L}/gu;

/** Lower case, with the first letter of every word in upper case; `II`, `III`, `IV` stay in upper case. */
export function capitalizeWords(name: string): string {
  return name
    .toLowerCase()
    .split(' ')
    .map((word) =>
      ROMAN_SUFFIX.has(word)
        ? word.toUpperCase()
        : word.replace(WORD_START, (letter) => letter.toUpperCase()),
    )
    .join(' ');
}
