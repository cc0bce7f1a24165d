/** Words and tokens of US addresses. */
// See docs/language/04-types.md#4141-tokens
import { found } from './shared.js';

/** A word of an address. */
export interface Token {
  readonly text: string;
  /** Lower case, without periods. */
  readonly key: string;
  /** Range in the text that the token is from. */
  readonly start: number;
  readonly end: number;
  /** Whether a comma or semicolon follows. */
  readonly comma: boolean;
}

const words = (text: string) => new Set(text.trim().split(/\s+/u));

const STATE_NAMES = new Set([
  'alabama',
  'alaska',
  'arizona',
  'arkansas',
  'california',
  'colorado',
  'connecticut',
  'delaware',
  'florida',
  'georgia',
  'hawaii',
  'idaho',
  'illinois',
  'indiana',
  'iowa',
  'kansas',
  'kentucky',
  'louisiana',
  'maine',
  'maryland',
  'massachusetts',
  'michigan',
  'minnesota',
  'mississippi',
  'missouri',
  'montana',
  'nebraska',
  'nevada',
  'new hampshire',
  'new jersey',
  'new mexico',
  'new york',
  'north carolina',
  'north dakota',
  'ohio',
  'oklahoma',
  'oregon',
  'pennsylvania',
  'rhode island',
  'south carolina',
  'south dakota',
  'tennessee',
  'texas',
  'utah',
  'vermont',
  'virginia',
  'washington',
  'west virginia',
  'wisconsin',
  'wyoming',
  'district of columbia',
  'puerto rico',
]);

/** Codes of the postal service, with those of the district, the territories and the armed forces. */
const STATE_CODES = words(`
  al ak az ar ca co ct de fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj nm ny nc nd oh ok or pa ri
  sc sd tn tx ut vt va wa wv wi wy dc pr vi gu as mp aa ae ap`);

const COUNTRY_NAMES = new Set(['usa', 'us', 'united states', 'united states of america']);

/** Words that name a part of a building. */
export const UNIT_WORDS: ReadonlySet<string> = words(`
  apt apartment suite ste unit floor fl bldg building room rm lot space spc dept no number`);

/** `2nd floor`. */
export const ORDINAL = /^\d+(?:st|nd|rd|th)$/u;
export const FLOOR_WORDS: ReadonlySet<string> = new Set(['floor', 'fl']);

/** Words that end the name of a street. */
export const SUFFIX_WORDS: ReadonlySet<string> = words(`
  street avenue road drive lane boulevard court circle place plaza parkway highway terrace trail way square loop alley
  row run pike route broadway center st ave av rd dr ln blvd ct cir pl plz pkwy hwy ter trl sq aly rte ctr`);

/** Words between the numbers of a grid, as `4120 West 5610 South`. */
export const DIRECTIONS: ReadonlySet<string> = words(
  'north south east west northeast northwest southeast southwest n s e w ne nw se sw',
);
/** Numbers of houses that are spelled, as `One Main Street`. */
const SPELLED_HOUSES = words('one two three four five six seven eight nine ten eleven twelve');
/** Places of a grid and of a county, as `W140` and `T510`. */
const CODED_HOUSE = /^[A-Z]{1,2}-?\d{1,5}[A-Z]?$/u;
/** Numbers of several houses. */
const HOUSES = /^\d{1,6}(?:[–/-]\d{1,6})?[A-Za-z]?$/u;

/** Words before a number that is the number of a road, not of a house. */
export const ROAD_WORDS: ReadonlySet<string> = words('hwy highway route rte rt road interstate');

/** Longest names in tokens. */
const STATE_TOKENS = 3;
const COUNTRY_TOKENS = 4;

export const ADDRESS_TOKEN = /^[\p{L}\p{N}#][\p{L}\p{N}\p{M}.'’#&/-]*$/u;
export const ADDRESS_WORD = /^\p{L}[\p{L}\p{M}'’.&/-]*$/u;
/** `12`, `12-45`, `12B`, `12-B`, `12½`, and places of a grid, as `N61W23044`. */
const HOUSE_NUMBER = /^(?:\d+(?:-\d+)?(?:-?[A-Za-z]|[¼½¾])?|[NSEW]\d{1,5}[NSEW]\d{1,5})$/u;
/** The half of a house number, as in `12 1/2 Oak Street`. */
export const HOUSE_FRACTION = /^[1-3]\/[2-4]$/u;
export const ZIP_CODE = /^\d{5}(?:[-–·.]?\d{4})?$/u;
export const ZIP_EXTENSION = /^\d{4}$/u;
const BOX_NUMBER = /^#?\d+[a-z]?$/u;
const ADDRESS_STRETCH = /[^\s,;]+/gu;
const STRIPPED = new Set(['.', '•', '·', '–', '-']);

/** The tokens of a text. */
export function tokenize(text: string): Token[] {
  return found(text, ADDRESS_STRETCH, ({ 0: stretch, index }) => {
    let start = index;
    let end = index + stretch.length;
    while (start < end && STRIPPED.has(text[start]!)) start += 1;
    while (end > start && STRIPPED.has(text[end - 1]!)) end -= 1;
    if (start === end) return undefined;
    const own = text.slice(start, end);
    const key = own.toLowerCase().replaceAll('.', '');
    return { text: own, key, start, end, comma: isCommaNext(text, index + stretch.length) };
  });
}

function isCommaNext(text: string, from: number): boolean {
  let at = from;
  while (text[at] === ' ') at += 1;
  return text[at] === ',' || text[at] === ';';
}

/** How many tokens before `end` name a state: its name in up to three tokens, or its code in one; else 0. */
export function stateBefore(tokens: readonly Token[], end: number): number {
  for (let count = Math.min(STATE_TOKENS, end); count > 0; count -= 1) {
    if (isPhrase(tokens, end - count, end, STATE_NAMES)) return count;
  }
  return end > 0 && STATE_CODES.has(tokens[end - 1]!.key) ? 1 : 0;
}

/** How many tokens from `start` on name the country, the most that do; else 0. */
export function countryAt(tokens: readonly Token[], start: number): number {
  for (let count = Math.min(COUNTRY_TOKENS, tokens.length - start); count > 0; count -= 1) {
    if (isPhrase(tokens, start, start + count, COUNTRY_NAMES)) return count;
  }
  return 0;
}

/** How many tokens before `end` name the country, the most that do; else 0. */
export function countryBefore(tokens: readonly Token[], end: number): number {
  for (let count = Math.min(COUNTRY_TOKENS, end); count > 0; count -= 1) {
    if (isPhrase(tokens, end - count, end, COUNTRY_NAMES)) return count;
  }
  return 0;
}

/** Whether tokens form one of some phrases, without a comma inside. */
function isPhrase(
  tokens: readonly Token[],
  start: number,
  end: number,
  phrases: ReadonlySet<string>,
): boolean {
  const own = tokens.slice(start, end);
  return own.slice(0, -1).every(({ comma }) => !comma) && phrases.has(own.map(({ key }) => key).join(' '));
}

const BOX_WORDS = new Set(['box', 'drawer']);

/**
 * What numbers a row of boxes: rural routes, contract routes, and the units and mail rooms of the armed forces, as in
 * `RR 2 Box 45`, `HC-02 Box 12` and `PSC 1234, Box 5678`.
 */
const ROUTE_WORDS = new Set(['rr', 'hc', 'psc', 'cmr', 'unit']);
const ROUTE_NAMES = new Set(['r r', 'rural route', 'star route', 'highway contract']);
const NUMBERED_ROUTE = /^(?:rr|hc)-?\d{1,4}[a-z]?$/u;

/** Index behind the number of a route that begins at a token; the token itself when none does. */
function routeEnd(tokens: readonly Token[], start: number): number {
  const key = (i: number) => tokens[i]?.key ?? '';
  if (NUMBERED_ROUTE.test(key(start))) return start + 1;
  const named = ROUTE_NAMES.has(`${key(start)} ${key(start + 1)}`) ? 2 : Number(ROUTE_WORDS.has(key(start)));
  return named === 0 ? start : (boxNumberEnd(tokens, start + named) ?? start);
}

/** Index behind a box, of the post office or on a route, that begins at a token; undefined when none does. */
export function boxEnd(tokens: readonly Token[], start: number): number | undefined {
  const key = (i: number) => tokens[i]?.key ?? '';
  if (key(start) === 'pobox') return boxNumberEnd(tokens, start + 1);
  const onRoute = routeEnd(tokens, start);
  if (onRoute > start) return key(onRoute) === 'box' ? boxNumberEnd(tokens, onRoute + 1) : undefined;
  let at = start;
  if (key(at) === 'po') at += 1;
  else if ((key(at) === 'p' && key(at + 1) === 'o') || (key(at) === 'post' && key(at + 1) === 'office'))
    at += 2;
  return BOX_WORDS.has(key(at)) ? boxNumberEnd(tokens, at + 1) : undefined;
}

function boxNumberEnd(tokens: readonly Token[], start: number): number | undefined {
  const at = tokens[start]?.key === '#' ? start + 1 : start;
  return BOX_NUMBER.test(tokens[at]?.key ?? '') ? at + 1 : undefined;
}

/** Whether a token may be the number of a house: no comma follows it. */
export function isHouse(token: Token | undefined): boolean {
  return token !== undefined && !token.comma && HOUSE_NUMBER.test(token.text);
}

/**
 * Whether a street begins at a token whose house is spelled or coded: capitals and numbers up to a word that ends the name of
 * a street, as `One Main Street` and `T510 State Route 66`.
 */
export function beginsUnusualStreet(tokens: readonly Token[], start: number, end: number): boolean {
  const house = tokens[start]!;
  const isSpelled = SPELLED_HOUSES.has(house.key) && /^\p{Lu}/u.test(house.text);
  if (house.comma || (!isSpelled && !CODED_HOUSE.test(house.text))) return false;
  for (let at = start + 1; at < end; at += 1) {
    const { key, text } = tokens[at]!;
    if (!/^[\p{Lu}\d]/u.test(text)) return false;
    if (SUFFIX_WORDS.has(key)) return at > start + 1;
  }
  return false;
}

/** Whether tokens are a street, though not in the form of one: with other signs in it, or a road with its number alone. */
export function isLikeStreet(tokens: readonly Token[]): boolean {
  const [first, ...rest] = tokens;
  if (!first) return false;
  if (beginsUnusualStreet(tokens, 0, tokens.length)) return true;
  if (HOUSES.test(first.text) && rest.slice(1).some(({ key }) => SUFFIX_WORDS.has(key))) return true;
  if (tokens.some((_, i) => endsInStreet(tokens, i))) return true;
  const road = tokens.findIndex(({ key }) => ROAD_WORDS.has(key));
  return road >= 0 && road <= MOST_ROAD_WORDS && /^\d+[a-z]?$/u.test(tokens[road + 1]?.key ?? '');
}

/** Most words of the name of a street between its house and the word that ends it. */
const MOST_NAME_WORDS = 4;

/** Whether a house and its street begin at a token and end the tokens, or what may be behind a street follows. */
function endsInStreet(tokens: readonly Token[], start: number): boolean {
  if (!isHouse(tokens[start])) return false;
  const most = Math.min(tokens.length, start + MOST_NAME_WORDS + 2);
  for (let at = start + 2; at < most; at += 1) {
    if (!SUFFIX_WORDS.has(tokens[at]!.key)) continue;
    const next = tokens[at + 1];
    const { key = '', text = '' } = next ?? {};
    if (!next || tokens[at]!.comma || text.startsWith('#') || UNIT_WORDS.has(key) || DIRECTIONS.has(key))
      return true;
  }
  return false;
}

/** Most words before that of a road, as in `Old County Road 12`. */
const MOST_ROAD_WORDS = 2;

export function hasLetter({ text }: Token): boolean {
  return /\p{L}/u.test(text);
}
