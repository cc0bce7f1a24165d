/** What the objects of a file say of layers that are not shown, and of pages with a unit of their own. */
import { findFrom } from './byte-search.js';
import type { FileObjects } from './file-objects.js';

/** The name of a page's unit; and in files with layers, a list of some that are off, a state that is, or a rule. */
const UNIT = '/UserUnit';
const LAYERS = '/OCProperties';
const OFF_NAMES = ['/OFF', '/BaseState', '/AllOff', '/AnyOff', '/AllOn', '/VE'];
const OFF = /^(?:\/OFF\s{0,8}\[\s{0,8}\d|\/BaseState\s{0,8}\/OFF|\/(?:AllOff|AnyOff|AllOn|VE)\b)/u;

/** Characters of the longest of them, with white space. */
const LONGEST_OFF = 32;

/**
 * Whether some page of a file may have a unit of its own, or a layer that is not shown, for engines that report
 * neither. True where that cannot be decided: streams of objects that are encrypted, or too large, or too many of those
 * names.
 */
export function mayHideOrScale({ parts }: FileObjects): boolean {
  if (parts.some((part) => part === undefined || part.includes(UNIT))) return true;
  const hasLayers = parts.some((part) => part?.includes(LAYERS));
  return hasLayers && parts.some((part) => part !== undefined && mayBeOff(part));
}

function mayBeOff(part: Buffer): boolean {
  return OFF_NAMES.some((name) => findFrom(part, name, LONGEST_OFF, (text) => OFF.test(text)) !== 'none');
}
