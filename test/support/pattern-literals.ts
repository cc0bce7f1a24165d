/** A regular expression literal; ours all have the flag `u`. */
const LITERAL =
  /(?<=[(,=:?[]\s*)\/((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])*)\/([dgimsy]*u[dgimsy]*)/gu;

/** The regular expressions that a source has. */
export function patternLiterals(source: string): readonly RegExp[] {
  return [...source.matchAll(LITERAL)].map(([, pattern = '', flags = '']) => new RegExp(pattern, flags));
}
