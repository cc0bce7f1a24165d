/** Requests and responses about golden documents. */
import * as z from 'zod';
import { closedObject } from '../../foundation/schema/grammar.js';
import { named, resourceName, timestamp } from './common.js';

export const newGolden = named(
  'NewGolden',
  closedObject({ name: resourceName, configuration: resourceName.optional() }),
);
export type NewGolden = z.infer<typeof newGolden>;

export const goldenChange = named(
  'GoldenChange',
  closedObject({ name: resourceName.optional(), configuration: resourceName.optional() }),
);
export type GoldenChange = z.infer<typeof goldenChange>;

export const golden = named(
  'Golden',
  z.object({
    name: resourceName,
    created: timestamp,
    configuration: resourceName.optional(),
    error: z.string().optional(),
    upload_url: z.string().optional(),
    download_url: z.string().optional(),
    thumbnail_url: z.string().optional(),
  }),
);
export type Golden = z.infer<typeof golden>;
export const goldenList = z.array(golden);

export const goldenTextRequest = named(
  'GoldenTextRequest',
  closedObject({
    golden: resourceName,
    configuration: z.looseObject({}).optional().describe('Its preprocessors run first'),
  }),
);
export type GoldenTextRequest = z.infer<typeof goldenTextRequest>;

const transform = z.object({
  a: z.number(),
  b: z.number(),
  c: z.number(),
  d: z.number(),
  e: z.number(),
  f: z.number(),
});
const point = z.object({ x: z.number(), y: z.number() });

export const goldenText = named(
  'GoldenText',
  z.object({
    pages: z.array(
      z.object({
        width: z.number(),
        height: z.number(),
        rotation: z.number(),
        transform,
        lines: z.array(z.object({ text: z.string(), boundingPolygon: z.array(point) })),
      }),
    ),
  }),
);
export type GoldenText = z.infer<typeof goldenText>;
