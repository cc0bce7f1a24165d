import { defineReader } from './define.js';

export const docx = defineReader({
  types: {
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document': {
      name: 'a Word document',
      extensions: ['docx', 'docm', 'dotx', 'dotm'],
      signature: { archive: ({ has }) => has('word/') },
    },
  },
  load: async (...file) => (await import('../word/docx.js')).loadDocx(...file),
});
