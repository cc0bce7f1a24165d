/** Raised with every change of a prompt, so that recordings of older prompts are not mistaken for those of new ones. */
export const PROMPT_VERSION = 1;
