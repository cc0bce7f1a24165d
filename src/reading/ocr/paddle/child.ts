/** Started as a process of its own: reads pages for the process that started it, and ends with that. */
import { alphabetAndWords, type Models } from './models.js';
import { onnxNetwork } from './onnx.js';
import { pageWords } from './page.js';
import type { Answer, Request } from './process.js';

let models: Models | undefined;

async function answer(request: Request): Promise<Answer> {
  try {
    if ('files' in request) {
      const { detection, recognition } = request.files;
      models = {
        detection: await onnxNetwork(detection),
        recognition: await onnxNetwork(recognition),
        ...(await alphabetAndWords(request)),
      };
      return { result: {} };
    }
    if (!models) throw new Error('no models were loaded');
    return { result: await pageWords(request.image, models, {}) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

process.on('message', async (request) => process.send?.(await answer(request as Request)));
process.on('disconnect', () => process.exit());
