/** Which media type a response has, by the header Accept. */
// See docs/language/09-service.md#973-media-types

export type ResponseMedia = 'json' | 'text';

/** The media types that responses have. */
export const MEDIA_TYPES: Readonly<Record<ResponseMedia, string>> = {
  json: 'application/json; charset=utf-8',
  text: 'text/plain; charset=utf-8',
};

interface AcceptedRange {
  readonly range: string;
  readonly quality: number;
}

/** JSON, unless plain text is wanted more. Polling tools send odd headers, so there is no answer 406. */
export function responseMedia(accept: string | null): ResponseMedia {
  if (accept === null) return 'json';
  const ranges = accept.toLowerCase().split(',').map(readRange);
  return qualityOf('text/plain', ranges) > qualityOf('application/json', ranges) ? 'text' : 'json';
}

function readRange(element: string): AcceptedRange {
  const [range = '', ...parameters] = element.split(';').map((part) => part.trim());
  const given = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  const quality = given === undefined ? 1 : Number(given);
  return { range, quality: Number.isFinite(quality) ? Math.min(1, Math.max(0, quality)) : 0 };
}

/** The quality of the most exact range that holds the type; 0 when none does. */
function qualityOf(type: string, ranges: readonly AcceptedRange[]): number {
  const family = `${type.split('/')[0]}/*`;
  for (const wanted of [type, family, '*/*']) {
    const found = ranges.filter(({ range }) => range === wanted);
    if (found.length > 0) return Math.max(...found.map(({ quality }) => quality));
  }
  return 0;
}
