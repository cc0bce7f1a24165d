/** What is used of `@cantoo/pdf-lib`: the objects of a PDF file. */

export type { PDFAcroField, PDFObject } from '@cantoo/pdf-lib';
export {
  createPDFAcroFields,
  decodePDFRawStream,
  PDFAcroNonTerminal,
  PDFAcroSignature,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib';
