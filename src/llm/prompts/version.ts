/** Raised with every change of a prompt, so that recordings of older prompts are not mistaken for those of new ones. */
// See docs/language/08-language-models.md#89-recordings-and-tests-without-a-network
export const PROMPT_VERSION = 1;
