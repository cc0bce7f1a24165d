/** How many things this machine can do at a time. */

export function coreCount(): number {
  return navigator.hardwareConcurrency || 1;
}
