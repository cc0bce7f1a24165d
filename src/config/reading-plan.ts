/** Which pages of a file need not be read before a field of a config wants them. */
// See docs/language/01-document-anchors-fields.md#113-pages-that-are-not-read
import { settled } from '../defaults.js';
import { GEOMETRY_FROM } from '../fields/output.js';
import type { PageStretch } from '../fields/unread-pages.js';
import { methods } from '../methods/index.js';
import type { PageSpan } from '../preprocessors/definition.js';
import type { Config } from './config-types.js';
import { type Language, verbosityMember } from './schema.js';

type Preprocessors = NonNullable<Config['preprocessors']>;

/** What a run reads of a file when a field wants it, and no sooner. */
export interface ReadingPlan {
  /** The pages that fields may see at all; never empty. */
  readonly stretch: PageStretch;
  /** The preprocessors that change these pages, each page by itself. */
  readonly preprocessors: Preprocessors;
}

/** What a caller wants to be told of a run that tells of all pages. */
export interface ToldOfPages {
  readonly trace: boolean;
  readonly onPages?: unknown;
}

/**
 * Which pages may stay unread until a field wants them; undefined where all must be read first: somebody is told of all
 * pages, a preprocessor looks at several at a time or leaves none, or a field may look anywhere (language models, methods of a host).
 */
export function readingPlan(
  config: Config,
  language: Pick<Language, 'preprocessors' | 'methods' | 'computedMethods'>,
  pageCount: number,
  { trace, onPages }: ToldOfPages,
): ReadingPlan | undefined {
  const { verbosity } = settled(verbosityMember, config);
  if (trace || onPages !== undefined || verbosity >= GEOMETRY_FROM) return undefined;
  if (!looksWhereItSays(config, language)) return undefined;
  let stretch: PageStretch = { from: 0, to: pageCount };
  const kept: Preprocessors[number][] = [];
  for (const entry of config.preprocessors ?? []) {
    // The grammar has checked that the type exists and that the entry fits it.
    const definition = language.preprocessors.get(entry.type)!;
    const part = definition.keptPages?.(entry as never);
    if (part) stretch = within(stretch, part);
    else if (definition.isPageByPage?.(entry as never)) kept.push(entry);
    else return undefined;
  }
  return stretch.from < stretch.to ? { stretch, preprocessors: kept } : undefined;
}

/** A part of a part of the pages. */
function within(outer: PageStretch, inner: PageSpan): PageStretch {
  const to = inner.to === undefined ? outer.to : Math.min(outer.to, outer.from + inner.to);
  return { from: outer.from + inner.from, to };
}

/** Methods of fields that are neither layout methods nor computed ones, and look at no line. */
const WITHOUT_LINES: ReadonlySet<string> = new Set(['conditional', 'customComputationGroup']);

const BUILT_IN_METHODS: ReadonlySet<unknown> = new Set(methods);

/** Whether all fields are of methods that see pages only through their search scope. */
function looksWhereItSays(value: unknown, language: Pick<Language, 'methods' | 'computedMethods'>): boolean {
  if (typeof value !== 'object' || value === null) return true;
  const { method } = value as { readonly method?: unknown };
  if (typeof method === 'object' && method !== null && 'id' in method) {
    const id = String(method.id);
    const isKnown =
      BUILT_IN_METHODS.has(language.methods.get(id)) ||
      language.computedMethods.has(id) ||
      WITHOUT_LINES.has(id);
    if (!isKnown) return false;
  }
  return Object.values(value).every((member) => looksWhereItSays(member, language));
}
