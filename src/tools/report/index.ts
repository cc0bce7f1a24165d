/** `anchorline/report`: what is made of results for people to read. See `docs/guides/inspect.md`. */

export type {
  ExtractedFields,
  PortfolioDocument,
  PortfolioExtraction,
  SingleExtraction,
  SpreadsheetExtraction,
} from '../../run/spreadsheet/sheets.js';
export { type SpreadsheetOptions, spreadsheet } from '../../run/spreadsheet/spreadsheet.js';
export { SpreadsheetTooLargeError } from '../../run/spreadsheet/xlsx.js';
export {
  type TablesSpreadsheetOptions,
  tablesHtml,
  tablesSpreadsheet,
  tableTexts,
} from './found-tables.js';
export type { WatchedFile } from './inspection/html-file.js';
export {
  type InspectedImageOptions,
  type InspectedPage,
  type Inspection,
  type InspectOptions,
  inspect,
  type ReportOptions,
  type WatchedReport,
} from './inspection/inspect.js';
export type { Layer, LayerName } from './inspection/layers.js';
export {
  type PageImage,
  type PageImageOptions,
  type TracedImageOptions,
  toImage,
} from './inspection/page-image.js';
