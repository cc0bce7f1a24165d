/** From the values of a config that a schema became, back to data in the schema's shape, with their places. */
import * as z from 'zod';
import { formatPath, type PathStep } from '../../errors.js';
import type { PrintedLine } from '../../language/fields/trace.js';
import { type Box, boundingBox, boxPolygon, type Point, unionBox } from '../../page/document/geometry.js';
import { rowCount, tableOf } from '../../run/extraction/answers.js';
import { columnsOf, type Leaf, leavesOf } from './config-from-schema.js';
import {
  isZodSchema,
  type JsonSchemaInput,
  type ObjectShape,
  SchemaError,
  type Shape,
  type ValueShape,
} from './schema-shape.js';

/** Where an answer is printed. */
export interface AnswerPlace {
  /** Zero-based page of the file. */
  readonly page: number;
  /** The lines that hold the answer, as results print them. */
  readonly lines: readonly PrintedLine[];
  /** What the lines on that page take up, in inches, clockwise from the top left. */
  readonly polygon: readonly Point[];
}

/** What fails the schema. */
export interface DataError {
  readonly path: string;
  readonly message: string;
}

/** Data in the shape of a schema. */
export interface ShapedData {
  readonly data: unknown;
  /** By the path of the data, as in `items[0].price`. */
  readonly places: Readonly<Record<string, AnswerPlace>>;
  readonly errors: readonly DataError[];
}

/** A single value of a result, at verbosity 1. */
interface PrintedValue {
  readonly value: unknown;
  readonly source?: string;
  readonly lines?: readonly PrintedLine[];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** What checks data: the schema itself, or one made of the JSON Schema. @throws SchemaError */
export function checkerOf(schema: z.ZodType | JsonSchemaInput): z.ZodType {
  if (isZodSchema(schema)) return schema;
  try {
    return z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
  } catch (error) {
    throw new SchemaError([], error instanceof Error ? error.message : String(error));
  }
}

/**
 * Puts values into the shape of a schema and checks them. What fails is null, or left out, where the schema allows that; else
 * it is an error.
 */
export function shapedData(
  values: Readonly<Record<string, unknown>>,
  shape: ObjectShape,
  checker: z.ZodType,
): ShapedData {
  const places: Record<string, AnswerPlace> = {};
  const data = new Map<string, unknown>();
  for (const leaf of leavesOf(shape)) data.set(leaf.id, leafData(leaf, values[leaf.id], places));
  const built = objectOf(shape, [], data) ?? {};
  const first = checker.safeParse(built);
  if (first.success) return { data: first.data, places, errors: [] };
  const errors = first.error.issues.flatMap(({ path, message }): DataError[] =>
    isRelaxed(built, path, shape) ? [] : [{ path: formatPath(path as PathStep[]), message }],
  );
  const again = checker.safeParse(built);
  if (again.success) return { data: again.data, places, errors: [] };
  return { data: built, places, errors };
}

function leafData({ shape, path }: Leaf, given: unknown, places: Record<string, AnswerPlace>): unknown {
  if (shape.kind === 'value') return single(shape, given, path, places);
  const table = tableOf(given);
  const byId = new Map(table?.columns.map(({ id, values }) => [id, values] as const));
  const count = table ? rowCount(table) : 0;
  if (count === 0) return shape.isOptional ? undefined : [];
  return Array.from({ length: count }, (_, row) => {
    const at = [...path, row];
    const { item } = shape;
    if (item.kind === 'value') return single(item, byId.get(columnsOf(shape)[0]!.id)?.[row], at, places);
    if (item.kind !== 'object') return null;
    const cells = leavesOf(item).map(
      (leaf) =>
        [
          leaf.id,
          leaf.shape.kind === 'value'
            ? single(leaf.shape, byId.get(leaf.id)?.[row], [...at, ...leaf.path], places)
            : null,
        ] as const,
    );
    return objectOf(item, [], new Map(cells)) ?? {};
  });
}

/** The object of some leaves; undefined where it may be left out or null, and holds nothing. */
function objectOf(
  shape: ObjectShape,
  path: readonly string[],
  data: ReadonlyMap<string, unknown>,
): object | null | undefined {
  const object: Record<string, unknown> = {};
  let isEmpty = true;
  for (const [name, member] of shape.members) {
    const at = [...path, name];
    const value = member.kind === 'object' ? objectOf(member, at, data) : data.get(at.join('.'));
    if (value === undefined) continue;
    if (value !== null) isEmpty = false;
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  }
  if (isEmpty && path.length > 0 && shape.isNullable) return null;
  return isEmpty && path.length > 0 && shape.isOptional ? undefined : object;
}

function single(
  shape: ValueShape,
  given: unknown,
  path: readonly PathStep[],
  places: Record<string, AnswerPlace>,
): unknown {
  const missing = shape.isNullable || !shape.isOptional ? null : undefined;
  if (!isRecord(given) || given['value'] === null || given['value'] === undefined) return missing;
  const value = given as unknown as PrintedValue;
  const place = placeOf(value.lines ?? []);
  if (place) places[formatPath(path)] = place;
  return asWanted(shape, value);
}

function asWanted(
  { json, format, choices, isDate, type }: ValueShape,
  { value, source }: PrintedValue,
): unknown {
  if (json !== 'string') return value;
  if (isDate) return new Date(String(value));
  if (type === 'date') return format === 'date' ? String(value).slice(0, 'yyyy-mm-dd'.length) : String(value);
  const text = type === 'string' || typeof value === 'string' ? String(value) : (source ?? String(value));
  const folded = (each: string) => each.trim().replace(/\s+/gu, ' ').toLowerCase();
  return choices?.find((choice) => folded(choice) === folded(text)) ?? text;
}

/** The place of some lines: the page of the first, and the box of those that are on it. */
function placeOf(lines: readonly PrintedLine[]): AnswerPlace | undefined {
  const [first] = lines;
  if (!first) return undefined;
  const boxes = lines
    .filter(({ page }) => page === first.page)
    .map(({ boundingPolygon }) => boundingBox(boundingPolygon));
  const box = boxes.reduce<Box>(unionBox, boxes[0]!);
  return { page: first.page, lines, polygon: boxPolygon(box) };
}

/** Takes out what fails, where the schema allows that. @param path of the issue, from the root of the data */
function isRelaxed(data: unknown, path: readonly PropertyKey[], shape: Shape): boolean {
  let holder: unknown = data;
  let at: Shape = shape;
  let last: { holder: Record<PropertyKey, unknown>; step: PropertyKey; shape: Shape } | undefined;
  for (const step of path) {
    const inner: Shape | undefined =
      at.kind === 'object' ? at.members.get(String(step)) : at.kind === 'rows' ? at.item : undefined;
    if (!inner || typeof holder !== 'object' || holder === null) break;
    last = { holder: holder as Record<PropertyKey, unknown>, step, shape: inner };
    holder = last.holder[step];
    at = inner;
  }
  if (!last || !(last.shape.isNullable || last.shape.isOptional)) return false;
  if (last.shape.isNullable) last.holder[last.step] = null;
  else delete last.holder[last.step];
  return true;
}
