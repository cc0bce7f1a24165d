/** The computed methods of the language. To add one, write its file and name it here. */
import { addComputedFields } from './add-computed-fields.js';
import { concat } from './concat.js';
import { constant } from './constant.js';
import { copyFromSections } from './copy-from-sections.js';
import { copyToSection } from './copy-to-section.js';
import { customComputation } from './custom-computation.js';
import { extraData } from './extra-data.js';
import { getFileMetadata } from './get-file-metadata.js';
import { mapper } from './mapper.js';
import { pickValues } from './pick-values.js';
import { split } from './split.js';
import { suppressOutput } from './suppress-output.js';
import { tableToSection } from './table-to-section.js';
import { tfidf } from './tfidf.js';
import { zip } from './zip.js';

export const computedMethods = [
  addComputedFields,
  concat,
  constant,
  copyFromSections,
  copyToSection,
  customComputation,
  extraData,
  getFileMetadata,
  mapper,
  pickValues,
  split,
  suppressOutput,
  tableToSection,
  tfidf,
  zip,
] as const;
