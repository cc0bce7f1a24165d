/**
 * When V8 compiles with its optimiser. That of Node 20 does so early: of what a process spends on its first documents more
 * than a third goes to optimised code, most of it thrown away again. Later versions wait longer by themselves. 86 documents
 * in one process took 6.8 s of the processor without this and 4.3 s with it, the second time 3.7 s and 3.0 s, and from the
 * fifth time on both 2.1 s (means of two runs in turns, Node 20.20).
 */

/** The version of V8 in Node 20. */
const EARLY_VERSION = /^11\./u;

/**
 * Bytes of bytecode that a function runs before it is looked at, 66 kB otherwise: 200,000 is slower on the first 86
 * documents by a sixth. And what a function of WebAssembly runs before it is optimised, 1.8 million otherwise: what later
 * versions have.
 */
const PATIENT = ['--interrupt-budget=500000', '--wasm-tiering-budget=13000000'];

/** Flags of V8 for a process of ours, which the host's own must not be given. @param version of V8 */
export function patientCompiler(version: string | undefined = process.versions.v8): readonly string[] {
  return EARLY_VERSION.test(version ?? '') ? PATIENT : [];
}
