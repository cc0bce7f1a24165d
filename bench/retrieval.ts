/**
 * How good the excerpts are that language models are shown, and how well their answers are found on the document:
 * over labelled questions (bench/retrieval/questions.json) about the long documents of a corpus.
 *
 *   npm run build && ANCHORLINE_CORPUS=… npm run bench:retrieval -- [--filter TEXT] [--misses]
 */
import { parseArgs } from 'node:util';
import { builtLibrary } from './built.js';
import { groundingTable, rowsTable } from './retrieval/grounding.js';
import { labelledSubjects } from './retrieval/labels.js';
import { retrievalTable } from './retrieval/retrieval.js';

const { values: flags } = parseArgs({
  options: { filter: { type: 'string', default: '' }, misses: { type: 'boolean', default: false } },
});

const corpus = process.env['ANCHORLINE_CORPUS'];
const library = await builtLibrary();
if (corpus) {
  const subjects = await labelledSubjects(corpus, flags.filter, (bytes) => library.loadDocument(bytes));
  const llm = {
    choose: await import('../src/llm/choose.js'),
    excerpts: await import('../src/llm/excerpts.js'),
    summaries: await import('../src/llm/summaries.js'),
  };
  const report = flags.misses ? (line: string) => console.log(line) : () => undefined;
  for (const isHeldOut of [false, true]) {
    const part = subjects.filter((subject) => subject.isHeldOut === isHeldOut);
    if (part.length === 0) continue;
    const questions = part.reduce((sum, subject) => sum + subject.questions.length, 0);
    const pages = part.reduce((sum, { document }) => sum + document.pages.length, 0);
    const name = isHeldOut ? ', written afterwards' : '';
    console.log(`${questions} questions about ${part.length} documents of ${pages} pages${name}\n`);
    console.log(await retrievalTable(part, llm, report), '\n');
    console.log(await groundingTable(part, library, report), '\n');
  }
} else {
  console.log('the questions need a corpus; set ANCHORLINE_CORPUS to its folder\n');
}
console.log(await rowsTable(library));
