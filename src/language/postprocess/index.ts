/** The postprocessors of the language. To add one, write its file and name it here. */
import { jsonLogic } from './json-logic.js';
import { jsonSchema } from './json-schema.js';
import { xml } from './xml.js';

export const postprocessors = [jsonLogic, jsonSchema, xml] as const;
