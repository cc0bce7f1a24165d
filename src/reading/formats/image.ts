import { defineReader } from './define.js';

export const image = defineReader({
  types: {
    'image/png': {
      name: 'a PNG image',
      extensions: ['png'],
      aliases: ['image/x-png'],
      signature: { starts: ['\x89PNG\r\n\x1a\n'] },
    },
    'image/jpeg': {
      name: 'a JPEG image',
      extensions: ['jpg', 'jpeg', 'jpe', 'jfif'],
      aliases: ['image/jpg', 'image/pjpeg'],
      signature: { starts: ['\xff\xd8\xff'] },
    },
    'image/tiff': {
      name: 'a TIFF image',
      extensions: ['tif', 'tiff'],
      aliases: ['image/tif'],
      // In either order of bytes, of 4 GB at most and larger.
      signature: { starts: ['II*\0', 'MM\0*', 'II+\0', 'MM\0+'] },
    },
  },
  load: async (...file) => (await import('../picture/image.js')).loadImage(...file),
});
