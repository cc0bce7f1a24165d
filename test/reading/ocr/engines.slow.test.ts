import { boxPolygon } from '../../../src/page/document/geometry.js';
import { onnxNetwork } from '../../../src/reading/ocr/paddle/onnx.js';
import { paddle } from '../../../src/reading/ocr/paddle/paddle.js';
import { tesseract } from '../../../src/reading/ocr/tesseract/tesseract.js';
import { describeOcrEngine, inkOf, WORD } from './engine-cases.js';
import { fakeEngine } from './fakes.js';

describeOcrEngine('tesseract', tesseract());
describeOcrEngine('paddle', paddle());
describeOcrEngine('paddle with networks of the host', paddle({ createNetwork: onnxNetwork }));

/** Engines that take all ink for the one word, and give it as a word or as a line. */
for (const kind of ['words', 'lines'] as const) {
  const engine = fakeEngine((image, { signal }) => {
    signal?.throwIfAborted();
    const ink = inkOf(image);
    return { [kind]: ink ? [{ text: WORD, polygon: boxPolygon(ink), confidence: 0.9 }] : [] };
  }, 2);
  describeOcrEngine(`that gives ${kind}`, engine);
}
