/** The preprocessors of the language. To add one, write its file and name it here. */
import { deskew } from './deskew.js';
import { ligature } from './ligature.js';
import { linearize } from './linearize.js';
import { mergeLines } from './merge-lines.js';
import { multicolumn } from './multicolumn.js';
import { nlp } from './nlp.js';
import { ocr } from './ocr.js';
import { pageFilter } from './page-filter.js';
import { pageRange } from './page-range.js';
import { removeFooter } from './remove-footer.js';
import { removeHeader } from './remove-header.js';
import { removeLines } from './remove-lines.js';
import { removePage } from './remove-page.js';
import { rotatePage } from './rotate-page.js';
import { scale } from './scale.js';
import { sort } from './sort.js';
import { splitLines } from './split-lines.js';

export const preprocessors = [
  deskew,
  ligature,
  linearize,
  mergeLines,
  multicolumn,
  nlp,
  ocr,
  pageFilter,
  pageRange,
  removeFooter,
  removeHeader,
  removeLines,
  removePage,
  rotatePage,
  scale,
  sort,
  splitLines,
] as const;
