/** Dividers between parts of the page, which the pointer and arrow keys move. */

/** How a divider moves. */
export interface DividerOptions {
  /** The property of the page's style that says where it is, in percent of the window. */
  readonly property: string;
  /** Percent of the window at first, and the bounds. */
  readonly first: number;
  readonly least: number;
  readonly most: number;
  /** The percent at a place of the pointer. */
  readonly at: (event: PointerEvent) => number;
  /** Keys that make it less and more. */
  readonly keys: readonly [less: string, more: string];
}

/** Percent that a key moves. */
const STEP = 2;

/** Makes an element a divider. */
export function makeDivider(
  element: HTMLElement,
  { property, first, least, most, at, keys }: DividerOptions,
): void {
  let percent = first;
  const set = (next: number) => {
    percent = Math.max(least, Math.min(most, next));
    document.documentElement.style.setProperty(property, String(percent));
    element.setAttribute('aria-valuenow', String(Math.round(percent)));
  };
  element.setAttribute('aria-valuemin', String(least));
  element.setAttribute('aria-valuemax', String(most));
  set(first);
  element.addEventListener('pointerdown', (event) => {
    event.preventDefault();
    element.setPointerCapture(event.pointerId);
  });
  element.addEventListener('pointermove', (event) => {
    if (element.hasPointerCapture(event.pointerId)) set(at(event));
  });
  element.addEventListener('dblclick', () => set(first));
  element.addEventListener('keydown', ({ key }) => {
    if (key === keys[0]) set(percent - STEP);
    else if (key === keys[1]) set(percent + STEP);
  });
}
