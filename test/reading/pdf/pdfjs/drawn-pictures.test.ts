import { expect, it, vi } from 'vitest';
import { loadDrawing, PageCanvasFactory } from '../../../../src/reading/pdf/pdfjs/canvas.js';
import { DrawnPictures, MOST_WITHOUT_PAUSE } from '../../../../src/reading/pdf/pdfjs/drawn-pictures.js';

const MILLION = 1_000_000;

function watched() {
  const context = { getImageData: vi.fn() };
  const check = vi.fn();
  const pictures = new DrawnPictures();
  pictures.begin(check);
  return { context, check, pictures };
}

it('pictures are painted, and the time looked at, once 10,000,000 pixels of them wait', () => {
  const { context, check, pictures } = watched();
  for (let i = 0; i < 9; i++) pictures.drew(context, MILLION);
  expect(context.getImageData).not.toHaveBeenCalled();
  pictures.drew(context, MILLION);
  expect(context.getImageData).toHaveBeenCalledOnce();
  expect(check).toHaveBeenCalledOnce();
  pictures.drew(context, MILLION);
  expect(context.getImageData).toHaveBeenCalledOnce();
});

it('pictures of too many pixels without a pause are refused, with pauses they are not', () => {
  const { context, pictures } = watched();
  for (let i = 0; i < 24; i++) pictures.drew(context, 10 * MILLION);
  expect(() => pictures.drew(context, 10 * MILLION)).toThrow(expect.objectContaining({ code: 'too_large' }));
  pictures.paused();
  expect(() => pictures.drew(context, MOST_WITHOUT_PAUSE)).not.toThrow();
});

it('the time of the page ends its pictures', () => {
  const { context, check, pictures } = watched();
  check.mockImplementation(() => {
    throw new Error('time is up');
  });
  expect(() => pictures.drew(context, 10 * MILLION)).toThrow('time is up');
});

it('canvases report the pictures that are drawn on them', async () => {
  const pictures = new DrawnPictures();
  const drew = vi.spyOn(pictures, 'drew');
  const canvases = new PageCanvasFactory(await loadDrawing(), pictures);
  const [picture, page] = [canvases.create(30, 20), canvases.create(10, 10)];
  picture.context.fillRect(0, 0, 30, 20);
  page.context.drawImage(picture.canvas, 0, 0, 10, 10);
  expect(drew).toHaveBeenCalledExactlyOnceWith(page.context, 600);
  expect([...page.context.getImageData(5, 5, 1, 1).data]).toEqual([0, 0, 0, 255]);
});
