/** The file formats, in the order in which messages list them. */
import { csv } from './csv.js';
import { docx } from './docx.js';
import { email } from './email.js';
import { image } from './image.js';
import { ods } from './ods.js';
import { pdf } from './pdf.js';
import { text } from './text.js';
import { workbook } from './workbook.js';
import { xls } from './xls.js';

export const READERS = [pdf, image, text, csv, email, docx, workbook, xls, ods] as const;
