/** Fields of a Word document: their codes are no text, their results are (as the file keeps them). */
import { attributeOf, type XmlAttributes } from '../office/xml-reader.js';
import type { TextInline } from './model.js';
import { isOn } from './properties.js';

interface OpenField {
  code: string;
  /** Whether the code has ended and the result goes on. */
  inResult: boolean;
  /** State of a check box that the field is. */
  checked?: boolean;
  /** Choices of a drop-down list that the field is. */
  list?: DropDown;
  /** Whether text showed in the result. */
  hasText: boolean;
}

interface DropDown {
  /** Which entry was chosen, and which one shows where none was. */
  chosen?: number;
  first: number;
  readonly entries: string[];
}

/** Follows the fields that are open; they may reach over paragraphs and nest. */
interface FieldTracker {
  /** Whether text shows here, that is, in no field's code. */
  readonly visible: boolean;
  /** What the text here represents, when a field numbers the pages. */
  readonly meaning: TextInline['field'];
  open(name: string, attributes: XmlAttributes): void;
  code(text: string): void;
  /** Says that text shows here. */
  shown(): void;
  /** Text that the end of the element puts in: the box of a check box, the choice of a drop-down list. */
  close(name: string): string | undefined;
}

/** Of a code only its first word matters. */
const CODE_LENGTH = 64;
/** Fields nest a few deep; what is opened beyond is not followed. */
const MAX_OPEN = 64;
/** Entries of a drop-down list; Word takes 25. */
const MAX_ENTRIES = 25;
const CHECKED_BOX = '\u2612';
const EMPTY_BOX = '\u2610';

/** The symbol that a check box shows. */
export function boxOf(checked: boolean): string {
  return checked ? CHECKED_BOX : EMPTY_BOX;
}

export function createFieldTracker(): FieldTracker {
  const fields: OpenField[] = [];
  let beyond = 0;
  let choice: string | undefined;
  const isVisible = () => fields.every(({ inResult }) => inResult);
  const begin = (code: string, inResult: boolean) => {
    if (fields.length < MAX_OPEN) fields.push({ code: code.slice(0, CODE_LENGTH), inResult, hasText: false });
    else beyond++;
  };
  const end = () => {
    if (beyond > 0) beyond--;
    else {
      const ended = fields.pop();
      choice = ended && isVisible() ? choiceOf(ended) : undefined;
    }
  };
  return {
    get visible() {
      return isVisible();
    },
    get meaning() {
      const names = fields.map(({ code }) => /^\s*(\w+)/.exec(code)?.[1]?.toUpperCase());
      if (names.includes('PAGE')) return 'page';
      return names.includes('NUMPAGES') ? 'pages' : undefined;
    },
    open(name, attributes) {
      const field = fields.at(-1);
      if (name === 'fldSimple') begin(attributeOf(attributes, 'instr') ?? '', true);
      else if (name === 'fldChar') {
        const type = attributeOf(attributes, 'fldCharType');
        if (type === 'begin') begin('', false);
        else if (type === 'separate' && field && beyond === 0) field.inResult = true;
        else if (type === 'end') end();
      } else if (name === 'checkBox' && field) field.checked = false;
      else if ((name === 'checked' || name === 'default') && field?.checked !== undefined) {
        field.checked = isOn(attributes);
      } else if (name === 'ddList' && field) field.list = { first: 0, entries: [] };
      else if (field?.list) readDropDown(field.list, name, attributes);
    },
    shown() {
      for (const field of fields) field.hasText = true;
    },
    code(text) {
      const field = fields.at(-1);
      if (field && !field.inResult && field.code.length < CODE_LENGTH)
        field.code += text.slice(0, CODE_LENGTH);
    },
    close(name) {
      if (name === 'fldSimple') end();
      if (name === 'fldChar') {
        const text = choice;
        choice = undefined;
        return text;
      }
      if (name !== 'ffData') return undefined;
      const checked = fields.at(-1)?.checked;
      if (checked === undefined) return undefined;
      return boxOf(checked);
    },
  };
}

/** Notes what an element of a drop-down list says. */
function readDropDown(list: DropDown, name: string, attributes: XmlAttributes): void {
  const value = attributeOf(attributes, 'val') ?? '';
  if (name === 'result') list.chosen = Number(value);
  else if (name === 'default') list.first = Number(value);
  else if (name === 'listEntry' && list.entries.length < MAX_ENTRIES) list.entries.push(value);
}

/** What a drop-down list shows. Word keeps no text of it; where another program did, that is its result. */
function choiceOf({ list, hasText }: OpenField): string | undefined {
  return list && !hasText ? list.entries[list.chosen ?? list.first] : undefined;
}
