/** Readers with the options that a test is about, and the defaults for the rest. */

import { deadlineIn } from '../../src/foundation/async/interrupt.js';
import { type Limits, resolveLimits } from '../../src/limits.js';
import type { Document } from '../../src/page/document/model.js';
import { loadBytes as load } from '../../src/reading/load.js';
import type { ReaderOptions } from '../../src/reading/options.js';
import { loadPdf as readPdf } from '../../src/reading/pdf/pdf.js';

/** Reader options; of limits only those that differ. */
export type LoadOptions = Omit<ReaderOptions, 'limits'> & { readonly limits?: Partial<Limits> | undefined };

export function loadBytes(bytes: Uint8Array, options: LoadOptions = {}): Promise<Document> {
  return load(bytes, resolved(options));
}

export function loadPdf(bytes: Uint8Array, options: LoadOptions): Promise<Document> {
  return readPdf(bytes, resolved(options));
}

function resolved({ limits: changes, ...options }: LoadOptions): ReaderOptions {
  const limits = resolveLimits(changes);
  const deadline = deadlineIn(limits.milliseconds, () => performance.now());
  return { deadline, ...options, limits };
}
