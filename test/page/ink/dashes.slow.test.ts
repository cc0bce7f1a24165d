import { expect, test } from 'vitest';
import { paintPaths } from '../../../src/page/ink/paint.js';
import { stroke } from '../../support/paths.js';

test('dashes of an endless line end with the work for a page', () => {
  const endless = stroke([0, 1, 1e17, 1]);
  const dashed = { ...endless, stroke: { ...endless.stroke!, dashes: { lengths: [0.1, 0.1], phase: 0 } } };
  expect(paintPaths([dashed], { width: 100, height: 100 }, 150)).toBeUndefined();
});
