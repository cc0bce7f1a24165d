/** The methods of the language. To add one, write its file and name it here. */
import { column } from './column.js';
import { documentRange } from './document-range.js';
import { intersection } from './intersection.js';
import { label } from './label.js';
import { paragraph } from './paragraph.js';
import { passthrough } from './passthrough.js';
import { regex } from './regex.js';
import { region } from './region.js';
import { row } from './row.js';

export const methods = [
  column,
  documentRange,
  intersection,
  label,
  paragraph,
  passthrough,
  regex,
  region,
  row,
] as const;
