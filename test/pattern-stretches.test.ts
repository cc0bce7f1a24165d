import { describe, expect, it } from 'vitest';
import type { PatternGuard, PatternIssue } from '../src/pattern-guard.js';
import { inStretches, type Stretch } from '../src/pattern-stretches.js';

const TEXTS = Array.from({ length: 12 }, (_, index) => `text ${index}`);

/** A guard that keeps what it is told. */
function listening(): PatternGuard & { readonly issues: PatternIssue[]; spent: number } {
  const issues: PatternIssue[] = [];
  return {
    issues,
    spent: 0,
    milliseconds: 100,
    report: (issue) => issues.push(issue),
    took(milliseconds) {
      this.spent += milliseconds;
    },
  };
}

/** Searches that take so long by a clock of their own, and are told of. */
function searches(milliseconds: number) {
  const made: string[] = [];
  let time = 0;
  const search = (guard: PatternGuard, text: string): string =>
    guard.recall!('exec /x/', text, () => {
      made.push(text);
      guard.report({ code: 'regex_timeout', message: text });
      time += milliseconds;
      guard.took?.(milliseconds);
      return `found in ${text}`;
    });
  return { made, search, now: () => time };
}

const noTurn = async () => undefined;

describe('work in stretches', () => {
  it('gives up its turn between slow searches, makes each once, and tells of each once', async () => {
    const { made, search, now } = searches(15);
    const guard = listening();
    let turns = 0;
    const found = await inStretches(
      guard,
      async () => {
        turns += 1;
      },
      (stretch) => TEXTS.map((text) => search(stretch, text)),
      now,
    );
    expect(found).toEqual(TEXTS.map((text) => `found in ${text}`));
    expect(made).toEqual(TEXTS);
    expect(guard.issues.map(({ message }) => message)).toEqual(TEXTS);
    expect(guard.spent).toBe(15 * TEXTS.length);
    expect(turns).toBe(TEXTS.length / 3);
  });

  it('goes on at once where searches are fast', async () => {
    const { made, search, now } = searches(0.01);
    const turn = () => Promise.reject(new Error('no turn is due'));
    await inStretches(listening(), turn, (stretch) => TEXTS.map((text) => search(stretch, text)), now);
    expect(made).toEqual(TEXTS);
  });

  it('ends where the turn says so', async () => {
    const { made, search, now } = searches(50);
    const aborted = new Error('aborted');
    const work = inStretches(
      listening(),
      () => Promise.reject(aborted),
      (stretch) => TEXTS.map((text) => search(stretch, text)),
      now,
    );
    await expect(work).rejects.toBe(aborted);
    expect(made).toEqual(TEXTS.slice(0, 1));
  });

  it('tells what the work tells once, and nothing of a stretch that was ended is its result', async () => {
    const { search, now } = searches(50);
    const told: string[] = [];
    let stretches = 0;
    const work = (stretch: Stretch) => {
      stretches += 1;
      stretch.tell(() => told.push('begun'));
      try {
        for (const text of TEXTS) search(stretch, text);
        return 'done';
      } catch {
        return 'given up';
      }
    };
    expect(await inStretches(listening(), noTurn, work, now)).toBe('done');
    expect(told).toEqual(['begun']);
    expect(stretches).toBe(TEXTS.length + 1);
  });

  it('walks over items with turns between them, does each once, and tells of each once', async () => {
    const done: number[] = [];
    const told: number[] = [];
    let time = 0;
    let turns = 0;
    const turn = async () => {
      turns += 1;
    };
    const sum = await inStretches(
      listening(),
      turn,
      (stretch) =>
        stretch.walk(
          100,
          () => ({ sum: 0 }),
          (state, index) => {
            stretch.tell(() => told.push(index));
            done.push(index);
            time += 10;
            state.sum += index;
          },
        ).sum,
      () => time,
    );
    const all = Array.from({ length: 100 }, (_, index) => index);
    expect(sum).toBe(4_950);
    expect(done).toEqual(all);
    expect(told).toEqual(all);
    expect(turns).toBe(100 / 4);
  });

  it('searches inside of walks once, and ends a walk where its step says so', async () => {
    const { made, search, now } = searches(15);
    const found = await inStretches(
      listening(),
      noTurn,
      (stretch) =>
        stretch.walk(
          Number.POSITIVE_INFINITY,
          () => [] as string[],
          (all, index) => {
            const text = TEXTS[index];
            if (text === undefined) return false;
            all.push(search(stretch, text));
            return true;
          },
        ),
      now,
    );
    expect(found).toEqual(TEXTS.map((text) => `found in ${text}`));
    expect(made).toEqual(TEXTS);
  });

  it('remembers no more than 4,000,000 characters, and ends no stretch for what it does not', async () => {
    const { made, search, now } = searches(50);
    const texts = [...'abcdef'].map((letter) => letter.repeat(1_500_000));
    let turns = 0;
    const turn = async () => {
      turns += 1;
    };
    await inStretches(listening(), turn, (stretch) => texts.map((text) => search(stretch, text)), now);
    expect(turns).toBe(2);
    expect(made.map(([letter]) => letter).join('')).toBe('abcdef');
  });

  it('passes on what the work throws, and lets searches that follow it run', async () => {
    const fault = new Error('a fault of the work');
    let kept: Stretch | undefined;
    const work = inStretches(listening(), noTurn, (stretch) => {
      kept = stretch;
      throw fault;
    });
    await expect(work).rejects.toBe(fault);
    const { made, search } = searches(50);
    expect(search(kept!, 'later')).toBe('found in later');
    expect(made).toEqual(['later']);
  });
});
