/** Faults of the tree of pages. */
import type { Attack } from '../attack.js';
import { changed, edited, ODD_NUMBERS, pdf } from './parts.js';

export const trees: readonly Attack[] = [
  pdf('no pages', () => changed({ 1: '<< /Type /Catalog >>' })),
  pdf('a catalogue that is a number', () => changed({ 1: '7' })),
  pdf('pages that are a list', () => changed({ 2: '[3 0 R]' })),
  pdf('kids that are no list', () => changed({ 2: '<< /Type /Pages /Kids 3 0 R /Count 1 >>' })),
  pdf('kids that are numbers', () => changed({ 2: '<< /Type /Pages /Kids [1 2 3] /Count 3 >>' })),
  pdf('kids that are not there', () => changed({ 2: '<< /Type /Pages /Kids [97 0 R 98 0 R] /Count 2 >>' })),
  pdf('kids that hold their parent', () => changed({ 2: '<< /Type /Pages /Kids [2 0 R 3 0 R] /Count 2 >>' })),
  pdf('kids in a circle of two', () =>
    changed({
      2: '<< /Type /Pages /Kids [20 0 R] /Count 1 >>',
      20: '<< /Type /Pages /Parent 2 0 R /Kids [2 0 R] /Count 1 >>',
    }),
  ),
  pdf('one page a hundred times', () =>
    changed({ 2: `<< /Type /Pages /Kids [${'3 0 R '.repeat(100)}] /Count 100 >>` }),
  ),
  pdf('a page in the place of the tree', () => changed({ 1: '<< /Type /Catalog /Pages 3 0 R >>' })),
  pdf('a tree 3,000 deep', () => {
    const links = Array.from({ length: 3_000 }, (_, i): [number, string] => [
      100 + i,
      `<< /Type /Pages /Kids [${i < 2_999 ? 101 + i : 3} 0 R] /Count 1 >>`,
    ]);
    return changed({ 2: '<< /Type /Pages /Kids [100 0 R] /Count 1 >>', ...Object.fromEntries(links) });
  }),
  ...ODD_NUMBERS.map((count) =>
    pdf(`pages counted ${count}`, () => changed({ 2: `<< /Type /Pages /Kids [3 0 R] /Count ${count} >>` })),
  ),
  pdf('100,000,000 pages of which one is there', () =>
    changed({ 2: '<< /Type /Pages /Kids [3 0 R] /Count 100000000 >>' }),
  ),
  pdf(
    'no type anywhere',
    edited((file) => file.replace(/\/Type \/\w+/gu, '')),
  ),
  pdf('a parent that inherits from its page', () =>
    changed({
      2: '<< /Type /Pages /Kids [3 0 R] /Count 1 /Parent 3 0 R >>',
      3: '<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>',
    }),
  ),
  pdf('a catalogue of odd members', () =>
    changed({
      1: '<< /Type /Catalog /Pages 2 0 R /Names 1 0 R /Dests 1 0 R /Outlines 1 0 R /AcroForm 1 0 R /StructTreeRoot 1 0 R /OCProperties 1 0 R /PageLabels 1 0 R /Metadata 1 0 R /Lang 1 0 R /MarkInfo 1 0 R >>',
    }),
  ),
  pdf('layers that hold themselves', () =>
    changed({
      1: '<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [20 0 R 20 0 R] /D << /Order 21 0 R /ON 21 0 R >> >> >>',
      20: '<< /Type /OCG /Name 20 0 R >>',
      21: '[21 0 R 20 0 R]',
    }),
  ),
  pdf('a structure tree that is its own child', () =>
    changed({
      1: '<< /Type /Catalog /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot 20 0 R >>',
      20: '<< /Type /StructTreeRoot /K 20 0 R /ParentTree 21 0 R >>',
      21: '<< /Kids [21 0 R] /Limits [0 9] >>',
    }),
  ),
  pdf('a form whose fields are its page', () =>
    changed({
      1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [3 0 R 1 0 R 20 0 R] /DR 20 0 R /DA 20 0 R >> >>',
      20: '20 0 R',
    }),
  ),
];
