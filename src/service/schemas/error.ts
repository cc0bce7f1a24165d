/** The body of every error. */
import * as z from 'zod';
import { SERVICE_ERRORS, type ServiceErrorCode } from '../errors.js';
import { issueSchema, named, rowId } from './common.js';

const codes = Object.keys(SERVICE_ERRORS) as [ServiceErrorCode, ...ServiceErrorCode[]];

export const errorBody = named(
  'Error',
  z.object({
    error: z.object({
      code: z.enum(codes),
      message: z.string(),
      status: z.int(),
      request_id: z.string(),
      issues: z.array(issueSchema).optional(),
      extraction_id: rowId.optional(),
    }),
  }),
);
export type ErrorBody = z.infer<typeof errorBody>;
