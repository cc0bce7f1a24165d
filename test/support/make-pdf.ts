/** Writes small PDF files by hand, so that a test says byte by byte what is in them. */

export interface PageParts {
  /** The content stream. */
  readonly content: string;
  /** Further entries of the page dictionary, e.g. `/Rotate 90`. */
  readonly entries?: string;
  /** Further fonts, e.g. `/F3 10 0 R`. */
  readonly fonts?: string;
  /** Further entries of the resource dictionary. */
  readonly resources?: string;
  /** Media box; Letter by default. */
  readonly box?: string;
  /** How many such pages there are; 1 by default. */
  readonly count?: number;
}

/** The object number of the first of `extra`. */
export const FIRST_EXTRA = 10;

/**
 * A file with a page, or equal ones, with Helvetica (WinAnsi) as `/F1` and a Type 3 font as `/F2`.
 * @param extra bodies of further objects, numbered from `FIRST_EXTRA`
 * @param catalog further entries of the catalogue
 */
export function makePdf(page: PageParts, extra: readonly string[] = [], catalog = ''): Uint8Array {
  const { count = 1 } = page;
  const others = Array.from({ length: count - 1 }, (_, index) => FIRST_EXTRA + extra.length + index);
  const ofPage =
    `<< /Type /Page /Parent 2 0 R /MediaBox ${page.box ?? '[0 0 612 792]'} /Contents 4 0 R ` +
    `/Resources << /Font << /F1 5 0 R /F2 9 0 R ${page.fonts ?? ''} >> ${page.resources ?? ''} >> ${page.entries ?? ''} >>`;
  const kids = [3, ...others].map((number) => `${number} 0 R`).join(' ');
  const objects = new Map<number, string>([
    [1, `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`],
    [2, `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`],
    [3, ofPage],
    ...others.map((number) => [number, ofPage] as const),
    [4, stream(page.content)],
    [5, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'],
    [9, type3Font('[0.001 0 0 0.001 0 0]', '[0 0 750 750]', 1000)],
  ]);
  for (const [index, body] of extra.entries()) objects.set(FIRST_EXTRA + index, body);
  return writeFile(objects);
}

/** A stream object's body. */
export function stream(data: string, entries = ''): string {
  return `<< ${entries} /Length ${data.length} >>\nstream\n${data}\nendstream`;
}

/** A Type 3 font whose only glyph, `A`, is drawn by an object: by default a filled square of 750 units. */
export function type3Font(matrix: string, box: string, width: number, glyph = 8): string {
  return (
    `<< /Type /Font /Subtype /Type3 /FontMatrix ${matrix} /FontBBox ${box} /FirstChar 65 /LastChar 65 ` +
    `/Widths [${width}] /Encoding << /Type /Encoding /Differences [65 /A] >> ` +
    `/CharProcs << /A ${glyph} 0 R >> /Resources << >> >>`
  );
}

function writeFile(objects: Map<number, string>): Uint8Array {
  objects.set(8, stream('1000 0 0 0 750 750 d1 0 0 750 750 re f'));
  const numbers = [...objects.keys()].sort((a, b) => a - b);
  const size = (numbers.at(-1) ?? 0) + 1;
  let text = '%PDF-1.7\n';
  const offsets = new Map<number, number>();
  for (const number of numbers) {
    offsets.set(number, text.length);
    text += `${number} 0 obj\n${objects.get(number)}\nendobj\n`;
  }
  const start = text.length;
  text += `xref\n0 ${size}\n0000000000 65535 f \n`;
  for (let number = 1; number < size; number++) {
    const offset = offsets.get(number);
    text += offset === undefined ? '0000000000 00000 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`;
  }
  text += `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
