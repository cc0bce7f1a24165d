/** Check box content controls of a Word document: the file keeps their state beside the symbol that shows it. */
import type { XmlAttributes } from '../office/xml-reader.js';
import { boxOf } from './fields.js';
import { isOn } from './properties.js';

/** Follows the content controls that are open. */
interface ControlTracker {
  open(name: string): void;
  /** An element two levels inside of the properties of the innermost control. */
  property(name: string, attributes: XmlAttributes): void;
  /** What shows for a text of the innermost control. */
  shown(text: string): string;
  close(name: string): void;
}

/** Symbols of boxes, which show the state by themselves. */
const BOXES: ReadonlySet<string> = new Set(['\u2610', '\u2611', '\u2612']);

export function createControlTracker(): ControlTracker {
  const controls: { checked?: boolean }[] = [];
  return {
    open(name) {
      if (name === 'sdt') controls.push({});
    },
    property(name, attributes) {
      const control = controls.at(-1);
      if (control && name === 'checked') control.checked = isOn(attributes);
    },
    shown(text) {
      const checked = controls.at(-1)?.checked;
      // The author of a form may choose any character for either state; longer text was written over the box.
      if (checked === undefined || BOXES.has(text) || [...text].length !== 1) return text;
      return boxOf(checked);
    },
    close(name) {
      if (name === 'sdt') controls.pop();
    },
  };
}
