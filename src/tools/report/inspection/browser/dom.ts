/** Makes elements. Text only ever becomes text: nothing here parses HTML. */

/** What an element may hold. */
export type Child = Node | string | null | undefined | false;

/** Attributes, and listeners by the names of their events. */
interface Properties {
  readonly class?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly on?: Readonly<Record<string, (event: Event) => void>>;
}

/** An element of HTML. */
export function html<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Properties = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  return filled(document.createElement(tag), properties, children);
}

/** An element of SVG. */
export function svg<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  properties: Properties = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[Tag] {
  return filled(document.createElementNS('http://www.w3.org/2000/svg', tag), properties, children);
}

/** A button with a text or an icon; `label` is read by screen readers and shown as a tooltip. */
export function button(
  text: Child,
  {
    label,
    kind = '',
    press,
  }: { readonly label?: string; readonly kind?: string; readonly press: () => void },
): HTMLButtonElement {
  const attributes = { type: 'button', ...(label !== undefined && { 'aria-label': label, title: label }) };
  return html('button', { class: kind, attributes, on: { click: press } }, text);
}

function filled<Made extends Element>(
  made: Made,
  { class: name, attributes = {}, on = {} }: Properties,
  children: readonly Child[],
): Made {
  if (name) made.setAttribute('class', name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  for (const [event, listener] of Object.entries(on)) made.addEventListener(event, listener);
  for (const child of children) if (child) made.append(child);
  return made;
}

/** The element with an id that the report's own skeleton has. */
export function part(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the report has no part ${id}`);
  return found;
}
