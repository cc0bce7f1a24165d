/** The blocks of code of a guide, and the commands among them. */

export interface Block {
  readonly language: string;
  /** What is after the language: the file that the block shows, for instance. */
  readonly note: string;
  readonly text: string;
}

/** A command with the output that is shown after it; empty without one. */
export interface GuideCommand {
  readonly command: string;
  readonly output: string;
}

/** The blocks of code in the text of a guide, in order. */
export function blocksOf(guide: string): readonly Block[] {
  return [...guide.matchAll(/^```(\w+)(?: ([^\n]*))?\n(.*?)^```$/gmsu)].map(
    ([, language = '', note = '', text = '']): Block => ({ language, note, text }),
  );
}

/** The commands among blocks, in order. */
export function commandsOf(blocks: readonly Block[]): readonly GuideCommand[] {
  return blocks.flatMap(({ language, text }, i) => {
    const [command] = language === 'sh' ? (text.match(/^npx anchorline .*$/mu) ?? []) : [];
    if (command === undefined) return [];
    const next = blocks[i + 1];
    return [{ command, output: next?.language === 'text' && next.note === '' ? next.text : '' }];
  });
}
