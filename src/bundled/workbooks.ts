/** What is used of `@e965/xlsx`: workbooks in binary formats, and number formats of all. */

export type { CellObject, WorkBook, WorkSheet } from '@e965/xlsx';
export { read, SSF } from '@e965/xlsx';
