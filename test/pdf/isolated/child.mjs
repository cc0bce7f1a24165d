/**
 * A program that reads documents in place of pdf.js: what a page holds is what its document says of it, one word a
 * page, and some words are attacks: the first when the
 * document is opened, unless it is to be later.
 */
let words = [];

const ACTIONS = {
  hang() {
    for (;;);
  },
  crash: () => process.abort(),
  leave: () => process.exit(3),
  hog() {
    const kept = [];
    for (;;) kept.push(Array.from({ length: 100_000 }, (_, index) => ({ index })));
  },
};

const glyph = (text) => ({ text, x: 1, y: 1, advance: 1, mapped: true, style: { font: 'f' } });

const HANDLERS = {
  open({ bytes }) {
    words = Buffer.from(bytes).toString().split(' ');
    ACTIONS[words[0]]?.();
    return { pageCount: words.length };
  },
  metadata: () => ({ info: { pid: process.pid, environment: Object.keys(process.env).join() } }),
  page: () => ({ width: 8.5, height: 11, rotation: 0 }),
  content({ index }) {
    ACTIONS[words[index].replace('later:', '')]?.();
    return { glyphs: [glyph(words[index])], paths: [] };
  },
  release: () => undefined,
  close: () => undefined,
};

process.on('message', ({ id, name, ask }) => process.send({ id, value: HANDLERS[name](ask) }));
process.on('disconnect', () => process.exit());
process.send({ ready: true });
