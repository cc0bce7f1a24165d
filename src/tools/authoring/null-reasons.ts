/** Why a value of a result is null, found in its trace. */
import { closestTry, type FieldTrace } from '../../language/fields/trace.js';

type Traces = Readonly<Record<string, readonly FieldTrace[]>>;

/** A step of a path into a result. */
type Step = { readonly id: string } | { readonly index: number };

/** Steps of a path such as `claims[2].paid`; ids may hold points, so those of the trace are tried, the longest first. */
function stepsOf(path: string, traces: Traces): Step[] {
  const steps: Step[] = [];
  const ids = Object.keys(traces).toSorted((a, b) => b.length - a.length);
  let rest = path;
  while (rest !== '') {
    const index = /^\[(\d+)\]/u.exec(rest);
    const text = rest.startsWith('.') ? rest.slice(1) : rest;
    const id = ids.find((each) => text.startsWith(each) && /^(?:$|[.[])/u.test(text.slice(each.length)));
    if (index) {
      steps.push({ index: Number(index[1]) });
      rest = rest.slice(index[0].length);
    } else if (id === undefined) {
      break;
    } else {
      steps.push({ id });
      rest = text.slice(id.length);
    }
  }
  return steps;
}

/**
 * Why the closest try of the field at a path gave nothing, with its place in the config.
 * @param path as `compareFields` gives it
 * @returns undefined where the trace has none, as for a value that is there
 */
export function nullReason(path: string, traces: Traces): string | undefined {
  const steps = stepsOf(path, traces);
  const last = steps.findLast((step) => 'id' in step);
  if (!last) return undefined;
  const sections = sectionsAround(steps.slice(0, steps.lastIndexOf(last)), traces);
  const found = closestTry(
    traces[last.id]!.filter(({ section = [] }) =>
      sections.every(({ group, index }, i) => section[i]?.group === group && section[i].index === index),
    ),
  );
  return found && `${found.reason} (${found.path})`;
}

/** The sections that a path goes through, numbered as the trace does, which also counts those that were dropped. */
function sectionsAround(steps: readonly Step[], traces: Traces): { group: string; index: number }[] {
  return steps.flatMap((step, i) => {
    const next = steps[i + 1];
    if (!('id' in step) || !next || !('index' in next)) return [];
    const cut = traces[step.id]?.findLast(({ sections }) => sections)?.sections?.filter(({ used }) => used);
    return [{ group: step.id, index: cut?.[next.index]?.index ?? next.index }];
  });
}
