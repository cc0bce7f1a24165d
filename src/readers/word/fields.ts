/** Fields of a Word document: their codes are no text, their results are (as the file keeps them). */
import { attributeOf, type XmlAttributes } from '../office/xml-reader.js';
import type { TextInline } from './model.js';

interface OpenField {
  code: string;
  /** Whether the code has ended and the result goes on. */
  inResult: boolean;
  /** State of a check box that the field is. */
  checked?: boolean;
}

/** Follows the fields that are open; they may reach over paragraphs and nest. */
interface FieldTracker {
  /** Whether text shows here, that is, in no field's code. */
  readonly visible: boolean;
  /** What the text here stands for, when a field numbers the pages. */
  readonly meaning: TextInline['field'];
  open(name: string, attributes: XmlAttributes): void;
  code(text: string): void;
  /** Text that the end of the element puts in: the box of a check box. */
  close(name: string): string | undefined;
}

/** Of a code only its first word matters. */
const CODE_LENGTH = 64;
/** Fields nest a few deep; what is opened beyond is not followed. */
const MAX_OPEN = 64;
const CHECKED_BOX = '\u2612';
const EMPTY_BOX = '\u2610';

export function createFieldTracker(): FieldTracker {
  const fields: OpenField[] = [];
  let beyond = 0;
  const begin = (code: string, inResult: boolean) => {
    if (fields.length < MAX_OPEN) fields.push({ code: code.slice(0, CODE_LENGTH), inResult });
    else beyond++;
  };
  const end = () => {
    if (beyond > 0) beyond--;
    else fields.pop();
  };
  return {
    get visible() {
      return fields.every(({ inResult }) => inResult);
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
        field.checked = !['0', 'false', 'off'].includes(attributeOf(attributes, 'val') ?? 'true');
      }
    },
    code(text) {
      const field = fields.at(-1);
      if (field && !field.inResult && field.code.length < CODE_LENGTH)
        field.code += text.slice(0, CODE_LENGTH);
    },
    close(name) {
      if (name === 'fldSimple') end();
      if (name !== 'ffData') return undefined;
      const checked = fields.at(-1)?.checked;
      if (checked === undefined) return undefined;
      return checked ? CHECKED_BOX : EMPTY_BOX;
    },
  };
}
