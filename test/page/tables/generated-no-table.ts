/** Pages without a table that look as if they had one, made up for tests. */
import type { LineSketch } from '../../../src/page/document/sketch.js';
import { randomFrom } from '../../../src/run/workers/seeded-random.js';

/** Width of a character of 10 point type, in inches. */
const CHARACTER = 0.07;
const WORDS =
  'north river harbour field stone market winter paper garden silver bridge valley copper island summer forest'.split(
    ' ',
  );
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

interface Chance {
  readonly between: (least: number, most: number) => number;
  readonly pick: <T>(list: readonly T[]) => T;
  readonly text: (words: number) => string;
}

function chanceOf(seed: number): Chance {
  const random = randomFrom(seed);
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
  const pick = <T>(list: readonly T[]): T => list[between(0, list.length - 1)]!;
  return { between, pick, text: (words) => Array.from({ length: words }, () => pick(WORDS)).join(' ') };
}

const width = (text: string) => text.length * CHARACTER;

/** The ticks up an axis, with their right edge at `right`. */
function axisUp(
  { between, pick }: Chance,
  right: number,
  top: number,
  count: number,
  step: number,
): LineSketch[] {
  const unit = pick([1, 2, 5, 10, 25, 200, 1_000, 0.5, 0.02]);
  const from = between(0, 3) * unit;
  const decimals = unit < 0.1 ? 2 : unit < 1 ? 1 : 0;
  return Array.from({ length: count }, (_, i) => {
    const text = (from + (count - 1 - i) * unit)
      .toFixed(decimals)
      .replace(/(?<=\d)(?=(?:\d{3})+$)/gu, unit >= 1 ? ',' : '');
    return { text, left: right - width(text), top: top + i * step };
  });
}

/** Texts below an axis, each in the middle of its place. */
function axisAlong(texts: readonly string[], left: number, top: number, step: number): LineSketch[] {
  return texts.map((text, i) => ({ text, left: left + i * step - width(text) / 2, top }));
}

function chart(chance: Chance, isDual: boolean): LineSketch[] {
  const { between, pick, text } = chance;
  const count = between(5, 8);
  const step = between(25, 40) / 100;
  const marks = between(5, 9);
  const apart = between(45, 55) / 100;
  const year = between(1980, 2010);
  const every = pick([1, 2, 5]);
  const bottom = 1.4 + count * step;
  const along = pick([
    Array.from({ length: marks }, (_, i) => String(year + i * every)),
    MONTHS.slice(0, marks),
  ]);
  return [
    { text: `Figure ${between(1, 9)}. ${text(5)}`, left: 1, top: 1 },
    ...axisUp(chance, 1.5, 1.4, count, step),
    ...(isDual ? axisUp(chance, 2.6 + marks * apart, 1.4, count, step) : []),
    ...axisAlong(along, 1.9, bottom, apart),
    { text: text(2), left: 2, top: bottom + 0.25 },
    { text: text(3), left: 4, top: bottom + 0.25 },
    { text: text(2), left: 0.9, top: bottom - 0.3, angle: -90 },
  ];
}

/** Pages without a table by what is on them. */
export const NO_TABLES: Readonly<Record<string, (chance: Chance) => LineSketch[]>> = {
  'a chart with one axis of values': (chance) => chart(chance, false),
  'a chart with two axes of values': (chance) => chart(chance, true),
  'a chart with values over its bars': (chance) => {
    const { between } = chance;
    const bars = between(4, 8);
    const values = Array.from({ length: bars }, () => between(5, 95));
    return [
      ...axisAlong(MONTHS.slice(0, bars), 1.9, 4.2, 0.6),
      ...values.map((value, i) => ({
        text: `${value}%`,
        left: 1.9 + i * 0.6 - 0.1,
        top: 4 - value * 0.025,
      })),
    ];
  },
  'a form with labels and values in several columns': ({ between, text }) =>
    Array.from({ length: between(4, 9) }, (_, row) =>
      [1, 4.4].flatMap((left) => [
        { text: `${text(between(1, 2))}:`, left, top: 1 + row * 0.25 },
        { text: text(between(1, 2)), left: left + 1.5, top: 1 + row * 0.25 },
      ]),
    ).flat(),
  'a form with labels in the lines of their values': ({ between, text }) =>
    Array.from({ length: between(4, 9) }, (_, row) =>
      [0.8, 3.3, 5.8].map((left) => ({
        text: `${text(1)}: ${between(100, 99_999)}`,
        left,
        top: 1 + row * 0.25,
      })),
    ).flat(),
  'a list in two columns': ({ between, pick, text }) => {
    const mark = pick(['•', '–', '*']);
    return Array.from({ length: between(4, 9) }, (_, row) =>
      [1, 4.4].flatMap((left) => [
        { text: mark, left, top: 1 + row * 0.22 },
        { text: text(between(2, 4)), left: left + 0.3, top: 1 + row * 0.22 },
      ]),
    ).flat();
  },
  'a numbered list': ({ between, text }) =>
    Array.from({ length: between(4, 12) }, (_, row) => [
      { text: `${row + 1}.`, left: 1, top: 1 + row * 0.22 },
      { text: text(between(2, 6)), left: 1.4, top: 1 + row * 0.22 },
    ]).flat(),
  'a table of contents with numbers of sections': ({ between, text }) => {
    let page = between(1, 9);
    return Array.from({ length: between(5, 14) }, (_, row) => {
      page += between(0, 6);
      const title = text(between(1, 4));
      return [
        { text: `${1 + Math.floor(row / 3)}.${1 + (row % 3)}`, left: 1, top: 1 + row * 0.22 },
        { text: title, left: 1.6, top: 1 + row * 0.22 },
        { text: String(page), left: 6.5 - width(String(page)), top: 1 + row * 0.22 },
      ];
    }).flat();
  },
  'a table of contents with leaders': ({ between, text }) => {
    let page = between(1, 9);
    return Array.from({ length: between(5, 14) }, (_, row) => {
      page += between(0, 6);
      const title = text(between(1, 4));
      const dots = '.'.repeat(Math.floor((4.8 - width(title)) / CHARACTER));
      return [
        { text: `${title} ${dots}`, left: 1, top: 1 + row * 0.22 },
        { text: String(page), left: 6.5 - width(String(page)), top: 1 + row * 0.22 },
      ];
    }).flat();
  },
  'running text in three columns': ({ between, text }) => {
    const rows = between(8, 20);
    return [0.7, 3.2, 5.7].flatMap((left) =>
      Array.from({ length: rows }, (_, row) => {
        let line = text(6);
        line = line.slice(0, line.lastIndexOf(' ', 32));
        return { text: line, left, top: 1 + row * 0.17 };
      }),
    );
  },
  'a letter with an address and signatures': ({ between, text }) => [
    { text: text(2), left: 0.8, top: 0.8 },
    { text: `${between(1, 99)} ${text(1)}`, left: 0.8, top: 1 },
    { text: text(1), left: 0.8, top: 1.2 },
    { text: text(2), left: 5, top: 1.2 },
    ...Array.from({ length: 12 }, (_, row) => ({ text: text(12), left: 0.8, top: 2 + row * 0.17 })),
    { text: '________________', left: 0.8, top: 5 },
    { text: '________________', left: 4.8, top: 5 },
    { text: text(1), left: 0.8, top: 5.2 },
    { text: text(1), left: 4.8, top: 5.2 },
  ],
};

/** @param kind a key of `NO_TABLES` */
export function pageWithoutTable(kind: string, seed: number): readonly LineSketch[] {
  return NO_TABLES[kind]!(chanceOf(seed));
}
