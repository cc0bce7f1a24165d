import { expect, it } from 'vitest';
import { imagesOf, messageText } from '../../src/llm/message-text.js';
import type { LlmImagePart, LlmMessage } from '../../src/llm/provider.js';

const image: LlmImagePart = { type: 'image', mediaType: 'image/png', data: Uint8Array.of(1), ref: 'p1' };
const mixed: LlmMessage = {
  role: 'user',
  content: [{ type: 'text', text: 'IMAGE 1' }, image, { type: 'text', text: 'QUESTIONS' }],
};

it('reads the text of messages, with a line for each picture', () => {
  expect(messageText({ content: 'plain' })).toBe('plain');
  expect(messageText(mixed)).toBe('IMAGE 1\n\nQUESTIONS');
});

it('reads the pictures of messages', () => {
  expect(imagesOf([{ role: 'system', content: 'plain' }, mixed, mixed])).toEqual([image, image]);
});
