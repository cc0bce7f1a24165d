/**
 * Element objects as XML text. xmlbuilder2 is not used here: it leaves `&amp;` in a text as it
 * is, so that text of a document would change its meaning, and does not escape line breaks in attributes.
 */
// See docs/language/07-computed-rules-postprocessor.md#42-xml
import { orderedEntries } from '../../foundation/objects/members.js';
import { isArray, isFieldObject, isObject, ownMember, type Value, type ValueObject } from '../rules/value.js';

/** An element object that cannot be written. */
export class XmlError extends Error {
  override readonly name = 'XmlError';
}

interface XmlOptions {
  readonly selfCloseEmptyTags: boolean;
  /** Called with names that had to be changed. */
  warn(message: string): void;
}

/** The XML of an element object. @throws XmlError when a tag or an attribute is not what it must be */
export function serialise(element: ValueObject, options: XmlOptions): string {
  const tag = ownMember(element, 'tag');
  if (typeof tag !== 'string') throw new XmlError('an element needs a "tag" that is text');
  return elementText(
    tag,
    attributes(ownMember(element, 'attrs') ?? null, options),
    ownMember(element, 'content') ?? null,
    options,
  );
}

function elementText(tag: string, attrs: string, content: Value, options: XmlOptions): string {
  const name = xmlName(tag, options);
  const inner = contentText(content, options);
  if (inner === '' && options.selfCloseEmptyTags) return `<${name}${attrs}/>`;
  return `<${name}${attrs}>${inner}</${name}>`;
}

/** Attributes with a space before each; of equal names the last wins. */
function attributes(attrs: Value, options: XmlOptions): string {
  if (attrs === null) return '';
  if (!isObject(attrs)) throw new XmlError('"attrs" must be an object');
  const written = new Map<string, string>();
  for (const [name, value] of orderedEntries(attrs)) {
    if (typeof value === 'object' && value !== null) {
      throw new XmlError(`the attribute ${JSON.stringify(name)} must be a plain value`);
    }
    written.set(xmlName(name, options), value === null ? '' : escapeAttribute(String(value)));
  }
  return [...written].map(([name, value]) => ` ${name}="${value}"`).join('');
}

function contentText(content: Value, options: XmlOptions): string {
  if (content === null) return '';
  if (typeof content !== 'object') return escapeText(String(content));
  if (isArray(content)) return content.map((item) => contentText(item, options)).join('');
  if (typeof ownMember(content, 'tag') === 'string') return serialise(content, options);
  if (isFieldObject(content)) return contentText(ownMember(content, 'value') ?? null, options);
  return orderedEntries(content)
    .map(([tag, member]) => elementText(tag, '', member, options))
    .join('');
}

/** Characters that XML 1.0 does not allow (section 2.2); `\p{Cs}` matches lone surrogates only. */
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF\p{Cs}]/gu;

function allowed(text: string): string {
  return text.replace(FORBIDDEN, '');
}

const TEXT_ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const ATTRIBUTE_ESCAPES: Readonly<Record<string, string>> = {
  ...TEXT_ESCAPES,
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
};

function escapeText(text: string): string {
  return allowed(text).replace(/[&<>]/gu, (char) => TEXT_ESCAPES[char] ?? char);
}

function escapeAttribute(text: string): string {
  return allowed(text).replace(/[&<>"\t\n\r]/gu, (char) => ATTRIBUTE_ESCAPES[char] ?? char);
}

/** Characters that may begin a name, and those that may follow (XML 1.0, 2.3). */
const NAME_START =
  ':A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}\\u{200D}' +
  '\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}';
const NOT_NAME = new RegExp(`[^${NAME_START}\\-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}\\u{2040}]`, 'gu');
const STARTS_NAME = new RegExp(`^[${NAME_START}]`, 'u');

/** A valid name: what may not be in one becomes `_`. */
function xmlName(name: string, { warn }: XmlOptions): string {
  if (name === '') throw new XmlError('a name of an element or attribute is empty');
  const replaced = name.replace(NOT_NAME, '_');
  const valid = STARTS_NAME.test(replaced) ? replaced : `_${replaced}`;
  if (valid !== name)
    warn(`${JSON.stringify(name)} is not an XML name; it is written as ${JSON.stringify(valid)}`);
  return valid;
}
