/** The objects that a part of the grammar may be, and their sections on a page. */
import * as z from 'zod';
import { named } from './grammar.js';
import { type Linking, membersTable } from './members.js';
import { contentOf, definitionOf } from './type-text.js';

type Schema = z.core.$ZodType;

/** Links from a page that lies some folders deep in the reference. */
export function linking(depth: number): Linking {
  return { named, link: (part) => `[${part.name}](${'../'.repeat(depth)}${part.page})` };
}

/** A section for each kind of object that a part of the grammar may be, in arrays too. */
export function objectSections(objects: readonly Schema[]): string[] {
  return objects.flatMap((object) => {
    const { description } = z.globalRegistry.get(object) ?? {};
    const said = description === undefined ? [] : [`${description}.`];
    return [`## ${titleOf(object)}`, ...said, membersTable(shapeOf(object), linking(0))];
  });
}

/** All objects below unions and arrays, each once. */
export function objectsOf(schema: Schema, seen = new Map<object, Schema>()): Schema[] {
  const bare = contentOf(schema);
  const { shape, options = [], element } = definitionOf(bare);
  if (shape) seen.set(definitionOf(bare), bare);
  for (const inner of element ? [element] : options) objectsOf(inner, seen);
  return [...seen.values()];
}

/** The tags that distinguish an object, or its required members. */
export function titleOf(object: Schema): string {
  const { type, ...members } = shapeOf(object);
  if (type) {
    const { values = [], entries = {} } = definitionOf(type);
    return [...values, ...Object.values(entries)].join(', ');
  }
  const required = Object.keys(members).filter((name) => members[name]?._zod.optin !== 'optional');
  return `Object with ${required.join(', ')}`;
}

/** Whether an object is distinguished by a member `type`. */
export function isTagged(object: Schema): boolean {
  return shapeOf(object)['type'] !== undefined;
}

/** The members of an object, inside all wrappers; none for what is no object. */
export function shapeOf(schema: Schema): Readonly<Record<string, Schema>> {
  return definitionOf(contentOf(schema)).shape ?? {};
}
