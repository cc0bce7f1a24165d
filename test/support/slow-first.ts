/** The order of test files: those that take minutes begin first, so that no core idles while the last of them ends. */
import { relative, sep } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, in that order. */
const SLOW = [
  'test/conformance/conformance.slow.test.ts',
  'test/service/processes.slow.test.ts',
  'test/run/workers/workers.slow.test.ts',
  'test/hostile/fuzz.slow.test.ts',
  'test/goldens.slow.test.ts',
  'test/scans.slow.test.ts',
];

export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = SLOW.indexOf(relative(this.ctx.config.root, moduleId).split(sep).join('/'));
      return at < 0 ? SLOW.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
