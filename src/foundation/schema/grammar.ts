/**
 * What the grammar is made of: closed objects, unions of them with a tag for each option, and what is doubtful in them.
 */
import * as z from 'zod';
import { $constructor } from 'zod/v4/core';
import { type PathStep, shortened } from '../../errors.js';
import { editDistance } from '../text/edit-distance.js';

const UNKNOWN_MEMBER = 'unknown member';
/** Unknown members of an object that are reported one by one, before their number: a request may hold very many. */
export const MOST_EXPLAINED = 99;

/**
 * An object without further members; an unknown one is reported with what is allowed.
 * @param foreign members that are known elsewhere, with what is said of them here
 */
export function closedObject<Shape extends z.ZodRawShape>(
  shape: Shape,
  foreign: Readonly<Record<string, string>> = {},
): z.ZodObject<Shape, z.core.$strict> {
  const allowed = Object.keys(shape);
  const explain = (key: string) => (Object.hasOwn(foreign, key) ? foreign[key] : unknownMember(key, allowed));
  return z.strictObject(shape, {
    error: (issue) => {
      if (issue.code === 'unrecognized_keys') {
        return issue.keys.slice(0, MOST_EXPLAINED).map(explain).join('\n');
      }
      if (issue.code !== 'invalid_type') return undefined;
      if (typeof issue.input === 'string') return notAnObject(writtenObject(shape, issue.input));
      const list = Array.isArray(issue.input) ? listMember(shape) : undefined;
      return list === undefined ? undefined : `must be an object, not an array: write {"${list}": […]}`;
    },
  });
}

/** The only member that an object needs, where it is a list: `fields` of a config. */
function listMember(shape: z.core.$ZodShape): string | undefined {
  const [only, ...others] = Object.keys(shape).filter(
    (name) => !z.safeParse(shape[name]!, undefined).success,
  );
  return only !== undefined && others.length === 0 && z.safeParse(shape[only]!, []).success
    ? only
    : undefined;
}

/** Sentence about a text where an object is wanted. @param written the object to write, if any is near */
export function notAnObject(written: string): string {
  return `must be an object, not a string: write ${written}`;
}

/**
 * An object as a config would write it in place of a text: what is required, and the text as the first member that
 * takes it. Members that only the author knows are `…`.
 * @param given members that are known
 */
export function writtenObject(
  shape: z.core.$ZodShape,
  text: string,
  given: Readonly<Record<string, unknown>> = {},
): string {
  let isPlaced = Object.values(given).includes(text);
  const members = Object.entries(shape).flatMap(([name, schema]) => {
    if (Object.hasOwn(given, name)) return [`"${name}": ${JSON.stringify(given[name])}`];
    if (z.safeParse(schema, undefined).success) return [];
    const [only, ...others] = schema._zod.values ?? [];
    if (only !== undefined && others.length === 0) {
      isPlaced ||= only === text;
      return [`"${name}": ${JSON.stringify(only)}`];
    }
    if (isPlaced || !z.safeParse(schema, text).success) return [`"${name}": …`];
    isPlaced = true;
    return [`"${name}": ${JSON.stringify(shortened(text))}`];
  });
  return `{${members.join(', ')}}`;
}

/** Sentence about a member that does not exist, with the nearest name and all names. */
function unknownMember(name: string, allowed: readonly string[]): string {
  return `${UNKNOWN_MEMBER}${suggestion(name, allowed)}${allowed.length === 0 ? '; no members are allowed here' : `; allowed: ${allowed.join(', ')}`}`;
}

/** Begins every suggestion of a name. */
export const DID_YOU_MEAN = 'did you mean';

/** ` (did you mean "…"?)` when a name is close to one of those allowed, else nothing. */
export function suggestion(name: string, allowed: readonly string[]): string {
  const near = nearest(name, allowed);
  return near === undefined ? '' : ` (${DID_YOU_MEAN} "${near}"?)`;
}

/** Edits that two letters in the wrong order count as: less than any other slip, as it is the commonest. */
const SWAP = 0.5;

/** Longer names are no slips; nothing is suggested for them. */
const LONGEST_NAME = 200;

/** Letters from which on a name may mean a longer one that begins with it, as `start` for `startsWith`. */
const BEGINNING = 4;

/**
 * The allowed name that takes the fewest edits: at most 1 for short names, 2 from four letters, 3 from six; of equal
 * ones the first. Failing that, the first name that begins with it.
 */
export function nearest(name: string, allowed: readonly string[]): string | undefined {
  if (name.length > LONGEST_NAME) return undefined;
  const given = name.toLowerCase();
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of allowed) {
    const limit = Math.min(3, Math.max(1, Math.floor(candidate.length / 2)));
    const wanted = candidate.toLowerCase();
    if (Math.abs(wanted.length - given.length) > limit) continue;
    const edits = Math.min(
      editDistance(given, wanted),
      isSwapped(given, wanted) ? SWAP : Number.POSITIVE_INFINITY,
    );
    if (edits <= limit && edits < least) {
      best = candidate;
      least = edits;
    }
  }
  if (best !== undefined || given.length < BEGINNING) return best;
  return allowed.find((candidate) => candidate.toLowerCase().startsWith(given));
}

/** Whether two texts differ in nothing but the order of two neighbouring letters. */
function isSwapped(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}

/** Sentence about a tag that is missing or unknown. */
export function tagProblem(tag: string, what: string, names: readonly string[], input: unknown): string {
  const given = typeof input === 'object' && input !== null ? Reflect.get(input, tag) : undefined;
  const allowed = names.join(', ');
  if (given === undefined) return `"${tag}" is required and names the ${what}; allowed: ${allowed}`;
  if (typeof given !== 'string')
    return `"${tag}" must be a string that names the ${what}; allowed: ${allowed}`;
  return `unknown ${what} "${shortened(given)}"${suggestion(given, names)}; allowed: ${allowed}`;
}

/** The member that distinguishes the options of a union, each by literals of its own. */
export interface Tag {
  readonly tag: string;
  /** The thing that it names, e.g. `method`. */
  readonly what: string;
  /** The option that authors mean who write a text in place of an object. */
  readonly ofText?: string;
}

/** How deep unions that share it are nested at the moment. */
export interface Nesting {
  depth: number;
}

/** Which option of a union a value is meant for, or what keeps it from being any. */
export type UnionChoice =
  | { readonly option: z.ZodType; readonly nesting?: Nesting }
  | {
      readonly path: readonly PathStep[];
      readonly code: string;
      readonly message: string;
      /** What the value is most likely meant as: its unknown members are reported in the same round. */
      readonly meant?: { readonly option: z.ZodType; readonly value: object } | undefined;
    }
  | { readonly expected: 'object' };

/** Chooses an option for a value as a config holds it. */
export type ChooseOption = (value: unknown) => UnionChoice;

interface TaggedUnionDefinition extends z.core.$ZodUnionDef {
  readonly choose: ChooseOption;
}

const TaggedUnion = $constructor<z.ZodUnion, TaggedUnionDefinition>('TaggedUnion', (schema, definition) => {
  const { init }: { init(inst: z.ZodUnion, definition: never): void } = z.ZodUnion;
  init(schema, definition as never);
  schema._zod.parse = (payload, context) => {
    const choice = definition.choose(payload.value);
    const problem = { input: payload.value, inst: schema };
    if ('option' in choice) return runOption(choice.option, choice.nesting, payload, context);
    if ('expected' in choice) {
      payload.issues.push({ code: 'invalid_type', expected: choice.expected, ...problem });
    } else {
      const { path, code, message, meant } = choice;
      payload.issues.push({ code: 'custom', path: [...path], message, params: { code }, ...problem });
      const read = meant?.option._zod.run({ value: meant.value, issues: [] }, context);
      if (read && 'issues' in read) payload.issues.push(...read.issues.filter(isUnknownMember));
    }
    return payload;
  };
});

function isUnknownMember({ code }: z.core.$ZodRawIssue): boolean {
  return code === 'unrecognized_keys';
}

function runOption(
  option: z.ZodType,
  nesting: Nesting | undefined,
  payload: z.core.ParsePayload,
  context: z.core.ParseContextInternal,
) {
  if (!nesting) return option._zod.run(payload, context);
  nesting.depth += 1;
  try {
    return option._zod.run(payload, context);
  } finally {
    nesting.depth -= 1;
  }
}

/**
 * A union that looks at one option only: problems are those of the option that the value is meant for, and where
 * unions nest in each other the time stays linear.
 * @param by the member that distinguishes the options, or what chooses between them
 */
export function taggedUnion<const Options extends readonly z.ZodType[]>(
  options: Options,
  by: Tag | ChooseOption,
): z.ZodUnion<Options> {
  const isTag = typeof by !== 'function';
  const choose: ChooseOption = isTag ? (value) => optionByTag(options, by, value) : by;
  // Options with tags of their own exclude each other, as the JSON Schema says.
  const definition = {
    type: 'union',
    options: [...options],
    choose,
    ...(isTag && { inclusive: false }),
  } as const;
  return new TaggedUnion(definition) as unknown as z.ZodUnion<Options>;
}

/** The option that the tag of a value names; one whose tag may be left out is taken for values without. */
export function optionByTag(options: readonly z.ZodType[], by: Tag, value: unknown): UnionChoice {
  if (typeof value === 'string') {
    const message = notAnObject(writtenOption(options, by, value));
    return { path: [], code: 'invalid_type', message };
  }
  const { tag, what } = by;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { expected: 'object' };
  const given: unknown = Reflect.get(value, tag);
  const option = options.find((each) => tagsOf(each, tag).has(given as z.core.util.Primitive));
  if (option) return { option };
  const names = options.flatMap((each) => [...tagsOf(each, tag)].filter((name) => name !== undefined));
  return { path: [tag], code: 'invalid_value', message: tagProblem(tag, what, names.map(String), value) };
}

/** The option that a text in place of an object most likely means, as a config would write it. */
function writtenOption(options: readonly z.ZodType[], { tag, ofText }: Tag, text: string): string {
  const named = ofText ?? (options.some((each) => tagsOf(each, tag).has(text)) ? text : undefined);
  const option = options.find((each) => tagsOf(each, tag).has(named));
  if (!option) return `{"${tag}": …}`;
  return writtenObject(shapeOf(option), text, named === undefined ? {} : { [tag]: named });
}

/** The members of an object; none of what is no object. */
export function shapeOf(schema: z.ZodType | undefined): z.core.$ZodShape {
  return schema instanceof z.ZodObject ? schema.shape : {};
}

function tagsOf(option: z.ZodType, tag: string): ReadonlySet<z.core.util.Primitive> {
  return option._zod.propValues?.[tag] ?? new Set();
}

/** What a tagged union chooses for a value; undefined for other schemas. */
export function chosenOption(schema: z.core.$ZodType, value: unknown): z.core.$ZodType | undefined {
  if (!(schema instanceof TaggedUnion)) return undefined;
  const choice = (schema._zod.def as unknown as TaggedUnionDefinition).choose(value);
  return 'option' in choice ? choice.option : undefined;
}

/** A doubtful thing in a part of a config that keeps it from nothing; the path counts from the part. */
export interface ConfigWarning {
  readonly path: readonly PathStep[];
  readonly code: string;
  readonly message: string;
}

/** Where a part of a config is. */
export interface ConfigPlace {
  readonly path: readonly PathStep[];
  /** The objects around the part, the outermost first. */
  readonly around: readonly object[];
}

/** Finds what is doubtful in a part that the grammar has accepted. */
type FindWarnings<Value> = (value: Value, place: ConfigPlace) => readonly ConfigWarning[];

const finders = z.registry<{ readonly find: FindWarnings<never> }>();

/** The schema, with warnings about the values that it accepts. It keeps them when it gets a description. */
export function withWarnings<Schema extends z.ZodType>(
  schema: Schema,
  find: FindWarnings<z.output<Schema>>,
): Schema {
  finders.add(schema, { find });
  return schema;
}

/** What is doubtful in a value by its own schema; what is inside it is not looked at. */
export function warningsOf(
  schema: z.core.$ZodType,
  value: unknown,
  place: ConfigPlace,
): readonly ConfigWarning[] {
  // A finder is with the schema whose values it takes.
  return finders.get(schema)?.find(value as never, place) ?? [];
}

/**
 * A number of which only whole ones within limits count: others are accepted and taken as the nearest towards zero, or
 * as the limit, with a warning.
 */
// See docs/language/01-document-anchors-fields.md#9-validation-before-running
export function wholeNumber(least = Number.MIN_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER): z.ZodNumber {
  // A fraction below zero would be cut to -0.
  const taken = (given: number) => Math.min(Math.max(Math.trunc(given) + 0, least), most);
  const number = z.number().overwrite(taken).int();
  return withWarnings(limited(number, least, most), (given) =>
    takenWarnings(given, taken(given), least, most),
  );
}

/** A number within limits: one beyond them is accepted and taken as the limit, with a warning. */
// See docs/language/01-document-anchors-fields.md#9-validation-before-running
export function limitedNumber(least: number, most = Number.POSITIVE_INFINITY): z.ZodNumber {
  const taken = (given: number) => Math.min(Math.max(given, least), most);
  const number = limited(z.number().overwrite(taken), least, most);
  return withWarnings(number, (given) => takenWarnings(given, taken(given), least, most));
}

/** The number with the limits that count, which the reference prints. */
function limited(number: z.ZodNumber, least: number, most: number): z.ZodNumber {
  const above = Math.abs(least) < Number.MAX_SAFE_INTEGER ? number.min(least) : number;
  return most < Number.MAX_SAFE_INTEGER ? above.max(most) : above;
}

/** Whether a schema accepts numbers beyond its limits and changes them to what counts. */
export function takesAnyNumber(schema: z.core.$ZodType): boolean {
  return (
    schema instanceof z.ZodNumber &&
    schema._zod.def.checks?.some(({ _zod: { def } }) => def.check === 'overwrite') === true
  );
}

function takenWarnings(given: number, taken: number, least: number, most: number): ConfigWarning[] {
  if (given === taken) return [];
  const [code, what] =
    given < least
      ? ['number_limited', `${least} is the least that counts here`]
      : given > most
        ? ['number_limited', `${most} is the most that counts here`]
        : ['fraction_ignored', 'only whole numbers count here'];
  return [{ path: [], code, message: `${what}: ${given} is taken as ${taken}` }];
}

/**
 * An array that may be empty, which is warned of.
 * @param effect what an empty one does
 */
// See docs/language/01-document-anchors-fields.md#9-validation-before-running
export function listOf<Element extends z.ZodType>(element: Element, effect: string): z.ZodArray<Element> {
  return withWarnings(z.array(element), (list): ConfigWarning[] =>
    list.length > 0 ? [] : [{ path: [], code: 'empty_list', message: `the list is empty: ${effect}` }],
  );
}

/**
 * A member that is still understood and should not be used any more; one that says no is as good as left out.
 * @param instead what to write in its place
 */
export function deprecatedMember<Schema extends z.ZodType>(schema: Schema, instead: string): Schema {
  return withWarnings(schema.meta({ deprecated: true }), (value) =>
    value === undefined || value === false ? [] : [deprecation(instead)],
  );
}

/** The warning about a thing that should not be used any more. @param instead what to write in its place */
function deprecation(instead: string): ConfigWarning {
  return { path: [], code: 'deprecated', message: `deprecated; use ${instead}` };
}

/** What a definition says of the object that a config holds for it, beside the members. */
interface ObjectNotes {
  readonly summary: string;
  /** What to write instead of a thing that should not be used any more. */
  readonly deprecated?: string;
  /** Checks that concern several members. */
  check?(options: never, context: z.core.$RefinementCtx): void;
  /** Things worth telling the author that do not keep the config from running. */
  warnings?(options: never, place: ConfigPlace): readonly ConfigWarning[];
}

/** Names a part of the grammar, for the JSON Schema and the TypeScript types of configs. It keeps its warnings. */
export function titled<Schema extends z.ZodType>(title: string, schema: Schema): Schema {
  return schema.meta({ title }) as Schema;
}

/**
 * The closed object that a config holds for a definition: its members, with all that the definition says of them.
 * @param title its name among the parts of the grammar, e.g. `label method`
 */
export function definitionObject<Shape extends z.ZodRawShape>(
  title: string,
  shape: Shape,
  notes: ObjectNotes,
): z.ZodObject<Shape, z.core.$strict> {
  const { summary, deprecated } = notes;
  const object = closedObject(shape).meta({
    title,
    description: summary,
    ...(deprecated !== undefined && { deprecated: true }),
  });
  const checked = notes.check
    ? object.superRefine((options, context) => notes.check?.(options as never, context))
    : object;
  return withWarnings(checked, (options, place) => [
    ...(deprecated === undefined ? [] : [deprecation(deprecated)]),
    ...(notes.warnings?.(options as never, place) ?? []),
  ]);
}
