import { describe, expect, it } from 'vitest';
import { checkedReading } from '../../../src/reading/ocr/answer.js';
import type { OcrLine, OcrResult, OcrText } from '../../../src/reading/ocr/engine.js';
import { ocrLines } from '../../../src/reading/ocr/lines.js';
import { blank, word } from './fakes.js';

const read = (result: OcrResult) => checkedReading(result, blank(), 'fake', 10_000);
const linesOf = (words: readonly OcrText[], preventDefaultMergeLines = false) =>
  ocrLines(read({ words }), 3, { preventDefaultMergeLines });
const box = (left: number, right: number, top = 1, bottom = 1.1) => ({ left, top, right, bottom });

describe('words of OCR', () => {
  it('become one line up to a gap of 0.6 of their font size, which is more of their ink', () => {
    const texts = (gap: number) =>
      linesOf([word('All', box(1, 1.2)), word('Mom', box(1.2 + gap, 1.6))]).map((line) => line.text);
    expect(texts(0.083)).toEqual(['All Mom']);
    expect(texts(0.086)).toEqual(['All', 'Mom']);
  });

  it('become one line over a second space after a caption or a sentence', () => {
    const texts = (caption: string, gap: number) =>
      linesOf([word(caption, box(1, 1.3)), word('Mom', box(1.3 + gap, 1.7))]).map((line) => line.text);
    expect(texts('Pet:', 0.12)).toEqual(['Pet: Mom']);
    expect(texts('Pet:', 0.125)).toEqual(['Pet:', 'Mom']);
    expect(texts('Pet', 0.12)).toEqual(['Pet', 'Mom']);
  });

  it('become one line over an em after the number of an item', () => {
    const texts = (number: string, gap: number) =>
      linesOf([word(number, box(1, 1.15)), word('Mom', box(1.15 + gap, 1.5))]).map((line) => line.text);
    expect(texts('5a', 0.138)).toEqual(['5a Mom']);
    expect(texts('(iii)', 0.138)).toEqual(['(iii) Mom']);
    expect(texts('5a', 0.141)).toEqual(['5a', 'Mom']);
    expect(texts('5', 0.138)).toEqual(['5', 'Mom']);
  });

  it('stay apart at a rule and at a drawn box, however close they come', () => {
    const words = [word('All', box(1, 1.2)), word('Mom', box(1.25, 1.6))];
    const reading = read({ words });
    const texts = (change: object) =>
      ocrLines({ ...reading, words: [reading.words[0]!, { ...reading.words[1]!, ...change }] }, 3).map(
        (line) => line.text,
      );
    expect(texts({})).toEqual(['All Mom']);
    expect(texts({ ruleBefore: 0.02 })).toEqual(['All', 'Mom']);
    expect(texts({ boxed: true })).toEqual(['All', 'Mom']);
  });

  it('words of OCR are joined without a space where they are one number', () => {
    const [line] = linesOf([word('56,685.', box(1, 1.5)), word('52', box(1.53, 1.66))]);
    expect(line?.text).toBe('56,685.52');
    expect(line?.words).toHaveLength(1);
  });

  it('stay words however close they come', () => {
    const [line] = linesOf([word('block', box(1, 1.4)), word('1', box(1.4, 1.45))]);
    expect(line?.text).toBe('block 1');
  });

  it('words of OCR need to share 0.6 of their height', () => {
    const near = linesOf([word('a', box(1, 1.1, 1, 1.1)), word('b', box(1.15, 1.2, 1.02, 1.12))]);
    expect(near).toHaveLength(1);
    const far = linesOf([word('a', box(1, 1.1, 1, 1.1)), word('b', box(1.15, 1.2, 1.04, 1.14))]);
    expect(far).toHaveLength(2);
  });

  it('give their line its source, page, box and mean confidence', () => {
    const [line] = linesOf([word('Total', box(1, 1.4), 0.9), word('due', box(1.45, 1.7, 1.01), 0.5)]);
    expect(line).toMatchObject({
      source: 'ocr',
      page: 3,
      left: 1,
      right: 1.7,
      top: 1,
      bottom: 1.1,
      angle: 0,
    });
    expect(line?.confidence).toBeCloseTo(0.7);
    expect(line?.words).toMatchObject([
      { text: 'Total', confidence: 0.9 },
      { text: 'due', confidence: 0.5 },
    ]);
  });

  it('come out in document order', () => {
    const texts = linesOf([
      word('c', box(1, 1.1, 3, 3.1)),
      word('b', box(5, 5.1)),
      word('a', box(1, 1.1)),
    ]).map((line) => line.text);
    expect(texts).toEqual(['a', 'b', 'c']);
  });

  it('words of OCR whose upper edges are nearly level come from the left, and are level', () => {
    const lines = linesOf([
      word('Agent', box(0.2, 0.9, 1.007)),
      word('Carrier', box(4.4, 5, 1.003)),
      word('Code', box(7, 7.5, 1)),
      word('Next', box(1, 1.4, 1.03)),
    ]);
    expect(lines.map(({ text, top }) => [text, top])).toEqual([
      ['Agent', 1.003],
      ['Carrier', 1.003],
      ['Code', 1.003],
      ['Next', 1.03],
    ]);
  });

  it('words of OCR are lines of their own when merging is switched off', () => {
    expect(linesOf([word('Total', box(1, 1.4)), word('due', box(1.45, 1.7))], true)).toHaveLength(2);
  });

  it('keep the angle of a tilted row', () => {
    const angle = (10 * Math.PI) / 180;
    const tilted = (text: string, from: number, to: number): OcrText => {
      const corner = (u: number, v: number) => ({
        x: 300 + u * Math.cos(angle) - v * Math.sin(angle),
        y: 300 + u * Math.sin(angle) + v * Math.cos(angle),
      });
      return { text, polygon: [corner(from, 0), corner(to, 0), corner(to, 12), corner(from, 12)] };
    };
    const lines = linesOf([tilted('hanging', 0, 60), tilted('low', 65, 90)]);
    expect(lines.map((line) => line.text)).toEqual(['hanging low']);
    expect(lines[0]?.angle).toBeCloseTo(10, 1);
  });
});

describe('lines of OCR', () => {
  const line = (text: string, left: number, right: number, words?: OcrText[]): OcrLine => ({
    ...word(text, box(left, right), 0.8),
    ...(words && { words }),
  });

  it('lines of OCR are merged like lines of a file, and win over words', () => {
    const result = {
      lines: [line('First', 1, 1.4), line('half', 1.45, 1.7), line('far', 3, 3.2)],
      words: [word('other', box(1, 2))],
    };
    expect(ocrLines(read(result), 0).map((each) => each.text)).toEqual(['First half', 'far']);
  });

  it('take confidence and places from their words', () => {
    const words = [word('Total', box(1, 1.4), 0.6), word('due', box(1.5, 1.7), 1)];
    const [read_] = ocrLines(read({ lines: [line('Total due', 1, 1.7, words)] }), 0);
    expect(read_?.confidence).toBeCloseTo(0.8);
    expect(read_?.segments).toMatchObject([
      { start: 0, end: 5, left: 1, right: 1.4 },
      { start: 6, end: 9, left: 1.5, right: 1.7 },
    ]);
  });

  it('cover their whole width evenly when their words are not those of the text', () => {
    const [read_] = ocrLines(read({ lines: [line('Total due', 1, 1.7, [word('else', box(1, 1.2))])] }), 0);
    expect(read_?.segments).toMatchObject([{ start: 0, end: 9, left: 1, right: 1.7 }]);
  });
});
