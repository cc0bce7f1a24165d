import { defineReader } from './define.js';

export const text = defineReader({
  types: { 'text/plain': { name: 'a text file', extensions: ['txt', 'text', 'log'] } },
  load: async (bytes, options) => (await import('../plain/text.js')).loadText(bytes, options),
});
