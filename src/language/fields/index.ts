/** The kinds of field of the language. To add one, write its file and name it here. */
import { anchorDefinition } from './anchor-definition.js';
import { cell } from './cell.js';
import { cellRows } from './cell-rows.js';
import { computed } from './computed.js';
import { conditional } from './conditional.js';
import { customComputationGroup } from './custom-computation-group.js';
import { classifyAndQuery } from './model/classify-and-query.js';
import { concurrentQueries } from './model/concurrent-queries.js';
import { list } from './model/list.js';
import { queryGroup } from './model/query-group.js';
import { modelQuestion } from './model/question.js';
import { summarizer } from './model/summarizer.js';
import { sections } from './sections.js';
import { simple } from './simple.js';

/** In the order in which an object is asked which kind it is. */
// See docs/language/06-sections-and-field-kinds.md#71-telling-the-kinds-apart
export const fieldKinds = [
  anchorDefinition,
  sections,
  cellRows,
  conditional,
  customComputationGroup,
  queryGroup,
  concurrentQueries,
  classifyAndQuery,
  list,
  modelQuestion,
  summarizer,
  computed,
  cell,
  simple,
] as const;
