/** The kinds of field of the language. To add one, write its file and name it here. */
import { anchorDefinition } from './anchor-definition.js';
import { cell } from './cell.js';
import { cellRows } from './cell-rows.js';
import { classifyAndQuery } from './classify-and-query.js';
import { computed } from './computed.js';
import { concurrentQueries } from './concurrent-queries.js';
import { conditional } from './conditional.js';
import { customComputationGroup } from './custom-computation-group.js';
import { list } from './list.js';
import { modelQuestion } from './model-question.js';
import { queryGroup } from './query-group.js';
import { sections } from './sections.js';
import { simple } from './simple.js';
import { summarizer } from './summarizer.js';

/** In the order in which an object is asked which kind it is (chapter 6, 7.1). */
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
