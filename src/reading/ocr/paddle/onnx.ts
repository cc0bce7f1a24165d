/** The networks, run by onnxruntime-node. */
import type { Network } from './models.js';

/**
 * A network on one thread of the processor. The runtime keeps the caller's thread busy while it computes, so this is
 * for a process of its own (with onnxruntime-web it would be the same, at a third of the speed).
 * @param model what is in its file
 * @throws what the runtime says about the file; an error when the package is not installed
 */
export async function onnxNetwork(model: Uint8Array): Promise<Network> {
  const { InferenceSession, Tensor } = await import('onnxruntime-node');
  // One thread, as pages are read side by side. The arena is never given back and grows with every new size.
  const session = await InferenceSession.create(model, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    enableCpuMemArena: false,
  });
  const [input, output] = [session.inputNames[0], session.outputNames[0]];
  if (input === undefined || output === undefined) throw new Error('a model has no input or no output');
  return {
    async run({ dims, data }) {
      const answer = (await session.run({ [input]: new Tensor('float32', data, dims) }))[output];
      if (!(answer?.data instanceof Float32Array)) throw new Error('a model gives no numbers');
      return { dims: answer.dims, data: answer.data };
    },
    release: () => session.release(),
  };
}
