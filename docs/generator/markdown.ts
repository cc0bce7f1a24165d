/** Small pieces of Markdown. */
import { cell } from './members.js';

/** The first lines of every page. */
export const NOTICE = '<!-- Generated from the source by `npm run docs`; edits here are lost. -->';

/** A page: its blocks with an empty line between them. */
export function page(...blocks: readonly string[]): string {
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

/** A block of JSON. */
export function json(value: unknown): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}

/** A table; cells are text, not Markdown of their own that holds bars. */
export function rows(headings: readonly string[], body: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(headings), `|${'---|'.repeat(headings.length)}`, ...body.map(line)].join('\n');
}

/** Text of a document, as code so that nothing in it acts as Markdown. */
export function verbatim(text: string): string {
  const fence = '`'.repeat(Math.max(0, ...[...text.matchAll(/`+/gu)].map(([run]) => run.length)) + 1);
  const space = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${fence}${space}${text}${space}${fence}`;
}

/** A summary as a sentence: with a full stop unless it ends with a mark. */
export function sentence(text: string): string {
  return /[.!?]$/u.test(text) ? text : `${text}.`;
}

/** Text with a capital at its beginning. */
export function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
