/** A share, 0 to 1, as people read it: `87%`. */
export function percentText(share: number): string {
  return `${Math.round(share * 100)}%`;
}
