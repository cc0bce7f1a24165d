/** `anchorline/report`: what is made of results for people to read. */
export type {
  ExtractedFields,
  PortfolioDocument,
  PortfolioExtraction,
  SingleExtraction,
  SpreadsheetExtraction,
} from './sheets.js';
export { type SpreadsheetOptions, spreadsheet } from './spreadsheet.js';
export { SpreadsheetTooLargeError } from './xlsx.js';
