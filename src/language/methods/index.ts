/** The methods of the language. To add one, write its file and name it here. */
import { box } from './box.js';
import { checkbox } from './checkbox.js';
import { column } from './column.js';
import { documentRange } from './document-range.js';
import { fixedTable } from './fixed-table.js';
import { intersection } from './intersection.js';
import { invoice } from './invoice.js';
import { keyValue } from './key-value.js';
import { label } from './label.js';
import { nearestCheckbox } from './nearest-checkbox.js';
import { paragraph } from './paragraph.js';
import { passthrough } from './passthrough.js';
import { regex } from './regex.js';
import { region } from './region.js';
import { row } from './row.js';
import { signature } from './signature.js';
import { table } from './table.js';
import { textTable } from './text-table.js';
import { topic } from './topic.js';

export const methods = [
  box,
  checkbox,
  column,
  documentRange,
  fixedTable,
  intersection,
  invoice,
  keyValue,
  label,
  nearestCheckbox,
  paragraph,
  passthrough,
  regex,
  region,
  row,
  signature,
  table,
  textTable,
  topic,
] as const;
