/** What bounds the results that a spreadsheet is made of, in memory. */
import { memoryBackend } from './contracts/backends.js';
import { spreadsheetBytesContract } from './contracts/spreadsheet-bytes.js';

spreadsheetBytesContract(memoryBackend().open);
