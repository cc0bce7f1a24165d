/** All operations that requests can reach. */
import type { AnyOperation } from '../operation.js';
import { listAudit } from './audit.js';
import {
  batchSpreadsheet,
  createBatch,
  getBatch,
  getUploadUrls,
  putUploadUrls,
  updateBatch,
} from './batches.js';
import { classify, classifyAsync } from './classification.js';
import {
  createConfiguration,
  deleteConfiguration,
  deleteVersion,
  getConfiguration,
  getVersion,
  listConfigurations,
  listVersions,
  publishVersion,
  updateConfiguration,
} from './configurations.js';
import {
  createDocumentType,
  deleteDocumentType,
  getDocumentType,
  listDocumentTypes,
  updateDocumentType,
} from './document-types.js';
import { extractDocument, extractDocumentWithConfig } from './extract-now.js';
import {
  deleteExtraction,
  extractFromUrl,
  extractFromUrlForConfig,
  extractPortfolioFromUrl,
  generatePortfolioUploadUrl,
  generateUploadUrl,
  generateUploadUrlForConfig,
  getExtraction,
  retryExtraction,
} from './extractions.js';
import {
  createGolden,
  deleteGolden,
  deleteGoldenConfiguration,
  extractTextFromGolden,
  getGolden,
  listGoldens,
  updateGolden,
} from './goldens.js';
import { extractionStatistics, listExtractions, retryExtractions } from './lists.js';
import { createToken, reviewExtraction } from './reviews.js';
import { generateCsv, generateExcel } from './spreadsheets.js';
import { getFile, putUpload } from './uploads.js';
import { listDeliveries, redeliver } from './webhooks.js';

export const OPERATIONS = [
  generateUploadUrl,
  generateUploadUrlForConfig,
  generatePortfolioUploadUrl,
  extractFromUrl,
  extractFromUrlForConfig,
  extractPortfolioFromUrl,
  putUpload,
  getExtraction,
  deleteExtraction,
  extractDocument,
  extractDocumentWithConfig,
  listExtractions,
  extractionStatistics,
  retryExtractions,
  retryExtraction,
  reviewExtraction,
  createToken,
  generateExcel,
  generateCsv,
  classify,
  classifyAsync,
  listDocumentTypes,
  createDocumentType,
  getDocumentType,
  updateDocumentType,
  deleteDocumentType,
  listConfigurations,
  createConfiguration,
  getConfiguration,
  updateConfiguration,
  deleteConfiguration,
  listVersions,
  getVersion,
  publishVersion,
  deleteVersion,
  listGoldens,
  createGolden,
  getGolden,
  updateGolden,
  deleteGolden,
  deleteGoldenConfiguration,
  extractTextFromGolden,
  createBatch,
  getUploadUrls,
  putUploadUrls,
  getBatch,
  updateBatch,
  batchSpreadsheet,
  listDeliveries,
  redeliver,
  getFile,
  listAudit,
] as const satisfies readonly AnyOperation[];
