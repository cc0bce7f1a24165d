/** Reads what messages hold. */
import type { LlmImagePart, LlmMessage } from './provider.js';

/** The text of a message, without its pictures. */
export function messageText({ content }: Pick<LlmMessage, 'content'>): string {
  if (typeof content === 'string') return content;
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}

/** The pictures of messages, in order. */
export function imagesOf(messages: readonly LlmMessage[]): readonly LlmImagePart[] {
  return messages.flatMap(({ content }) =>
    typeof content === 'string' ? [] : content.filter((part) => part.type === 'image'),
  );
}
