/** The kinds of field of the language. To add one, write its file and name it here. */
import { anchorDefinition } from './anchor-definition.js';
import { simple } from './simple.js';

export const fieldKinds = [simple, anchorDefinition] as const;
