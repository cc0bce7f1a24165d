/** The config that hostile documents are read with: it asks for text, tables, boxes, pixels and form fields. */
import type { ExtractOptions } from '../../src/index.js';
import type { HostileInput } from './attack.js';

const anywhere = { match: { type: 'regex', pattern: '\\S' } };
const place = { start: 'left', offsetX: 0, offsetY: -0.5, width: 2, height: 1 };

/** Every way to look at a page, each at the first line that shows anything. */
export const PROBE = {
  fields: [
    { id: 'label', anchor: anywhere, method: { id: 'label', position: 'right' } },
    { id: 'row', anchor: anywhere, type: 'address', method: { id: 'row', position: 'right' } },
    { id: 'whole', anchor: anywhere, method: { id: 'documentRange', includeAnchor: true } },
    { id: 'box', anchor: anywhere, method: { id: 'box' } },
    { id: 'nearest', anchor: anywhere, method: { id: 'nearestCheckbox', position: 'right' } },
    { id: 'check', anchor: anywhere, method: { id: 'checkbox', position: 'right' } },
    { id: 'signed', anchor: anywhere, method: { id: 'signature', ...place } },
    { id: 'region', anchor: anywhere, method: { id: 'region', ...place } },
    { id: 'address', anchor: anywhere, type: 'address', method: { id: 'passthrough' } },
    {
      id: 'table',
      anchor: anywhere,
      type: 'table',
      method: { id: 'table', columns: [{ id: 'one', terms: ['one'] }] },
    },
  ],
};

/** A document that is read with the probe. */
export function probed(document: Uint8Array, options: ExtractOptions = {}): HostileInput {
  return { document, config: PROBE, options };
}
