import { defineType } from './definition.js';

/** Marks a documentRange field that gives the places of images; text alone holds none. */
// See docs/language/04-types.md#418-images
export const images = defineType({
  id: 'images',
  summary: 'The places of images, for documentRange with includeImages',
  plain: true,
  unfit: {
    typeFilters: 'lines of text hold no images',
    columns: 'a cell gives text, not images',
    nested: 'images come from the method documentRange, not from text',
  },
  options: () => ({}),
  compile: () => ({ candidates: () => [] }),
  examples: [{ title: 'Text is not an image', lines: ['See the photo'], result: null }],
});
