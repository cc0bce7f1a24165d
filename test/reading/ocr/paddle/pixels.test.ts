import { describe, expect, it } from 'vitest';
import { levelled } from '../../../../src/reading/ocr/paddle/pixels.js';

describe('what lies in a box', () => {
  const size = { width: 60, height: 40 };
  const image = {
    ...size,
    dpi: 300,
    data: Uint8Array.from({ length: 2400 }, (_, i) => (i * 37 + (i % 60) * 11) % 256),
  };

  it('what lies in a level box is what lies in one that is hardly turned', () => {
    const box = { centre: { x: 31.3, y: 19.6 }, width: 50.7, height: 37.1 };
    const level = levelled(image, { ...box, degrees: 0 }, 8, 12);
    const turned = levelled(image, { ...box, degrees: 1e-9 }, 8, 12);
    expect(level).toEqual(turned);
  });

  it('what lies beyond the picture is white', () => {
    const beyond = levelled(image, { centre: { x: -30, y: 20 }, width: 20, height: 20, degrees: 0 }, 4, 4);
    expect([...beyond.data]).toEqual(new Array(16).fill(255));
  });
});
