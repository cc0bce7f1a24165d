/** Rows of two tables side by side, where one has rows between those of the other. */

/**
 * The rows that some wanted ones are among given ones, in their order: those whose cells agree most.
 * @param agreed how much a wanted row and a given one agree, 0 or more
 * @returns for each wanted row the position of its given one; undefined where there are fewer given rows
 */
export function alignRows(
  wanted: number,
  given: number,
  agreed: (wanted: number, given: number) => number,
): { readonly positions: readonly number[]; readonly agreed: number } | undefined {
  if (given < wanted) return undefined;
  // best[i][j]: the most that the first i wanted rows agree with rows among the first i + j given ones.
  const spare = given - wanted;
  const best: number[][] = [Array.from({ length: spare + 1 }, () => 0)];
  for (let i = 1; i <= wanted; i++) {
    const row: number[] = [];
    for (let j = 0; j <= spare; j++) {
      const here = best[i - 1]![j]! + agreed(i - 1, i + j - 1);
      row.push(j > 0 ? Math.max(row[j - 1]!, here) : here);
    }
    best.push(row);
  }
  const positions: number[] = [];
  let j = spare;
  for (let i = wanted; i > 0; i--) {
    while (j > 0 && best[i]![j - 1] === best[i]![j]) j--;
    positions.unshift(i + j - 1);
  }
  return { positions, agreed: best[wanted]![spare]! };
}
