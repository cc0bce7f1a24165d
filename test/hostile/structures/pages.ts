/** Faults of a page, its boxes and its resources. */
import type { Attack } from '../attack.js';
import { changed, ODD_NUMBERS, page, pageWith, pdf } from './parts.js';

export const pages: readonly Attack[] = [
  pdf('a page without resources', () => page('/Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R')),
  pdf('a page without a box', () => pageWith('')),
  pdf('a page without contents', () => page('/Parent 2 0 R /MediaBox [0 0 612 792]')),
  pdf('resources that are themselves', () =>
    changed({
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources 20 0 R >>',
      20: '<< /Font 20 0 R /XObject 20 0 R /F1 20 0 R >>',
    }),
  ),
  ...[
    '[0 0 0 0]',
    '[612 792 0 0]',
    '[0 0 612]',
    '[0 0 1e20 1e20]',
    '[-1e9 -1e9 1e9 1e9]',
    '[nan 0 0 1]',
    '[0 0 612 0.00001]',
    '7',
    '[[0 0] [612 792]]',
    '[0 0 612 792 0 0 612 792]',
    '[(0) (0) (6) (7)]',
    '3 0 R',
  ].map((box) => pdf(`a box of ${box}`, () => pageWith(`/MediaBox ${box}`))),
  ...['[0 0 0 0]', '[1000 1000 2000 2000]', '[5 5 4 4]', '[0 0 1e9 1e9]'].map((box) =>
    pdf(`a crop of ${box}`, () => pageWith(`/MediaBox [0 0 612 792] /CropBox ${box}`)),
  ),
  ...ODD_NUMBERS.map((angle) =>
    pdf(`turned by ${angle}`, () => pageWith(`/MediaBox [0 0 612 792] /Rotate ${angle}`)),
  ),
  ...ODD_NUMBERS.map((unit) =>
    pdf(`a unit of ${unit}`, () => pageWith(`/MediaBox [0 0 612 792] /UserUnit ${unit}`)),
  ),
  pdf('contents that are a list of lists', () =>
    page('/Parent 2 0 R /MediaBox [0 0 612 792] /Contents [[4 0 R] [[4 0 R]]]'),
  ),
  pdf('contents that are the page', () => page('/Parent 2 0 R /MediaBox [0 0 612 792] /Contents 3 0 R')),
  pdf('annotations that are the page', () => pageWith('/MediaBox [0 0 612 792] /Annots 3 0 R')),
  pdf('annotations of odd kinds', () =>
    pageWith(
      '/MediaBox [0 0 612 792] /Annots [1 null (a) << >> << /Subtype /Widget >> << /Subtype /Link /Rect [1] >> << /Subtype /Widget /Rect [1e9 -1e9 0 0] /FT /Btn /AP << /N 3 0 R >> >>]',
    ),
  ),
];
